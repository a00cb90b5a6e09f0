/** A filter over rows of one entity, as data: access clauses, list searches and live topics are all of this one form. */
import type { Json } from './field';
import type { Operator } from './kinds';

export interface Cond {
  readonly field: string;
  readonly op: Operator;
  /** IN, NOT IN: an array. RANGE, NOT RANGE: `[from, to]`, null where open. NULL, NOT NULL: ignored. */
  readonly value: Json;
}
export type Filter = Cond | { readonly all: readonly Filter[] } | { readonly some: readonly Filter[] };

/** Matches every row. */
export const EVERYTHING: Filter = { all: [] };
/** Matches no row. */
export const NOTHING: Filter = { some: [] };

/** One key of an order. */
export interface SortKey {
  readonly field: string;
  readonly dir: 'asc' | 'desc';
}
