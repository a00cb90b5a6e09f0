/**
 * Checks at start-up that the packages and assets of installed modules exist. An unreadable module gets the state `unknown`; its entities
 * go on working.
 */
import { module } from '../../common/entities/module';
import { translateFault } from '../../common/locales/translate';
import { Fault } from '../../common/protocol/faults';
import type { Writer } from '../engine/write/writer';
import { systemContext } from '../platform/systemContext';
import type { InstallerDeps } from './conflicts';
import { listModules, type StoredModule } from './moduleRow';
import { loadPackage } from './package/packageStore';

/** Why the module cannot be read; empty when it can. */
async function loadProblem({ services, registry }: InstallerDeps, stored: StoredModule): Promise<string> {
  const missing = stored.entities.filter((name) => registry.get(name) === undefined);
  if (stored.state !== 'disabled' && missing.length > 0)
    return `entities without an active definition: ${missing.join(', ')}`;
  try {
    await loadPackage(services.env, stored.state === 'init' ? stored.availableDigest : stored.packageDigest);
    return '';
  } catch (error) {
    if (error instanceof Fault) return translateFault('en', error);
    throw error;
  }
}

/** Returns the number of modules that became unknown. */
export async function checkModules(deps: InstallerDeps, writer: Writer): Promise<number> {
  const { services } = deps;
  if (services.registry.get(module.name) === undefined) return 0;
  let count = 0;
  for (const stored of await listModules(services.db)) {
    if (!['init', 'installed', 'disabled', 'update'].includes(stored.state)) continue;
    const failure = await loadProblem(deps, stored);
    if (failure === '') continue;
    await writer.update(systemContext(services, 'modules'), module, { id: stored.id, state: 'unknown', failure });
    count += 1;
  }
  return count;
}
