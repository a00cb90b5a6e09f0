/** What a threshold found, for whoever may read its figure; it stands in no row, which everybody who sees thresholds reads. */
import { threshold } from '../../../common/entities/threshold';
import { readMeasure } from '../../../common/live/measure';
import { fault } from '../../../common/protocol/faults';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import { mayCount } from '../../live/counters/figure';

export function routeFound({ add: route }: RouteRegistry): void {
  route({
    method: 'GET',
    path: '/admin/threshold/found',
    realm: 'admin',
    access: 'admin',
    node: `${threshold.name}/index`,
    query: ['id'],
    body: 'none',
    summary: 'What a threshold found; null for whoever may not read its figure',
    handler: found,
  });
}

async function found({ ctx, query }: RequestCall): Promise<HandlerResult> {
  const id = Number(query['id']);
  if (!Number.isSafeInteger(id) || id < 1) throw fault('row.missing');
  const { services, actor } = ctx;
  const [row] = await services.db.rows<{ readonly figure: string; readonly found: number | null }>(
    'SELECT figure, found FROM `threshold` WHERE id = ? AND delete_time IS NULL',
    [id],
  );
  if (row === undefined) throw fault('row.missing');
  const measure = readMeasure(services.registry, JSON.parse(row.figure));
  const isTold = row.found !== null && measure !== undefined && mayCount(services.registry, actor, measure);
  return { data: { found: isTold ? Number(row.found) : null } };
}
