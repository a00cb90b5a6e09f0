/**
 * Changes of the queue of terminal tasks: each is one transaction through the writer, one at a time under the queue lock, so that no two claim
 * the same task.
 */
import { randomUUID } from 'node:crypto';
import {
  isRunning,
  isQueueBlocked,
  canDelete,
  canRetry,
  nextToRun,
  getTaskState,
  TASK_STATUS,
  type TaskState,
  type TaskTransition,
  type TerminalSettings,
} from '../../../../common/terminal';
import { nextStatus } from '../../../../common/terminal';
import { LIMITS } from '../../../../common/limits';
import { SERVER_LIMITS } from '../../../../common/serverLimits';
import { fault } from '../../../../common/protocol/faults';
import { truncate } from '../../../../common/text/normalize';
import type { CommandTable } from '../../../../config/terminalCommands';
import type { HookContext } from '../../../engine/write/context/hookContext';
import { transitionFault } from '../../../engine/write/stages/transitions';
import type { TxWriter } from '../../../engine/write/context/txWriter';
import type { Writer } from '../../../engine/write/writer';
import type { RequestContext, Services } from '../../../context';
import { systemContext } from '../../../platform/systemContext';
import { logTerminalAction } from '../logTerminalAction';
import {
  formatCommandLine,
  invalidChoice,
  isInternalCommand,
  resolveCommandKey,
  validateArgs,
  type Args,
} from './commands';
import { QUEUE_LOCK, loadQueue, requireTaskEntity, findTask, isUuidTaken, type Task } from './task';
import type { OutputLog } from '../output/outputLog';
import { unixSeconds } from '../../../platform/unixSeconds';

export interface EnqueueRequest {
  readonly command: string;
  readonly args: unknown;
  readonly extend: string;
  readonly blocks: boolean;
  /** The caller's task id: a repeated id is the same task. */
  readonly uuid?: string;
  /** The server starts it itself: no person can start the command. */
  readonly isInternal?: true;
  /** Runs again although the same command waits or runs. */
  readonly again?: boolean;
}
export interface EnqueueResult {
  readonly uuid: string;
  /** Nothing was added: this task existed. */
  readonly joined: boolean;
  /** An earlier task failed and blocks, so this one does not start. */
  readonly stuck: boolean;
}
export interface TaskQueueDeps {
  readonly services: Services;
  readonly writer: Writer;
  readonly table: CommandTable;
  readonly outputLog: OutputLog;
}
/** The process and machine that run a task. */
export interface WorkerLocation {
  readonly node: string;
  /** `host:pid` of the worker process. */
  readonly workerAddress: string;
}

/** Runs a transaction under the queue lock. The system writes, because no person may edit tasks directly. */
function runLocked<T>(
  { services, writer }: TaskQueueDeps,
  ctx: RequestContext | undefined,
  operation: (hook: HookContext, systemWriter: TxWriter) => Promise<T>,
) {
  const { idempotencyKey: _ownedByCaller, ...rest } = ctx ?? systemContext(services, 'terminal');
  return writer.inTransaction(rest, async (txWriter, hook) => {
    await hook.withLock(QUEUE_LOCK);
    // Changes by the system are seen by the notification observers.
    return operation(hook, ctx === undefined ? txWriter : hook.asSystem);
  });
}

const isSameRun = (request: EnqueueRequest, key: string, args: Args) => (task: Task) =>
  (task.status === TASK_STATUS.waiting || isRunning(task.status)) &&
  task.command === key &&
  task.extend === request.extend &&
  JSON.stringify(task.args) === JSON.stringify(args);

