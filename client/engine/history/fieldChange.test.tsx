/** FieldChange in the history: fields with images, files and lists. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import type { HistoryField, HistoryEntry } from '../../../common/protocol/history';
import { openScreen, thing, type Screen } from '../../testing/screenHarness';
import { FieldChange } from './FieldChange';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});
async function open(change: HistoryField) {
  const entry = { seq: '1', fields: [change] } as unknown as HistoryEntry; // FieldChange reads no other field of the entry
  const element = <FieldChange entity={thing} id={1} entry={entry} change={change} onRevert={undefined} />;
  rendered = await openScreen(element, { respond: () => undefined });
  return { text: () => rendered?.container.textContent ?? '', picture: () => screen.queryAllByRole('img') };
}
const CITY = '/storage/demo/city-8408.png';

it('FieldChange: shows a removed image as a thumbnail with its file name', async () => {
  const { text, picture } = await open({ field: 'cover', before: CITY, after: null });
  expect(picture().map((image) => image.getAttribute('src'))).toEqual([
    expect.stringMatching(/city-8408\.png\?thumb=1$/),
  ]);
  expect(text()).toMatch(/^Cover:city-8408\.png→ /);
  expect(text()).not.toContain('/storage/');
});

it('FieldChange: shows several images, and files by name', async () => {
  const gallery = await open({ field: 'gallery', before: [], after: [CITY, '/storage/demo/sea.png'] });
  expect(gallery.picture()).toHaveLength(2);
  cleanup();
  const { text, picture } = await open({ field: 'papers', before: null, after: ['/storage/demo/a.pdf'] });
  expect([text(), picture().length]).toEqual(['Papers:a.pdf', 0]);
});

it('FieldChange: shows added and removed items of a list', async () => {
  const { text } = await open({ field: 'words', before: ['fast', 'quiet'], after: ['fast', 'green'] });
  await screen.findByText('green');
  expect(text()).toBe('Words:fast, quiet, green');
  expect(document.querySelector('del')).toHaveTextContent('quiet');
  expect(document.querySelector('ins')).toHaveTextContent('green');
});
