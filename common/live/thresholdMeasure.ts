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
  { e: entityName = '', when: filter, add: sumColumn, by: groupColumn, at: timeColumn, pick }: DashboardCard,
): Readonly<Record<string, Json>> {
  const entity = registry.get(entityName);
  const canFilter = groupColumn !== undefined && pick !== undefined && entity !== undefined;
  const column = canFilter ? findColumn(entity, groupColumn) : undefined;
  const value = pick?.map((choiceValue) => (column?.store === 'string' ? choiceValue : Number(choiceValue))) ?? [];
  const pickFilter = column && { field: column.name, op: 'IN', value };
  const filters = [filter, pickFilter].filter((part) => part !== undefined);
  const where = filters.length > 1 ? { all: filters } : filters[0];
  const measure = { e: entityName, when: where, add: sumColumn, at: timeColumn };
  return JSON.parse(JSON.stringify(measure)) as Readonly<Record<string, Json>>; // made of JSON above
}
