/** Three-way merge of two versions of a list of blocks or sentences: which items stay, which are new, and in which order. */
import { alignItems, type AlignableItem, type Alignment, type Budget, type CanBecome } from './alignItems';

/** One item of the merged list. */
export type MergeStep<T> =
  /** A new item of one side. */
  | { readonly kind: 'added'; readonly item: T }
  /** An item that both sides have, changed or not. */
  | { readonly kind: 'common'; readonly base: T; readonly theirs: T; readonly mine: T }
  /** An item that one side changed and the other removed. */
  | { readonly kind: 'removed'; readonly base: T; readonly theirs: T | null; readonly mine: T | null };

interface Side<T> {
  readonly items: readonly T[];
  readonly alignment: Alignment;
  /** Items that are new or moved, by the index of the base item before them; -1 at the beginning. */
  readonly insertions: ReadonlyMap<number, readonly number[]>;
}

function findInsertions({ oldIndexes, moved }: Alignment): ReadonlyMap<number, readonly number[]> {
  const insertions = new Map<number, number[]>();
  let previousBaseIndex = -1;
  oldIndexes.forEach((old, index) => {
    if (old >= 0 && !moved.has(old)) {
      previousBaseIndex = old;
      return;
    }
    const list = insertions.get(previousBaseIndex);
    if (list) list.push(index);
    else insertions.set(previousBaseIndex, [index]);
  });
  return insertions;
}

/** The merged form of an item of the base; undefined when it is gone, or is placed where a side moved it. */
function mergeItem<T extends AlignableItem>(
  base: readonly T[],
  theirs: Side<T>,
  mine: Side<T>,
  index: number,
): MergeStep<T> | undefined {
  const baseItem = base[index];
  const theirItem = theirs.items[theirs.alignment.newIndexes[index] ?? -1];
  const myItem = mine.items[mine.alignment.newIndexes[index] ?? -1];
  if (baseItem === undefined || (theirItem === undefined && myItem === undefined)) return undefined;
  if (theirItem && myItem) return { kind: 'common', base: baseItem, theirs: theirItem, mine: myItem };
  // The other side removed it: it stays gone unless it was changed.
  return (theirItem ?? myItem)?.key === baseItem.key
    ? undefined
    : { kind: 'removed', base: baseItem, theirs: theirItem ?? null, mine: myItem ?? null };
}

/** Merges two versions of a list. Where both add items at one place, theirs come first; equal additions are kept once. */
export function mergeSequences<T extends AlignableItem>(
  base: readonly T[],
  theirItems: readonly T[],
  myItems: readonly T[],
  canBecome: CanBecome<T>,
  budget: Budget,
): readonly MergeStep<T>[] {
  const createSide = (items: readonly T[]): Side<T> => {
    const alignment = alignItems(base, items, canBecome, budget);
    return { items, alignment, insertions: findInsertions(alignment) };
  };
  const [theirs, mine] = [createSide(theirItems), createSide(myItems)];
  const steps: MergeStep<T>[] = [];
  const addStep = (step: MergeStep<T> | undefined) => step && steps.push(step);
  const addInsertions = (previousBaseIndex: number) => {
    const added = new Map<number, number>();
    for (const side of [theirs, mine])
      for (const index of side.insertions.get(previousBaseIndex) ?? []) addInsertion(side, index, added);
  };
  const addInsertion = ({ alignment, items }: Side<T>, index: number, added: Map<number, number>) => {
    const [old, item, isMine] = [alignment.oldIndexes[index] ?? -1, items[index], items === myItems];
    if (item === undefined) return;
    if (old >= 0) {
      // An item that both moved is where they moved it.
      if (!(isMine && theirs.alignment.moved.has(old))) addStep(mergeItem(base, theirs, mine, old));
      return;
    }
    const count = added.get(item.key) ?? 0;
    if (isMine && count > 0) {
      added.set(item.key, count - 1);
      return;
    }
    if (!isMine) added.set(item.key, count + 1);
    addStep({ kind: 'added', item });
  };
  addInsertions(-1);
  base.forEach((_item, index) => {
    const isElsewhere = [theirs, mine].some(({ alignment }) => alignment.moved.has(index));
    if (!isElsewhere) addStep(mergeItem(base, theirs, mine, index));
    addInsertions(index);
  });
  return steps;
}
