/** Runs the hooks of one module: its process starts with the first call, restarts after a failure with backoff, and ends when idle. */
import { hookFailure } from '../../../common/modules/hookFailures';
import type { Services } from '../../context';
import { loadPackage } from '../package/packageStore';
import { hasModulePermission, type ActiveModule } from './activeModules';
import {
  HookFailure,
  startHookProcess,
  type HookCall,
  type HookProcess,
  type HookProcessOptions,
  type HookProgram,
} from './hookProcess';
import { loadHooks } from './loadHooks';
import { translateFault } from '../../../common/locales/translate';
import { Fault } from '../../../common/protocol/faults';
import { parsePermission } from '../../../common/modules/modulePermissions';

/** Milliseconds after which a call fails. */
export const CALL_TIMEOUT_MS = { before: 2_000, after: 10_000 } as const;
const INITIAL_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 60_000;
/** Milliseconds without a call after which the process ends. */
const IDLE_MS = 5 * 60_000;

export interface HookRunner {
  readonly module: ActiveModule;
  /** Runs a hook. Rejects with `HookFailure`, at once during the backoff after a failure. */
  readonly call: (call: HookCall) => Promise<unknown>;
  readonly pid: () => number | undefined;
  readonly close: () => Promise<void>;
}
export interface HookRunnerDeps {
  readonly services: Services;
  readonly handleRequest: HookProcessOptions['handleRequest'];
  /** Called for each failure. */
  readonly onFailure: (module: ActiveModule, reason: string) => void;
}

/** The program of the hooks, if package, signature, digests and signer are unchanged since the installation. */
async function loadProgram({ env }: Services, { packageDigest }: ActiveModule): Promise<HookProgram> {
  try {
    return await loadHooks(env, await loadPackage(env, packageDigest));
  } catch (error) {
    if (error instanceof Fault) throw new HookFailure(translateFault('en', error), true);
    throw error;
  }
}

async function startProcess({ services, handleRequest }: HookRunnerDeps, active: ActiveModule): Promise<HookProcess> {
  const started = startHookProcess({
    ...(await loadProgram(services, active)),
    handleRequest,
    onLog: (text) => services.log.info({ module: active.uid, text }, 'module output'),
  });
  const excess = (await started.ready).filter((hook) => {
    const { kind, subject } = parsePermission(hook) ?? {};
    return kind === undefined || !hasModulePermission(active, kind, subject);
  });
  if (excess.length === 0) return started;
  await started.end('');
  throw new HookFailure(hookFailure('excess', { hooks: excess.slice(0, 5).join(', ') }), true);
}

export function createHookRunner(deps: HookRunnerDeps, active: ActiveModule): HookRunner {
  const { clock } = deps.services;
  let starting: Promise<HookProcess> | undefined;
  let running: HookProcess | undefined;
  let failures = 0;
  let pausedUntil = 0;
  let isClosed = false;
  let idleTimer: NodeJS.Timeout | undefined;

  const end = async (reason: string): Promise<void> => {
    clearTimeout(idleTimer);
    const last = await (starting ?? running);
    starting = undefined;
    running = undefined;
    await last?.end(reason);
  };
  const current = async (): Promise<HookProcess> => {
    if (isClosed) throw new HookFailure(hookFailure('inactive'), true);
    if (running?.isRunning() === true) return running;
    if (clock.now() < pausedUntil) throw new HookFailure(hookFailure('paused'), true);
    starting ??= startProcess(deps, active);
    try {
      running = await starting;
    } finally {
      starting = undefined;
    }
    return running;
  };
  const onFailure = ({ isCrash, message }: HookFailure): void => {
    if (clock.now() < pausedUntil || isClosed) return;
    if (isCrash) {
      failures += 1;
      pausedUntil = clock.now() + Math.min(MAX_BACKOFF_MS, INITIAL_BACKOFF_MS * 2 ** (failures - 1));
    }
    deps.onFailure(active, message);
  };
  return {
    module: active,
    call: async (call) => {
      try {
        const used = await current();
        const result = await used.call(call, CALL_TIMEOUT_MS[call.kind]);
        failures = 0;
        clearTimeout(idleTimer);
        idleTimer = setTimeout(() => void end('nobody used the hooks'), IDLE_MS).unref();
        return result;
      } catch (error) {
        if (error instanceof HookFailure) onFailure(error);
        throw error;
      }
    },
    pid: () => (running?.isRunning() === true ? running.pid : undefined),
    close: () => {
      isClosed = true;
      return end(hookFailure('inactive')).catch(() => undefined);
    },
  };
}
