/** Start-up job: apps have an upstream exactly while one of their interfaces is online; corrects rows of earlier versions. */
import { app } from '../../../common/entities/app';
import { appPluginVersionApi } from '../../../common/entities/appPluginVersionApi';
import { updateAppUpstreams } from '../../hooks/apps/appHooks';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import { systemContext } from '../../platform/systemContext';

/** Apps per transaction. */
const BATCH_SIZE = 200;
const IS_ONLINE_SQL = `EXISTS (SELECT 1 FROM \`${appPluginVersionApi.name}\` r
  WHERE r.app_id = a.id AND r.route_status = 1 AND r.delete_time IS NULL)`;
const OUT_OF_SYNC_SQL = `SELECT a.id FROM \`${app.name}\` a
  WHERE a.id > ? AND a.delete_time IS NULL AND (a.upstream_id IS NULL) = (${IS_ONLINE_SQL}) ORDER BY a.id LIMIT ${BATCH_SIZE}`;

/** Corrects apps with a missing or superfluous upstream, each once, however many nodes start; returns their number. */
export async function syncAppUpstreams(services: Services, writer: Writer): Promise<number> {
  const { db, registry, env } = services;
  if (env.gateway.driver !== 'builtin') return 0;
  if (!registry.get(app.name) || !registry.get(appPluginVersionApi.name)) return 0;
  let [updated, last] = [0, 0];
  for (;;) {
    const found = await db.rows<{ id: number | string }>(OUT_OF_SYNC_SQL, [last]);
    const ids = found.map(({ id }) => Number(id));
    if (ids.length === 0) return updated;
    await writer.inTransaction(systemContext(services, 'upstreams'), (_txWriter, hook) =>
      updateAppUpstreams(hook, ids),
    );
    updated += ids.length;
    last = ids.at(-1) ?? last;
  }
}
