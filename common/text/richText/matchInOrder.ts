/** Finds equal items of two lists in the same order, in nearly linear time. */

type Keys = readonly number[];
interface Range {
  readonly from: number;
  readonly to: number;
  readonly otherFrom: number;
  readonly otherTo: number;
}
/** Called for each pair of equal items. */
type OnMatch = (index: number, otherIndex: number) => void;

/** Largest product of lengths for which the longest common subsequence is computed. */
const MAX_TABLE_CELLS = 20_000;
/** Work of one call, in items: more is matched greedily. */
const WORK_PER_ITEM = 60;

/** The range without equal items at its ends, which it reports. */
function trimRange(a: Keys, b: Keys, range: Range, onMatch: OnMatch): Range {
  let { from, to, otherFrom, otherTo } = range;
  while (from < to && otherFrom < otherTo && a[from] === b[otherFrom]) onMatch(from++, otherFrom++);
  while (from < to && otherFrom < otherTo && a[to - 1] === b[otherTo - 1]) onMatch(--to, --otherTo);
  return { from, to, otherFrom, otherTo };
}

/** Longest common subsequence by a table. */
function matchByTable(a: Keys, b: Keys, { from, to, otherFrom, otherTo }: Range, onMatch: OnMatch): void {
  const width = otherTo - otherFrom + 1;
  const lengths = new Uint16Array((to - from + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  const [rows, columns] = [to - from, otherTo - otherFrom];
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        a[from + row] === b[otherFrom + column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  for (let [row, column] = [0, 0]; row < rows && column < columns;) {
    if (a[from + row] === b[otherFrom + column]) onMatch(from + row++, otherFrom + column++);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
}

/** Matches each item with the next equal one. */
function matchGreedily(a: Keys, b: Keys, { from, to, otherFrom, otherTo }: Range, onMatch: OnMatch): void {
  const places = new Map<number, number[]>();
  for (let index = otherTo - 1; index >= otherFrom; index -= 1) {
    const key = b[index] ?? -1;
    const list = places.get(key);
    if (list) list.push(index);
    else places.set(key, [index]);
  }
  let next = otherFrom;
  for (let index = from; index < to; index += 1) {
    const list = places.get(a[index] ?? -1);
    while (list !== undefined && (list.at(-1) ?? next) < next) list.pop();
    const place = list?.pop();
    if (place === undefined) continue;
    onMatch(index, place);
    next = place + 1;
  }
}

/** Indexes of items that occur once in the range, by key. */
function findUnique(keys: Keys, from: number, to: number): ReadonlyMap<number, number> {
  const seen = new Map<number, number>();
  for (let index = from; index < to; index += 1) {
    const key = keys[index] ?? -1;
    seen.set(key, seen.has(key) ? -1 : index);
  }
  return seen;
}

/** The longest list of pairs whose second numbers rise; the first ones rise already. */
function longestRising(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const ends: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([, place], index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  });
  const rising: (readonly [number, number])[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair) rising.push(pair);
  }
  return rising.reverse();
}

/** Pairs of items that occur once on each side. */
function findAnchors(a: Keys, b: Keys, range: Range): readonly (readonly [number, number])[] {
  const unique = findUnique(b, range.otherFrom, range.otherTo);
  const pairs: [number, number][] = [];
  for (const [key, index] of findUnique(a, range.from, range.to)) {
    const other = unique.get(key) ?? -1;
    if (index >= 0 && other >= 0) pairs.push([index, other]);
  }
  return longestRising(pairs.sort(([first], [second]) => first - second));
}

/** Calls `onMatch` for equal items of both lists, in rising order on both sides but not in the order of the calls. */
export function matchInOrder(a: Keys, b: Keys, onMatch: OnMatch): void {
  const ranges: Range[] = [{ from: 0, to: a.length, otherFrom: 0, otherTo: b.length }];
  let work = (a.length + b.length) * WORK_PER_ITEM + MAX_TABLE_CELLS;
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const rest = trimRange(a, b, range, onMatch);
    const [length, otherLength] = [rest.to - rest.from, rest.otherTo - rest.otherFrom];
    if (length === 0 || otherLength === 0) continue;
    const cells = length * otherLength;
    const isSmall = cells <= MAX_TABLE_CELLS;
    work -= isSmall ? cells : length + otherLength;
    const anchors = isSmall || work < 0 ? [] : findAnchors(a, b, rest);
    if (isSmall && work >= 0) matchByTable(a, b, rest, onMatch);
    else if (anchors.length === 0) matchGreedily(a, b, rest, onMatch);
    let [from, otherFrom] = [rest.from, rest.otherFrom];
    for (const [index, other] of anchors) {
      onMatch(index, other);
      ranges.push({ from, to: index, otherFrom, otherTo: other });
      [from, otherFrom] = [index + 1, other + 1];
    }
    if (anchors.length > 0) ranges.push({ from, to: rest.to, otherFrom, otherTo: rest.otherTo });
  }
}
