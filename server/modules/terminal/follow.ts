/** One reader of one task's output: every byte from where it stands, in order, as fast as it takes them, until the task is over. */
import { isOver } from '../../../common/terminal';
import type { Services } from '../../context';
import { readTask, type Task } from './task';
import type { Piece, Transcripts } from './transcript';

/** Says that something happened to a task; whoever waits looks again. */
export interface Bell {
  readonly ring: (uuid: string) => void;
  /** How often it rang: a look taken before cannot miss what came after. */
  readonly count: (uuid: string) => number;
  /** Waits until it rang more often than that, or so long. */
  readonly wait: (uuid: string, since: number, ms: number, signal: AbortSignal) => Promise<void>;
}

export function createBell(): Bell {
  const counts = new Map<string, number>();
  const waiting = new Map<string, Set<() => void>>();
  return {
    ring: (uuid) => {
      counts.set(uuid, (counts.get(uuid) ?? 0) + 1);
      for (const wake of [...(waiting.get(uuid) ?? [])]) wake();
    },
    count: (uuid) => counts.get(uuid) ?? 0,
    wait: (uuid, since, ms, signal) =>
      new Promise((done) => {
        if (signal.aborted || (counts.get(uuid) ?? 0) > since) {
          done();
          return;
        }
        const all = waiting.get(uuid) ?? new Set();
        waiting.set(uuid, all);
        const wake = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          all.delete(wake);
          if (all.size === 0) waiting.delete(uuid);
          done();
        };
        const timer = setTimeout(wake, ms);
        signal.addEventListener('abort', wake);
        all.add(wake);
      }),
  };
}

export interface Sink {
  /** The task as it stands, whenever its state or attempt is another than before; first of all. */
  readonly state: (task: Task) => Promise<void> | void;
  /** The next bytes; resolves when there is room for more. False ends it. */
  readonly piece: (piece: Piece, task: Task) => Promise<boolean> | boolean;
}
export interface Following {
  readonly uuid: string;
  /** The attempt `from` belongs to; another one is read from its beginning. */
  readonly attempt: number;
  readonly from: number;
  readonly signal: AbortSignal;
}
export interface FollowParts {
  readonly services: Pick<Services, 'db'>;
  readonly transcripts: Transcripts;
  readonly bell: Bell;
  /** Milliseconds between two looks while nothing rings: a task of another node is heard of by looking. */
  readonly patience: (task: Task) => number;
}

/** `over`: everything was told. `gone`: there is no such task any more. `left`: the reader had enough. */
export type Outcome = 'over' | 'gone' | 'left';

export async function follow(
  parts: FollowParts,
  { uuid, attempt, from, signal }: Following,
  sink: Sink,
): Promise<Outcome> {
  const { bell } = parts;
  let at = { attempt, from };
  let told: string | undefined;
  while (!signal.aborted) {
    const heard = bell.count(uuid);
    const task = await readTask(parts.services, uuid);
    if (task === undefined) return 'gone';
    if (task.attempt !== at.attempt) at = { attempt: task.attempt, from: 0 };
    const isEnd = isOver(task.status);
    // What is over is said after its last byte.
    if (!isEnd) told = await tellState(sink, task, told);
    const reached = await drain(parts, { task, from: at.from, signal }, sink);
    if (reached === undefined) return 'left';
    at = { attempt: task.attempt, from: reached };
    if (isEnd) {
      await tellState(sink, task, told);
      return 'over';
    }
    await bell.wait(uuid, heard, parts.patience(task), signal);
  }
  return 'left';
}

async function tellState(sink: Sink, task: Task, told: string | undefined): Promise<string> {
  const state = `${task.attempt}:${task.status}`;
  if (state !== told) await sink.state(task);
  return state;
}

interface Draining {
  readonly task: Task;
  readonly from: number;
  readonly signal: AbortSignal;
}
/** Everything stored by now; answers the byte it ended before, undefined when the reader had enough. */
async function drain(
  { transcripts }: FollowParts,
  { task, from, signal }: Draining,
  sink: Sink,
): Promise<number | undefined> {
  let at = from;
  while (!signal.aborted) {
    const piece = await transcripts.read(task.uuid, task.attempt, at);
    if (piece === undefined) return at;
    if (!(await sink.piece(piece, task))) return undefined;
    at = piece.off + piece.bytes;
  }
  return undefined;
}
