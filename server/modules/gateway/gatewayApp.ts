/**
 * The cached configuration of one app: its keys, its upstream, the interfaces that it serves, and why it does not serve the others.
 * Loaded from the database, invalidated when a row changes.
 */
import type { appPluginVersionApi } from '../../../common/entities/appPluginVersionApi';
import { GATEWAY_ENTITIES, isCallablePath, type UnreachableReason } from '../../../common/protocol/reachability';
import { parseApiParameters, type ApiParameter } from '../../../common/protocol/apiParameters';
import { deriveAppSecret } from '../../access/tokens/appSecrets';
import type { CommittedChange, Services } from '../../context';

export type RouteAudience = keyof typeof appPluginVersionApi.spec.fields.item.options.values;

/** The definition of an interface, if it has one. */
export interface RouteDefinition {
  readonly apiClass: string;
  readonly hash: string;
  readonly isSigned: boolean;
  readonly method: 'ANY' | 'POST' | 'GET';
  readonly info: string;
  readonly isTest: boolean;
  readonly example: string;
  readonly group: string;
  readonly isHidden: boolean;
  readonly parameters: readonly ApiParameter[];
}
/** An online interface of an app: a route of the gateway. */
export interface GatewayRoute {
  readonly id: number;
  readonly routeId: string;
  readonly name: string;
  /** Begins with a slash. */
  readonly path: string;
  readonly item: RouteAudience;
  readonly isLogin: boolean;
  readonly isAuth: boolean;
  readonly definition: RouteDefinition | undefined;
}
export interface GatewayApp {
  readonly id: number;
  readonly title: string;
  readonly companyId: number;
  readonly key: string;
  /** The secret, and the previous one until its end. */
  readonly secrets: readonly { readonly secret: string; readonly until: number }[];
  readonly serviceId: string;
  readonly upstreamId: string;
  readonly upstreamUrl: string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly callsPerMinute: number;
  readonly groups: ReadonlySet<string>;
  readonly routes: readonly GatewayRoute[];
  /** By path; interfaces with an encrypted hash have none. */
  readonly byPath: ReadonlyMap<string, GatewayRoute>;
  readonly byHash: ReadonlyMap<string, GatewayRoute>;
}

interface AppRow {
  readonly id: number;
  readonly title: string;
  readonly company_id: number;
  readonly status: number;
  readonly company_status: number | null;
  readonly company_delete_time: number | null;
  readonly key: string;
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_until: number | null;
  readonly service_id: string | null;
  readonly upstream_id: string | null;
  readonly upstream_url: string | null;
  readonly upstream_timeout: number;
  readonly upstream_retries: number;
  readonly rate_limit: number;
  readonly api_groups: string | null;
}
interface RouteRow {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly item: RouteAudience;
  readonly is_login: number;
  readonly is_auth: number;
  readonly route_id: string | null;
  readonly status: number;
  /** Null without a version interface; the same below for the definition. */
  readonly version_status: number | null;
  readonly version_route_status: number | null;
  readonly version_delete_time: number | null;
  readonly definition_id: number | null;
  readonly definition_status: number | null;
  readonly definition_delete_time: number | null;
  readonly api_class: string | null;
  readonly hash: string | null;
  readonly access_token: number;
  readonly method: number;
  readonly info: string;
  readonly is_test: number;
  readonly return_str: string | null;
  readonly params: string | null;
  readonly group_hash: string | null;
  readonly hash_type: number;
}

const APP_SQL = `SELECT a.*, e.status AS company_status, e.delete_time AS company_delete_time
  FROM \`app\` a LEFT JOIN \`enterprise\` e ON e.id = a.company_id WHERE a.id = ? AND a.delete_time IS NULL`;
