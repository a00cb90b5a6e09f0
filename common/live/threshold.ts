/** How the numbers of thresholds are said. */
import { columnNamed } from '../entity/meta';
import type { Registry } from '../entity/registry';
import { moneyOf } from '../text/moneys';
import { readMeasure } from './measure';

/** Whether a stored figure sums amounts, which are counted in cents. */
export function countsMoney(registry: Registry, figure: unknown): boolean {
  const measure = readMeasure(registry, figure);
  const entity = measure && registry.get(measure.e);
  return entity !== undefined && measure?.add !== undefined && columnNamed(entity, measure.add)?.kind === 'money';
}
/** A number of a figure as text: amounts with their two places. */
export const figureText = (registry: Registry, figure: unknown, value: number): string =>
  countsMoney(registry, figure) ? moneyOf(value) : String(value);
