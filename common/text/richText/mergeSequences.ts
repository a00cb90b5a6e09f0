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
  readonly arrivals: ReadonlyMap<number, readonly number[]>;
}

function findArrivals({ oldIndexes, moved }: Alignment): ReadonlyMap<number, readonly number[]> {
  const arrivals = new Map<number, number[]>();
  let place = -1;
  oldIndexes.forEach((old, index) => {
    if (old >= 0 && !moved.has(old)) {
      place = old;
      return;
    }
    const list = arrivals.get(place);
    if (list) list.push(index);
    else arrivals.set(place, [index]);
  });
  return arrivals;
}

/** The merged form of an item of the base; undefined when it is gone, or is placed where a side moved it. */
function mergeItem<T extends AlignableItem>(
  base: readonly T[],
  theirs: Side<T>,
  mine: Side<T>,
  index: number,
): MergeStep<T> | undefined {
  const before = base[index];
  const their = theirs.items[theirs.alignment.newIndexes[index] ?? -1];
  const own = mine.items[mine.alignment.newIndexes[index] ?? -1];
  if (before === undefined || (their === undefined && own === undefined)) return undefined;
  if (their && own) return { kind: 'common', base: before, theirs: their, mine: own };
  // The other side removed it: it stays gone unless it was changed.
  return (their ?? own)?.key === before.key
    ? undefined
    : { kind: 'removed', base: before, theirs: their ?? null, mine: own ?? null };
}

/** Merges two versions of a list. Where both add items at one place, theirs come first; equal additions are kept once. */
export function mergeSequences<T extends AlignableItem>(
  base: readonly T[],
  theirItems: readonly T[],
  ownItems: readonly T[],
  canBecome: CanBecome<T>,
  budget: Budget,
): readonly MergeStep<T>[] {
  const createSide = (items: readonly T[]): Side<T> => {
    const alignment = alignItems(base, items, canBecome, budget);
    return { items, alignment, arrivals: findArrivals(alignment) };
  };
  const [theirs, mine] = [createSide(theirItems), createSide(ownItems)];
  const steps: MergeStep<T>[] = [];
  const addStep = (step: MergeStep<T> | undefined) => step && steps.push(step);
  const addArrivals = (place: number) => {
    const added = new Map<number, number>();
    for (const side of [theirs, mine])
      for (const index of side.arrivals.get(place) ?? []) addArrival(side, index, added);
  };
  const addArrival = ({ alignment, items }: Side<T>, index: number, added: Map<number, number>) => {
    const [old, item, isMine] = [alignment.oldIndexes[index] ?? -1, items[index], items === ownItems];
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
  addArrivals(-1);
  base.forEach((_item, index) => {
    const isElsewhere = [theirs, mine].some(({ alignment }) => alignment.moved.has(index));
    if (!isElsewhere) addStep(mergeItem(base, theirs, mine, index));
    addArrivals(index);
  });
  return steps;
}
