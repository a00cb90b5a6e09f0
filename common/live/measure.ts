/** What a figure counts, as data: rows of an entity, counted or summed, told apart by a column, along a time. */
import type { AnyEntity } from '../entity/entity';
import type { Json } from '../entity/field';
import type { Filter } from '../entity/filter';
import type { Registry } from '../entity/registry';
import { matcher } from '../entity/match';
import { columnNamed, type Column, type StoredRow } from '../entity/meta';
import type { Measure } from '../protocol/live';

/** Time is counted in quarters of an hour: the days and hours of every zone are made of whole ones. */
export const QUARTER = 900;

/** A measure over some rows, ready to be folded over changes. */
export interface Folding {
  readonly entity: AnyEntity;
  readonly measure: Measure;
  /** Which rows are in it. */
  readonly where: Filter;
  readonly inside: (row: StoredRow) => boolean;
}
export const foldingOf = (entity: AnyEntity, measure: Measure, where: Filter): Folding => ({
  entity,
  measure,
  where,
  inside: matcher(entity, where),
});

/** One number of a fold: the quarter it belongs to (0 without a time) and the value of the column that tells apart. */
export interface Place {
  readonly bucket: number;
  readonly dim: string;
}
export const placeKey = (bucket: number, dim: string): string => `${bucket}|${dim}`;
export function placeOf(key: string): Place {
  const cut = key.indexOf('|');
  return { bucket: Number(key.slice(0, cut)), dim: key.slice(cut + 1) };
}
const dimOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Where a row counts and how much; undefined when it does not. */
export function shareOf(
  folding: Folding,
  row: StoredRow | null,
): { readonly key: string; readonly n: number } | undefined {
  if (row === null || !folding.inside(row)) return undefined;
  const { add, by, at } = folding.measure;
  const amount = add === undefined ? 1 : row[add];
  const time = at === undefined ? 0 : row[at];
  if (typeof amount !== 'number' || typeof time !== 'number') return undefined;
  return { key: placeKey(time - (time % QUARTER), by === undefined ? '' : dimOf(row[by])), n: amount };
}

const SPLITS: ReadonlySet<string> = new Set(['choice', 'switch', 'ref']);
/** Sums of whole numbers are exact in any order; those of fractions are not. */
const SUMS: ReadonlySet<string> = new Set(['integer', 'money']);

export const canSplit = ({ kind }: Column): boolean => SPLITS.has(kind);
export const canSum = ({ kind, name }: Column): boolean => SUMS.has(kind) && name !== 'id' && name !== 'revision';
export const canTime = ({ kind, name }: Column): boolean => kind === 'datetime' && name !== 'delete_time';

const isName = (value: unknown): value is string => typeof value === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(value);
/** A filter as far as its form goes; whether its fields may be asked for is judged where it is asked. */
export function isFilter(value: unknown, depth = 0): value is Filter {
  if (typeof value !== 'object' || value === null || depth > 3) return false;
  const given = value as Readonly<Record<string, unknown>>;
  if ('field' in given) return isName(given['field']) && typeof given['op'] === 'string' && 'value' in given;
  const parts = given['all'] ?? given['some'];
  return Array.isArray(parts) && parts.length <= 20 && parts.every((part) => isFilter(part, depth + 1));
}

/** A stored measure over a noun that is there; undefined when it is none or cannot be counted. */
export function readMeasure(registry: Registry, value: unknown): Measure | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { e, add, by, at, when } = value as Readonly<Record<string, unknown>>;
  const entity = isName(e) ? registry.get(e) : undefined;
  if (entity === undefined || [add, by, at].some((name) => name !== undefined && !isName(name))) return undefined;
  if (when !== undefined && !isFilter(when)) return undefined;
  const measure = {
    e: entity.name,
    ...(isName(add) ? { add } : {}),
    ...(isName(by) ? { by } : {}),
    ...(isName(at) ? { at } : {}),
    ...(isFilter(when) ? { when } : {}),
  };
  return columnsNamed(entity, measure) === undefined ? undefined : measure;
}

/** The columns a measure names, or undefined when one of them is not there or cannot be used so. */
export function columnsNamed(entity: AnyEntity, { add, by, at }: Measure): readonly Column[] | undefined {
  const uses = [
    [add, canSum],
    [by, canSplit],
    [at, canTime],
  ] as const;
  const columns: Column[] = [];
  for (const [name, fits] of uses) {
    if (name === undefined) continue;
    const column = columnNamed(entity, name);
    if (column === undefined || !fits(column)) return undefined;
    columns.push(column);
  }
  return columns;
}
