/** Histories of balance and points. Cells and dialogs are loaded with the first list that shows them. */
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import type { Json } from '../../../../common/entity/field';
import { memoText } from '../../../../common/locales/memos';
import { defineOverride } from '../../../engine/override';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';
import { FallbackCell } from '../FallbackCell';
import { lazyInput } from '../lazyInput';

const ledgerCells = () => import('./LedgerCells');
const memoCells = () => import('./memoCells');
const AmountCell = lazyWithoutSuspense(async () => (await ledgerCells()).AmountCell, FallbackCell);
const EntryTypeCell = lazyWithoutSuspense(async () => (await ledgerCells()).EntryTypeCell, FallbackCell);
const MemoCell = lazyWithoutSuspense(async () => (await memoCells()).MemoCell);
const AuthorCell = lazyWithoutSuspense(async () => (await memoCells()).AuthorCell);
const ChannelCell = lazyWithoutSuspense(async () => (await memoCells()).ChannelCell);

const entryRecord = () => import('./record/EntryRecord');
const menuItems = () => import('./record/EntryMenuItems');
const AddEntryDialog = lazyWithRetry(async () => (await import('./booking/AddEntryDialog')).AddEntryDialog, 'none');

const MemoInput = lazyInput(async () => (await memoCells()).MemoInput);
const entryOverride = {
  cells: { type: EntryTypeCell, memo: MemoCell, actor_name: AuthorCell, client: ChannelCell },
  translateTitle: memoText,
  /** Width of the longest type label with its button. */
  columnWidths: { type: 180 },
  inputs: { memo: MemoInput },
  create: AddEntryDialog,
  headerExtra: lazyWithRetry(async () => (await import('./shift/ShiftButton')).ShiftButton, 'small'),
  customActions: true,
  // The summary shows the values of a stored entry.
  isFieldVisible: (_field: string, valueOf: (field: string) => Json) => Number(valueOf('n') ?? 0) === 0,
} as const;

export const ledgerOverrides = [
  defineOverride(userMoneyLog, {
    ...entryOverride,
    cells: { ...entryOverride.cells, money: AmountCell },
    summary: lazyWithRetry(async () => (await entryRecord()).MoneyEntryRecord),
    rowMenuItems: lazyWithRetry(async () => (await menuItems()).MoneyEntryMenuItems, 'small'),
    buttonWidths: { money: 10 },
  }),
  defineOverride(userScoreLog, {
    ...entryOverride,
    cells: { ...entryOverride.cells, score: AmountCell },
    summary: lazyWithRetry(async () => (await entryRecord()).ScoreEntryRecord),
    rowMenuItems: lazyWithRetry(async () => (await menuItems()).ScoreEntryMenuItems, 'small'),
  }),
];
