/**
 * Syncs Apache APISIX with the online interfaces, and the ids of the rows with the objects of APISIX: an id is stored after its object was
 * created, and removed after it was deleted. A failure leaves all other objects and ids correct.
 */
import { isDeepStrictEqual } from 'node:util';
import { app as appEntity } from '../../../../common/entities/app';
import type { AnyEntity } from '../../../../common/entity/entity';
import { appPluginVersionApi } from '../../../../common/entities/appPluginVersionApi';
import type { Services } from '../../../context';
import type { Writer } from '../../../engine/write/writer';
import { systemContext } from '../../../platform/systemContext';
import type { GatewayAppCache } from '../gatewayApp';
import type { AdminApi } from './adminApi';
import { buildApisixObjects, isOwnObject, OBJECT_KINDS, type ApisixObject, type ObjectKind } from './apisixObjects';

interface SyncDeps {
  readonly services: Services;
  readonly writer: Writer;
  readonly apps: GatewayAppCache;
  readonly api: AdminApi;
  readonly publicUrl: string;
}
export interface SyncResult {
  readonly written: number;
  readonly deleted: number;
  /** One sentence for each object that could not be written or deleted. */
  readonly failures: readonly string[];
}

const APPS_SQL =
  'SELECT DISTINCT app_id AS id FROM `app_plugin_version_api` WHERE route_status = 1 AND delete_time IS NULL';

/** The objects that should exist. */
export async function loadApisixObjects({
  services,
  apps,
  publicUrl,
}: Pick<SyncDeps, 'services' | 'apps' | 'publicUrl'>): Promise<readonly ApisixObject[]> {
  const ids = await services.db.rows<{ id: number }>(APPS_SQL);
  const objects: ApisixObject[] = [];
  for (const { id } of ids) {
    const app = await apps.load(Number(id));
    if (app !== undefined) objects.push(...buildApisixObjects(app, publicUrl));
  }
  return objects;
}

type Existing = Readonly<Record<ObjectKind, Map<string, Readonly<Record<string, unknown>>>>>;

/** Throws when the objects of APISIX cannot be listed; then no id changes. */
export async function syncApisix(deps: SyncDeps): Promise<SyncResult> {
  const { api, publicUrl } = deps;
  const desired = await loadApisixObjects(deps);
  const existing: Existing = {
    upstreams: new Map(await api.list('upstreams')),
    services: new Map(await api.list('services')),
    routes: new Map(await api.list('routes')),
  };
  const failures: string[] = [];
  const attempt = async (work: () => Promise<void>): Promise<number> => {
    try {
      await work();
      return 1;
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      return 0;
    }
  };
  let [written, deleted] = [0, 0];
  for (const { kind, id, body } of desired)
    if (!isSame(body, existing[kind].get(id)))
      written += await attempt(async () => {
        await api.put(kind, id, body);
        existing[kind].set(id, body);
      });
  const wanted = new Set(desired.map(({ kind, id }) => `${kind}/${id}`));
  for (const kind of [...OBJECT_KINDS].reverse())
    for (const [id, body] of [...existing[kind]])
      if (!wanted.has(`${kind}/${id}`) && isOwnObject(body, publicUrl))
        deleted += await attempt(async () => {
          await api.remove(kind, id);
          existing[kind].delete(id);
        });
  await storeIds(deps, desired, existing);
  return { written, deleted, failures };
}

/** APISIX adds fields of its own, such as times. */
const isSame = (body: object, existing: Readonly<Record<string, unknown>> | undefined): boolean =>
  existing !== undefined && Object.entries(body).every(([name, value]) => isDeepStrictEqual(value, existing[name]));

/** The columns that hold ids of objects. */
const STORED_IDS: readonly {
  readonly entity: AnyEntity;
  readonly columns: readonly (readonly [column: string, kind: ObjectKind])[];
}[] = [
  {
    entity: appEntity,
    columns: [
      ['upstream_id', 'upstreams'],
      ['service_id', 'services'],
    ],
  },
  { entity: appPluginVersionApi, columns: [['route_id', 'routes']] },
];

interface StoredIds {
  readonly id: number;
  readonly [column: string]: number | string | null;
}
/** Stores the id of each object that exists in its row, and removes ids of objects that do not. */
async function storeIds(
  { services, writer }: SyncDeps,
  desired: readonly ApisixObject[],
  existing: Existing,
): Promise<void> {
  const findId = (kind: ObjectKind, rowId: number, stored: string | null): string | null => {
    const object = desired.find((candidate) => candidate.kind === kind && candidate.rowId === rowId);
    if (object !== undefined) return existing[kind].has(object.id) ? object.id : null;
    // It should be gone, but is still there.
    return stored !== null && existing[kind].has(stored) ? stored : null;
  };
  for (const { entity, columns } of STORED_IDS) {
    const names = columns.map(([column]) => column).join(', ');
    const rows = await services.db.rows<StoredIds>(
      `SELECT id, ${names} FROM \`${entity.name}\` WHERE delete_time IS NULL`,
    );
    for (const row of rows) {
      const changes = columns.flatMap(([column, kind]) => {
        const stored = typeof row[column] === 'string' ? row[column] : null;
        const id = findId(kind, Number(row.id), stored);
        return id === stored ? [] : [[column, id] as const];
      });
      if (changes.length > 0)
        await writer.update(systemContext(services, 'apisix'), entity, {
          id: Number(row.id),
          ...Object.fromEntries(changes),
        });
    }
  }
}
