/** Shows staff whether the gateway serves the APIs that they put online, from the state that the gateway itself uses. */
import { appPluginVersionApi } from '../../../common/entities/appPluginVersionApi';
import { grantedRows } from '../../../common/entity/access';
import { permissionKey } from '../../../common/entity/permissionKeys';
import { MAX_REACHABILITY_IDS, PLUGIN_HIDDEN, type UnreachableReason } from '../../../common/protocol/reachability';
import { fault } from '../../../common/protocol/faults';
import { parseIds } from '../../engine/http/parseParams';
import type { HandlerResult, RouteCall, RouteRegistry } from '../../engine/http/routeRegistry';
import { filterToSql, joinWithAnd, notDeleted } from '../../engine/read/filterToSql';
import { placeholders } from '../../platform/database/sql';
import type { GatewayAppCache } from './gatewayApp';

interface OnlineRow {
  readonly id: number;
  readonly app_id: number;
  /** Null without a plugin. */
  readonly plugin_status: number | null;
}
interface Reachability {
  readonly id: number;
  readonly reason: UnreachableReason | null;
  /** Only for an interface that the gateway serves. */
  readonly note?: typeof PLUGIN_HIDDEN;
}

const PLUGIN_STATUS_SQL = `(SELECT p.status FROM \`plugin_version_api\` v JOIN \`plugin_version\` n ON n.id = v.plugin_version_id
  JOIN \`plugin\` p ON p.id = n.plugin_id WHERE v.id = plugin_version_api_id)`;

/** Only the online interfaces that the caller may see. Error: `request.malformed` for more than `MAX_REACHABILITY_IDS` ids. */
async function readReachability({ ctx, query }: RouteCall, apps: GatewayAppCache): Promise<HandlerResult> {
  const { services, actor } = ctx;
  const ids = parseIds(query['ids']);
  const scope = grantedRows(actor, appPluginVersionApi, 'read');
  if (ids.length > MAX_REACHABILITY_IDS || scope === undefined) throw fault('request.malformed');
  const where = joinWithAnd([
    { sql: `id IN (${placeholders(ids.length)}) AND route_status = 1`, params: ids },
    notDeleted(appPluginVersionApi),
    filterToSql(appPluginVersionApi, scope, services.db.dialect),
  ]);
  const rows = await services.db.rows<OnlineRow>(
    `SELECT id, app_id, ${PLUGIN_STATUS_SQL} AS plugin_status FROM \`app_plugin_version_api\` WHERE ${where.sql} ORDER BY id`,
    where.params,
  );
  const list = await Promise.all(
    rows.map(async ({ id, app_id, plugin_status: pluginStatus }): Promise<Reachability> => {
      const reason = (await apps.findReason(Number(app_id), Number(id))) ?? null;
      const isHidden = reason === null && pluginStatus !== null && Number(pluginStatus) !== 1;
      return { id: Number(id), reason, ...(isHidden ? { note: PLUGIN_HIDDEN } : {}) };
    }),
  );
  return { data: { list } };
}

export function registerReachabilityRoute({ add }: Pick<RouteRegistry, 'add'>, apps: GatewayAppCache): void {
  add({
    method: 'GET',
    path: `/admin/${appPluginVersionApi.name}/reachability`,
    realm: 'admin',
    access: 'admin',
    permission: permissionKey(appPluginVersionApi, 'index'),
    query: ['ids'],
    body: 'none',
    entity: appPluginVersionApi,
    summary: 'Whether the gateway serves online APIs, and why not',
    handler: (call) => readReachability(call, apps),
  });
}
