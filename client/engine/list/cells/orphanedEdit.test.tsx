/** Text typed in a cell is never lost, whatever happens to its row, permissions or screen. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { rowsApi } from '../../data/rowsApi';
import type { FakeResponse } from '../../../testing/fakeHttpServer';
import { createListResponse, openScreen, thing, thingRow, wholeRow, type Screen } from '../../../testing/screenHarness';
import { anna, conflictResponse, title } from '../../../testing/formHarness';
import { rewrite, write } from '../../../testing/typeText';
import { createDraftCache, draftKey } from '../../formState/draftCache';
import { EntityPage } from '../../EntityPage';
import { DraftCacheProvider } from '../../formState/DraftCacheProvider';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const clash = { field: 'title', base: 'Thing 5', theirs: 'Anna was first', by: anna, at: 1_700_000_000 };
const conflict = conflictResponse({ kind: 'fields', id: 5, revision: 2, fields: [clash], merged: [] });

const draftCache = createDraftCache();
afterEach(() => draftCache.deletePath('/admin/thing'));
function Screens() {
  const { pathname } = useLocation();
  return (
    <DraftCacheProvider draftCache={draftCache}>
      {pathname === '/admin/thing' ? <EntityPage entity={thing} /> : <p>Another screen</p>}
    </DraftCacheProvider>
  );
}
/** Wide enough for the form beside the list. */
const query = window.matchMedia;
beforeEach(() => {
  window.matchMedia = (media) => Object.assign(query(media), { matches: media.includes('min-width: 1200px') });
});
afterEach(() => {
  window.matchMedia = query;
});
const user = userEvent.setup();
const row = () => screen.getByRole('row', { name: /Thing 5/ });
async function openList(at = '/admin/thing', save: () => FakeResponse = () => conflict) {
  let ids = [5, 4];
  const harness = await openScreen(<Screens />, {
    at,
    respond: ({ path, method }) => {
      if (path === '/admin/thing/index')
        return { envelope: { data: createListResponse(ids.map((id) => thingRow(id))) } };
      if (path.endsWith('/select')) return { envelope: { data: createListResponse([]) } };
      if (path !== '/admin/thing/edit') return undefined;
      if (method === 'POST') return save();
      return { envelope: { data: { row: wholeRow(5), refs: {}, seq: '10', epoch: 'e1' } } };
    },
  });
  rendered = harness;
  await screen.findByRole('row', { name: /Thing 5/ });
  if (at.includes('record')) await screen.findByLabelText(/^Title/);
  return {
    ...harness,
    leave: () => {
      ids = [4];
      act(() => void harness.client.store.dispatch(rowsApi.util.invalidateTags([{ type: 'Rows', id: 'thing' }])));
    },
    kept: () => draftCache.get(draftKey('/admin/thing', 'thing', 5))?.mine,
    said: () => harness.client.app.toasts.list(),
  };
}
async function typeInCell(text: string) {
  const [cell] = within(row()).getAllByText('Thing 5');
  if (cell) await user.dblClick(cell);
  const input = within(row()).getByRole('textbox');
  await rewrite(input, text);
}

describe('text typed in a cell', () => {
  it('waits in the record’s form when its row leaves the list', async () => {
    const { leave, kept, said, fakeServer: harness } = await openList();
    await typeInCell('Mine');
    leave();
    await waitFor(() => expect(said()).toHaveLength(1));
    expect(said()[0]).toMatchObject({
      text: 'Your changes to Title of Thing 5 aren’t saved yet.',
      details: ['Mine'],
    });
    expect(kept()).toEqual({ title: 'Mine' });
    await waitFor(() => expect(harness.requests.filter(({ path }) => path.includes('/draft/'))).not.toEqual([]));
    await user.click(screen.getByRole('button', { name: 'Open record' }));
    await screen.findByText('1 unsaved field');
    expect(title().value).toBe('Mine');
  });

  it('waits in the form when the whole screen closes', async () => {
    const { go, kept, said } = await openList();
    await typeInCell('Mine');
    await go('/admin/other');
    await waitFor(() => expect(kept()).toEqual({ title: 'Mine' }));
    await user.click(await screen.findByRole('button', { name: 'Open record' }));
    await waitFor(() => expect(title().value).toBe('Mine'));
    expect(said()).toEqual([]);
  });

  it('the text is resolved in the open form after a conflict', async () => {
    await openList('/admin/thing?record=5');
    await typeInCell('Mine');
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveAccessibleName('Someone else changed this record');
    await user.click(within(dialog).getByRole('radio', { name: 'Yours' }));
    expect(within(dialog).getByRole('textbox')).toHaveValue('Mine');
    expect(within(dialog).getByRole('radio', { name: /^Theirs · Anna/ })).toBeInTheDocument();
    expect(screen.getByLabelText<HTMLInputElement>(/^Title/, { selector: 'form [data-field] input' }).value).toBe(
      'Mine',
    );
  });

  it('the text stays in its cell when the form holds another text', async () => {
    const { said } = await openList('/admin/thing?record=5');
    await write(title(), ', in the form');
    await typeInCell('In the cell');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(said().map(({ severity }) => severity)).toEqual(['error']));
    expect(within(row()).getByRole('textbox')).toHaveValue('In the cell');
    expect(title().value).toBe('Thing 5, in the form');
  });
});
