/** The hooks of all installed modules: the write path asks them before a write, and events reach them after it. Processes start with the first call. */
import { hookFailure } from '../../../common/modules/hookFailures';
import { module } from '../../../common/entities/module';
import type { AnyEntity } from '../../../common/entity/entity';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import type { CommittedChange, RequestContext, Services, Tx } from '../../context';
import type { ExternalHooks } from '../../engine/write/context/externalHooks';
import type { ChangeObserver } from '../../engine/write/context/hookRegistry';
import type { Writer } from '../../engine/write/writer';
import { systemContext } from '../../platform/systemContext';
import { loadActiveModules, NO_MODULES, type ActiveModule, type ActiveModules } from './activeModules';
import { handleHookRequest } from './handleHookRequest';
import { askModules } from './askModules';
import { createHookRunner, type HookRunner } from './hookRunner';
import { HookFailure, type HookCall } from './hookProcess';
import { deliverEvents, recordEvents } from './moduleEvents';
import { isOpenEntity } from './openEntities';

const POLL_MS = 5_000;

export interface ModuleHooks {
  readonly external: ExternalHooks;
  readonly observer: ChangeObserver;
  /** Told about committed changes of all nodes; undefined when they are unknown. */
  readonly onCommittedChanges: (changes: readonly Pick<CommittedChange, 'entityName'>[] | undefined) => void;
  /** Process ids of the modules whose hooks run on this node. */
  readonly pids: () => ReadonlyMap<string, number>;
  /** Resolves once the table of modules is current and due events are delivered. */
  readonly settled: () => Promise<void>;
  readonly start: () => void;
  readonly close: () => Promise<void>;
}
export interface ModuleHookDeps {
  readonly services: Services;
  readonly writer: () => Writer;
  readonly isLeader: () => boolean;
}

interface HookState {
  readonly deps: ModuleHookDeps;
  readonly runners: Map<string, HookRunner>;
  modules: ActiveModules;
  /** The table is being read. Before that, and while it is stale, every open entity may have hooks. */
  loading: Promise<void> | undefined;
  isStale: boolean;
  delivering: Promise<void> | undefined;
  wakeAgain: boolean;
  /** Failures that are being written to the rows of modules. */
  readonly pendingWrites: Set<Promise<unknown>>;
  isClosed: boolean;
}

/** Ends the processes of modules that left or have another package now. */
async function endOldRunners({ runners, modules }: HookState): Promise<void> {
  for (const [uid, runner] of [...runners]) {
    const current = modules.all.find((module) => module.uid === uid);
    if (current?.packageDigest === runner.module.packageDigest) continue;
    runners.delete(uid);
    await runner.close();
  }
}

/** Registries of tests may lack the entity. */
const loadTable = ({ deps: { services } }: HookState, reader: Pick<Tx, 'rows'>): Promise<ActiveModules> =>
  services.registry.get(module.name) === undefined ? Promise.resolve(NO_MODULES) : loadActiveModules(reader);

function refresh(state: HookState): Promise<void> {
  state.isStale = true;
  state.loading ??= (async () => {
    try {
      while (state.isStale) {
        state.isStale = false;
        state.modules = await loadTable(state, state.deps.services.db);
      }
      await endOldRunners(state);
    } catch (error) {
      state.isStale = true;
      if (!state.isClosed) state.deps.services.log.error({ err: error }, 'loading the installed modules failed');
    } finally {
      state.loading = undefined;
    }
  })();
  return state.loading;
}

/** Stores the reason of a hook failure in the module's row. */
function storeFailure(state: HookState, { id, uid, hookFailure }: ActiveModule, reason: string) {
  const { services, writer } = state.deps;
  services.log.warn({ module: uid, reason }, 'a module hook failed');
  if (hookFailure === reason) return;
  const values = { id, hook_failure: truncate(reason, 500) };
  const write: Promise<unknown> = writer()
    .update(systemContext(services, 'modules'), module, values)
    .catch((error: unknown) => services.log.error({ err: error, module: uid }, 'failed to record a module failure'))
    .finally(() => state.pendingWrites.delete(write));
  state.pendingWrites.add(write);
}

