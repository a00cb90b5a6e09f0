/** A filter over rows of one entity, as data. Access clauses, list searches and live topics all use this form. */
import type { Json } from './field';
import type { Operator } from './fieldKinds';

export interface Condition {
  readonly field: string;
  readonly op: Operator;
  /** IN, NOT IN: an array. RANGE, NOT RANGE: `[from, to]`, null where open. NULL, NOT NULL: ignored. */
  readonly value: Json;
}
export type Filter = Condition | { readonly all: readonly Filter[] } | { readonly some: readonly Filter[] };

/** Matches every row. */
export const MATCH_ALL: Filter = { all: [] };
/** Whether a filter has no condition at all. */
export const matchesAll = (filter: Filter): boolean => 'all' in filter && filter.all.every(matchesAll);
/** Matches no row. */
export const MATCH_NONE: Filter = { some: [] };

/** One key of an order. */
export interface SortKey {
  readonly field: string;
  readonly dir: 'asc' | 'desc';
}

/** Returns the canonical form of a filter, so that subscribers of equal filters share a Socket.IO room. */
export function canonicalFilter(filter: Filter): unknown {
  if ('field' in filter) return [filter.field, filter.op, filter.value];
  const [key, parts] = 'all' in filter ? (['all', filter.all] as const) : (['some', filter.some] as const);
  const only = parts.length === 1 ? parts[0] : undefined;
  if (only !== undefined) return canonicalFilter(only);
  return { [key]: parts.map((part) => JSON.stringify(canonicalFilter(part))).sort() };
}
