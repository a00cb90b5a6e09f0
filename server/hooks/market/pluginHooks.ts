/** Hooks of plugins: a version is unique, a route is unique while its interface is online, and a definition gets its hash. */
import { createHash, randomBytes } from 'node:crypto';
import { apiDefinition } from '../../../common/entities/apiDefinition';
import { appPluginVersionApi } from '../../../common/entities/appPluginVersionApi';
import { pluginVersion } from '../../../common/entities/pluginVersion';
import { pluginVersionApi } from '../../../common/entities/pluginVersionApi';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Filter } from '../../../common/entity/filter';
import type { Json } from '../../../common/entity/field';
import type { Issue } from '../../../common/entity/issue';
import { parseApiParameters } from '../../../common/protocol/apiParameters';
import { fault } from '../../../common/protocol/faults';
import { isCallablePath } from '../../../common/protocol/reachability';
import { defineHooks, isRestored } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { transitionFault } from '../../engine/write/stages/transitions';
import { lockApps, updateAppUpstreams } from '../apps/appHooks';
import { findParentShown } from '../parentShown';
import { lockRow, findRowById } from '../rowLookup';

const equals = (field: string, value: Json): Filter => ({ field, op: '=', value });
const takenFault = (path: string) => fault('row.duplicate', undefined, { fields: [{ path, code: 'taken' }] });

export const apiDefinitionHooks = defineHooks(apiDefinition, {
  beforeWrite: (_hook, changes, before) => {
    const { issues } = parseApiParameters(changes.params);
    if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
    const type = changes.hash_type ?? before?.hash_type;
    if (before !== undefined && type === before.hash_type) return changes;
    const random = randomBytes(16).toString('hex');
    // The normal hash is short enough to read aloud; the encrypted one cannot be guessed.
    const hash = type === 2 ? createHash('sha1').update(random).digest('hex') : random.slice(0, 13);
    return { ...changes, hash };
  },
});

const PACKAGES = ['office_file', 'citizen_file', 'saas_file'] as const;
const ARCHIVES: ReadonlySet<unknown> = new Set([
  'application/zip',
  'application/x-rar-compressed',
  'application/x-7z-compressed',
]);
/** A package is an uploaded archive, never a path that a client sends. */
async function assertPackagesAreArchives(
  hook: HookContext,
  changes: Readonly<Partial<Record<string, unknown>>>,
): Promise<void> {
  const issues: Issue[] = [];
  for (const path of PACKAGES) {
    const url = changes[path];
    if (typeof url !== 'string' || url === '') continue;
    const [file] = await hook.find('attachment', equals('url', url));
    if (!ARCHIVES.has(file?.['mimetype'])) issues.push({ path, code: 'package' });
  }
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
}

export const pluginVersionHooks = defineHooks(pluginVersion, {
  beforeWrite: async (hook, changes, before) => {
    await assertPackagesAreArchives(hook, changes);
    const { plugin_id, version, id } = { ...before, ...changes };
    if (plugin_id === undefined || version === undefined) return changes;
    if (before !== undefined && changes.plugin_id === undefined && changes.version === undefined) return changes;
    await lockRow(hook, 'plugin', plugin_id);
    const isMoved = before !== undefined && (before.plugin_id !== plugin_id || before.version !== version);
    // The package names its plugin and version.
    const forgotten = isMoved && before.package_digest !== '' ? { package_digest: '', package_size: null } : {};
    const same = await hook.find('plugin_version', {
      all: [equals('plugin_id', plugin_id), equals('version', version)],
    });
    if (same.some((row) => row['id'] !== id)) throw takenFault('version');
    return { ...changes, ...forgotten, ...(await findParentShown(hook, 'plugin', changes.plugin_id)) };
  },
});

/** Columns that both kinds of routed interfaces have. */
interface RoutedRow {
  readonly id?: number;
  readonly url?: string;
  readonly item?: string;
  readonly status?: number;
  readonly route_status?: 0 | 1;
  readonly route_id?: string | null;
  readonly delete_time?: number | null;
}
/** The built-in gateway has a route exactly while the interface is online; APISIX reports itself which route exists. */
const offlineRoute = ({ services: { env } }: HookContext) =>
  env.gateway.driver === 'builtin' ? ({ route_status: 0, route_id: null } as const) : ({ route_status: 0 } as const);
