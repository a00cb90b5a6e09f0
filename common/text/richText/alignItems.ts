/** Finds for each block or sentence of a text which one of its new version it has become. */
import { matchInOrder } from './matchInOrder';

export interface AlignableItem {
  /** Equal for equal content. */
  readonly key: number;
  readonly text: string;
}
export interface Alignment {
  /** For each item of the base the index of its new version; -1 when it was removed. */
  readonly newIndexes: readonly number[];
  /** For each item of the new version the index of its former one; -1 when it is new. */
  readonly oldIndexes: readonly number[];
  /** Items of the base that are at another place. */
  readonly moved: ReadonlySet<number>;
}
/** Whether an item can be a changed form of another. */
export type CanBecome<T> = (from: T, to: T) => boolean;
/** Comparisons that are left for all lists of one merge; then items are paired by their order alone. */
export interface Budget {
  comparisons: number;
}

const MIN_SIMILARITY = 0.35;
const MIN_SIMILARITY_OF_MOVED = 0.6;
const WEIGHT_OF_PARTS = 0.45;
/** Length of the beginning of a text that `textSimilarity` compares. */
export const COMPARED_CHARACTERS = 600;
const MAX_COMPARED_PAIRS = 400;

function pairCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const compared = text.slice(0, COMPARED_CHARACTERS);
  for (let index = 0; index + 1 < compared.length; index += 1) {
    const pair = compared.slice(index, index + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}
/** Share of equal pairs of neighbouring characters, 0 to 1; a text that is almost wholly a part of the other is like it too. */
export function textSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const [counts, otherCounts] = [pairCounts(a), pairCounts(b)];
  let common = 0;
  for (const [pair, count] of counts) common += Math.min(count, otherCounts.get(pair) ?? 0);
  const getSum = (table: ReadonlyMap<string, number>) => [...table.values()].reduce((sum, count) => sum + count, 0);
  const [total, otherTotal] = [getSum(counts), getSum(otherCounts)];
  if (total === 0 || otherTotal === 0) return 0;
  return Math.max((2 * common) / (total + otherTotal), (WEIGHT_OF_PARTS * common) / Math.min(total, otherTotal));
}

