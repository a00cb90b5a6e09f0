/** The history offers undo only where the server allows it. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import type { HistoryEntry as Entry } from '../../../common/protocol/history';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { openScreen, thing, type Screen } from '../../testing/screenHarness';
import { anna } from '../../testing/formHarness';
import { settingsChanged } from '../../shared/store/settings';
import { HistoryEntry } from './HistoryEntry';

let rendered: Screen;
afterEach(async () => {
  cleanup();
  await rendered.close();
});

const line: Entry = {
  seq: '5',
  cid: 'c5',
  revision: 2,
  op: 'd',
  by: anna,
  channel: 'ui',
  at: 1,
  hidden: 0,
  fields: [],
};
const actions = { revert: undefined, undo: () => undefined, showRecord: () => undefined, isBusy: false };

function List({ entry }: { readonly entry: Entry }) {
  useLazyTranslations();
  return (
    <ul>
      <HistoryEntry entity={thing} id={1} entry={entry} actions={actions} />
    </ul>
  );
}

it.each([
  ['deleted, can be undone', { op: 'd', undoable: true }, ['Undo']],
  ['deleted, cannot be undone', { op: 'd' }, []],
  ['created by a program of the server', { op: 'c' }, ['View the record at this time']],
  [
    'one of several changed, can be undone',
    { op: 'u', several: true, undoable: true },
    ['Undo for all records', 'View the record at this time'],
  ],
  ['one of several changed, cannot be undone', { op: 'u', several: true }, ['View the record at this time']],
] as const)('%s', async (_what, more, buttons) => {
  rendered = await openScreen(<List entry={{ ...line, ...more }} />, { respond: () => undefined });
  await screen.findByText('Anna');
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
});

it('names everybody who wrote a saved draft, with commas of the language', async () => {
  const by = { id: 'admin:7', name: 'Anna, Ben' };
  rendered = await openScreen(<List entry={{ ...line, by }} />, { respond: () => undefined });
  await screen.findByText('Anna, Ben');
  act(() => void rendered.client.store.dispatch(settingsChanged({ lang: 'zh-cn' })));
  await screen.findByText('Anna、Ben');
});
