/**
 * Hooks of apps: key and secret are created with the row, an app has an upstream while one of its interfaces is online, and menu entries
 * belong to groups of the same app.
 */
import { randomBytes } from 'node:crypto';
import { app } from '../../../common/entities/app';
import { appBusiness } from '../../../common/entities/appBusiness';
import { createSalt } from '../../access/tokens/apiTokens';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { defineHooks, isRestored, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { lockRow, findRowById } from '../rowLookup';
import { deleteOldPackages } from './appPackages';
import { assertPublicUrl } from '../../platform/ssrfGuard';

const { not_packaged: notPackaged } = app.spec.fields.running_status.options.values;
type AppBusinessFields = Partial<StoredOf<typeof appBusiness>>;

export const appHooks = defineHooks(app, {
  beforeWrite: ({ services: { env } }, changes, before) => {
    assertPublicUrl(env, 'upstream_url', changes.upstream_url);
    return before === undefined
      ? { ...changes, key: `app_${randomBytes(9).toString('hex')}`, secret: createSalt() }
      : changes;
  },
  afterWrite: async (hook, after, before) => {
    if (before === undefined || after.company_id === before.company_id) return;
    const { services, asSystem } = hook;
    const business = services.registry.get('app_business');
    if (business === undefined) return;
    for (const row of await hook.find(business.name, { field: 'app_id', op: '=', value: after.id }))
      await asSystem.update(business, { id: Number(row['id']), company_id: after.company_id });
  },
  afterCommit: async ({ services }, after, before) => {
    if (before !== undefined && before.container_id !== after.container_id)
      await deleteOldPackages(services.env, after.id, after.container_id);
  },
  afterPurge: ({ services }, row) => deleteOldPackages(services.env, row.id, null),
  actions: {
    // The terminal packs the app; this checks that it can begin now.
    package: () => ({}),
    stop: (_hook, row) => {
      if (row.container_id === null) throw fault('app.stopped');
      return { running_status: notPackaged, container_name: null, container_id: null, install_time: null };
    },
    // A leaked secret is useless at once; a rotation gives programs time to change.
    reset_secret: () => ({ secret: createSalt(), shown_time: null, old_secret: null, old_until: null }),
    rotate_secret: ({ at }, row) => ({
      secret: createSalt(),
      shown_time: null,
      old_secret: row.secret,
      old_until: Math.floor(at / 1000) + LIMITS.oldSecretHours * 3_600,
    }),
  },
});

export const appBusinessHooks = defineHooks(appBusiness, {
  beforeWrite: async (hook, changes, before) => {
    const wanted = { ...before, ...changes };
    // Waits for concurrent moves of the app and for concurrent changes of the group's entries.
    await lockApps(hook, before?.app_id, wanted.app_id);
    await assertNoStrandedEntries(hook, changes, before);
    await assertGroupOfApp(hook, wanted);
    const owner = await findRowById(hook, 'app', wanted.app_id);
    const company = Number(owner?.['company_id'] ?? 0);
    if (company === 0 || wanted.company_id === company) return changes;
    // An entry belongs to the company of its app; otherwise members of one company would read the data of another.
    const isChosen = (changes.company_id ?? null) !== null && hook.actor.kind !== 'system' && !isRestored(before);
    if (isChosen) throw fault('row.invalid', undefined, { fields: [{ path: 'company_id', code: 'choice' }] });
    return { ...changes, company_id: company };
  },
});

/** A group keeps its type and its app while it has entries: they would stay in the tree of another company. */
async function assertNoStrandedEntries(
  hook: HookContext,
  changes: AppBusinessFields,
  before: AppBusinessFields | undefined,
): Promise<void> {
  if (before?.id === undefined) return;
  const moved = (['app_id', 'is_group'] as const).filter(
    (name) => changes[name] !== undefined && changes[name] !== before[name],
  );
  if (moved.length === 0) return;
  const below = await hook.find('app_business', { field: 'pid', op: '=', value: before.id });
  if (below.length > 0)
    throw fault('row.invalid', undefined, { fields: moved.map((path) => ({ path, code: 'has_children' })) });
}

/** Locks apps until the transaction ends, in ascending order of id. */
export async function lockApps(hook: HookContext, ...ids: readonly (number | undefined)[]): Promise<void> {
  const known = [...new Set(ids)].filter((id) => id !== undefined);
  for (const id of known.sort((one, other) => one - other)) await lockRow(hook, 'app', id);
}

/** An id of a service of the gateway. */
export const createServiceId = (): string => `service_${randomBytes(8).toString('hex')}`;

/** Adds an upstream of the built-in gateway to apps with an online interface and removes it from apps without one. */
export async function updateAppUpstreams(hook: HookContext, ids: readonly number[]): Promise<void> {
  if (hook.services.env.gateway.driver !== 'builtin') return;
  await lockApps(hook, ...ids);
  for (const id of ids) {
    const row = await findRowById(hook, 'app', id);
    if (row === undefined) continue;
    const online = await hook.find('app_plugin_version_api', {
      all: [
        { field: 'app_id', op: '=', value: id },
        { field: 'route_status', op: '=', value: 1 },
      ],
    });
    const known = row['upstream_id'] ?? null;
    const upstream = online.length === 0 ? null : (known ?? `upstream_${randomBytes(8).toString('hex')}`);
    const service = row['service_id'] ?? (upstream === null ? null : createServiceId());
    if (upstream !== known || service !== (row['service_id'] ?? null))
      await hook.asSystem.update(app, { id, upstream_id: upstream, service_id: service });
  }
}

/** The parent of an entry must be a group of the same app. */
async function assertGroupOfApp(hook: HookContext, { pid, app_id }: AppBusinessFields): Promise<void> {
  if (pid === null || pid === undefined) return;
  const group = await findRowById(hook, 'app_business', pid);
  if (group !== undefined && (group['is_group'] !== 1 || group['app_id'] !== app_id))
    throw fault('row.invalid', undefined, { fields: [{ path: 'pid', code: 'choice' }] });
}
