/**
 * Finds the characters that stay in a text from which a change took others away: a split deletes the end of its block, and what was typed there
 * meanwhile stays at the end of the first half until the server moves it.
 */
import { getItem, isDeleted, Item, XmlText, type Doc, type RelativePosition, type Transaction } from 'yjs';

/** Places relative to the caret. */
export interface CaretRange {
  readonly from: number;
  readonly to: number;
}
export interface LeftBehind {
  /** How many of the characters are directly before the caret. */
  readonly count: number;
  /** Where the characters were before the change, and where they are now. */
  readonly old: readonly CaretRange[];
  readonly now: readonly CaretRange[];
}
const moveRange =
  (by: number) =>
  ({ from, to }: CaretRange): CaretRange => ({ from: from - by, to: to - by });

/** The characters behind the first one that a change took away before a caret; `intact` when it took none away. Yjs still has the deleted ones while it tells of the change. */
export function findLeftBehind(
  { store }: Doc,
  { beforeState, deleteSet }: Transaction,
  { item: id }: RelativePosition,
): LeftBehind | 'intact' | undefined {
  const last: unknown = id && getItem(store, id);
  if (id === null || !(last instanceof Item) || !(last.parent instanceof XmlText)) return undefined;
  const [old, now]: [CaretRange[], CaretRange[]] = [[], []];
  let [oldAt, at, count, hasDeleted] = [0, 0, 0, false];
  let caret: { readonly oldAt: number; readonly at: number; readonly count: number } | undefined;
  for (let item = last.parent._start; item !== null; item = item.right) {
    const { length, countable, deleted } = item;
    const isTaken = isDeleted(deleteSet, item.id);
    if (!countable || (deleted && !isTaken)) continue;
    if (item.id.clock >= (beforeState.get(item.id.client) ?? 0)) {
      at += deleted ? 0 : length;
      continue;
    }
    hasDeleted ||= isTaken;
    const part = item === last ? id.clock - item.id.clock + 1 : length;
    count = isTaken ? 0 : count + part;
    if (item === last && !hasDeleted) return 'intact';
    if (item === last) caret = { oldAt: oldAt + part, at: at + (isTaken ? 0 : part), count };
    if (hasDeleted && !isTaken) {
      old.push({ from: oldAt, to: oldAt + length });
      now.push({ from: at, to: at + length });
    }
    oldAt += length;
    at += isTaken ? 0 : length;
  }
  return caret && { count: caret.count, old: old.map(moveRange(caret.oldAt)), now: now.map(moveRange(caret.at)) };
}
