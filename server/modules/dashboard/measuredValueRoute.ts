/** The measured value of a threshold, for readers of its measure only; the threshold's row, which more people can read, does not contain it. */
import { threshold } from '../../../common/entities/threshold';
import { parseMeasure } from '../../../common/live/measure';
import { fault } from '../../../common/protocol/faults';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { canReadWholeMetric } from '../../live/counters/metric';

export function registerMeasuredValueRoute({ routes: { add: route } }: ModuleServices): void {
  route({
    method: 'GET',
    path: '/admin/threshold/found',
    realm: 'admin',
    access: 'admin',
    permission: `${threshold.name}/index`,
    query: ['id'],
    body: 'none',
    summary:
      "Get the value measured at the last change of a threshold's state; null without permission for its measure",
    handler: getMeasuredValue,
  });
}

async function getMeasuredValue({ ctx, query }: RouteCall): Promise<HandlerResult> {
  const id = Number(query['id']);
  if (!Number.isSafeInteger(id) || id < 1) throw fault('row.missing');
  const { services, actor } = ctx;
  const [row] = await services.db.rows<{ readonly measure: string; readonly measuredValue: number | null }>(
    'SELECT figure AS measure, found AS measuredValue FROM `threshold` WHERE id = ? AND delete_time IS NULL',
    [id],
  );
  if (row === undefined) throw fault('row.missing');
  const measure = parseMeasure(services.registry, JSON.parse(row.measure));
  const isVisible =
    row.measuredValue !== null && measure !== undefined && canReadWholeMetric(services.registry, actor, measure);
  return { data: { found: isVisible ? Number(row.measuredValue) : null } };
}
