/** The terminal of one node: claims the next task, runs it, records the result, and cleans up after crashes. */
import { hostname } from 'node:os';
import { TASK_STATUS, type TaskEndReason } from '../../../common/terminal';
import type { CommandTable } from '../../../config/terminalCommands';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { buildInvocation, type CommandPaths } from './tasks/commands';
import {
  createTaskNotifier,
  tailOutput,
  type TailRequest,
  type TailDeps,
  type TailOutcome,
  type OutputSink,
} from './stream/tailOutput';
import { listSecrets } from './output/secretRedactor';
import { killTaskProcesses, isAlive, taskTag } from './tasks/processes';
import {
  claimNextTask,
  markOrphansUnknown,
  transitionTask,
  requestCancel,
  type WorkerLocation,
  type TaskQueueDeps,
} from './tasks/taskQueue';
import { startTaskProcess, type ProcessResult, type RunningProcess } from './tasks/taskProcess';
import { loadTerminalSettings } from './terminalSettings';
import { loadTask, TASK_ENTITY, type Task } from './tasks/task';
import { createOutputLog } from './output/outputLog';

/** A server-side step after a successful command; an error makes the task fail. */
export type AfterTaskHook = (task: Task) => Promise<void>;

export interface TerminalDeps {
  readonly services: Services;
  readonly writer: Writer;
  readonly table: CommandTable;
  readonly paths: CommandPaths;
  readonly nodes: { readonly id: string; readonly alive: () => readonly string[] };
  /** By command, or by the first part of `extend`. */
  readonly afterTaskHooks: Readonly<Record<string, AfterTaskHook>>;
  /** Milliseconds between two checks of tasks of other nodes; tests use a shorter interval. */
  readonly pollIntervalMs?: number;
}
export interface Terminal {
  readonly queue: TaskQueueDeps;
  /** Starts claiming tasks; running tasks of ended processes become unknown. */
  readonly start: () => Promise<void>;
  /** The queue changed: check for the next task. */
  readonly wake: () => void;
  readonly cancel: (ctx: RequestContext, uuid: string) => Promise<void>;
  readonly tail: (request: TailRequest, sink: OutputSink) => Promise<TailOutcome>;
  /** Signals a change of a task on this node. */
  readonly notify: (uuid: string) => void;
  /** Ends the running task and claims no more. */
  readonly stop: () => Promise<void>;
}

const POLL_MS = 1_000;
/** Readers of tasks on this node are signalled; this interval is their fallback. */
const LOCAL_TAIL_POLL_MS = 5_000;
const REMOTE_TAIL_POLL_MS = 200;

interface CurrentTask {
  readonly task: Task;
  readonly run: RunningProcess;
}
interface TerminalState {
  readonly deps: TerminalDeps;
  readonly queue: TaskQueueDeps;
  readonly worker: WorkerLocation;
  readonly notify: (uuid: string) => void;
  current: CurrentTask | undefined;
  processing: Promise<void> | undefined;
  isRerunRequested: boolean;
  stopped: boolean;
  timer: NodeJS.Timeout | undefined;
}

const HOOK_FAILED_MESSAGE = 'Error: Command execution succeeded, but callback execution failed\r\n';

/** Runs one claimed task to its end. */
async function runTask(state: TerminalState, task: Task): Promise<void> {
  const { deps, queue, notify } = state;
  const { services } = deps;
  const startedAt = services.clock.now();
  let onStored: () => void = () => undefined;
  const recorder = queue.outputLog.record(task.uuid, task.attempt, () => {
    onStored();
    notify(task.uuid);
  });
  let result: ProcessResult = { exitCode: null, reason: 'spawn' };
  try {
    const settings = await loadTerminalSettings(services);
    const invocation = buildInvocation(
      { table: deps.table, paths: deps.paths, env: services.env, settings },
      task.command,
      task.args,
    );
    const tag = taskTag(task.uuid, task.attempt);
    const run = startTaskProcess({ invocation, tag, recorder, secrets: listSecrets(services) });
    ({ onOutputStored: onStored } = run);
    state.current = { task, run };
    await transitionTask(queue, task, 'link', { pid: run.pid });
    notify(task.uuid);
    // A cancellation may have been requested before the process existed.
    if ((await loadTask(services, task.uuid))?.isStopRequested === true) run.stop('cancelled');
    result = await run.exited;
  } catch (error) {
    services.log.error({ err: error, task: task.uuid, command: task.command }, 'running a terminal task failed');
  }
  const reason = result.exitCode === 0 ? await runAfterTaskHooks(state, task, recorder.append) : result.reason;
  const { bytes, hash } = await recorder.finish().catch((error: unknown) => {
    services.log.error({ err: error, task: task.uuid }, 'the last output of a terminal task was not stored');
    return { bytes: recorder.bytes(), hash: null };
  });
  state.current = undefined;
  const changes = {
    exit_code: result.exitCode,
    reason: reason ?? null,
    out_bytes: bytes,
    out_hash: hash,
    ended_time: Math.floor(services.clock.now() / 1000),
    duration: Math.max(0, services.clock.now() - startedAt),
    pid: null,
    ending: 0,
  };
  await transitionTask(queue, task, result.exitCode === 0 && reason === undefined ? 'succeed' : 'fail', changes);
  notify(task.uuid);
}

