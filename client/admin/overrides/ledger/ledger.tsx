/** Balance and points in the console; what they can do arrives with the first list that shows them. */
import { Suspense } from 'react';
import { user } from '../../../../common/entities/user';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { memoSaid } from '../../../../common/locales/memos';
import type { InputProps } from '../../../engine/kinds/kindView';
import { override } from '../../../engine/override';
import { jointPart, lazyPart } from '../../../ui/lazyPart';
import { UsualCell } from '../UsualCell';

const cells = () => import('./LedgerCells');
const memos = () => import('./memos');
const WealthCell = jointPart(async () => (await cells()).WealthCell, UsualCell);
const ChangeCell = jointPart(async () => (await cells()).ChangeCell, UsualCell);
const TypeCell = jointPart(async () => (await cells()).TypeCell, UsualCell);
const MemoCell = jointPart(async () => (await memos()).SaidMemo);
const AuthorCell = jointPart(async () => (await memos()).SaidAuthor);

const TypedMemo = lazyPart(async () => (await memos()).TypedMemo);
const MoneyReceipt = lazyPart(async () => (await import('./BelowReceipt')).BelowMoneyReceipt, 'none');
const ScoreReceipt = lazyPart(async () => (await import('./BelowReceipt')).BelowScoreReceipt, 'none');
const AddEntry = lazyPart(async () => (await import('./AddEntryDialog')).AddEntryDialog, 'none');

const MemoInput = (props: InputProps) => (
  <Suspense fallback={null}>
    <TypedMemo {...props} />
  </Suspense>
);
const entries = {
  cells: { type: TypeCell, memo: MemoCell, actor_name: AuthorCell },
  sayTitle: memoSaid,
  /** The longest of its words that has a button beside it. */
  widths: { type: 180 },
  inputs: { memo: MemoInput },
  create: AddEntry,
  ownActions: true,
} as const;

export const ledgerScreens = [
  override(user, {
    cells: { money: WealthCell },
    buttonRoom: { money: 32 },
    below: { money: lazyPart(async () => (await import('../member/BelowWealth')).BelowWealth) },
    ownActions: true,
    rowEntries: lazyPart(async () => (await import('../member/MemberEntries')).MemberEntries, 'small'),
  }),
  override(userMoneyLog, {
    ...entries,
    cells: { ...entries.cells, money: ChangeCell },
    below: { receipt: MoneyReceipt },
    buttonRoom: { money: 10 },
  }),
  override(userScoreLog, {
    ...entries,
    cells: { ...entries.cells, score: ChangeCell },
    below: { receipt: ScoreReceipt },
  }),
];
