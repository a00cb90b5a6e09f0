/** One counter in memory: what its rows come to, kept right by every change of the log, each applied once. */
import { canonical } from '../../../common/entity/filter';
import { placeKey, placeOf, QUARTER, shareOf, type Folding } from '../../../common/live/measure';
import { plus, type Sum } from '../../../common/text/sums';
import { imageBefore } from '../delta';
import type { LoggedChange } from '../log';
import { hash } from '../spec';

export interface Fold {
  /** Equal for equal measures over equal rows. */
  readonly key: string;
  readonly folding: Folding;
  /** By quarter and value; what came to nothing is absent. */
  cells: Map<string, Sum>;
  /** By value alone. */
  totals: Map<string, Sum>;
  /** Every change up to here is in it. */
  seq: number;
  /** Cells that moved since their readers were told. */
  touched: Set<string>;
  /** Cells that moved since they were stored; absent where nothing is stored. */
  unsaved: Set<string> | undefined;
}

export const foldKey = ({ entity, where, measure: { add, by, at } }: Folding): string =>
  hash([entity.name, canonical(where), add ?? null, by ?? null, at ?? null]);

export function createFold(folding: Folding): Fold {
  const none = { cells: new Map(), totals: new Map(), touched: new Set<string>() };
  return { key: foldKey(folding), folding, ...none, seq: 0, unsaved: undefined };
}

const put = (map: Map<string, Sum>, key: string, by: Sum): void => {
  const value = plus(map.get(key) ?? 0, by);
  if (value === 0) map.delete(key);
  else map.set(key, value);
};

/** Puts what a count of the rows answered in the place of everything known. */
export function fill(fold: Fold, cells: ReadonlyMap<string, Sum>, seq: number): void {
  for (const key of [...fold.cells.keys(), ...cells.keys()]) {
    fold.touched.add(key);
    fold.unsaved?.add(key);
  }
  fold.cells = new Map([...cells].filter(([, value]) => value !== 0));
  fold.totals = new Map();
  for (const [key, value] of fold.cells) put(fold.totals, placeOf(key).dim, value);
  fold.seq = seq;
}

function move(fold: Fold, key: string, by: Sum): void {
  if (by === 0) return;
  put(fold.cells, key, by);
  put(fold.totals, placeOf(key).dim, by);
  fold.touched.add(key);
  fold.unsaved?.add(key);
}

/** Δ = what the row comes to after the change − what it came to before; a change that is in it already changes nothing. */
export function apply(fold: Fold, change: LoggedChange): void {
  if (change.seq <= fold.seq) return;
  fold.seq = change.seq;
  const before = shareOf(fold.folding, imageBefore(change));
  const after = shareOf(fold.folding, change.img);
  if (before !== undefined && after !== undefined && before.key === after.key) {
    move(fold, after.key, plus(after.n, -before.n));
    return;
  }
  if (before !== undefined) move(fold, before.key, -before.n);
  if (after !== undefined) move(fold, after.key, after.n);
}

/** By how much a change moves the sum of everything. */
export const deltaOf = (folding: Folding, change: LoggedChange): Sum =>
  plus(shareOf(folding, change.img)?.n ?? 0, -(shareOf(folding, imageBefore(change))?.n ?? 0));

/** The sum over the quarters from `from` until before `until`. */
export function sumOf(fold: Fold, dim: string, from: number, until: number): Sum {
  let sum: Sum = 0;
  for (let bucket = from; bucket < until; bucket += QUARTER)
    sum = plus(sum, fold.cells.get(placeKey(bucket, dim)) ?? 0);
  return sum;
}

/** The sum of everything, or of the quarters that end after an instant. */
export function sumSince(fold: Fold, since = 0): Sum {
  let sum: Sum = 0;
  for (const [key, value] of fold.cells)
    if (since === 0 || placeOf(key).bucket + QUARTER > since) sum = plus(sum, value);
  return sum;
}

/** The first cell two folds of one measure disagree about. */
export function difference(one: Fold, other: Fold): string | undefined {
  for (const key of new Set([...one.cells.keys(), ...other.cells.keys()]))
    if (one.cells.get(key) !== other.cells.get(key)) return key;
  return undefined;
}