/** The interfaces that staff put online, with the state of their parents. */
const ROUTES_SQL = `SELECT r.id, r.name, r.url, r.item, r.is_login, r.is_auth, r.route_id, r.status,
    v.status AS version_status, v.route_status AS version_route_status, v.delete_time AS version_delete_time, v.definition_id,
    d.status AS definition_status, d.delete_time AS definition_delete_time,
    d.api_class, d.hash, d.access_token, d.method, d.info, d.is_test, d.return_str, d.params, d.group_hash, d.hash_type
  FROM \`app_plugin_version_api\` r
  LEFT JOIN \`plugin_version_api\` v ON v.id = r.plugin_version_api_id
  LEFT JOIN \`api_definition\` d ON d.id = v.definition_id
  WHERE r.app_id = ? AND r.route_status = 1 AND r.delete_time IS NULL ORDER BY r.id`;

/** Apps and unknown ids in memory. */
const MAX_APPS = 10_000;

interface AppState {
  /** Undefined when the gateway serves no call of the app. */
  readonly app: GatewayApp | undefined;
  readonly findReason: (interfaceId: number) => UnreachableReason | undefined;
}
export interface GatewayAppCache {
  /** The app; undefined when it does not exist or is disabled. */
  readonly load: (id: number) => Promise<GatewayApp | undefined>;
  /** Why the gateway does not serve an online interface of the app; undefined when it does. */
  readonly findReason: (appId: number, interfaceId: number) => Promise<UnreachableReason | undefined>;
  /** Forgets what these changes concern; all of it when the changes are unknown. */
  readonly onCommittedChanges: (changes: readonly Pick<CommittedChange, 'entityName'>[] | undefined) => void;
}

export function createGatewayAppCache(services: Services): GatewayAppCache {
  const states = new Map<number, Promise<AppState>>();
  const load = (id: number): Promise<AppState> => {
    const known = states.get(id);
    if (known !== undefined) return known;
    const loading = loadAppState(services, id);
    loading.catch(() => states.get(id) === loading && states.delete(id));
    states.set(id, loading);
    const [oldest] = states.keys();
    if (states.size > MAX_APPS && oldest !== undefined) states.delete(oldest);
    return loading;
  };
  return {
    load: async (id) => (await load(id)).app,
    findReason: async (appId, interfaceId) => (await load(appId)).findReason(interfaceId),
    onCommittedChanges: (changes) => {
      if (changes === undefined || changes.some(({ entityName }) => GATEWAY_ENTITIES.has(entityName))) states.clear();
    },
  };
}

async function loadAppState({ db, env }: Services, id: number): Promise<AppState> {
  const { row, rows } = await db.snapshot(async (tx) => {
    const [found] = await tx.rows<AppRow>(APP_SQL, [id]);
    return { row: found, rows: found === undefined ? [] : await tx.rows<RouteRow>(ROUTES_SQL, [id]) };
  });
  const appReason = findAppReason(row);
  if (row === undefined || appReason !== undefined) return { app: undefined, findReason: () => appReason };
  const reasons = new Map(rows.map((routeRow) => [Number(routeRow.id), findRowReason(routeRow)] as const));
  const routes = rows.filter((routeRow) => reasons.get(Number(routeRow.id)) === undefined).map(toRoute);
  const app = toGatewayApp(row, routes, env.appKeys);
  for (const route of routes) reasons.set(route.id, findRouteReason(app, route));
  return { app, findReason: (interfaceId) => reasons.get(interfaceId) };
}

/** Why no call reaches an interface that is a route of the app; the gateway refuses such calls itself. */
function findRouteReason(app: GatewayApp, route: GatewayRoute): UnreachableReason | undefined {
  const { definition } = route;
  if (!isCallablePath(routeAddress(route))) return 'address_invalid';
  if (findRouteAt(app, routeAddress(route)) !== route) return 'address_taken';
  // A test interface returns its example.
  if (definition?.isTest === true && definition.example !== '') return undefined;
  if (definition !== undefined && !isCallablePath(`/${definition.apiClass}`)) return 'class_invalid';
  return app.upstreamUrl === '' ? 'no_upstream' : undefined;
}

