/** The list of keyboard shortcuts names the keys that work. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { ShortcutsDialog } from './ShortcutsDialog';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});

/** The keys that a file compares with, such as `key === 'Enter'`. */
const getKeys = (file: string): readonly string[] => {
  const source = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
  return [...source.matchAll(/key === '([^']+)'/g)].map(([, key]) => key ?? '');
};
const SHOWN_AS: Readonly<Record<string, string>> = { ' ': 'Space', Escape: 'Esc' };

it('ShortcutsDialog: lists every key of lists, forms and the shell', async () => {
  opened = await openScreen(<ShortcutsDialog onClose={() => undefined} />, { respond: () => undefined });
  const shown = [...screen.getByRole('dialog').querySelectorAll('kbd')].flatMap(({ textContent }) =>
    textContent.split(/ \+ |, | \/ | /).map((key) => key.toLowerCase()),
  );
  const keys = [
    'engine/list/useListShortcuts.ts',
    'engine/list/grid/useRowEvents.ts',
    'engine/form/EntityForm.tsx',
    'admin/layout/shell/Overlays.tsx',
  ].flatMap(getKeys);
  expect(keys.length).toBeGreaterThan(8);
  // A slash separates alternatives above; its own entry is checked apart.
  expect(screen.getByText('/', { selector: 'kbd' })).toBeVisible();
  const missing = keys.filter((key) => key !== '/' && !shown.includes((SHOWN_AS[key] ?? key).toLowerCase()));
  expect(missing).toEqual([]);
});
