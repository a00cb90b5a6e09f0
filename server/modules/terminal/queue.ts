/** What changes the queue: each an act of its own through the one write path, one at a time, so that no two see the same turn. */
import { randomUUID } from 'node:crypto';
import {
  isRunning,
  isStuck,
  mayDelete,
  mayRetry,
  nextToRun,
  stateOf,
  TASK_STATUS,
  type TaskMove,
  type TerminalSettings,
} from '../../../common/terminal';
import { stepFrom } from '../../../common/terminal';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { beginning } from '../../../common/text/clean';
import type { CommandTable } from '../../../config/terminal';
import type { HookContext, TxWriter, Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { systemCtx } from '../../platform/systemCtx';
import { noteAct } from './audit';
import { checkArgs, completeKey, lineOf, type Args } from './commands';
import { GATE, queueIn, taskEntity, taskIn, wasGiven, type Task } from './task';
import type { Transcripts } from './transcript';

export interface Wanted {
  readonly command: string;
  readonly args: unknown;
  readonly extend: string;
  readonly blocks: boolean;
  /** The caller's own number: the same one again is the same task. */
  readonly uuid?: string;
  /** Another run although the same one waits or runs already. */
  readonly again?: boolean;
}
export interface Added {
  readonly uuid: string;
  /** Nothing was added: this very run was there. */
  readonly joined: boolean;
  /** An earlier task failed and blocks: it will not start. */
  readonly stuck: boolean;
}
export interface QueueParts {
  readonly services: Services;
  readonly writer: Writer;
  readonly table: CommandTable;
  readonly transcripts: Transcripts;
}
/** Where a run is made: one process of one machine. */
export interface Here {
  readonly node: string;
  readonly place: string;
}

const now = ({ clock }: Services): number => Math.floor(clock.now() / 1000);

/** An act within the gate. Whoever asks, the house writes: nobody changes a task by hand. */
function within<T>(
  { services, writer }: QueueParts,
  ctx: RequestContext | undefined,
  work: (hook: HookContext, house: TxWriter) => Promise<T>,
) {
  const { mid: _theirs, ...rest } = ctx ?? systemCtx(services, 'terminal');
  return writer.inTransaction(rest, async (own, hook) => {
    await hook.withLock(GATE);
    // What the system itself does is heard by those who tell people of it.
    return work(hook, ctx === undefined ? own : hook.asSystem);
  });
}

const asked = (wanted: Wanted, key: string, args: Args) => (task: Task) =>
  (task.status === TASK_STATUS.waiting || isRunning(task.status)) &&
  task.command === key &&
  task.extend === wanted.extend &&
  JSON.stringify(task.args) === JSON.stringify(args);

/** Puts a command at the end of the queue; what is there already, by its number or as the very same run, is joined. */
export async function enqueue(
  parts: QueueParts,
  ctx: RequestContext,
  wanted: Wanted,
  settings: TerminalSettings,
): Promise<Added> {
  const key = completeKey(parts.table, wanted.command, settings);
  const args = checkArgs(parts.table, key, wanted.args);
  return within(parts, ctx, async (hook, house) => {
    const tasks = await queueIn(hook);
    const known = tasks.find(({ uuid }) => uuid === wanted.uuid);
    const same = wanted.again === true ? undefined : tasks.find(asked(wanted, key, args));
    const joined = known ?? same;
    if (joined !== undefined) return { uuid: joined.uuid, joined: true, stuck: false };
    if (wanted.uuid !== undefined && (await wasGiven(hook, wanted.uuid))) throw fault('row.missing');
    const left = settings.cleanup === 1 ? await dropSuccesses(parts, house, hook, tasks) : tasks;
    if (left.filter((task) => !isBrokenOrDone(task)).length >= LIMITS.tasks) throw fault('too_many');
    const uuid = wanted.uuid ?? randomUUID();
    await house.create(taskEntity(parts.services), {
      uuid,
      command: key,
      args,
      line: lineOf(parts.table, key, args),
      extend: wanted.extend,
      block_on_failure: wanted.blocks ? 1 : 0,
      position: Math.max(0, ...tasks.map(({ position }) => position)) + 1,
      admin_id: ctx.actor.id,
      by_name: beginning(ctx.actor.name, 30),
    });
    await noteAct(hook, ctx, 'start', { uuid, command: key, args });
    return { uuid, joined: false, stuck: isStuck(left) };
  });
}
const isBrokenOrDone = ({ status }: Task): boolean => status >= TASK_STATUS.success;

/** What succeeded leaves the queue with its output; answers what stays. */
async function dropSuccesses(
  { services, transcripts }: QueueParts,
  house: TxWriter,
  hook: HookContext,
  tasks: readonly Task[],
): Promise<readonly Task[]> {
  const done = tasks.filter(({ status }) => status === TASK_STATUS.success).slice(0, LIMITS.bulk);
  if (done.length === 0) return tasks;
  await house.remove(
    taskEntity(services),
    done.map(({ id }) => id),
  );
  await transcripts.forget(
    hook.tx,
    done.map(({ uuid }) => uuid),
  );
  return tasks.filter((task) => !done.includes(task));
}

/** Takes whoever's turn it is for this process; undefined when nobody may start now. */
export const claim = (parts: QueueParts, here: Here): Promise<Task | undefined> =>
  within(parts, undefined, async (hook, house) => {
    const next = nextToRun(await queueIn(hook));
    if (next === undefined) return undefined;
    await house.update(taskEntity(parts.services), {
      id: next.id,
      status: TASK_STATUS.connecting,
      node_id: here.node,
      place: here.place,
      started_time: now(parts.services),
      ended_time: null,
      duration: null,
      exit_code: null,
      reason: null,
      ending: 0,
    });
    return { ...next, status: TASK_STATUS.connecting, node_id: here.node, place: here.place };
  });

/** One step of a running task's life; false when it was no longer there to be made. */
export const move = (
  parts: QueueParts,
  { uuid, attempt }: Pick<Task, 'uuid' | 'attempt'>,
  step: Extract<TaskMove, 'link' | 'succeed' | 'fail' | 'lose'>,
  facts: Readonly<Record<string, string | number | null>> = {},
): Promise<boolean> =>
  within(parts, undefined, async (act, house) => {
    const task = await taskIn(act, uuid);
    const to = task?.attempt === attempt ? stepFrom(task.status, step) : undefined;
    if (task === undefined || to === undefined) return false;
    await house.update(taskEntity(parts.services), { id: task.id, status: to, ...facts });
    return true;
  });

/** Tasks whose process nobody looks after any more become unknown; answers them. */
export const loseOrphans = (parts: QueueParts, isOrphan: (task: Task) => boolean): Promise<readonly Task[]> =>
  within(parts, undefined, async (hook, house) => {
    const lost = (await queueIn(hook)).filter((task) => isRunning(task.status) && isOrphan(task));
    for (const { id } of lost)
      await house.update(taskEntity(parts.services), {
        id,
        status: TASK_STATUS.unknown,
        ended_time: now(parts.services),
      });
    return lost;
  });

async function found(hook: HookContext, uuid: string): Promise<Task> {
  const task = await taskIn(hook, uuid);
  if (task === undefined) throw fault('row.missing');
  return task;
}

/** Clears the output and waits again, in its old place. */
export const retry = (parts: QueueParts, ctx: RequestContext, uuid: string): Promise<void> =>
  within(parts, ctx, async (hook, house) => {
    const task = await found(hook, uuid);
    if (!mayRetry(task.status)) throw fault('row.move', { from: stateOf(task.status), to: 'waiting' });
    await house.update(taskEntity(parts.services), {
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
    await parts.transcripts.forget(hook.tx, [uuid]);
    await noteAct(hook, ctx, 'retry', { uuid, command: task.command, args: task.args });
  });

/** From now on it keeps nobody back, or keeps them back again. */
export const setBlocking = (parts: QueueParts, ctx: RequestContext, uuid: string, blocks: boolean): Promise<void> =>
  within(parts, ctx, async (hook, house) => {
    const task = await found(hook, uuid);
    await house.update(taskEntity(parts.services), { id: task.id, block_on_failure: blocks ? 1 : 0 });
    await noteAct(hook, ctx, blocks ? 'block' : 'skip', { uuid, command: task.command, args: task.args });
  });

/** Asks the process that runs a task to end it; answers whose it is. */
export const wantEnd = (parts: QueueParts, ctx: RequestContext, uuid: string): Promise<Task> =>
  within(parts, ctx, async (hook, house) => {
    const task = await found(hook, uuid);
    if (!isRunning(task.status)) throw fault('row.move', { from: stateOf(task.status), to: 'failed' });
    await house.update(taskEntity(parts.services), { id: task.id, ending: 1 });
    await noteAct(hook, ctx, 'cancel', { uuid, command: task.command, args: task.args });
    return task;
  });

export const drop = (parts: QueueParts, ctx: RequestContext, uuid: string): Promise<void> =>
  within(parts, ctx, async (hook, house) => {
    const task = await found(hook, uuid);
    if (!mayDelete(task.status)) throw fault('row.locked');
    await house.remove(taskEntity(parts.services), [task.id]);
    await parts.transcripts.forget(hook.tx, [uuid]);
    await noteAct(hook, ctx, 'delete', { uuid, command: task.command, args: task.args });
  });

/** Removes what succeeded; answers how many that were. */
export const clear = (parts: QueueParts, ctx: RequestContext): Promise<number> =>
  within(parts, ctx, async (hook, house) => {
    const tasks = await queueIn(hook);
    const left = await dropSuccesses(parts, house, hook, tasks);
    await noteAct(hook, ctx, 'clear', { count: tasks.length - left.length });
    return tasks.length - left.length;
  });

/** A task that waits takes the place of another one that waits; those between them move up or down. */
export const place = (parts: QueueParts, ctx: RequestContext, uuid: string, target: string): Promise<void> =>
  within(parts, ctx, async (hook, house) => {
    const waiting = (await queueIn(hook))
      .filter(({ status }) => status === TASK_STATUS.waiting)
      .sort((one, other) => one.position - other.position || one.id - other.id);
    const [from, to] = [uuid, target].map((wanted) => waiting.findIndex((task) => task.uuid === wanted));
    if (from === undefined || to === undefined || from < 0 || to < 0) throw fault('row.missing');
    const moved = waiting.filter((_, at) => at !== from);
    moved.splice(to, 0, ...waiting.slice(from, from + 1));
    const places = waiting.map(({ position }) => position);
    for (const [at, task] of moved.entries()) {
      const position = places[at] ?? task.position;
      if (position !== task.position) await house.update(taskEntity(parts.services), { id: task.id, position });
    }
    await noteAct(hook, ctx, 'place', { uuid, target });
  });
