/** Balance and points in the console; what they can do arrives with the first list that shows them. */
import { Suspense } from 'react';
import { user } from '../../../../common/entities/user';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { memoText } from '../../../../common/locales/memos';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { defineOverride } from '../../../engine/override';
import { lazyTogether, lazyWithRetry } from '../../../ui/lazyWithRetry';
import { UsualCell } from '../UsualCell';

const cells = () => import('./LedgerCells');
const memos = () => import('./memos');
const WealthCell = lazyTogether(async () => (await cells()).WealthCell, UsualCell);
const ChangeCell = lazyTogether(async () => (await cells()).ChangeCell, UsualCell);
const TypeCell = lazyTogether(async () => (await cells()).TypeCell, UsualCell);
const MemoCell = lazyTogether(async () => (await memos()).SaidMemo);
const AuthorCell = lazyTogether(async () => (await memos()).SaidAuthor);

const TypedMemo = lazyWithRetry(async () => (await memos()).TypedMemo);
const MoneyReceipt = lazyWithRetry(async () => (await import('./BelowReceipt')).BelowMoneyReceipt, 'none');
const ScoreReceipt = lazyWithRetry(async () => (await import('./BelowReceipt')).BelowScoreReceipt, 'none');
const AddEntry = lazyWithRetry(async () => (await import('./AddEntryDialog')).AddEntryDialog, 'none');

const MemoInput = (props: InputProps) => (
  <Suspense fallback={null}>
    <TypedMemo {...props} />
  </Suspense>
);
const entries = {
  cells: { type: TypeCell, memo: MemoCell, actor_name: AuthorCell },
  translateTitle: memoText,
  /** The longest of its words that has a button beside it. */
  columnWidths: { type: 180 },
  inputs: { memo: MemoInput },
  create: AddEntry,
  customActions: true,
} as const;

export const ledgerScreens = [
  defineOverride(user, {
    cells: { money: WealthCell },
    buttonWidths: { money: 32 },
    belowField: { money: lazyWithRetry(async () => (await import('../member/BelowWealth')).BelowWealth) },
    customActions: true,
    rowMenuItems: lazyWithRetry(async () => (await import('../member/MemberEntries')).MemberEntries, 'small'),
  }),
  defineOverride(userMoneyLog, {
    ...entries,
    cells: { ...entries.cells, money: ChangeCell },
    belowField: { receipt: MoneyReceipt },
    buttonWidths: { money: 10 },
  }),
  defineOverride(userScoreLog, {
    ...entries,
    cells: { ...entries.cells, score: ChangeCell },
    belowField: { receipt: ScoreReceipt },
  }),
];
