/** The terminal of one node: takes whoever's turn it is, runs it, tells how it ended, and finds what was left behind by a crash. */
import { hostname } from 'node:os';
import { TASK_STATUS, type TaskReason } from '../../../common/terminal';
import type { CommandTable } from '../../../config/terminal';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { runnableOf, type Places } from './commands';
import { createBell, follow, type Following, type FollowParts, type Outcome, type Sink } from './follow';
import { secretsOf } from './mask';
import { endAll, isAlive, markOf } from './processes';
import { claim, loseOrphans, move, wantEnd, type Here, type QueueParts } from './queue';
import { startRun, type Ended, type Run } from './runner';
import { readSettings } from './settings';
import { readTask, TASK, type Task } from './task';
import { createTranscripts } from './transcript';

/** What happens on the server once a task's command ended well; what it throws makes the task fail. */
export type Hook = (task: Task) => Promise<void>;

export interface TerminalParts {
  readonly services: Services;
  readonly writer: Writer;
  readonly table: CommandTable;
  readonly places: Places;
  readonly nodes: { readonly id: string; readonly alive: () => readonly string[] };
  /** By command, or by the first part of `extend`. */
  readonly hooks: Readonly<Record<string, Hook>>;
  /** Milliseconds between two looks after others' tasks; tests look more often. */
  readonly look?: number;
}
export interface Terminal {
  readonly queue: QueueParts;
  /** Begins to take turns; what was left running by a process that is gone becomes unknown. */
  readonly start: () => Promise<void>;
  /** The queue changed: maybe somebody's turn has come. */
  readonly kick: () => void;
  readonly cancel: (ctx: RequestContext, uuid: string) => Promise<void>;
  readonly follow: (following: Following, sink: Sink) => Promise<Outcome>;
  /** Something was said about a task on this node. */
  readonly ring: (uuid: string) => void;
  /** Ends what runs and takes no more turns. */
  readonly stop: () => Promise<void>;
}

const LOOK_MS = 1_000;
/** Readers of a task of this node are rung for; those of another node's look by themselves. */
const NEAR_MS = 5_000;
const FAR_MS = 200;

interface Current {
  readonly task: Task;
  readonly run: Run;
}
interface State {
  readonly parts: TerminalParts;
  readonly queue: QueueParts;
  readonly here: Here;
  readonly ring: (uuid: string) => void;
  current: Current | undefined;
  turning: Promise<void> | undefined;
  again: boolean;
  stopped: boolean;
  timer: NodeJS.Timeout | undefined;
}

const HOOK_SAYS = 'Error: Command execution succeeded, but callback execution failed\r\n';

/** Runs one claimed task to its end. */
async function runTask(state: State, task: Task): Promise<void> {
  const { parts, queue, ring } = state;
  const { services } = parts;
  const begun = services.clock.now();
  let stored: () => void = () => undefined;
  const recorder = queue.transcripts.record(task.uuid, task.attempt, () => {
    stored();
    ring(task.uuid);
  });
  let ended: Ended = { exitCode: null, reason: 'spawn' };
  try {
    const settings = await readSettings(services);
    const runnable = runnableOf(
      { table: parts.table, places: parts.places, env: services.env, settings },
      task.command,
      task.args,
    );
    const mark = markOf(task.uuid, task.attempt);
    const run = startRun({ runnable, mark, recorder, secrets: secretsOf(services) });
    ({ stored } = run);
    state.current = { task, run };
    await move(queue, task, 'link', { pid: run.pid });
    ring(task.uuid);
    // Somebody may have wished its end before there was anything to end.
    if ((await readTask(services, task.uuid))?.ending === 1) run.end('cancelled');
    ended = await run.ended;
  } catch (error) {
    services.log.error({ err: error, task: task.uuid, command: task.command }, 'a terminal task could not be run');
  }
  const reason = ended.exitCode === 0 ? await hookFails(state, task, recorder.add) : ended.reason;
  const { bytes, hash } = await recorder.end().catch((error: unknown) => {
    services.log.error({ err: error, task: task.uuid }, 'the end of what a terminal task printed could not be kept');
    return { bytes: recorder.bytes(), hash: null };
  });
  state.current = undefined;
  const facts = {
    exit_code: ended.exitCode,
    reason: reason ?? null,
    out_bytes: bytes,
    out_hash: hash,
    ended_time: Math.floor(services.clock.now() / 1000),
    duration: Math.max(0, services.clock.now() - begun),
    pid: null,
    ending: 0,
  };
  await move(queue, task, ended.exitCode === 0 && reason === undefined ? 'succeed' : 'fail', facts);
  ring(task.uuid);
}

async function hookFails({ parts }: State, task: Task, say: (text: string) => void): Promise<TaskReason | undefined> {
  const [family = ''] = task.extend.split(':');
  for (const name of [task.command, family]) {
    const hook = Object.hasOwn(parts.hooks, name) ? parts.hooks[name] : undefined;
    try {
      await hook?.(task);
    } catch (error) {
      parts.services.log.error({ err: error, task: task.uuid, command: task.command }, 'the step after a task failed');
      say(HOOK_SAYS);
      return 'hook';
    }
  }
  return undefined;
}

