/** The cached configuration of one app: its keys, its upstream and its online interfaces. Loaded from the database, invalidated when a row changes. */
import type { appPluginVersionApi } from '../../../common/entities/appPluginVersionApi';
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
  readonly definition_id: number | null;
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
  readonly definition_status: number | null;
}

const APP_SQL = `SELECT a.* FROM \`app\` a JOIN \`enterprise\` e ON e.id = a.company_id
  WHERE a.id = ? AND a.status = 1 AND a.delete_time IS NULL AND e.status = 1 AND e.delete_time IS NULL`;
/** Online and enabled at the app and at the version, and a definition that is not disabled. */
const ROUTES_SQL = `SELECT r.id, r.name, r.url, r.item, r.is_login, r.is_auth, r.route_id, v.definition_id, d.api_class, d.hash,
    d.access_token, d.method, d.info, d.is_test, d.return_str, d.params, d.group_hash, d.hash_type, d.status AS definition_status
  FROM \`app_plugin_version_api\` r
  JOIN \`plugin_version_api\` v ON v.id = r.plugin_version_api_id AND v.status = 1 AND v.route_status = 1 AND v.delete_time IS NULL
  LEFT JOIN \`api_definition\` d ON d.id = v.definition_id AND d.delete_time IS NULL
  WHERE r.app_id = ? AND r.status = 1 AND r.route_status = 1 AND r.delete_time IS NULL ORDER BY r.id`;

/** Entities whose rows decide what the gateway answers. */
const CONCERNED = new Set(['app', 'app_plugin_version_api', 'plugin_version_api', 'api_definition', 'enterprise']);
/** Apps and unknown ids in memory. */
const MAX_APPS = 10_000;

export interface GatewayAppCache {
  /** The app; undefined when it does not exist or is disabled. */
  readonly load: (id: number) => Promise<GatewayApp | undefined>;
  /** Forgets what these changes concern; all of it when the changes are unknown. */
  readonly onCommittedChanges: (changes: readonly Pick<CommittedChange, 'ent'>[] | undefined) => void;
}

export function createGatewayAppCache(services: Services): GatewayAppCache {
  const apps = new Map<number, Promise<GatewayApp | undefined>>();
  return {
    load: (id) => {
      const known = apps.get(id);
      if (known !== undefined) return known;
      const loading = loadApp(services, id);
      loading.catch(() => apps.get(id) === loading && apps.delete(id));
      apps.set(id, loading);
      const [oldest] = apps.keys();
      if (apps.size > MAX_APPS && oldest !== undefined) apps.delete(oldest);
      return loading;
    },
    onCommittedChanges: (changes) => {
      if (changes === undefined || changes.some(({ ent }) => CONCERNED.has(ent))) apps.clear();
    },
  };
}

async function loadApp({ db, env }: Services, id: number): Promise<GatewayApp | undefined> {
  const { app, rows } = await db.snapshot(async (tx) => {
    const [found] = await tx.rows<AppRow>(APP_SQL, [id]);
    return { app: found, rows: found === undefined ? [] : await tx.rows<RouteRow>(ROUTES_SQL, [id]) };
  });
  if (app === undefined) return undefined;
  const routes = rows.filter(hasEnabledDefinition).map(toRoute);
  const secretOf = (salt: string) => deriveAppSecret(env.appKeys, Number(app.id), salt);
  return {
    id: Number(app.id),
    title: app.title,
    companyId: Number(app.company_id),
    key: app.key,
    secrets: [
      { secret: secretOf(app.secret), until: Number.POSITIVE_INFINITY },
      ...(app.old_secret ? [{ secret: secretOf(app.old_secret), until: Number(app.old_until ?? 0) * 1000 }] : []),
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

/** A deleted or disabled definition closes its interface. */
const hasEnabledDefinition = ({ definition_id, definition_status }: RouteRow): boolean =>
  definition_id === null || Number(definition_status) === 1;

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
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
};
