/** Selected rows that leave are listed and excluded from actions. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Change } from '../../../../common/protocol/liveEvents';
import type { RecordedRequest } from '../../../testing/fakeHttpServer';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { settingsChanged } from '../../../shared/store/settings';
import { EntityPage } from '../../EntityPage';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const rows = [5, 4, 3, 2, 1].map((id) => thingRow(id));
const leave = (id: number): Change => ({ op: 'leave', id, v: 2, at: 1 });
const deleted = (id: number): Change => ({ op: 'del', id, v: 2, at: 1, by: { id: 'admin:2', name: 'Anna' } });

async function openList(index: () => readonly ReturnType<typeof thingRow>[] = () => rows) {
  const screenOf = await openScreen(<EntityPage entity={thing} />, {
    at: '/admin/thing?q=thing',
    respond: ({ path, body }: RecordedRequest) => {
      if (path === '/admin/thing/index') return { envelope: { data: createListResponse(index()) } };
      if (path !== '/admin/thing/del') return undefined;
      return { envelope: { data: { ids: (body as { ids: number[] }).ids, skipped: [] } } };
    },
  });
  rendered = screenOf;
  await screen.findByRole('row', { name: /Thing 5/ });
  return {
    ...screenOf,
    tell: (...c: readonly Change[]) => act(() => screenOf.receiveFrame({ c })),
    removals: () =>
      screenOf.fakeServer.requests.filter(({ path }) => path === '/admin/thing/del').map(({ body }) => body),
  };
}
const user = userEvent.setup();
const choose = async (...ids: readonly number[]) => {
  for (const id of ids) await user.click(screen.getByRole('checkbox', { name: `Select Thing ${id}` }));
};
const bar = () => screen.getByRole('toolbar');
const remove = () => user.click(within(bar()).getByRole('button', { name: 'Delete' }));
const sure = async () => user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
const show = () => user.click(screen.getByRole('button', { name: /— (Show|Refresh)$/ }));

describe('selected rows that leave', () => {
  it.each([
    ['without a request', leave(4), 'Thing 4 (no longer matches)'],
    ['deleted by a colleague', deleted(4), 'Thing 4 (deleted by Anna)'],
  ])('stay counted out and named once the list is shown again, %s', async (_how, gone, said) => {
    const { tell, removals } = await openList();
    await choose(5, 4, 3);
    tell(gone);
    expect(bar()).toHaveAccessibleName('2 selected');
    await show();
    expect(screen.queryByRole('row', { name: /Thing 4/ })).toBeNull();
    expect(bar()).toHaveAccessibleName('2 selected');
    expect(bar()).toHaveTextContent('1 selected record was removed');
    expect(within(bar()).getByRole('listitem')).toHaveTextContent(said);
    await remove();
    expect(await screen.findByRole('dialog', { name: 'Delete 2 records?' })).toBeInTheDocument();
    await sure();
    await waitFor(() => expect(removals()).toHaveLength(1));
    expect(removals()[0]).toMatchObject({ ids: [5, 3], revisions: { 5: 1, 3: 1 } });
  });

  it('removed rows are listed in Chinese beside the selected ones', async () => {
    const { tell, client } = await openList();
    await choose(5, 4, 3);
    tell(leave(4));
    act(() => void client.store.dispatch(settingsChanged({ lang: 'zh-cn' })));
    await waitFor(() => expect(bar()).toHaveAccessibleName('已选 2 条'));
    expect(bar()).toHaveTextContent('另有 1 条所选记录已不在列表中');
    expect(within(bar()).getByRole('listitem')).toHaveTextContent('Thing 4（已不符合条件）');
  });

  it('removed rows are excluded when a fresh response no longer contains them', async () => {
    let answered = rows;
    const { tell, removals } = await openList(() => answered);
    await choose(5, 4);
    answered = rows.filter(({ id }) => id !== 4);
    act(() => rendered?.receiveFrame({ n: { enter: 0, leave: 1 } }));
    await show();
    await waitFor(() => expect(bar()).toHaveAccessibleName('1 selected'));
    expect(within(bar()).getByRole('listitem')).toHaveTextContent('Thing 4 (moved to another page)');
    tell(leave(5));
    expect(within(bar()).getByRole('button', { name: 'Delete' })).toBeDisabled();
    expect(removals()).toEqual([]);
  });

  it('removed rows are removed from an open delete dialog', async () => {
    const { tell, removals } = await openList();
    await choose(5, 4, 3);
    await remove();
    await screen.findByRole('dialog', { name: 'Delete 3 records?' });
    tell(deleted(4));
    await screen.findByRole('dialog', { name: 'Delete 2 records?' });
    tell(leave(3));
    await screen.findByRole('dialog', { name: 'Delete “Thing 5”?' });
    await sure();
    await waitFor(() => expect(removals()).toHaveLength(1));
    expect(removals()[0]).toMatchObject({ ids: [5] });
  });

  it('removed rows are skipped by select all and by ranges', async () => {
    const { tell } = await openList();
    tell(leave(4));
    const all = screen.getByRole('checkbox', { name: 'Select all on this page' });
    await user.click(all);
    expect(bar()).toHaveAccessibleName('4 selected');
    expect(bar()).not.toHaveTextContent('gone');
    expect(all).toBeChecked();
    await user.click(all);
    await choose(5);
    await user.keyboard('{Shift>}');
    await choose(2);
    await user.keyboard('{/Shift}');
    expect(bar()).toHaveAccessibleName('3 selected');
    expect(bar()).not.toHaveTextContent('gone');
  });

  it('removed rows are forgotten when the query changes', async () => {
    const { go } = await openList();
    await choose(5);
    await go('/admin/thing?q=thing&page=2');
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  });
});
