/** Decisions about a booking are offered only to admins who may take them. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen as page } from '@testing-library/react';
import { pendingBooking } from '../../../../common/entities/pendingBooking';
import { getColumns } from '../../../../common/entity/columns';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { DialogHost } from '../../../shared/controls/DialogHost';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { BookingStatusCell } from './BookingStatusCell';

const status = getColumns(pendingBooking).get('status');
const row = { id: 5, revision: 1, user_id: 9, kind: 'score', score: 600, memo: 'Prize', status: 0, asked_by: 7 };
const ALL_PERMISSIONS = ['approve', 'refuse', 'withdraw'].map((verb) => `/admin/pending_booking/${verb}`);
const CAN_BOOK = ['/admin/user_score_log/add'];

let screen: Screen;
afterEach(async () => {
  cleanup();
  await screen.close();
});

async function renderOfferedActions(
  permissions: readonly string[],
  canSeeAmounts: boolean,
  asker = 7,
): Promise<readonly string[]> {
  if (status === undefined) throw new Error('column `status` is missing');
  const amounts = canSeeAmounts ? ['score'] : [];
  const booking = { readable: amounts, writable: amounts };
  const ledger = { ...booking, writable: ['user_id', 'memo', ...amounts] };
  const bootstrap = parseBootstrap({
    adminInfo: { id: 3 },
    permissions: { '/admin/pending_booking': ALL_PERMISSIONS, '/admin/user_score_log': permissions },
    entities: { pending_booking: booking, user_score_log: ledger },
  });
  screen = await openScreen(
    <BootstrapContext value={bootstrap}>
      <DialogHost>
        <BookingStatusCell entity={pendingBooking} column={status} row={{ ...row, asked_by: asker }} value={0} />
        <p>after the cell</p>
      </DialogHost>
    </BootstrapContext>,
    { respond: () => undefined },
  );
  // the translations of such bookings are loaded lazily
  await page.findByText('after the cell');
  return page.queryAllByRole('button').map((button) => button.getAttribute('aria-label') ?? '');
}

it.each([
  {
    title: 'an admin who can book and see amounts is offered approval and rejection',
    permissions: CAN_BOOK,
    canSeeAmounts: true,
    expectedLabels: [/^Approve/, /^Reject/],
  },
  {
    title: 'an admin who sees amounts but cannot book is offered rejection only',
    permissions: [],
    canSeeAmounts: true,
    expectedLabels: [/^Reject/],
  },
  {
    title: 'an admin who can book but does not see amounts is offered neither',
    permissions: CAN_BOOK,
    canSeeAmounts: false,
    expectedLabels: [],
  },
])('BookingStatusCell: $title', async ({ permissions, canSeeAmounts, expectedLabels }) => {
  const buttons = await renderOfferedActions(permissions, canSeeAmounts);
  expect(buttons).toEqual(expectedLabels.map((label) => expect.stringMatching(label)));
});

it('BookingStatusCell: the author is always offered withdrawal', async () => {
  expect(await renderOfferedActions([], false, 3)).toEqual([expect.stringMatching(/^Withdraw/)]);
});