/** Both change while one waits. */
const hasStopped = ({ stopped }: Readonly<State>): boolean => stopped;
const isWanted = ({ again }: Readonly<State>): boolean => again;

async function takeTurns(state: State): Promise<void> {
  let task: Task | undefined;
  do {
    state.again = false;
    task = hasStopped(state) ? undefined : await claim(state.queue, state.here);
    if (task === undefined) continue;
    state.ring(task.uuid);
    await runTask(state, task);
  } while (task !== undefined || isWanted(state));
}

/** Whether anything may run here: the operator says so, and there are tasks at all. */
const isOpen = ({ env, registry }: Services): boolean => env.terminal && registry.get(TASK) !== undefined;

function kick(state: State): void {
  if (state.stopped || !isOpen(state.parts.services)) return;
  state.again = true;
  state.turning ??= takeTurns(state)
    .catch((error: unknown) => {
      state.again = false;
      state.parts.services.log.error({ err: error }, 'the terminal could not take its turn');
    })
    .finally(() => {
      state.turning = undefined;
      if (state.again) kick(state);
    });
}

/** Whether nobody looks after a running task any more: its node is gone, or its process on this very machine. */
function isOrphan({ parts, here }: State, task: Task): boolean {
  if (task.node_id === here.node) return false;
  if (!parts.nodes.alive().includes(task.node_id)) return true;
  const [host, pid] = placeOf(task.place);
  return host === hostname() && !isAlive(pid);
}
const placeOf = (place: string): readonly [string, number] => {
  const at = place.lastIndexOf(':');
  return [place.slice(0, at), Number(place.slice(at + 1))];
};

async function sweep(state: State): Promise<void> {
  const { services } = state.parts;
  const lost = await loseOrphans(state.queue, (task) => isOrphan(state, task));
  for (const task of lost) {
    services.log.warn({ task: task.uuid, command: task.command }, 'a terminal task was left behind');
    state.ring(task.uuid);
    if (placeOf(task.place)[0] === hostname()) await endAll(markOf(task.uuid, task.attempt));
  }
}

/** Looks after tasks of processes that are gone, wishes of other nodes, and turns nobody took. */
async function look(state: State): Promise<void> {
  const { parts, current } = state;
  const [open] = await parts.services.db.rows<{ id: number }>(
    `SELECT id FROM \`terminal_task\` WHERE delete_time IS NULL AND status IN (${TASK_STATUS.waiting}, ${TASK_STATUS.connecting}, ${TASK_STATUS.executing}) LIMIT 1`,
  );
  if (open === undefined || state.stopped) return;
  if (current !== undefined && parts.nodes.alive().length > 1) {
    const task = await readTask(parts.services, current.task.uuid);
    if (task?.ending === 1) current.run.end('cancelled');
  }
  await sweep(state);
  if (state.current === undefined) kick(state);
}

function keepLooking(state: State): void {
  if (state.stopped) return;
  state.timer = setTimeout(() => {
    look(state)
      .catch((error: unknown) =>
        state.parts.services.log.warn({ err: error }, 'the terminal could not look after its queue'),
      )
      .finally(() => keepLooking(state));
  }, state.parts.look ?? LOOK_MS);
  state.timer.unref();
}

async function stop(state: State): Promise<void> {
  state.stopped = true;
  clearTimeout(state.timer);
  state.current?.run.end('lost');
  await state.turning;
}

/** Makes the terminal of this node; nothing runs before `start`. */
export function createTerminal(parts: TerminalParts): Terminal {
  const { services, writer, table, nodes } = parts;
  const bell = createBell();
  const queue: QueueParts = { services, writer, table, transcripts: createTranscripts(services.db) };
  const state: State = {
    ...{ parts, queue, ring: bell.ring, here: { node: nodes.id, place: `${hostname()}:${process.pid}` } },
    ...{ current: undefined, turning: undefined, again: false, stopped: false, timer: undefined },
  };
  const followParts: FollowParts = {
    ...{ services, transcripts: queue.transcripts, bell },
    patience: (task) => (task.node_id === nodes.id || nodes.alive().length < 2 ? NEAR_MS : FAR_MS),
  };
  return {
    queue,
    start: async () => {
      if (!isOpen(services)) return;
      await sweep(state);
      kick(state);
      keepLooking(state);
    },
    kick: () => kick(state),
    cancel: async (ctx, uuid) => {
      await wantEnd(queue, ctx, uuid);
      if (state.current?.task.uuid === uuid) state.current.run.end('cancelled');
    },
    follow: (following, sink) => follow(followParts, following, sink),
    ring: bell.ring,
    stop: () => stop(state),
  };
}
