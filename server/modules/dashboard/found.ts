/** What a threshold found, for whoever may read its figure; it stands in no row, which everybody who sees thresholds reads. */
import { threshold } from '../../../common/entities/threshold';
import { readMeasure } from '../../../common/live/measure';
import { fault } from '../../../common/protocol/faults';
import type { Call, Done, Inventory } from '../../engine/inventory';
import { mayCount } from '../../live/counters/figure';

export function routeFound({ route }: Inventory): void {
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

async function found({ ctx, query }: Call): Promise<Done> {
  const id = Number(query['id']);
  if (!Number.isSafeInteger(id) || id < 1) throw fault('row.missing');
  const { kit, actor } = ctx;
  const [row] = await kit.db.rows<{ readonly figure: string; readonly found: number | null }>(
    'SELECT figure, found FROM `threshold` WHERE id = ? AND delete_time IS NULL',
    [id],
  );
  if (row === undefined) throw fault('row.missing');
  const measure = readMeasure(kit.registry, JSON.parse(row.figure));
  const isTold = row.found !== null && measure !== undefined && mayCount(kit.registry, actor, measure);
  return { data: { found: isTold ? Number(row.found) : null } };
}
