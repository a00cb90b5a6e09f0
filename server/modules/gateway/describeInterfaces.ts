/** The online interfaces of all apps, as the API document shows them, grouped by `group_hash`. */
import { appPluginVersionApi } from '../../../common/entities/appPluginVersionApi';
import { hasPermission, type Actor } from '../../../common/entity/access';
import { permissionKey } from '../../../common/entity/permissionKeys';
import type { ApiParameter } from '../../../common/protocol/apiParameters';
import type { Services } from '../../context';
import type { Gateway } from './gateway';
import { needsSignature } from './authorizeCall';
import type { RouteAudience } from './gatewayApp';
import { allowedMethods } from './gatewayRequest';
import { getAddress } from './tryOut';

export interface DescribedInterface {
  readonly app: string;
  readonly address: string;
  readonly name: string;
  readonly info: string;
  readonly group: string;
  readonly methods: readonly string[];
  readonly item: RouteAudience;
  readonly isSigned: boolean;
  readonly isLogin: boolean;
  readonly isAuth: boolean;
  readonly isTest: boolean;
  readonly parameters: readonly ApiParameter[];
  readonly example: string;
}

/** Apps that the document describes. */
const MAX_APPS = 200;
const ONLINE_APPS_SQL = `SELECT DISTINCT app_id AS id FROM \`app_plugin_version_api\`
  WHERE route_status = 1 AND status = 1 AND delete_time IS NULL ORDER BY app_id LIMIT ${MAX_APPS}`;

/** Sorted by group, then by address; none for readers who may not see interfaces. */
export async function describeInterfaces(
  services: Services,
  gateway: Gateway,
  actor: Actor,
): Promise<readonly DescribedInterface[]> {
  if (!hasPermission(actor, permissionKey(appPluginVersionApi, 'index'))) return [];
  const ids = await services.db.rows<{ id: number }>(ONLINE_APPS_SQL);
  const apps = await Promise.all(ids.map(({ id }) => gateway.apps.load(Number(id))));
  const described = apps
    .filter((app) => app !== undefined)
    .flatMap((app) =>
      app.routes.map((route): DescribedInterface => ({
        app: app.title,
        address: getAddress(app, route),
        name: route.name,
        item: route.item,
        isSigned: needsSignature(route),
        isLogin: route.isLogin,
        isAuth: route.isAuth,
        methods: allowedMethods(route),
        info: route.definition?.info ?? '',
        group: route.definition?.group ?? '',
        isTest: route.definition?.isTest ?? false,
        parameters: route.definition?.parameters ?? [],
        example: route.definition?.example ?? '',
      })),
    );
  return described.sort(
    (one, other) => one.group.localeCompare(other.group) || one.address.localeCompare(other.address),
  );
}
