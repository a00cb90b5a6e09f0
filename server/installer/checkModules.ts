/**
 * Checks at start-up that the packages and assets of installed modules exist. An unreadable module gets the state `unknown`; its entities
 * go on working.
 */
import { module } from '../../common/entities/module';
import { translateFault } from '../../common/locales/translate';
import { Fault } from '../../common/protocol/faults';
import type { LocalizedText } from '../../common/modules/review';
import type { Writer } from '../engine/write/writer';
import { systemContext } from '../platform/systemContext';
import type { Tx } from '../context';
import { placeholders } from '../platform/database/sql';
import type { InstallerDeps } from './conflicts';
import { MODULE_JOBS } from './moduleChange';
import { failureColumns, listModules, type StoredModule } from './moduleRow';
import { loadPackage } from './package/packageStore';

/** Why the module cannot be read; undefined when it can. */
async function loadProblem(
  { services, registry }: InstallerDeps,
  stored: StoredModule,
): Promise<LocalizedText | undefined> {
  const missing = stored.entities.filter((name) => registry.get(name) === undefined);
  if (stored.state !== 'disabled' && missing.length > 0)
    return {
      en: `Entities without an active definition: ${missing.join(', ')}`,
      'zh-cn': `以下实体没有生效的定义：${missing.join('、')}`,
    };
  try {
    await loadPackage(services.env, stored.state === 'init' ? stored.availableDigest : stored.packageDigest);
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

/** Returns the number of modules that became unknown. */
export async function checkModules(deps: InstallerDeps, writer: Writer): Promise<number> {
  const { services } = deps;
  if (services.registry.get(module.name) === undefined) return 0;
  let count = 0;
  const changing = await listChangingModules(services.db);
  for (const stored of await listModules(services.db)) {
    if (changing.has(stored.uid)) continue;
    if (!['init', 'installed', 'disabled', 'update'].includes(stored.state)) continue;
    const failure = await loadProblem(deps, stored);
    if (failure === undefined) continue;
    const values = { id: stored.id, state: 'unknown', ...failureColumns(failure) };
    await writer.update(systemContext(services, 'modules'), module, values);
    count += 1;
  }
  return count;
}
