/** Decisions about a booking are offered to those alone who could take them. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen as page } from '@testing-library/react';
import { pendingBooking } from '../../../../common/entities/pendingBooking';
import { columnsOf } from '../../../../common/entity/columns';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { DialogHost } from '../../../shared/controls/DialogHost';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { StatusCell } from './StatusCell';

const status = columnsOf(pendingBooking).get('status');
const row = { id: 5, revision: 1, user_id: 9, kind: 'score', score: 600, memo: 'Prize', status: 0, asked_by: 7 };
const NODES = ['approve', 'refuse', 'withdraw'].map((verb) => `/admin/pending_booking/${verb}`);
const BOOKS = ['/admin/user_score_log/add'];

let screen: Screen;
afterEach(async () => {
  cleanup();
  await screen.close();
});

async function offered(nodes: readonly string[], sees: boolean, asker = 7): Promise<readonly string[]> {
  if (status === undefined) throw new Error('there is no status');
  const amounts = sees ? ['score'] : [];
  const booking = { readable: amounts, writable: amounts };
  const ledger = { ...booking, writable: ['user_id', 'memo', ...amounts] };
  const may = parseBootstrap({
    adminInfo: { id: 3 },
    permissions: { '/admin/pending_booking': NODES, '/admin/user_score_log': nodes },
    entities: { pending_booking: booking, user_score_log: ledger },
  });
  screen = await openScreen(
    <BootstrapContext value={may}>
      <DialogHost>
        <StatusCell entity={pendingBooking} column={status} row={{ ...row, asked_by: asker }} value={0} />
        <p>after the cell</p>
      </DialogHost>
    </BootstrapContext>,
    { answer: () => undefined },
  );
  // what belongs to such bookings comes later
  await page.findByText('after the cell');
  return page.queryAllByRole('button').map((button) => button.getAttribute('aria-label') ?? '');
}

it.each([
  { who: 'books and sees', nodes: BOOKS, sees: true, ways: [/^Approve/, /^Refuse/] },
  { who: 'sees but does not book', nodes: [], sees: true, ways: [/^Refuse/] },
  { who: 'books but does not see', nodes: BOOKS, sees: false, ways: [] },
])('are offered to who $who', async ({ nodes, sees, ways }) => {
  const buttons = await offered(nodes, sees);
  expect(buttons).toEqual(ways.map((way) => expect.stringMatching(way)));
});

it('are his own to withdraw, whatever he sees', async () => {
  expect(await offered([], false, 3)).toEqual([expect.stringMatching(/^Withdraw/)]);
});