function getRunner(state: HookState, active: ActiveModule): HookRunner {
  const current = state.runners.get(active.uid);
  if (current?.module.packageDigest === active.packageDigest) return current;
  void current?.close();
  const { services, writer } = state.deps;
  const runner = createHookRunner(
    {
      services,
      handleRequest: (call, request) => handleHookRequest({ services, writer }, active, call, request),
      onFailure: (failed, reason) => storeFailure(state, failed, reason),
    },
    active,
  );
  state.runners.set(active.uid, runner);
  return runner;
}
const callHook = (state: HookState, active: ActiveModule, call: HookCall): Promise<unknown> =>
  state.isClosed ? Promise.reject(new HookFailure(hookFailure('stopped'), true)) : getRunner(state, active).call(call);

function createExternal(state: HookState): ExternalHooks {
  /** A module is not asked about what its own code writes. */
  const modulesFor = (ctx: RequestContext, entity: AnyEntity) =>
    state.modules.listModulesWithHook('before', entity.name).filter(({ uid }) => uid !== ctx.actor.moduleUid);
  return {
    concerns: (ctx, entity) =>
      isOpenEntity(entity) && (state.isStale || state.loading !== undefined || modulesFor(ctx, entity).length > 0),
    send: async (ctx, requests) => {
      if (state.isStale || state.loading !== undefined) await refresh(state);
      // Without the table nobody knows which hooks a write needs.
      if (state.isStale) throw fault('server.busy');
      return askModules(
        {
          modulesFor: (entity) => modulesFor(ctx, entity),
          call: (active, call) => callHook(state, active, call),
          onFailure: (active, { isCrash, message }) => {
            if (!isCrash) storeFailure(state, active, message);
          },
        },
        requests,
      );
    },
  };
}

/** Delivers events on the leader until none is due. */
function wake(state: HookState): void {
  const { deps } = state;
  if (state.isClosed || !deps.isLeader() || !state.modules.all.some(hasAfterHooks)) return;
  state.wakeAgain = true;
  state.delivering ??= (async () => {
    try {
      while (state.wakeAgain && !state.isClosed) {
        state.wakeAgain = false;
        await Promise.all(state.modules.all.filter(hasAfterHooks).map((active) => deliverAll(state, active)));
      }
    } catch (error) {
      deps.services.log.error({ err: error }, 'delivering module events failed; they are retried');
    } finally {
      state.delivering = undefined;
    }
  })();
}
/** Events of an unreadable module wait until it is repaired. */
const hasAfterHooks = ({ permissions, isUnreadable }: ActiveModule): boolean =>
  !isUnreadable && permissions.some(({ kind }) => kind === 'after');

async function deliverAll(state: HookState, active: ActiveModule): Promise<void> {
  const isCurrent = () => !state.isClosed && state.modules.all.includes(active);
  const delivery = {
    services: state.deps.services,
    call: (module: ActiveModule, call: HookCall) => callHook(state, module, call),
    onFailure: (module: ActiveModule, reason: string) => storeFailure(state, module, reason),
  };
  while (isCurrent() && (await deliverEvents(delivery, active)));
}

export function createModuleHooks(deps: ModuleHookDeps): ModuleHooks {
  const state: HookState = {
    deps,
    runners: new Map(),
    modules: NO_MODULES,
    loading: undefined,
    isStale: true,
    delivering: undefined,
    wakeAgain: false,
    pendingWrites: new Set(),
    isClosed: false,
  };
  const timer = setInterval(() => wake(state), POLL_MS).unref();
  return {
    external: createExternal(state),
    observer: async (hook, applied) => {
      const isUnsure = state.isStale || state.loading !== undefined;
      await recordEvents(hook, applied, isUnsure ? await loadTable(state, hook.tx) : state.modules);
    },
    onCommittedChanges: (changes) => {
      if (changes === undefined || changes.some(({ entityName }) => entityName === module.name))
        void refresh(state).then(() => wake(state));
      else if (changes.some(({ entityName }) => state.modules.listModulesWithHook('after', entityName).length > 0))
        wake(state);
    },
    pids: () =>
      new Map(
        [...state.runners].flatMap(([uid, { pid }]) => (pid() === undefined ? [] : [[uid, pid() ?? 0] as const])),
      ),
    settled: async () => {
      while (state.loading !== undefined || state.delivering !== undefined || state.pendingWrites.size > 0)
        await Promise.all([state.loading, state.delivering, ...state.pendingWrites]);
    },
    start: () => void refresh(state).then(() => wake(state)),
    close: async () => {
      state.isClosed = true;
      clearInterval(timer);
      await state.loading;
      await Promise.all([...state.runners.values()].map((runner) => runner.close()));
      await Promise.all([state.delivering, ...state.pendingWrites]);
    },
  };
}
