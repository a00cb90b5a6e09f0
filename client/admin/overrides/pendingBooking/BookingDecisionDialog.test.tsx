/** Reviewers of a booking see its status, account, sign and the reason for the request. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen as page } from '@testing-library/react';
import { findColumn } from '../../../../common/entity/columns';
import { pendingBooking } from '../../../../common/entities/pendingBooking';
import type { WireRow } from '../../../../common/entity/projectRow';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { DialogHost } from '../../../shared/controls/DialogHost';
import { settingsChanged } from '../../../shared/store/settings';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import type { Decision } from '../approval/decision';
import { BookingDecisionDialog } from './BookingDecisionDialog';
import { BookingStatusCell } from './BookingStatusCell';

let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});

const money = { id: 5, user_id: 9, kind: 'money', money: '1200.00', memo: 'Gift', asked_name: 'Ann', status: 0 };
const score = { ...money, kind: 'score', money: null, score: -2000 };
interface DecidingProps {
  readonly decision: Decision;
  readonly row: WireRow;
}
function Deciding(props: DecidingProps) {
  useLazyTranslations();
  return <BookingDecisionDialog {...props} onClose={() => undefined} />;
}

it.each([
  [money, '+¥1,200.00 balance: Gift', '余额 +¥1,200.00：Gift'],
  [score, '−2,000 points: Gift', '积分 −2,000：Gift'],
] as const)('BookingDecisionDialog: shows amount, kind and memo of the booking', async (row, english, chinese) => {
  screen = await openScreen(<Deciding decision="refuse" row={row} />, { respond: () => ({}) });
  expect(await page.findByRole('dialog')).toHaveTextContent(english);
  const { store } = screen.client;
  act(() => void store.dispatch(settingsChanged({ lang: 'zh-cn' })));
  expect(await page.findByRole('textbox', { name: '驳回理由' })).toBeInTheDocument();
  expect(page.getByRole('dialog')).toHaveTextContent(chinese);
});

it.each([
  ['-250000.00', /balance of ¥250,000\.00: Gift/, /余额 ¥250,000\.00 一并移除/],
  ['30.00', /balance of [-−]¥30\.00: Gift/, /余额 [-−]¥30\.00 一并移除/],
] as const)(
  'BookingDecisionDialog: shows the balance that a deletion removes (stored as %s)',
  async (stored, english, chinese) => {
    const row = { ...money, act: 'delete', money: stored };
    screen = await openScreen(<Deciding decision="refuse" row={row} />, { respond: () => ({}) });
    expect(await page.findByRole('dialog')).toHaveTextContent(english);
    const { store } = screen.client;
    act(() => void store.dispatch(settingsChanged({ lang: 'zh-cn' })));
    expect(await page.findByRole('textbox', { name: '驳回理由' })).toBeInTheDocument();
    expect(page.getByRole('dialog')).toHaveTextContent(chinese);
  },
);

const AMOUNTS = { readable: ['money'], writable: ['money'] };
const LEDGER = { ...AMOUNTS, writable: ['user_id', 'memo', 'money'] };
const MAY = parseBootstrap({
  permissions: {
    '/admin/pending_booking': ['/admin/pending_booking/approve'],
    '/admin/user_money_log': ['/admin/user_money_log/add'],
  },
  entities: { pending_booking: AMOUNTS, user_money_log: LEDGER },
});
function Status() {
  const column = findColumn(pendingBooking, 'status');
  return (
    <BootstrapContext value={MAY}>
      <DialogHost>
        {column && <BookingStatusCell entity={pendingBooking} column={column} value={0} row={money} />}
      </DialogHost>
    </BootstrapContext>
  );
}
it('BookingStatusCell: shows the status beside the possible decisions', async () => {
  screen = await openScreen(<Status />, { respond: () => ({}) });
  expect(await page.findByRole('button', { name: 'Approve adjustment 5' })).toBeInTheDocument();
  expect(page.getByText('Waiting')).toBeInTheDocument();
});
