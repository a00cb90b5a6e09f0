/** Tails one task's output for one reader: every byte from its offset on, in order, at the reader's speed, until the task ends. */
import { isFinished } from '../../../../common/terminal';
import type { Services } from '../../../context';
import { loadTask, type Task } from '../tasks/task';
import type { OutputChunk, OutputLog } from '../output/outputLog';

/** Signals changes of tasks to waiting readers. */
export interface TaskNotifier {
  readonly notify: (uuid: string) => void;
  /** Number of signals so far: a reader that read it before its query cannot miss a later change. */
  readonly version: (uuid: string) => number;
  /** Waits until the version is greater than `sinceVersion`, at most `ms` milliseconds. */
  readonly waitForChange: (uuid: string, sinceVersion: number, ms: number, signal: AbortSignal) => Promise<void>;
}

export function createTaskNotifier(): TaskNotifier {
  const versions = new Map<string, number>();
  const waiters = new Map<string, Set<() => void>>();
  return {
    notify: (uuid) => {
      versions.set(uuid, (versions.get(uuid) ?? 0) + 1);
      for (const wake of [...(waiters.get(uuid) ?? [])]) wake();
    },
    version: (uuid) => versions.get(uuid) ?? 0,
    waitForChange: (uuid, sinceVersion, ms, signal) =>
      new Promise((done) => {
        if (signal.aborted || (versions.get(uuid) ?? 0) > sinceVersion) {
          done();
          return;
        }
        const taskWaiters = waiters.get(uuid) ?? new Set();
        waiters.set(uuid, taskWaiters);
        const wake = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          taskWaiters.delete(wake);
          if (taskWaiters.size === 0) waiters.delete(uuid);
          done();
        };
        const timer = setTimeout(wake, ms);
        signal.addEventListener('abort', wake);
        taskWaiters.add(wake);
      }),
  };
}

export interface OutputSink {
  /** Called first, and whenever status or attempt of the task changed. */
  readonly onState: (task: Task) => Promise<void> | void;
  /** The next bytes; resolves when there is room for more. False ends the tail. */
  readonly onChunk: (chunk: OutputChunk, task: Task) => Promise<boolean> | boolean;
}
export interface TailRequest {
  readonly uuid: string;
  /** The attempt of `from`; another attempt is read from its beginning. */
  readonly attempt: number;
  readonly from: number;
  readonly signal: AbortSignal;
}
export interface TailDeps {
  readonly services: Pick<Services, 'db'>;
  readonly outputLog: OutputLog;
  readonly notifier: TaskNotifier;
  /** Milliseconds between two queries without a signal: changes by other nodes are only found by a query. */
  readonly pollIntervalMs: (task: Task) => number;
}

/** `ended`: everything was sent. `missing`: the task no longer exists. `disconnected`: the reader left. */
export type TailOutcome = 'ended' | 'missing' | 'disconnected';

export async function tailOutput(
  deps: TailDeps,
  { uuid, attempt, from, signal }: TailRequest,
  sink: OutputSink,
): Promise<TailOutcome> {
  const { notifier } = deps;
  let position = { attempt, from };
  let reportedState: string | undefined;
  while (!signal.aborted) {
    const seenVersion = notifier.version(uuid);
    const task = await loadTask(deps.services, uuid);
    if (task === undefined) return 'missing';
    if (task.attempt !== position.attempt) position = { attempt: task.attempt, from: 0 };
    const isEnd = isFinished(task.status);
    // The final state is reported after the last byte.
    if (!isEnd) reportedState = await reportState(sink, task, reportedState);
    const nextOffset = await sendStoredOutput(deps, { task, from: position.from, signal }, sink);
    if (nextOffset === undefined) return 'disconnected';
    position = { attempt: task.attempt, from: nextOffset };
    if (isEnd) {
      await reportState(sink, task, reportedState);
      return 'ended';
    }
    await notifier.waitForChange(uuid, seenVersion, deps.pollIntervalMs(task), signal);
  }
  return 'disconnected';
}

async function reportState(sink: OutputSink, task: Task, reportedState: string | undefined): Promise<string> {
  const stateKey = `${task.attempt}:${task.status}`;
  if (stateKey !== reportedState) await sink.onState(task);
  return stateKey;
}

interface ReadRange {
  readonly task: Task;
  readonly from: number;
  readonly signal: AbortSignal;
}
/** Sends everything stored so far; returns the next offset, undefined when the reader ended. */
async function sendStoredOutput(
  { outputLog }: TailDeps,
  { task, from, signal }: ReadRange,
  sink: OutputSink,
): Promise<number | undefined> {
  let position = from;
  while (!signal.aborted) {
    const chunk = await outputLog.read(task.uuid, task.attempt, position);
    if (chunk === undefined) return position;
    if (!(await sink.onChunk(chunk, task))) return undefined;
    position = chunk.off + chunk.bytes;
  }
  return undefined;
}
