/** Balance and points in the console; what they can do arrives with the first list that shows them. */
import { Suspense } from 'react';
import { user } from '../../../../common/entities/user';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { memoSaid } from '../../../../common/locales/memos';
import type { InputProps } from '../../../engine/kinds/kindView';
import { override, type Shows } from '../../../engine/override';
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
const Amount = lazyPart(async () => (await import('./AmountInput')).AmountInput);

const AmountInput = (props: InputProps) => (
  <Suspense fallback={null}>
    <Amount {...props} />
  </Suspense>
);
const MemoInput = (props: InputProps) => (
  <Suspense fallback={null}>
    <TypedMemo {...props} />
  </Suspense>
);
/** What the house says of an entry has its place once there is one. */
const LATER: ReadonlySet<string> = new Set(['before', 'after', 'n', 'type', 'actor_name']);
const shows: Shows = (field, valueOf) => !LATER.has(field) || valueOf('n') !== null;
const entries = {
  cells: { type: TypeCell, memo: MemoCell, actor_name: AuthorCell },
  sayTitle: memoSaid,
  /** The longest of its words that has a button beside it. */
  widths: { type: 180 },
  ownActions: true,
  shows,
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
    buttonRoom: { money: 10 },
    inputs: { money: AmountInput, memo: MemoInput },
    beside: { money: 'user_id' },
  }),
  override(userScoreLog, {
    ...entries,
    cells: { ...entries.cells, score: ChangeCell },
    inputs: { score: AmountInput, memo: MemoInput },
    beside: { score: 'user_id' },
  }),
];
