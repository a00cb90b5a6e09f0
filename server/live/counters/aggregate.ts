/** One counter in memory: what its rows come to, kept right by every change of the log, each applied once. */
import { canonicalFilter } from '../../../common/entity/filter';
import {
  formatCellKey,
  parseCellKey,
  QUARTER_HOUR_S,
  contributionOf,
  type CompiledMeasure,
} from '../../../common/live/measure';
import { addExact, type ExactSum } from '../../../common/text/exactSum';
import { rowBefore } from '../topics/projectChange';
import type { LoggedChange } from '../log/changeLog';
import { shortHash } from '../topics/subscriptionSpec';

export interface Aggregate {
  /** Equal for equal measures over equal rows. */
  readonly key: string;
  readonly aggregation: CompiledMeasure;
  /** By quarter and value; what came to nothing is absent. */
  cells: Map<string, ExactSum>;
  /** By value alone. */
  totals: Map<string, ExactSum>;
  /** Every change up to here is in it. */
  seq: number;
  /** Cells that moved since their readers were told. */
  changedCells: Set<string>;
  /** Cells that moved since they were stored; absent where nothing is stored. */
  unsavedCells: Set<string> | undefined;
}

export const aggregateKey = ({ entity, where, measure: { add, by, at } }: CompiledMeasure): string =>
  shortHash([entity.name, canonicalFilter(where), add ?? null, by ?? null, at ?? null]);

export function createAggregate(aggregation: CompiledMeasure): Aggregate {
  const initial = { cells: new Map(), totals: new Map(), changedCells: new Set<string>() };
  return { key: aggregateKey(aggregation), aggregation, ...initial, seq: 0, unsavedCells: undefined };
}

const addToEntry = (map: Map<string, ExactSum>, key: string, by: ExactSum): void => {
  const value = addExact(map.get(key) ?? 0, by);
  if (value === 0) map.delete(key);
  else map.set(key, value);
};

/** Puts what a count of the rows answered in the place of everything known. */
export function replaceCells(aggregate: Aggregate, cells: ReadonlyMap<string, ExactSum>, seq: number): void {
  for (const key of [...aggregate.cells.keys(), ...cells.keys()]) {
    aggregate.changedCells.add(key);
    aggregate.unsavedCells?.add(key);
  }
  aggregate.cells = new Map([...cells].filter(([, value]) => value !== 0));
  aggregate.totals = new Map();
  for (const [key, value] of aggregate.cells) addToEntry(aggregate.totals, parseCellKey(key).dim, value);
  aggregate.seq = seq;
}

function addToCell(aggregate: Aggregate, key: string, by: ExactSum): void {
  if (by === 0) return;
  addToEntry(aggregate.cells, key, by);
  addToEntry(aggregate.totals, parseCellKey(key).dim, by);
  aggregate.changedCells.add(key);
  aggregate.unsavedCells?.add(key);
}

/** Δ = what the row comes to after the change − what it came to before; a change that is in it already changes nothing. */
export function applyChange(aggregate: Aggregate, change: LoggedChange): void {
  if (change.seq <= aggregate.seq) return;
  aggregate.seq = change.seq;
  const before = contributionOf(aggregate.aggregation, rowBefore(change));
  const after = contributionOf(aggregate.aggregation, change.img);
  if (before !== undefined && after !== undefined && before.key === after.key) {
    addToCell(aggregate, after.key, addExact(after.n, -before.n));
    return;
  }
  if (before !== undefined) addToCell(aggregate, before.key, -before.n);
  if (after !== undefined) addToCell(aggregate, after.key, after.n);
}

/** By how much a change moves the sum of everything. */
export const computeDelta = (aggregation: CompiledMeasure, change: LoggedChange): ExactSum =>
  addExact(contributionOf(aggregation, change.img)?.n ?? 0, -(contributionOf(aggregation, rowBefore(change))?.n ?? 0));

/** The sum over the quarters from `from` until before `until`. */
export function sumRange(aggregate: Aggregate, dim: string, from: number, until: number): ExactSum {
  let sum: ExactSum = 0;
  for (let bucket = from; bucket < until; bucket += QUARTER_HOUR_S)
    sum = addExact(sum, aggregate.cells.get(formatCellKey(bucket, dim)) ?? 0);
  return sum;
}

/** The sum of everything, or of the quarters that end after an instant. */
export function sumSince(aggregate: Aggregate, since = 0): ExactSum {
  let sum: ExactSum = 0;
  for (const [key, value] of aggregate.cells)
    if (since === 0 || parseCellKey(key).bucket + QUARTER_HOUR_S > since) sum = addExact(sum, value);
  return sum;
}

/** The first cell two folds of one measure disagree about. */
export function findDifference(aggregate: Aggregate, other: Aggregate): string | undefined {
  for (const key of new Set([...aggregate.cells.keys(), ...other.cells.keys()]))
    if (aggregate.cells.get(key) !== other.cells.get(key)) return key;
  return undefined;
}
