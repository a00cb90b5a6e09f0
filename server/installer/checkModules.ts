/**
 * Checks at start-up that the packages of modules exist. An unreadable module gets the state `unknown`, and staff a notice; its entities go
 * on working, except for the writes that its hooks check. A module whose package is there again gets its state back.
 */
import { module } from '../../common/entities/module';
import { permissionKey } from '../../common/entity/permissionKeys';
import { stringOrEmpty } from '../../common/json';
import { translateFault } from '../../common/locales/translate';
import { Fault } from '../../common/protocol/faults';
import type { LocalizedText } from '../../common/modules/review';
import { truncate } from '../../common/text/normalize';
import { ALL_PERMISSIONS } from '../access/rbac/rbac';
import type { HookContext } from '../engine/write/context/hookContext';
import type { Writer } from '../engine/write/writer';
import { notify } from '../hooks/notifications/notify';
import { findAdminsWhoCan } from '../hooks/permissions/approvers';
import { systemContext } from '../platform/systemContext';
import type { Tx } from '../context';
import { placeholders } from '../platform/database/sql';
import type { InstallerDeps } from './conflicts';
import { MODULE_JOBS } from './moduleChange';
import { failureColumns, isInstalled, listFormerStates, listModules, type StoredModule } from './moduleRow';
import { loadPackage } from './package/packageStore';

const MAX_RECIPIENTS = 200;

/** Why the module cannot be read; undefined when it can. */
async function loadProblem(
  { services, registry }: InstallerDeps,
  stored: StoredModule,
): Promise<LocalizedText | undefined> {
  const missing = stored.entities.filter((name) => registry.get(name) === undefined);
  if (stored.state !== 'disabled' && stored.withdrawn === null && missing.length > 0)
    return {
      en: `Entities without an active definition: ${missing.join(', ')}`,
      'zh-cn': `以下实体没有生效的定义：${missing.join('、')}`,
    };
  try {
    await loadPackage(services.env, isInstalled(stored) ? stored.packageDigest : stored.availableDigest);
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return { en: translateFault('en', error), 'zh-cn': translateFault('zh-cn', error) };
    throw error;
  }
}

/** The modules with a change that runs, or waits for another runner after a crash: their state is the one of the change. */
async function listChangingModules(reader: Pick<Tx, 'rows'>): Promise<ReadonlySet<string>> {
  const kinds = Object.values(MODULE_JOBS);
  const rows = await reader.rows<{ readonly subject: string }>(
    `SELECT subject FROM \`job\` WHERE status IN ('waiting', 'running') AND kind IN (${placeholders(kinds.length)})`,
    kinds,
  );
  return new Set(rows.map(({ subject }) => subject));
}

async function notifyStaff(hook: HookContext, { id, row }: StoredModule): Promise<void> {
  const permission = permissionKey(module, 'index');
  const admins = await findAdminsWhoCan(
    hook,
    ({ permissions }) => permissions.has(ALL_PERMISSIONS) || permissions.has(permission),
  );
  for (const admin of admins.slice(0, MAX_RECIPIENTS))
    await notify(hook, {
      to: { realm: 'admin', id: admin },
      kind: 'system',
      single: { text: 'module_unknown', link: `/admin/module/${id}` },
      params: { title: truncate(stringOrEmpty(row['title']), 60) },
      group: `module_unknown:${id}`,
    });
}

/** Returns the number of modules that became unknown. */
export async function checkModules(deps: InstallerDeps, writer: Writer): Promise<number> {
  const { services } = deps;
  if (services.registry.get(module.name) === undefined) return 0;
  let count = 0;
  const changing = await listChangingModules(services.db);
  for (const stored of await listModules(services.db)) {
    if (changing.has(stored.uid)) continue;
    if (!['init', 'installed', 'disabled', 'update', 'unknown'].includes(stored.state)) continue;
    const failure = await loadProblem(deps, stored);
    const isUnknown = stored.state === 'unknown';
    const { id } = stored;
    // A repair by an earlier version of the product did not offer the update again.
    if (stored.state === 'installed' && stored.availableVersion !== '' && failure === undefined)
      await writer.update(systemContext(services, 'modules'), module, { id, state: 'update' });
    if (isUnknown === (failure !== undefined)) continue;
    await writer.inTransaction(systemContext(services, 'modules'), async (write, hook) => {
      if (failure === undefined) {
        for (const state of listFormerStates(stored)) await write.update(module, { id, state, ...failureColumns() });
        return;
      }
      await write.update(module, { id, state: 'unknown', ...failureColumns(failure) });
      await notifyStaff(hook, stored);
    });
    if (failure !== undefined) count += 1;
  }
  return count;
}
