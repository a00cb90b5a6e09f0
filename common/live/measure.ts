/** Parses and compiles measures: a count or sum of an entity's rows, by column and time. */
import type { AnyEntity } from '../entity/entity';
import type { Json } from '../entity/field';
import type { Filter } from '../entity/filter';
import type { Registry } from '../entity/registry';
import { compileFilter } from '../query/compileFilter';
import { findColumn, type Column, type StoredRow } from '../entity/columns';
import type { Measure } from '../protocol/liveEvents';

/** Time is counted in quarters of an hour: days and hours of every time zone consist of whole quarters. */
export const QUARTER_HOUR_S = 900;

/** A measure over some rows, compiled so that changes can update it. */
export interface CompiledMeasure {
  readonly entity: AnyEntity;
  readonly measure: Measure;
  /** The rows that the measure covers. */
  readonly where: Filter;
  readonly matches: (row: StoredRow) => boolean;
}
export const compileMeasure = (entity: AnyEntity, measure: Measure, where: Filter): CompiledMeasure => ({
  entity,
  measure,
  where,
  matches: compileFilter(entity, where),
});

/** Key of one number: its quarter of an hour (0 without time) and the value of the grouping column. */
export interface CellKey {
  readonly quarterHour: number;
  readonly group: string;
}
export const formatCellKey = (quarterHour: number, group: string): string => `${quarterHour}|${group}`;
export function parseCellKey(key: string): CellKey {
  const separator = key.indexOf('|');
  return { quarterHour: Number(key.slice(0, separator)), group: key.slice(separator + 1) };
}
const formatGroup = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The key and amount of a row; undefined when it does not count. */
export function computeContribution(
  compiled: CompiledMeasure,
  row: StoredRow | null,
): { readonly key: string; readonly amount: number } | undefined {
  if (row === null || !compiled.matches(row)) return undefined;
  const { add: sumColumn, by: groupColumn, at: timeColumn } = compiled.measure;
  const amount = sumColumn === undefined ? 1 : row[sumColumn];
  const time = timeColumn === undefined ? 0 : row[timeColumn];
  if (typeof amount !== 'number' || typeof time !== 'number') return undefined;
  return {
    key: formatCellKey(time - (time % QUARTER_HOUR_S), groupColumn === undefined ? '' : formatGroup(row[groupColumn])),
    amount,
  };
}

const GROUPABLE_KINDS: ReadonlySet<string> = new Set(['choice', 'switch', 'ref']);
/** Sums of whole numbers are exact in any order; those of fractions are not. */
const SUMMABLE_KINDS: ReadonlySet<string> = new Set(['integer', 'money']);

export const canGroupBy = ({ kind }: Column): boolean => GROUPABLE_KINDS.has(kind);
export const canSum = ({ kind, name }: Column): boolean =>
  SUMMABLE_KINDS.has(kind) && name !== 'id' && name !== 'revision';
export const canBucketByTime = ({ kind, name }: Column): boolean => kind === 'datetime' && name !== 'delete_time';

const isIdentifier = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(value);
/** Whether a value has the form of a filter. Callers check separately whether its fields may be used. */
export function isFilterShape(value: unknown, depth = 0): value is Filter {
  if (typeof value !== 'object' || value === null || depth > 3) return false;
  const candidate = value as Readonly<Record<string, unknown>>;
  if ('field' in candidate)
    return isIdentifier(candidate['field']) && typeof candidate['op'] === 'string' && 'value' in candidate;
  const parts = candidate['all'] ?? candidate['some'];
  return Array.isArray(parts) && parts.length <= 20 && parts.every((part) => isFilterShape(part, depth + 1));
}

/** Parses a stored measure over a registered entity; undefined when it is invalid or cannot be counted. */
export function parseMeasure(registry: Registry, value: unknown): Measure | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { e, add, by, at, when } = value as Readonly<Record<string, unknown>>;
  const entity = isIdentifier(e) ? registry.get(e) : undefined;
  if (entity === undefined || [add, by, at].some((name) => name !== undefined && !isIdentifier(name))) return undefined;
  if (when !== undefined && !isFilterShape(when)) return undefined;
  const measure = {
    e: entity.name,
    ...(isIdentifier(add) ? { add } : {}),
    ...(isIdentifier(by) ? { by } : {}),
    ...(isIdentifier(at) ? { at } : {}),
    ...(isFilterShape(when) ? { when } : {}),
  };
  return measureColumns(entity, measure) === undefined ? undefined : measure;
}

/** The columns of a measure; undefined when one of them does not exist or has an unsuitable kind. */
export function measureColumns(entity: AnyEntity, { add, by, at }: Measure): readonly Column[] | undefined {
  const requirements = [
    [add, canSum],
    [by, canGroupBy],
    [at, canBucketByTime],
  ] as const;
  const columns: Column[] = [];
  for (const [name, isUsable] of requirements) {
    if (name === undefined) continue;
    const column = findColumn(entity, name);
    if (column === undefined || !isUsable(column)) return undefined;
    columns.push(column);
  }
  return columns;
}
