/**
 * Metrics under the permissions of a subscriber: equal permissions give equal keys; cells are cut to the requested period.
 * A measure says which number to compute, a metric is a measure that a dashboard card requests, an aggregate is the
 * running result of a compiled measure, and a counter is a permanent aggregate.
 */
import { z } from 'zod';
import { grantedRows, readableColumns, notDeletedFilter, type Actor } from '../../../common/entity/access';
import { MATCH_ALL } from '../../../common/entity/filter';
import { findColumn } from '../../../common/entity/columns';
import type { Registry } from '../../../common/entity/registry';
import { measureColumns, compileMeasure, parseCellKey, type CompiledMeasure } from '../../../common/live/measure';
import { LIMITS } from '../../../common/limits';
import type { MetricCell, DashboardRequest, Metric, Measure } from '../../../common/protocol/liveEvents';
import { formatCents } from '../../../common/text/cents';
import { addExact, type ExactSum } from '../../../common/text/exactSum';
import type { TimeZone } from '../../../common/text/time/timeZone';
import { coversMetric, findKioskScope } from '../../access/kiosk/kioskScope';
import { filterSchema, shortHash, findForbiddenCondition, sizeLimitedJson } from '../topics/subscriptionSpec';
import { aggregateKey, sumRange, type Aggregate } from './aggregate';
import { compileSystemMeasure } from './counterManager';

/** A metric that the actor may read. */
export interface ResolvedMetric {
  readonly key: string;
  readonly aggregateKey: string;
  readonly compiledMeasure: CompiledMeasure;
  readonly span: Metric['span'];
}

const name = z.string().min(1).max(64);
const span = z.strictObject({
  grain: z.enum(['hour', 'day']),
  count: z.number().int().min(1).max(LIMITS.metricSpanPeriods),
});
const metricSchema = z.strictObject({
  e: name,
  when: sizeLimitedJson.pipe(filterSchema).optional(),
  add: name.optional(),
  by: name.optional(),
  at: name.optional(),
  span: span.optional(),
});
const metricRecord = z
  .record(z.string().min(1).max(64), metricSchema)
  .refine((all) => Object.keys(all).length <= LIMITS.dashboardMetrics, { message: 'too many' });
/** Metrics by the client's own short ids. */
export const metricRecordSchema = metricRecord as z.ZodType<Readonly<Record<string, Metric>>>;
export const dashboardRequestSchema: z.ZodType<DashboardRequest> = z.strictObject({
  w: metricRecord,
  online: z.boolean().optional(),
}) as z.ZodType<DashboardRequest>;

/** An unknown entity and one without permission give the same code. */
export function resolveMetric(registry: Registry, actor: Actor, requested: Metric): ResolvedMetric | 400 | 404 {
  const entity = registry.get(requested.e);
  const rows = entity && grantedRows(actor, entity, 'read');
  const kioskScope = findKioskScope(actor);
  if (entity === undefined || rows === undefined || (kioskScope && !coversMetric(kioskScope, requested))) return 404;
  const columns = measureColumns(entity, requested);
  const readable = readableColumns(actor, entity);
  const when = requested.when ?? MATCH_ALL;
  if (columns === undefined || (requested.span !== undefined && requested.at === undefined)) return 400;
  if (columns.some((column) => !readable.includes(column))) return 404;
  if (findForbiddenCondition(when, readable) !== undefined) return 400;
  const compiledMeasure = compileMeasure(entity, requested, {
    all: [rows, when, notDeletedFilter(actor, entity, when)],
  });
  const aggregateKeyText = aggregateKey(compiledMeasure);
  return {
    key: shortHash([aggregateKeyText, requested.span?.grain ?? null, requested.span?.count ?? null]),
    aggregateKey: aggregateKeyText,
    compiledMeasure,
    span: requested.span,
  };
}

/** Whether an actor may read a metric over all rows: every row and every column that it names. */
export function canReadWholeMetric(registry: Registry, actor: Actor, requested: Measure): boolean {
  const resolved = resolveMetric(registry, actor, requested);
  const systemMeasure = compileSystemMeasure(registry, requested);
  return (
    typeof resolved !== 'number' && systemMeasure !== undefined && resolved.aggregateKey === aggregateKey(systemMeasure)
  );
}

const valueFormatter = ({ compiledMeasure: { entity, measure } }: Aggregate): ((sum: ExactSum) => number | string) => {
  const isMoney = measure.add !== undefined && findColumn(entity, measure.add)?.kind === 'money';
  // Values beyond exact numbers are sent as digits.
  return isMoney ? formatCents : (sum) => (typeof sum === 'bigint' ? String(sum) : sum);
};

/** The beginning of the first hour or day of a metric. */
const spanStart = (timeZone: TimeZone, { grain, count }: NonNullable<Metric['span']>, now: number): number =>
  timeZone.lastStarts(grain, count, now)[0] ?? now;

/** All cells of a metric. */
export function computeAllCells(
  aggregate: Aggregate,
  { span: requested }: ResolvedMetric,
  zone: TimeZone,
  now: number,
): readonly MetricCell[] {
  const formatSum = valueFormatter(aggregate);
  if (requested === undefined)
    return [...aggregate.totals].map(([group, sum]): MetricCell => [group, 0, formatSum(sum)]);
  const begin = spanStart(zone, requested, now);
  const sums = new Map<string, Map<number, ExactSum>>();
  for (const [key, value] of aggregate.cells) {
    const { quarterHour, group } = parseCellKey(key);
    if (quarterHour < begin) continue;
    const start = zone.getStart(requested.grain, quarterHour);
    const sumsByTime = sums.get(group) ?? new Map<number, ExactSum>();
    sums.set(group, sumsByTime.set(start, addExact(sumsByTime.get(start) ?? 0, value)));
  }
  return [...sums].flatMap(([group, sumsByTime]) =>
    [...sumsByTime].map(([at, sum]): MetricCell => [group, at, formatSum(sum)]),
  );
}

/** The changed cells of a metric. */
export function computeChangedCells(
  aggregate: Aggregate,
  { span: requested }: ResolvedMetric,
  zone: TimeZone,
  now: number,
): readonly MetricCell[] {
  const formatSum = valueFormatter(aggregate);
  const changedCells = [...aggregate.changedCells].map(parseCellKey);
  if (requested === undefined)
    return [...new Set(changedCells.map(({ group }) => group))].map((group): MetricCell => [
      group,
      0,
      formatSum(aggregate.totals.get(group) ?? 0),
    ]);
  const begin = spanStart(zone, requested, now);
  const cells = new Map<string, MetricCell>();
  for (const { quarterHour, group } of changedCells) {
    if (quarterHour < begin) continue;
    const start = zone.getStart(requested.grain, quarterHour);
    const key = `${start}|${group}`;
    if (!cells.has(key))
      cells.set(key, [
        group,
        start,
        formatSum(sumRange(aggregate, group, start, findPeriodEnd(zone, requested.grain, start))),
      ]);
  }
  return [...cells.values()];
}
/** A day has at most 25 hours, when clocks change: 26 hours after its start the next day has begun, and has not ended. */
const findPeriodEnd = (timeZone: TimeZone, grain: 'hour' | 'day', start: number): number =>
  timeZone.getStart(grain, start + (grain === 'day' ? 26 : 1) * 3600);
