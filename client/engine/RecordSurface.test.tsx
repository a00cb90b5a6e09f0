/** Resizing the window or rotating a tablet loses no typed text. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PHONE_QUERY } from '../shared/theme/designTokens';
import {
  createListResponse,
  openScreen,
  createThingEntity,
  thingRow,
  wholeRow,
  type Screen,
} from '../testing/screenHarness';
import { write } from '../testing/typeText';
import { createDraftCache } from './formState/draftCache';
import { EntityPage } from './EntityPage';
import { DraftCacheProvider } from './formState/DraftCacheProvider';

const thing = createThingEntity('secret');
type Size = 'wide' | 'middle' | 'phone';
const usual = window.matchMedia;
let size: Size;
let listeners: Set<() => void>;
let rendered: Screen | undefined;
beforeEach(() => {
  size = 'wide';
  listeners = new Set();
  const fits = (media: string) =>
    media === PHONE_QUERY ? size === 'phone' : media.includes('1200px') && size === 'wide';
  window.matchMedia = (media) => {
    const response = {
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    };
    return Object.defineProperty(Object.assign(usual(media), response), 'matches', { get: () => fits(media) });
  };
});
afterEach(async () => {
  window.matchMedia = usual;
  cleanup();
  await rendered?.close();
});
const resize = (next: Size) =>
  act(() => {
    size = next;
    for (const listener of [...listeners]) listener();
  });

it('RecordSurface: moves the form between frames with an unsaved password, and Escape closes it in each', async () => {
  const user = userEvent.setup();
  const draftCache = createDraftCache();
  rendered = await openScreen(
    <DraftCacheProvider draftCache={draftCache}>
      <EntityPage entity={thing} />
    </DraftCacheProvider>,
    {
      entity: thing,
      at: '/admin/thing?record=5',
      respond: ({ path }) => {
        if (path === '/admin/thing/index') return { envelope: { data: createListResponse([thingRow(5)]) } };
        if (path.endsWith('/select')) return { envelope: { data: createListResponse([]) } };
        return path === '/admin/thing/edit'
          ? { envelope: { data: { row: wholeRow(5), refs: {}, seq: '10', epoch: 'e1' } } }
          : undefined;
      },
    },
  );
  const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/, { selector: 'form [data-field] input' });
  const secret = () => screen.getByLabelText<HTMLInputElement>(/^Secret/, { selector: 'form [data-field] input' });
  await screen.findByLabelText(/^Title/);
  await write(title(), ', typed');
  await write(secret(), 'Not-kept-2026');
  for (const next of ['middle', 'phone', 'wide', 'phone'] as const) {
    resize(next);
    expect(screen.queryAllByRole('dialog', { name: 'Thing' })).toHaveLength(next === 'wide' ? 0 : 1);
    // On a phone the record covers the header with the connection state.
    expect(document.querySelectorAll('form [data-status]')).toHaveLength(next === 'phone' ? 1 : 0);
    expect([title().value, secret().value]).toEqual(['Thing 5, typed', 'Not-kept-2026']);
  }
  expect(rendered.client.app.toasts.list()).toEqual([]);
  await user.clear(secret());
  await user.clear(title());
  await user.type(title(), 'Thing 5{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(rendered.address().search).toBe('');
});
