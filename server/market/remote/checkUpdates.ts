/**
 * Asks the sources for newer versions of the installed modules, and offers those that it finds: the state of the module says so, and
 * staff get a notice.
 */
import { ALL_PERMISSIONS } from '../../access/rbac/rbac';
import { module } from '../../../common/entities/module';
import { permissionKey } from '../../../common/entity/permissionKeys';
import { stringOrEmpty } from '../../../common/json';
import { Fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import type { Services } from '../../context';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Writer } from '../../engine/write/writer';
import { notify } from '../../hooks/notifications/notify';
import { findAdminsWhoCan } from '../../hooks/permissions/approvers';
import { findModule, isInstalled, listModules, type StoredModule } from '../../installer/moduleRow';
import { compareVersions } from '../../installer/package/versions';
import { systemContext } from '../../platform/systemContext';
import { createMarketClient } from './marketClient';
import { listSources, type MarketSource } from './marketSources';
import { saveOutcome, toFailure } from './recordReads';

const MAX_RECIPIENTS = 200;
const MAX_MODULES = 100;

/** A source offers updates only for the modules that were downloaded from it. A downloaded package that waits is not replaced. */
const isOffered = (stored: StoredModule, { url }: MarketSource): boolean =>
  isInstalled(stored) &&
  ['installed', 'update', 'disabled'].includes(stored.state) &&
  stored.availableDigest === '' &&
  stringOrEmpty(stored.row['source_url']) === url;

const isNewer = ({ version, availableVersion }: StoredModule, offered: string): boolean =>
  compareVersions(offered, version) > 0 && (availableVersion === '' || compareVersions(offered, availableVersion) > 0);

async function notifyStaff(hook: HookContext, { id, row }: StoredModule, version: string): Promise<void> {
  const permission = permissionKey(module, 'index');
  const admins = await findAdminsWhoCan(
    hook,
    ({ permissions }) => permissions.has(ALL_PERMISSIONS) || permissions.has(permission),
  );
  for (const admin of admins.slice(0, MAX_RECIPIENTS))
    await notify(hook, {
      to: { realm: 'admin', id: admin },
      kind: 'system',
      single: { text: 'module_update', link: `/admin/module/${id}` },
      params: { title: truncate(`${stringOrEmpty(row['title'])} ${version}`, 60) },
      group: `module:${id}`,
      items: [version],
    });
}

async function offerVersion(services: Services, writer: Writer, source: MarketSource, uid: string, version: string) {
  return writer.inTransaction(systemContext(services, 'market'), async (txWriter, hook) => {
    await hook.withLock(module.name);
    const stored = await findModule(hook.tx, { uid });
    if (stored === undefined || !isOffered(stored, source) || !isNewer(stored, version)) return 0;
    const state = stored.state === 'installed' ? { state: 'update' } : {};
    await txWriter.update(module, { id: stored.id, available_version: version, ...state });
    await notifyStaff(hook, stored, version);
    return 1;
  });
}

async function checkSource(services: Services, writer: Writer, source: MarketSource): Promise<number> {
  const stored = (await listModules(services.db)).filter((module) => isOffered(module, source)).slice(0, MAX_MODULES);
  if (stored.length === 0) return 0;
  const client = createMarketClient(services, source, 'en');
  const requestedUids = new Set(stored.map(({ uid }) => uid));
  let count = 0;
  for (const { id, version } of await client.versions([...requestedUids]))
    if (requestedUids.has(id)) count += await offerVersion(services, writer, source, id, version);
  return count;
}

/** Asks all enabled sources and records the outcome at each; returns the number of new offers. */
export async function checkUpdates(services: Services, writer: Writer): Promise<number> {
  let count = 0;
  for (const source of await listSources(services)) {
    let failure = '';
    try {
      count += await checkSource(services, writer, source);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      failure = toFailure(error);
    }
    await saveOutcome(services, writer, source, failure);
  }
  return count;
}