/** Appends a command to the queue, or joins an existing task with the same id or the same running command. */
export async function enqueue(
  deps: TaskQueueDeps,
  ctx: RequestContext,
  request: EnqueueRequest,
  settings: TerminalSettings,
): Promise<EnqueueResult> {
  const key = resolveCommandKey(deps.table, request.command, settings);
  const args = validateArgs(deps.table, key, request.args);
  if (isInternalCommand(deps.table, key) && request.isInternal !== true) throw invalidChoice('command');
  return runLocked(deps, ctx, async (hook, systemWriter) => {
    const tasks = await loadQueue(hook);
    const sameUuid = tasks.find(({ uuid }) => uuid === request.uuid);
    const identicalRun = request.again === true ? undefined : tasks.find(isSameRun(request, key, args));
    const existing = sameUuid ?? identicalRun;
    if (existing !== undefined) return { uuid: existing.uuid, joined: true, stuck: false };
    if (request.uuid !== undefined && (await isUuidTaken(hook, request.uuid))) throw fault('row.missing');
    const remaining = settings.cleanup === 1 ? await removeSuccessful(deps, systemWriter, hook, tasks) : tasks;
    if (remaining.filter((task) => !isFinished(task)).length >= SERVER_LIMITS.queuedTasks) throw fault('too_many');
    const uuid = request.uuid ?? randomUUID();
    await systemWriter.create(requireTaskEntity(deps.services), {
      uuid,
      command: key,
      args,
      line: formatCommandLine(deps.table, key, args),
      extend: request.extend,
      block_on_failure: request.blocks ? 1 : 0,
      position: Math.max(0, ...tasks.map(({ position }) => position)) + 1,
      admin_id: ctx.actor.id,
      by_name: truncate(ctx.actor.name, 30),
    });
    await logTerminalAction(hook, ctx, 'start', { uuid, command: key, args });
    return { uuid, joined: false, stuck: isQueueBlocked(remaining) };
  });
}
const isFinished = ({ status }: Task): boolean => status >= TASK_STATUS.success;

/** Removes successful tasks with their output; returns the remaining ones. */
async function removeSuccessful(
  { services, outputLog }: TaskQueueDeps,
  systemWriter: TxWriter,
  hook: HookContext,
  tasks: readonly Task[],
): Promise<readonly Task[]> {
  const finishedTasks = tasks.filter(({ status }) => status === TASK_STATUS.success).slice(0, LIMITS.maxBulkIds);
  if (finishedTasks.length === 0) return tasks;
  await systemWriter.remove(
    requireTaskEntity(services),
    finishedTasks.map(({ id }) => id),
  );
  await outputLog.remove(
    hook.tx,
    finishedTasks.map(({ uuid }) => uuid),
  );
  return tasks.filter((task) => !finishedTasks.includes(task));
}

/** Claims the next task for this process; undefined when none may start now. */
export const claimNextTask = (deps: TaskQueueDeps, worker: WorkerLocation): Promise<Task | undefined> =>
  runLocked(deps, undefined, async (hook, systemWriter) => {
    const next = nextToRun(await loadQueue(hook));
    if (next === undefined) return undefined;
    await systemWriter.update(requireTaskEntity(deps.services), {
      id: next.id,
      status: TASK_STATUS.connecting,
      node_id: worker.node,
      place: worker.workerAddress,
      started_time: unixSeconds(deps.services),
      ended_time: null,
      duration: null,
      exit_code: null,
      reason: null,
      ending: 0,
    });
    return { ...next, status: TASK_STATUS.connecting, node_id: worker.node, workerAddress: worker.workerAddress };
  });

/** Changes the state of a running task; false when it no longer was in the expected state. */
export const transitionTask = (
  deps: TaskQueueDeps,
  { uuid, attempt }: Pick<Task, 'uuid' | 'attempt'>,
  step: Extract<TaskTransition, 'link' | 'succeed' | 'fail' | 'lose'>,
  changes: Readonly<Record<string, string | number | null>> = {},
): Promise<boolean> =>
  runLocked(deps, undefined, async (lockedHook, systemWriter) => {
    const task = await findTask(lockedHook, uuid);
    const to = task?.attempt === attempt ? nextStatus(task.status, step) : undefined;
    if (task === undefined || to === undefined) return false;
    await systemWriter.update(requireTaskEntity(deps.services), { id: task.id, status: to, ...changes });
    return true;
  });

/** Marks tasks without a process as unknown; returns them. */
export const markOrphansUnknown = (deps: TaskQueueDeps, isOrphan: (task: Task) => boolean): Promise<readonly Task[]> =>
  runLocked(deps, undefined, async (hook, systemWriter) => {
    const orphans = (await loadQueue(hook)).filter((task) => isRunning(task.status) && isOrphan(task));
    for (const { id } of orphans)
      await systemWriter.update(requireTaskEntity(deps.services), {
        id,
        status: TASK_STATUS.unknown,
        ended_time: unixSeconds(deps.services),
      });
    return orphans;
  });

async function requireTask(hook: HookContext, uuid: string): Promise<Task> {
  const task = await findTask(hook, uuid);
  if (task === undefined) throw fault('row.missing');
  return task;
}

