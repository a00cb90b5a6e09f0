/** The measure of a threshold, and how its values are formatted. */
import { findColumn } from '../entity/columns';
import type { Registry } from '../entity/registry';
import { formatCents } from '../text/cents';
import type { Json } from '../entity/field';
import type { DashboardCard } from './dashboardCards';
import { parseMeasure } from './measure';

/** Whether a stored measure sums amounts of money, which are counted in cents. */
export function isMoneyMeasure(registry: Registry, stored: unknown): boolean {
  const measure = parseMeasure(registry, stored);
  const entity = measure && registry.get(measure.e);
  return entity !== undefined && measure?.add !== undefined && findColumn(entity, measure.add)?.kind === 'money';
}
/** Formats the value of a stored measure: amounts of money with two decimals. */
export const formatMeasureValue = (registry: Registry, stored: unknown, value: number | bigint): string =>
  isMoneyMeasure(registry, stored) ? formatCents(value) : String(value);

/** The measure of a threshold on a card: the rows that the card counts, by number or sum. */
export function thresholdMeasure(
  registry: Registry,
  { e = '', when, add, by, at, pick }: DashboardCard,
): Readonly<Record<string, Json>> {
  const entity = registry.get(e);
  const column = by === undefined || pick === undefined || entity === undefined ? undefined : findColumn(entity, by);
  const value = pick?.map((choiceValue) => (column?.store === 'string' ? choiceValue : Number(choiceValue))) ?? [];
  const pickFilter = column && { field: column.name, op: 'IN', value };
  const filters = [when, pickFilter].filter((part) => part !== undefined);
  const where = filters.length > 1 ? { all: filters } : filters[0];
  return JSON.parse(JSON.stringify({ e, when: where, add, at })) as Readonly<Record<string, Json>>; // made of JSON above
}