function countKeys(items: readonly AlignableItem[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { key } of items) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

interface Pairing<T> {
  readonly base: readonly T[];
  readonly side: readonly T[];
  readonly canBecome: CanBecome<T>;
  readonly budget: Budget;
  readonly pair: (baseIndex: number, sideIndex: number) => void;
}

/** Pairs of a gap with the highest sum of similarities, in the same order on both sides. */
function pairBySimilarity<T extends AlignableItem>(
  { base, side, canBecome }: Pairing<T>,
  olds: readonly number[],
  news: readonly number[],
): readonly (readonly [number, number])[] {
  const scores = olds.map((old) =>
    news.map((index) => {
      const [from, to] = [base[old], side[index]];
      const score = from && to && canBecome(from, to) ? textSimilarity(from.text, to.text) : 0;
      return score >= MIN_SIMILARITY ? score : 0;
    }),
  );
  const sums = Array.from({ length: olds.length + 1 }, () => new Array<number>(news.length + 1).fill(0));
  const sumAt = (row: number, column: number): number => sums[row]?.[column] ?? 0;
  const scoreAt = (row: number, column: number): number => scores[row]?.[column] ?? 0;
  for (let row = olds.length - 1; row >= 0; row -= 1)
    for (let column = news.length - 1; column >= 0; column -= 1) {
      const skipped = Math.max(sumAt(row + 1, column), sumAt(row, column + 1));
      const score = scoreAt(row, column);
      const line = sums[row];
      if (line) line[column] = score > 0 ? Math.max(skipped, sumAt(row + 1, column + 1) + score) : skipped;
    }
  const pairs: [number, number][] = [];
  for (let [row, column] = [0, 0]; row < olds.length && column < news.length;) {
    const isPair = scoreAt(row, column) > 0 && sumAt(row, column) === sumAt(row + 1, column + 1) + scoreAt(row, column);
    if (isPair) pairs.push([row++, column++]);
    else if (sumAt(row + 1, column) >= sumAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** Pairs what was replaced in one gap: similar items first, the others by their order. */
function pairGap<T extends AlignableItem>(pairing: Pairing<T>, olds: readonly number[], news: readonly number[]): void {
  const { base, side, budget, canBecome, pair } = pairing;
  const comparisons = olds.length * news.length;
  const isComparable = comparisons <= MAX_COMPARED_PAIRS && comparisons <= budget.comparisons;
  if (isComparable) budget.comparisons -= comparisons;
  const similar = isComparable ? pairBySimilarity(pairing, olds, news) : [];
  let [row, column] = [0, 0];
  for (const [nextRow, nextColumn] of [...similar, [olds.length, news.length] as const]) {
    while (row < nextRow && column < nextColumn) {
      const [old, index] = [olds[row] ?? -1, news[column] ?? -1];
      const [from, to] = [base[old], side[index]];
      if (from && to && canBecome(from, to)) pair(old, index);
      row += 1;
      column += 1;
    }
    const [old, index] = [olds[nextRow], news[nextColumn]];
    if (old !== undefined && index !== undefined) pair(old, index);
    [row, column] = [nextRow + 1, nextColumn + 1];
  }
}

/** Aligns two versions of a list: equal items, items that moved, then items that changed. */
export function alignItems<T extends AlignableItem>(
  base: readonly T[],
  side: readonly T[],
  canBecome: CanBecome<T>,
  budget: Budget,
): Alignment {
  const newIndexes = new Array<number>(base.length).fill(-1);
  const oldIndexes = new Array<number>(side.length).fill(-1);
  const pair = (baseIndex: number, sideIndex: number) => {
    newIndexes[baseIndex] = sideIndex;
    oldIndexes[sideIndex] = baseIndex;
  };
  const getKeys = (items: readonly T[]) => items.map(({ key }) => key);
  matchInOrder(getKeys(base), getKeys(side), pair);
  const matches = newIndexes.flatMap((sideIndex, index) => (sideIndex >= 0 ? [[index, sideIndex] as const] : []));
  const moved = pairMoved(base, side, newIndexes, oldIndexes, pair);
  const pairing = { base, side, canBecome, budget, pair };
  const free = (list: readonly number[], from: number, to: number) =>
    list.slice(from, to).flatMap((partner, offset) => (partner === -1 ? [from + offset] : []));
  let [from, sideFrom] = [0, 0];
  for (const [to, sideTo] of [...matches, [base.length, side.length] as const]) {
    if (to > from && sideTo > sideFrom)
      pairGap(pairing, free(newIndexes, from, to), free(oldIndexes, sideFrom, sideTo));
    [from, sideFrom] = [to + 1, sideTo + 1];
  }
  const rest = pairMovedAndChanged(pairing, free(newIndexes, 0, base.length), free(oldIndexes, 0, side.length));
  return { newIndexes, oldIndexes, moved: new Set([...moved, ...rest]) };
}

/** Pairs the items that are left when they are much alike. Returns the indexes in the base. */
function pairMovedAndChanged<T extends AlignableItem>(
  { base, side, canBecome, budget, pair }: Pairing<T>,
  olds: readonly number[],
  news: readonly number[],
): readonly number[] {
  const comparisons = olds.length * news.length;
  if (comparisons > MAX_COMPARED_PAIRS || comparisons > budget.comparisons) return [];
  budget.comparisons -= comparisons;
  const pairs = olds.flatMap((old) =>
    news.flatMap((index) => {
      const [from, to] = [base[old], side[index]];
      const score = from && to && canBecome(from, to) ? textSimilarity(from.text, to.text) : 0;
      return score >= MIN_SIMILARITY_OF_MOVED ? [{ old, index, score }] : [];
    }),
  );
  const [movedOlds, movedNews] = [new Set<number>(), new Set<number>()];
  for (const { old, index } of pairs.sort((a, b) => b.score - a.score)) {
    if (movedOlds.has(old) || movedNews.has(index)) continue;
    movedOlds.add(old);
    movedNews.add(index);
    pair(old, index);
  }
  return [...movedOlds];
}

/** Pairs unmatched items whose content occurs once in each list. Returns the indexes in the base. */
function pairMoved(
  base: readonly AlignableItem[],
  side: readonly AlignableItem[],
  newIndexes: readonly number[],
  oldIndexes: readonly number[],
  pair: (baseIndex: number, sideIndex: number) => void,
): ReadonlySet<number> {
  const [counts, sideCounts] = [countKeys(base), countKeys(side)];
  const isUnique = (key: number) => counts.get(key) === 1 && sideCounts.get(key) === 1;
  const places = new Map(
    side.flatMap(({ key }, index) => (oldIndexes[index] === -1 && isUnique(key) ? [[key, index] as const] : [])),
  );
  const moved = new Set<number>();
  base.forEach(({ key }, index) => {
    const place = newIndexes[index] === -1 ? places.get(key) : undefined;
    if (place === undefined) return;
    pair(index, place);
    moved.add(index);
  });
  return moved;
}
