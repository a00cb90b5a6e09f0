/** The summary above the form of a member. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { user } from '../../../../common/entities/user';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import type { AnyEntity } from '../../../../common/entity/entity';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { DialogHost } from '../../../shared/controls/DialogHost';
import { MemberSummary } from './MemberSummary';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const member = {
  id: 4,
  revision: 2,
  username: 'lin_yue',
  nickname: '林月',
  avatar: null,
  money: '1204.50',
  score: 320,
  last_login_time: null,
  create_time: 1_700_000_000,
  update_time: 1_700_000_000,
  delete_time: null,
};
const entry = (id: number, money: string, memo: string) => ({
  id,
  revision: 1,
  user_id: 4,
  money,
  memo,
  before: '0.00',
  after: '0.00',
  create_time: 1_700_000_000 + id,
});

async function open(
  others: readonly AnyEntity[],
  entries = [entry(9, '50.00', 'Refund'), entry(8, '-20.00', 'Order')],
) {
  rendered = await openScreen(
    <DialogHost>
      <MemberSummary rowId={4} />
    </DialogHost>,
    {
      entity: user,
      otherPermissions: others.map(({ name }) => `${name}/add`),
      others,
      respond: ({ path }) => {
        if (path === '/admin/user/edit')
          return { envelope: { data: { row: member, refs: {}, seq: '10', epoch: 'e1' } } };
        return path === '/admin/user_money_log/index' ? { envelope: { data: createListResponse(entries) } } : undefined;
      },
    },
  );
  await screen.findByText('lin_yue');
  return rendered;
}
const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

it('member summary: shows name, balance, points, last sign-in and the latest entries with their sign', async () => {
  const { fakeServer } = await open([userMoneyLog]);
  expect(screen.getByText('林月', { selector: 'p' })).toBeInTheDocument();
  expect([figure('Balance'), figure('Points'), figure('Last sign-in')]).toEqual([
    expect.stringContaining('1,204.50'),
    '320',
    'Never',
  ]);
  const list = within(screen.getByRole('region', { name: 'Latest balance changes' }));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Refund.*\+.*50\.00$/),
    expect.stringMatching(/^Order.*−.*20\.00$/),
  ]);
  const sent = fakeServer.requests.find(({ path }) => path === '/admin/user_money_log/index');
  expect(sent?.query.get('limit')).toBe('3');
  fireEvent.click(screen.getByRole('button', { name: 'Adjust' }));
  expect(await screen.findByRole('dialog', { name: /林月/ })).toBeVisible();
});

it('member summary: without permission for the entries it requests none', async () => {
  const { fakeServer } = await open([]);
  expect(screen.queryByRole('button', { name: 'Adjust' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Latest balance changes' })).toBeNull();
  expect(fakeServer.requests.some(({ path }) => path.startsWith('/admin/user_money_log'))).toBe(false);
});

it('member summary: a booked entry is shown at once, and the oldest of three leaves', async () => {
  const entries = [9, 8, 7].map((id) => entry(id, '50.00', `Entry ${id};`));
  const { receiveFrame } = await open([userMoneyLog], entries);
  const memos = () =>
    within(screen.getByRole('region', { name: 'Latest balance changes' }))
      .queryAllByRole('listitem')
      .map(({ textContent }) => /^Entry \d+;/.exec(textContent)?.[0]);
  await waitFor(() => expect(memos()).toEqual(['Entry 9;', 'Entry 8;', 'Entry 7;']));
  act(() =>
    receiveFrame({
      e: userMoneyLog.name,
      c: [{ op: 'enter', id: 10, v: 1, at: 1, row: entry(10, '5.00', 'Entry 10;') }],
    }),
  );
  await waitFor(() => expect(memos()).toEqual(['Entry 10;', 'Entry 9;', 'Entry 8;']));
});
