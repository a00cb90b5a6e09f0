/**
 * Whether undo can take anything back. Yjs keeps a step whose text somebody else wrote again, by splitting its block or changing the type of it: the
 * old text is deleted then, and undo passes such a step over.
 */
import { findIndexSS, isDeleted, Item, type UndoManager } from 'yjs';

type StackItem = UndoManager['undoStack'][number];
type DeleteSet = StackItem['insertions'];

type Structs = Parameters<typeof findIndexSS>[0];
function* listItemsFrom(structs: Structs, from: number, to: number): Generator<Item> {
  for (let at = findIndexSS(structs, from); (structs[at]?.id.clock ?? Infinity) < to; at += 1) {
    const struct = structs[at];
    if (struct instanceof Item) yield struct;
  }
}
function* listItemsOf({ doc: { store } }: Pick<UndoManager, 'doc'>, { clients }: DeleteSet): Generator<Item> {
  for (const [client, ranges] of clients)
    for (const { clock, len } of ranges) yield* listItemsFrom(store.clients.get(client) ?? [], clock, clock + len);
}
/** The element around an item; null at the top. */
const findElement = ({ parent }: Item): Item | null =>
  parent !== null && '_item' in parent ? (parent as { readonly _item: Item | null })._item : null;

function canBeRestored(item: Item, { insertions, deletions }: StackItem): boolean {
  if (!item.deleted || isDeleted(insertions, item.id)) return false;
  const element = findElement(item);
  return element?.deleted !== true || element.redone !== null || isDeleted(deletions, element.id);
}
type History = Pick<UndoManager, 'doc' | 'undoStack' | 'deleteFilter'>;
function isUndoable(history: History, step: StackItem): boolean {
  for (const item of listItemsOf(history, step.insertions))
    if (!item.deleted && history.deleteFilter(item)) return true;
  for (const item of listItemsOf(history, step.deletions)) if (canBeRestored(item, step)) return true;
  return false;
}
export const hasUndoableStep = (history: History): boolean =>
  history.undoStack.toReversed().some((step) => isUndoable(history, step));
