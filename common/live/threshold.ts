/** How the numbers of thresholds are said. */
import { columnNamed } from '../entity/meta';
import type { Registry } from '../entity/registry';
import { moneyOf } from '../text/moneys';
import type { Json } from '../entity/field';
import type { Card } from './cards';
import { readMeasure } from './measure';

/** Whether a stored figure sums amounts, which are counted in cents. */
export function countsMoney(registry: Registry, figure: unknown): boolean {
  const measure = readMeasure(registry, figure);
  const entity = measure && registry.get(measure.e);
  return entity !== undefined && measure?.add !== undefined && columnNamed(entity, measure.add)?.kind === 'money';
}
/** A number of a figure as text: amounts with their two places. */
export const figureText = (registry: Registry, figure: unknown, value: number | bigint): string =>
  countsMoney(registry, figure) ? moneyOf(value) : String(value);

/** What a threshold on a card watches: the rows the card counts, by their number or sum. */
export function watchedOf(
  registry: Registry,
  { e = '', when, add, by, at, pick }: Card,
): Readonly<Record<string, Json>> {
  const entity = registry.get(e);
  const column = by === undefined || pick === undefined || entity === undefined ? undefined : columnNamed(entity, by);
  const value = pick?.map((one) => (column?.store === 'string' ? one : Number(one))) ?? [];
  const picked = column && { field: column.name, op: 'IN', value };
  const both = [when, picked].filter((part) => part !== undefined);
  const where = both.length > 1 ? { all: both } : both[0];
  return JSON.parse(JSON.stringify({ e, when: where, add, at })) as Readonly<Record<string, Json>>; // made of JSON above
}
