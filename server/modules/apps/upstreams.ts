/** Apps from before upstreams followed from routes: at the start each has one exactly while one of its interfaces is online. */
import { app } from '../../../common/entities/app';
import { appPluginVersionApi } from '../../../common/entities/appPluginVersionApi';
import { routeApps } from '../../behaviours/app';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import { systemCtx } from '../../platform/systemCtx';

/** Apps of one transaction. */
const AT_ONCE = 200;
const ONLINE = `EXISTS (SELECT 1 FROM \`${appPluginVersionApi.name}\` r
  WHERE r.app_id = a.id AND r.route_status = 1 AND r.delete_time IS NULL)`;
const ASTRAY = `SELECT a.id FROM \`${app.name}\` a
  WHERE a.id > ? AND a.delete_time IS NULL AND (a.upstream_id IS NULL) = (${ONLINE}) ORDER BY a.id LIMIT ${AT_ONCE}`;

/** Writes what is missing or too much, each once however many nodes start; answers how many apps it was. */
export async function amendUpstreams(services: Services, writer: Writer): Promise<number> {
  const { db, registry } = services;
  if (!registry.get(app.name) || !registry.get(appPluginVersionApi.name)) return 0;
  let [amended, last] = [0, 0];
  for (;;) {
    const found = await db.rows<{ id: number | string }>(ASTRAY, [last]);
    const ids = found.map(({ id }) => Number(id));
    if (ids.length === 0) return amended;
    await writer.inTransaction(systemCtx(services, 'upstreams'), (_within, hook) => routeApps(hook, ids));
    amended += ids.length;
    last = ids.at(-1) ?? last;
  }
}
