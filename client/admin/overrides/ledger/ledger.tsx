/** Balance and points in the console; what they can do arrives with the first list that shows them. */
import { Suspense } from 'react';
import { user } from '../../../../common/entities/user';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { memoSaid } from '../../../../common/locales/memos';
import type { CellProps, InputProps } from '../../../engine/kinds/kindView';
import { override, type Shows } from '../../../engine/override';
import { lazyPart } from '../../../ui/lazyPart';

const Wealth = lazyPart(async () => (await import('./LedgerCells')).WealthCell, 'small');
const Memo = lazyPart(async () => (await import('./memos')).SaidMemo, 'small');
const Author = lazyPart(async () => (await import('./memos')).SaidAuthor, 'small');
const TypedMemo = lazyPart(async () => (await import('./memos')).TypedMemo);
const Type = lazyPart(async () => (await import('./LedgerCells')).TypeCell, 'small');

const Amount = lazyPart(async () => (await import('./AmountInput')).AmountInput);

const WealthCell = (props: CellProps) => (
  <Suspense fallback={null}>
    <Wealth {...props} />
  </Suspense>
);
const TypeCell = (props: CellProps) => (
  <Suspense fallback={null}>
    <Type {...props} />
  </Suspense>
);
const AmountInput = (props: InputProps) => (
  <Suspense fallback={null}>
    <Amount {...props} />
  </Suspense>
);
/** What the house says of an entry has its place once there is one. */
const LATER: ReadonlySet<string> = new Set(['before', 'after', 'n', 'type', 'actor_name']);
const shows: Shows = (field, valueOf) => !LATER.has(field) || valueOf('n') !== null;
const MemoCell = (props: CellProps) => (
  <Suspense fallback={null}>
    <Memo {...props} />
  </Suspense>
);
const AuthorCell = (props: CellProps) => (
  <Suspense fallback={null}>
    <Author {...props} />
  </Suspense>
);
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
  ownActions: true,
  shows,
} as const;

export const ledgerScreens = [
  override(user, {
    cells: { money: WealthCell },
    below: { money: lazyPart(async () => (await import('../member/BelowWealth')).BelowWealth) },
    ownActions: true,
    rowEntries: lazyPart(async () => (await import('../member/MemberEntries')).MemberEntries, 'small'),
  }),
  override(userMoneyLog, { ...entries, inputs: { money: AmountInput, memo: MemoInput }, beside: { money: 'user_id' } }),
  override(userScoreLog, { ...entries, inputs: { score: AmountInput, memo: MemoInput }, beside: { score: 'user_id' } }),
];
