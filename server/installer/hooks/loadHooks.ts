/** The program of a module's hooks with the npm packages that it can import. */
import { hookFailure } from '../../../common/modules/hookFailures';
import type { Env } from '../../../config/env';
import { fault } from '../../../common/protocol/faults';
import { dependencyFolder } from '../../platform/dependencyFolder';
import { findMissingDependencies } from '../package/installedDependencies';
import { HOOKS_FILE, type ModulePackage } from '../package/modulePackage';
import { HookFailure, startHookProcess, type HookProgram } from './hookProcess';

/** Throws `HookFailure` when the package has no hooks, or a package that they need is missing. */
export async function loadHooks(
  env: Pick<Env, 'dataDir'>,
  { code, manifest: { dependencies = {} }, digest }: Pick<ModulePackage, 'code' | 'manifest' | 'digest'>,
): Promise<HookProgram> {
  const source = code.get(HOOKS_FILE);
  if (source === undefined) throw new HookFailure(hookFailure('no_hooks'), true);
  const missing = await findMissingDependencies(env, digest, dependencies);
  if (missing.length > 0) throw new HookFailure(hookFailure('missing_packages', { names: missing.join(', ') }), true);
  const names = Object.keys(dependencies);
  return names.length === 0 ? { source } : { source, dependencies: { folder: dependencyFolder(env, digest), names } };
}

/** Loads the hooks once, so that a package that cannot run in their process makes the installation fail. Error: `module.hooks_broken`. */
export async function assertHooksLoad(env: Pick<Env, 'dataDir'>, incoming: ModulePackage): Promise<void> {
  const started = startHookProcess({
    ...(await loadHooks(env, incoming)),
    handleRequest: () => Promise.reject(new Error('the hooks are only being loaded')),
    onLog: () => undefined,
  });
  try {
    await started.ready;
  } catch (error) {
    if (error instanceof HookFailure) throw fault('module.hooks_broken', { reason: error.message });
    throw error;
  } finally {
    await started.end('the hooks were loaded');
  }
}