async function runAfterTaskHooks(
  { deps }: TerminalState,
  task: Task,
  print: (text: string) => void,
): Promise<TaskEndReason | undefined> {
  const [extendFamily = ''] = task.extend.split(':');
  for (const name of [task.command, extendFamily]) {
    const afterTaskHook = Object.hasOwn(deps.afterTaskHooks, name) ? deps.afterTaskHooks[name] : undefined;
    try {
      await afterTaskHook?.(task);
    } catch (error) {
      deps.services.log.error({ err: error, task: task.uuid, command: task.command }, 'an after-task hook failed');
      print(HOOK_FAILED_MESSAGE);
      return 'hook';
    }
  }
  return undefined;
}

/** A function, because the flag changes during an await. */
const hasStopped = ({ stopped }: Readonly<TerminalState>): boolean => stopped;
const shouldRerun = ({ isRerunRequested }: Readonly<TerminalState>): boolean => isRerunRequested;

async function processQueue(state: TerminalState): Promise<void> {
  let task: Task | undefined;
  do {
    state.isRerunRequested = false;
    task = hasStopped(state) ? undefined : await claimNextTask(state.queue, state.worker);
    if (task === undefined) continue;
    state.notify(task.uuid);
    await runTask(state, task);
  } while (task !== undefined || shouldRerun(state));
}

/** Whether commands may run here: enabled by the operator, and the task entity is registered. */
const isTerminalEnabled = ({ env, registry }: Services): boolean =>
  env.terminal && registry.get(TASK_ENTITY) !== undefined;

function wake(state: TerminalState): void {
  if (state.stopped || !isTerminalEnabled(state.deps.services)) return;
  state.isRerunRequested = true;
  state.processing ??= processQueue(state)
    .catch((error: unknown) => {
      state.isRerunRequested = false;
      state.deps.services.log.error({ err: error }, 'claiming the next terminal task failed');
    })
    .finally(() => {
      state.processing = undefined;
      if (state.isRerunRequested) wake(state);
    });
}

/** Whether a running task has no process: its node is gone, or its process on this machine. */
function isOrphan({ deps, worker }: TerminalState, task: Task): boolean {
  if (task.node_id === worker.node) return false;
  if (!deps.nodes.alive().includes(task.node_id)) return true;
  const [host, pid] = parseWorkerAddress(task.workerAddress);
  return host === hostname() && !isAlive(pid);
}
const parseWorkerAddress = (address: string): readonly [string, number] => {
  const index = address.lastIndexOf(':');
  return [address.slice(0, index), Number(address.slice(index + 1))];
};

async function recoverOrphans(state: TerminalState): Promise<void> {
  const { services } = state.deps;
  const orphans = await markOrphansUnknown(state.queue, (task) => isOrphan(state, task));
  for (const task of orphans) {
    services.log.warn({ task: task.uuid, command: task.command }, 'a terminal task had no process and became unknown');
    state.notify(task.uuid);
    if (parseWorkerAddress(task.workerAddress)[0] === hostname())
      await killTaskProcesses(taskTag(task.uuid, task.attempt));
  }
}

/** Handles tasks of ended processes, cancellations by other nodes, and waiting tasks. */
async function poll(state: TerminalState): Promise<void> {
  const { deps, current } = state;
  const [activeTask] = await deps.services.db.rows<{ id: number }>(
    `SELECT id FROM \`terminal_task\` WHERE delete_time IS NULL AND status IN (${TASK_STATUS.waiting}, ${TASK_STATUS.connecting}, ${TASK_STATUS.executing}) LIMIT 1`,
  );
  if (activeTask === undefined || state.stopped) return;
  if (current !== undefined && deps.nodes.alive().length > 1) {
    const task = await loadTask(deps.services, current.task.uuid);
    if (task?.isStopRequested === true) current.run.stop('cancelled');
  }
  await recoverOrphans(state);
  if (state.current === undefined) wake(state);
}

function schedulePoll(state: TerminalState): void {
  if (state.stopped) return;
  state.timer = setTimeout(() => {
    poll(state)
      .catch((error: unknown) => state.deps.services.log.warn({ err: error }, 'checking the terminal queue failed'))
      .finally(() => schedulePoll(state));
  }, state.deps.pollIntervalMs ?? POLL_MS);
  state.timer.unref();
}

async function stop(state: TerminalState): Promise<void> {
  state.stopped = true;
  clearTimeout(state.timer);
  state.current?.run.stop('lost');
  await state.processing;
}

/** Creates the terminal of this node; nothing runs before `start`. */
export function createTerminal(deps: TerminalDeps): Terminal {
  const { services, writer, table, nodes } = deps;
  const notifier = createTaskNotifier();
  const queue: TaskQueueDeps = { services, writer, table, outputLog: createOutputLog(services.db) };
  const state: TerminalState = {
    deps,
    queue,
    notify: notifier.notify,
    worker: { node: nodes.id, workerAddress: `${hostname()}:${process.pid}` },
    current: undefined,
    processing: undefined,
    isRerunRequested: false,
    stopped: false,
    timer: undefined,
  };
  const tailDeps: TailDeps = {
    services,
    outputLog: queue.outputLog,
    notifier,
    pollIntervalMs: (task) =>
      task.node_id === nodes.id || nodes.alive().length < 2 ? LOCAL_TAIL_POLL_MS : REMOTE_TAIL_POLL_MS,
  };
  return {
    queue,
    start: async () => {
      if (!isTerminalEnabled(services)) return;
      await recoverOrphans(state);
      wake(state);
      schedulePoll(state);
    },
    wake: () => wake(state),
    cancel: async (ctx, uuid) => {
      await requestCancel(queue, ctx, uuid);
      if (state.current?.task.uuid === uuid) state.current.run.stop('cancelled');
    },
    tail: (request, sink) => tailOutput(tailDeps, request, sink),
    notify: notifier.notify,
    stop: () => stop(state),
  };
}
