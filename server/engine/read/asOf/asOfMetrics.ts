/**
 * Dashboard metrics as of a moment in the past, by a point-in-time query with the caller's current permissions. Rows that did not change since
 * are counted with SQL, the others are rebuilt from the history and counted in memory. Log entities are append-only, so the creation time
 * of their rows is enough.
 */
import { grantedRows, type Actor } from '../../../../common/entity/access';
import type { AnyEntity } from '../../../../common/entity/entity';
import { filterFields } from '../../../../common/query/compileFilter';
import { MATCH_ALL } from '../../../../common/entity/filter';
import { keepsHistory } from '../../../../common/definition/keepsHistory';
import { computeContribution, type CompiledMeasure } from '../../../../common/live/measure';
import type { DashboardAsOf, PastMetric } from '../../../../common/protocol/dashboardAsOf';
import { Fault } from '../../../../common/protocol/faults';
import type { Metric } from '../../../../common/protocol/liveEvents';
import { addExact, type ExactSum } from '../../../../common/text/exactSum';
import { getTimeZone, type TimeZone } from '../../../../common/text/time/timeZone';
import type { RequestContext, Tx } from '../../../context';
import { createAggregate, replaceCells } from '../../../live/counters/aggregate';
import { computeAllCells, resolveMetric, type ResolvedMetric } from '../../../live/counters/metric';
import { countGroups } from '../countGroups';
import type { SqlFragment } from '../filterToSql';
import { assertWithinHistory, findFirstChangeAfter, unchangedSinceSql } from './moment';
import { rebuildRows, type RebuiltRow } from './rebuildRows';
import { createVisibilityFilter } from './createVisibilityFilter';

interface PastRead {
  readonly ctx: RequestContext;
  readonly tx: Tx;
  readonly moment: number;
  /** The first change to reverse; undefined when nothing changed since. */
  readonly since: number | undefined;
  readonly zone: TimeZone;
}
type MetricEntry = readonly [id: string, metric: ResolvedMetric];

/**
 * Computes all metrics in one snapshot of the database.
 * @param moment Unix seconds, as `parseMoment` returns them. The state is that at the end of this second.
 * @returns The cells of each metric, or why there are none. Error: `request.query` for a moment before the history.
 */
export function loadAsOfMetrics(
  ctx: RequestContext,
  requested: Readonly<Record<string, Metric>>,
  moment: number,
): Promise<DashboardAsOf> {
  const { services, actor } = ctx;
  const zone = getTimeZone(services.settings.timeZone);
  const resolved = Object.entries(requested).map(
    ([id, metric]) => [id, resolveMetric(services.registry, actor, metric)] as const,
  );
  return services.db.snapshot(async (tx) => {
    await assertWithinHistory(tx, services, moment);
    const read: PastRead = { ctx, tx, moment, zone, since: await findFirstChangeAfter(tx, moment) };
    const metrics: Record<string, PastMetric> = {};
    for (const [id, result] of resolved)
      if (typeof result === 'number') metrics[id] = { refusal: result === 404 ? 'no_access' : 'invalid' };
    for (const [entity, entries] of byEntity(resolved.filter(isResolved)))
      Object.assign(metrics, await loadEntityMetrics(read, entity, entries));
    return { asOf: moment, zone: zone.name, metrics };
  });
}

const isResolved = (entry: readonly [string, ResolvedMetric | 400 | 404]): entry is MetricEntry =>
  typeof entry[1] !== 'number';

/** The rows of an entity are rebuilt once for all of its metrics. */
function byEntity(entries: readonly MetricEntry[]): ReadonlyMap<AnyEntity, readonly MetricEntry[]> {
  const groups = new Map<AnyEntity, readonly MetricEntry[]>();
  for (const entry of entries) {
    const { entity } = entry[1].compiledMeasure;
    groups.set(entity, [...(groups.get(entity) ?? []), entry]);
  }
  return groups;
}

const refuseAll = (entries: readonly MetricEntry[], metric: PastMetric) =>
  Object.fromEntries(entries.map(([id]) => [id, metric]));

async function loadEntityMetrics(
  read: PastRead,
  entity: AnyEntity,
  entries: readonly MetricEntry[],
): Promise<Readonly<Record<string, PastMetric>>> {
  const isLog = entity.spec.base === 'log';
  if (!isLog && !keepsHistory(entity)) return refuseAll(entries, { refusal: 'no_history' });
  try {
    const changed = isLog ? NOTHING_CHANGED : await loadChangedRows(read, entity, entries);
    const metrics: Record<string, PastMetric> = {};
    for (const [id, metric] of entries) metrics[id] = await loadMetric(read, metric, changed);
    return metrics;
  } catch (error) {
    if (error instanceof Fault && error.code === 'request.too_many_changes')
      return refuseAll(entries, { refusal: 'too_many_changes' });
    throw error;
  }
}

interface ChangedRows {
  /** Rows that the reader may see, as they were. */
  readonly visible: readonly RebuiltRow[];
  readonly hidden: readonly RebuiltRow[];
  readonly hasPurged: boolean;
}
const NOTHING_CHANGED: ChangedRows = { visible: [], hidden: [], hasPurged: false };

async function loadChangedRows(
  { ctx: { actor }, tx, since }: PastRead,
  entity: AnyEntity,
  entries: readonly MetricEntry[],
): Promise<ChangedRows> {
  if (since === undefined) return NOTHING_CHANGED;
  const filtered = new Set(entries.flatMap(([, { compiledMeasure }]) => [...filterFields(compiledMeasure.where)]));
  const { rows, purged } = await rebuildRows(tx, { entity, since, longColumns: ({ name }) => filtered.has(name) });
  const isVisible = createVisibilityFilter(actor, { entity, rows: getRows(actor, entity) });
  return {
    visible: rows.filter(isVisible),
    hidden: rows.filter((row) => !isVisible(row)),
    hasPurged: purged > 0,
  };
}
const getRows = (actor: Actor, entity: AnyEntity) => grantedRows(actor, entity, 'read') ?? MATCH_ALL;

async function loadMetric(read: PastRead, metric: ResolvedMetric, changed: ChangedRows): Promise<PastMetric> {
  const { ctx, tx, zone, moment } = read;
  const { compiledMeasure } = metric;
  const cells = await countGroups(tx, ctx.services.db.dialect, compiledMeasure, getConditions(read, compiledMeasure));
  for (const { then } of changed.visible) addContribution(cells, compiledMeasure, then);
  const aggregate = createAggregate(compiledMeasure);
  replaceCells(aggregate, cells, 0);
  return {
    cells: computeAllCells(aggregate, metric, zone, moment),
    isPartial:
      changed.hasPurged || changed.hidden.some(({ then }) => computeContribution(compiledMeasure, then) !== undefined),
  };
}

/** The conditions for rows that are today as they were. */
function getConditions({ since, moment }: PastRead, { entity }: CompiledMeasure): readonly SqlFragment[] {
  if (entity.spec.base === 'log') return [{ sql: '`create_time` <= ?', params: [moment] }];
  return since === undefined ? [] : [unchangedSinceSql(entity, since)];
}

function addContribution(cells: Map<string, ExactSum>, compiledMeasure: CompiledMeasure, row: RebuiltRow['then']) {
  const contribution = computeContribution(compiledMeasure, row);
  if (contribution === undefined) return;
  cells.set(contribution.key, addExact(cells.get(contribution.key) ?? 0, contribution.amount));
}
