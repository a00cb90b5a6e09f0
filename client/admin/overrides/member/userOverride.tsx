/** Members: the balance has a button that books an entry, rows have actions of staff. */
import { user } from '../../../../common/entities/user';
import { defineOverride } from '../../../engine/override';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';
import { FallbackCell } from '../FallbackCell';

const BalanceCell = lazyWithoutSuspense(async () => (await import('../ledger/LedgerCells')).BalanceCell, FallbackCell);

export const userOverride = defineOverride(user, {
  cells: { money: BalanceCell },
  buttonWidths: { money: 32 },
  belowField: { money: lazyWithRetry(async () => (await import('./BalanceActions')).BalanceActions) },
  summary: lazyWithRetry(async () => (await import('./MemberSummary')).MemberSummary),
  customActions: true,
  rowMenuItems: lazyWithRetry(async () => (await import('./MemberMenuItems')).MemberMenuItems, 'small'),
});