const onlineRoute = ({ services: { env } }: HookContext, entity: AnyEntity, { id, route_id: known }: RoutedRow) =>
  env.gateway.driver === 'builtin'
    ? ({ route_status: 1, route_id: known ?? createRouteId(entity, id) } as const)
    : ({ route_status: 1 } as const);
/** The same for a row each time it goes online: the call log finds its earlier calls by it. Random for a row that has no id yet. */
function createRouteId(entity: AnyEntity, id: number | undefined): string {
  const seed = id === undefined ? randomBytes(8) : `${entity.name}:${id}`;
  return `route_${createHash('sha256').update(seed).digest('hex').slice(0, 16)}`;
}

/**
 * The route columns after a change: an id while the interface is online, none otherwise. An interface that is disabled stays online, so
 * that enabling it brings it back; until then the gateway does not serve it.
 */
async function routeChangesFor(
  hook: HookContext,
  entity: AnyEntity,
  same: Filter,
  wanted: RoutedRow,
  before: RoutedRow | undefined,
) {
  // A row in the recycle bin reserved no route.
  const previous = isRestored(before) ? undefined : before;
  if (wanted.route_status !== 1) return previous?.route_status === 1 ? offlineRoute(hook) : {};
  if (wanted.status === 0 && before?.route_status !== 1)
    throw transitionFault(hook.lang, entity, 'route_status', { from: 'offline', to: 'online' });
  const moved = previous?.route_status !== 1 || previous.url !== wanted.url || previous.item !== wanted.item;
  if (!moved) return {};
  const online = [same, equals('url', wanted.url ?? ''), equals('item', wanted.item ?? ''), equals('route_status', 1)];
  const others = await hook.find(entity.name, { all: online });
  if (others.some((row) => row['id'] !== wanted.id)) throw takenFault('url');
  return onlineRoute(hook, entity, wanted);
}

/** Refuses an address that no call can have. */
function assertCallableUrl({ url }: RoutedRow): void {
  if (url !== undefined && !isCallablePath(url))
    throw fault('row.invalid', undefined, { fields: [{ path: 'url', code: 'path' }] });
}

export const pluginVersionApiHooks = defineHooks(pluginVersionApi, {
  beforeWrite: async (hook, changes, before) => {
    assertCallableUrl(changes);
    const wanted = { ...before, ...changes };
    const { plugin_version_id: version } = wanted;
    if (version !== undefined) await lockRow(hook, 'plugin_version', version);
    const found =
      changes.plugin_version_id === undefined ? undefined : await findRowById(hook, 'plugin_version', version);
    const plugin = found ? { plugin_id: Number(found['plugin_id']) } : {};
    const route = await routeChangesFor(
      hook,
      pluginVersionApi,
      equals('plugin_version_id', version ?? 0),
      wanted,
      before,
    );
    return { ...changes, ...plugin, ...route };
  },
});

export const appPluginVersionApiHooks = defineHooks(appPluginVersionApi, {
  beforeWrite: async (hook, changes, before) => {
    assertCallableUrl(changes);
    const wanted = { ...before, ...changes };
    await lockApps(hook, before?.app_id, wanted.app_id);
    await assertApiOfVersion(hook, wanted.plugin_version_api_id, wanted.plugin_version_id);
    const route = await routeChangesFor(
      hook,
      appPluginVersionApi,
      equals('app_id', wanted.app_id ?? 0),
      wanted,
      before,
    );
    return { ...changes, ...route };
  },
  afterWrite: async (hook, after, before) => {
    const touched = new Set([after, before].flatMap((row) => (row && isOnline(row) ? [row.app_id] : [])));
    const isStillOnline = before !== undefined && isOnline(before) && isOnline(after) && touched.size === 1;
    if (!isStillOnline) await updateAppUpstreams(hook, [...touched]);
  },
  // Trying out an interface changes nothing of it.
  actions: { call: () => ({}) },
});
const isOnline = (row: RoutedRow): boolean => row.route_status === 1 && !isRestored(row);

/** The interface must belong to the version. */
async function assertApiOfVersion(
  hook: HookContext,
  api: number | undefined,
  version: number | undefined,
): Promise<void> {
  const found = await findRowById(hook, 'plugin_version_api', api);
  if (found !== undefined && found['plugin_version_id'] !== version)
    throw fault('row.invalid', undefined, { fields: [{ path: 'plugin_version_api_id', code: 'choice' }] });
}
