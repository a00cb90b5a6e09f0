/**
 * Incremental aggregates of the dashboard (counts and sums in memory): each change of the change log adds to them once, and no
 * query runs again.
 */
import { canonicalFilter } from '../../../common/entity/filter';
import {
  formatCellKey,
  parseCellKey,
  QUARTER_HOUR_S,
  computeContribution,
  type CompiledMeasure,
} from '../../../common/live/measure';
import { addExact, type ExactSum } from '../../../common/text/exactSum';
import { reconstructRowBefore } from '../topics/projectChange';
import type { LoggedChange } from '../log/changeLog';
import { shortHash } from '../topics/subscriptionSpec';

export interface Aggregate {
  /** Equal for equal measures over the same rows. */
  readonly key: string;
  readonly compiledMeasure: CompiledMeasure;
  /** By quarter of an hour and value; zero cells are absent. */
  cells: Map<string, ExactSum>;
  /** By value alone. */
  totals: Map<string, ExactSum>;
  /** The sequence number of the last included change. */
  seq: number;
  /** Cells changed since the last frame. */
  changedCells: Set<string>;
  /** Cells changed since they were stored; absent for aggregates that are not stored. */
  unsavedCells: Set<string> | undefined;
}

export const aggregateKey = ({
  entity,
  where,
  measure: { add: sumColumn, by: groupColumn, at: timeColumn },
}: CompiledMeasure): string =>
  shortHash([entity.name, canonicalFilter(where), sumColumn ?? null, groupColumn ?? null, timeColumn ?? null]);

export function createAggregate(compiledMeasure: CompiledMeasure): Aggregate {
  const initial = { cells: new Map(), totals: new Map(), changedCells: new Set<string>() };
  return { key: aggregateKey(compiledMeasure), compiledMeasure, ...initial, seq: 0, unsavedCells: undefined };
}

const addToEntry = (map: Map<string, ExactSum>, key: string, by: ExactSum): void => {
  const value = addExact(map.get(key) ?? 0, by);
  if (value === 0) map.delete(key);
  else map.set(key, value);
};

/** Replaces all cells by the result of a count. */
export function replaceCells(aggregate: Aggregate, cells: ReadonlyMap<string, ExactSum>, seq: number): void {
  for (const key of [...aggregate.cells.keys(), ...cells.keys()]) {
    aggregate.changedCells.add(key);
    aggregate.unsavedCells?.add(key);
  }
  aggregate.cells = new Map([...cells].filter(([, value]) => value !== 0));
  aggregate.totals = new Map();
  for (const [key, value] of aggregate.cells) addToEntry(aggregate.totals, parseCellKey(key).group, value);
  aggregate.seq = seq;
}

function addToCell(aggregate: Aggregate, key: string, by: ExactSum): void {
  if (by === 0) return;
  addToEntry(aggregate.cells, key, by);
  addToEntry(aggregate.totals, parseCellKey(key).group, by);
  aggregate.changedCells.add(key);
  aggregate.unsavedCells?.add(key);
}

/** Adds the contribution of the row after the change and subtracts that before it; ignores changes that are already included. */
export function applyChange(aggregate: Aggregate, change: LoggedChange): void {
  if (change.seq <= aggregate.seq) return;
  aggregate.seq = change.seq;
  const before = computeContribution(aggregate.compiledMeasure, reconstructRowBefore(change));
  const after = computeContribution(aggregate.compiledMeasure, change.image);
  if (before !== undefined && after !== undefined && before.key === after.key) {
    addToCell(aggregate, after.key, addExact(after.amount, -before.amount));
    return;
  }
  if (before !== undefined) addToCell(aggregate, before.key, -before.amount);
  if (after !== undefined) addToCell(aggregate, after.key, after.amount);
}

/** The difference that a change makes to the total. */
export const computeDelta = (compiledMeasure: CompiledMeasure, change: LoggedChange): ExactSum =>
  addExact(
    computeContribution(compiledMeasure, change.image)?.amount ?? 0,
    -(computeContribution(compiledMeasure, reconstructRowBefore(change))?.amount ?? 0),
  );

/** The sum of the quarters from `from` to before `until`. */
export function sumRange(aggregate: Aggregate, group: string, from: number, until: number): ExactSum {
  let sum: ExactSum = 0;
  for (let quarterHour = from; quarterHour < until; quarterHour += QUARTER_HOUR_S)
    sum = addExact(sum, aggregate.cells.get(formatCellKey(quarterHour, group)) ?? 0);
  return sum;
}

/** The total, or the sum of the quarters that end after an instant. */
export function sumSince(aggregate: Aggregate, since = 0): ExactSum {
  let sum: ExactSum = 0;
  for (const [key, value] of aggregate.cells)
    if (since === 0 || parseCellKey(key).quarterHour + QUARTER_HOUR_S > since) sum = addExact(sum, value);
  return sum;
}

/** The first cell in which two aggregates of one measure differ. */
export function findDifference(aggregate: Aggregate, other: Aggregate): string | undefined {
  for (const key of new Set([...aggregate.cells.keys(), ...other.cells.keys()]))
    if (aggregate.cells.get(key) !== other.cells.get(key)) return key;
  return undefined;
}