/** The interface at an address below the app, which begins with a slash: its path, or the hash of its definition. */
export const findRouteAt = (app: GatewayApp, address: string): GatewayRoute | undefined =>
  app.byPath.get(address) ?? app.byHash.get(address.slice(1));

function toGatewayApp(app: AppRow, routes: readonly GatewayRoute[], appKeys: Services['env']['appKeys']): GatewayApp {
  const getSecret = (salt: string) => deriveAppSecret(appKeys, Number(app.id), salt);
  return {
    id: Number(app.id),
    title: app.title,
    companyId: Number(app.company_id),
    key: app.key,
    secrets: [
      { secret: getSecret(app.secret), until: Number.POSITIVE_INFINITY },
      ...(app.old_secret ? [{ secret: getSecret(app.old_secret), until: Number(app.old_until ?? 0) * 1000 }] : []),
    ],
    serviceId: app.service_id ?? '',
    upstreamId: app.upstream_id ?? '',
    upstreamUrl: app.upstream_url ?? '',
    timeoutMs: Number(app.upstream_timeout),
    retries: Number(app.upstream_retries),
    callsPerMinute: Number(app.rate_limit),
    groups: new Set(parseTextList(app.api_groups)),
    routes,
    byPath: new Map(routes.filter((route) => !route.definition?.isHidden).map((route) => [route.path, route])),
    byHash: new Map(routes.flatMap((route) => (route.definition ? [[route.definition.hash, route]] : []))),
  };
}

const isOn = (status: number | null): boolean => Number(status) === 1;

function findAppReason(row: AppRow | undefined): UnreachableReason | undefined {
  if (row === undefined) return 'app_deleted';
  if (!isOn(row.status)) return 'app_off';
  if (row.company_status === null || row.company_delete_time !== null) return 'enterprise_deleted';
  return isOn(row.company_status) ? undefined : 'enterprise_off';
}

function findRowReason(row: RouteRow): UnreachableReason | undefined {
  if (!isOn(row.status)) return 'disabled';
  if (row.version_status === null || row.version_delete_time !== null) return 'version_deleted';
  if (!isOn(row.version_status)) return 'version_off';
  if (!isOn(row.version_route_status)) return 'version_offline';
  if (row.definition_id === null) return undefined;
  if (row.definition_status === null || row.definition_delete_time !== null) return 'definition_deleted';
  return isOn(row.definition_status) ? undefined : 'definition_off';
}

/** Begins with a slash: the hash of the definition where that is hidden, else the path. */
export const routeAddress = ({ definition, path }: Pick<GatewayRoute, 'definition' | 'path'>): string =>
  definition?.isHidden ? `/${definition.hash}` : path;

const METHODS: Readonly<Record<number, RouteDefinition['method']>> = { 0: 'ANY', 1: 'POST', 2: 'GET' };

function toRoute(row: RouteRow): GatewayRoute {
  return {
    id: Number(row.id),
    routeId: row.route_id ?? '',
    name: row.name,
    path: `/${row.url.replace(/^\/+/, '')}`,
    item: row.item,
    isLogin: Number(row.is_login) === 1,
    isAuth: Number(row.is_auth) === 1,
    definition: row.definition_id === null ? undefined : toDefinition(row),
  };
}
const toDefinition = (row: RouteRow): RouteDefinition => ({
  apiClass: row.api_class ?? '',
  hash: row.hash ?? '',
  isSigned: Number(row.access_token) === 1,
  method: METHODS[Number(row.method)] ?? 'POST',
  info: row.info,
  isTest: Number(row.is_test) === 1,
  example: row.return_str ?? '',
  group: row.group_hash ?? '',
  isHidden: Number(row.hash_type) === 2,
  parameters: parseApiParameters(parseJson(row.params)).parameters,
});

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch {
    return null;
  }
}
const parseTextList = (text: string | null): readonly string[] => {
  const list = parseJson(text);
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
};
