/** The finding of a threshold, for readers of its metric only; the threshold's row, which more people can read, does not contain it. */
import { threshold } from '../../../common/entities/threshold';
import { parseMeasure } from '../../../common/live/measure';
import { fault } from '../../../common/protocol/faults';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { canReadWholeMetric } from '../../live/counters/metric';

export function registerAlertFindingRoute({ routes: { add: route } }: ModuleServices): void {
  route({
    method: 'GET',
    path: '/admin/threshold/found',
    realm: 'admin',
    access: 'admin',
    node: `${threshold.name}/index`,
    query: ['id'],
    body: 'none',
    summary: 'Get the current value of a threshold; null without permission for its figure',
    handler: getAlertFinding,
  });
}

async function getAlertFinding({ ctx, query }: RouteCall): Promise<HandlerResult> {
  const id = Number(query['id']);
  if (!Number.isSafeInteger(id) || id < 1) throw fault('row.missing');
  const { services, actor } = ctx;
  const [row] = await services.db.rows<{ readonly figure: string; readonly found: number | null }>(
    'SELECT figure, found FROM `threshold` WHERE id = ? AND delete_time IS NULL',
    [id],
  );
  if (row === undefined) throw fault('row.missing');
  const metric = parseMeasure(services.registry, JSON.parse(row.figure));
  const isVisible = row.found !== null && metric !== undefined && canReadWholeMetric(services.registry, actor, metric);
  return { data: { found: isVisible ? Number(row.found) : null } };
}
