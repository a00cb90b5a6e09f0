/** Pictures and files in the history are shown as in a list, not as the paths they are kept under. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import type { HistoryField, HistoryLine } from '../../../common/protocol/history';
import { openScreen, thing, type Screen } from '../../testing/screen';
import { FieldChange } from './FieldChange';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});
async function open(change: HistoryField) {
  const line = { seq: '1', fields: [change] } as unknown as HistoryLine; // nothing else of it is looked at
  const element = <FieldChange entity={thing} id={1} line={line} change={change} onRevert={undefined} />;
  opened = await openScreen(element, { answer: () => undefined });
  return { text: () => opened?.container.textContent ?? '', picture: () => screen.queryAllByRole('img') };
}
const CITY = '/storage/demo/city-8408.png';

it('shows a picture that was taken away small, by the name of its file', async () => {
  const { text, picture } = await open({ field: 'cover', before: CITY, after: null });
  expect(picture().map((one) => one.getAttribute('src'))).toEqual([expect.stringMatching(/city-8408\.png\?thumb=1$/)]);
  expect(text()).toMatch(/^Cover:city-8408\.png→ /);
  expect(text()).not.toContain('/storage/');
});

it('shows several pictures, and files by their names alone', async () => {
  const gallery = await open({ field: 'gallery', before: [], after: [CITY, '/storage/demo/sea.png'] });
  expect(gallery.picture()).toHaveLength(2);
  cleanup();
  const { text, picture } = await open({ field: 'papers', before: null, after: ['/storage/demo/a.pdf'] });
  expect([text(), picture().length]).toEqual(['Papers:a.pdf', 0]);
});