const taskTransitionFault = ({ services }: TaskQueueDeps, { lang }: RequestContext, { status }: Task, to: TaskState) =>
  transitionFault(lang, requireTaskEntity(services), 'status', { from: getTaskState(status), to });

/** Clears the output and queues the task again at its position. */
export const retryTask = (deps: TaskQueueDeps, ctx: RequestContext, uuid: string): Promise<void> =>
  runLocked(deps, ctx, async (hook, systemWriter) => {
    const task = await requireTask(hook, uuid);
    if (!canRetry(task.status)) throw taskTransitionFault(deps, ctx, task, 'waiting');
    await systemWriter.update(requireTaskEntity(deps.services), {
      id: task.id,
      status: TASK_STATUS.waiting,
      attempt: task.attempt + 1,
      out_bytes: 0,
      out_hash: null,
      exit_code: null,
      reason: null,
      started_time: null,
      ended_time: null,
      duration: null,
      ending: 0,
    });
    await deps.outputLog.remove(hook.tx, [uuid]);
    await logTerminalAction(hook, ctx, 'retry', { uuid, command: task.command, args: task.args });
  });

/** Sets whether a failed task blocks the queue. */
export const setBlocking = (deps: TaskQueueDeps, ctx: RequestContext, uuid: string, blocks: boolean): Promise<void> =>
  runLocked(deps, ctx, async (hook, systemWriter) => {
    const task = await requireTask(hook, uuid);
    await systemWriter.update(requireTaskEntity(deps.services), { id: task.id, block_on_failure: blocks ? 1 : 0 });
    await logTerminalAction(hook, ctx, blocks ? 'block' : 'skip', { uuid, command: task.command, args: task.args });
  });

/** Requests the cancellation of a running task; returns the task with its process. */
export const requestCancel = (deps: TaskQueueDeps, ctx: RequestContext, uuid: string): Promise<Task> =>
  runLocked(deps, ctx, async (hook, systemWriter) => {
    const task = await requireTask(hook, uuid);
    if (!isRunning(task.status)) throw taskTransitionFault(deps, ctx, task, 'failed');
    await systemWriter.update(requireTaskEntity(deps.services), { id: task.id, ending: 1 });
    await logTerminalAction(hook, ctx, 'cancel', { uuid, command: task.command, args: task.args });
    return task;
  });

export const deleteTask = (deps: TaskQueueDeps, ctx: RequestContext, uuid: string): Promise<void> =>
  runLocked(deps, ctx, async (hook, systemWriter) => {
    const task = await requireTask(hook, uuid);
    if (!canDelete(task.status)) throw fault('row.locked');
    await systemWriter.remove(requireTaskEntity(deps.services), [task.id]);
    await deps.outputLog.remove(hook.tx, [uuid]);
    await logTerminalAction(hook, ctx, 'delete', { uuid, command: task.command, args: task.args });
  });

/** Removes successful tasks; returns their number. */
export const clearSuccessful = (deps: TaskQueueDeps, ctx: RequestContext): Promise<number> =>
  runLocked(deps, ctx, async (hook, systemWriter) => {
    const tasks = await loadQueue(hook);
    const remaining = await removeSuccessful(deps, systemWriter, hook, tasks);
    await logTerminalAction(hook, ctx, 'clear', { count: tasks.length - remaining.length });
    return tasks.length - remaining.length;
  });

/** Moves a waiting task to the position of another waiting task; those in between shift. */
export const reorderTask = (deps: TaskQueueDeps, ctx: RequestContext, uuid: string, target: string): Promise<void> =>
  runLocked(deps, ctx, async (hook, systemWriter) => {
    const waitingTasks = (await loadQueue(hook))
      .filter(({ status }) => status === TASK_STATUS.waiting)
      .sort((one, other) => one.position - other.position || one.id - other.id);
    const [from, to] = [uuid, target].map((taskUuid) => waitingTasks.findIndex((task) => task.uuid === taskUuid));
    if (from === undefined || to === undefined || from < 0 || to < 0) throw fault('row.missing');
    const moved = waitingTasks.filter((_, index) => index !== from);
    moved.splice(to, 0, ...waitingTasks.slice(from, from + 1));
    const positions = waitingTasks.map(({ position }) => position);
    for (const [index, task] of moved.entries()) {
      const position = positions[index] ?? task.position;
      if (position !== task.position)
        await systemWriter.update(requireTaskEntity(deps.services), { id: task.id, position });
    }
    await logTerminalAction(hook, ctx, 'place', { uuid, target });
  });
