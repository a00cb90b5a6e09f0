/** Status values of terminal tasks, their transitions, and which task runs next. */

export const TASK_STATUS = { waiting: 0, connecting: 1, executing: 2, success: 3, failed: 4, unknown: 5 } as const;
export type TaskState = keyof typeof TASK_STATUS;
export type TaskStatus = (typeof TASK_STATUS)[TaskState];

/** Events of a task, each with the states it leads from and to. */
export const TASK_TRANSITIONS = {
  /** The queue takes it. */
  start: { from: ['waiting'], to: 'connecting' },
  /** Its process runs: `link-success`. */
  link: { from: ['connecting'], to: 'executing' },
  /** `exec-success`. */
  succeed: { from: ['executing'], to: 'success' },
  /** `exec-error`, a process that could not be started or was ended, a failed hook. */
  fail: { from: ['connecting', 'executing'], to: 'failed' },
  /** The outcome is unknown: the server was restarted, or its node is gone. */
  lose: { from: ['connecting', 'executing'], to: 'unknown' },
  retry: { from: ['success', 'failed', 'unknown'], to: 'waiting' },
} as const satisfies Readonly<Record<string, { readonly from: readonly TaskState[]; readonly to: TaskState }>>;
export type TaskTransition = keyof typeof TASK_TRANSITIONS;

/** Why a task ended as it did, where its exit code does not say it. */
export const TASK_END_REASONS = {
  cancelled: 'cancelled',
  timeout: 'timeout',
  flood: 'flood',
  interactive: 'interactive',
  lost: 'lost',
  spawn: 'spawn',
  hook: 'hook',
} as const;
export type TaskEndReason = keyof typeof TASK_END_REASONS;

/** The fields of a task that the queue uses. */
export interface QueuedTask {
  readonly id: number;
  readonly status: number;
  readonly position: number;
  readonly block_on_failure: number;
}

const hasState = (status: number, ...states: readonly TaskState[]): boolean =>
  states.some((state) => TASK_STATUS[state] === status);
/** Whether the process runs or is being started. */
export const isRunning = (status: number): boolean => hasState(status, 'connecting', 'executing');
export const isFinished = (status: number): boolean => hasState(status, 'success', 'failed', 'unknown');
/** Whether the task failed or its outcome is unknown. */
export const isFailedOrUnknown = (status: number): boolean => hasState(status, 'failed', 'unknown');

/** The state behind a number; `unknown` for any other. */
export const getTaskState = (status: number): TaskState =>
  (Object.keys(TASK_STATUS) as TaskState[]).find((state) => TASK_STATUS[state] === status) ?? 'unknown'; // keys of the table above

/** The status after an event; undefined when the event is not allowed in this status. */
export function nextStatus(status: number, transition: TaskTransition): TaskStatus | undefined {
  const { from, to } = TASK_TRANSITIONS[transition];
  return (from as readonly TaskState[]).includes(getTaskState(status)) ? TASK_STATUS[to] : undefined;
}

export const canDelete = (status: number): boolean => !isRunning(status);
export const canRetry = (status: number): boolean => nextStatus(status, 'retry') !== undefined;

const sortByPosition = <T extends QueuedTask>(tasks: readonly T[]): readonly T[] =>
  [...tasks].sort((first, other) => first.position - other.position || first.id - other.id);
const isBlocking = (task: QueuedTask): boolean => isFailedOrUnknown(task.status) && task.block_on_failure === 1;

/** The task that prevents later tasks from starting. */
export const findBlockingTask = <T extends QueuedTask>(tasks: readonly T[]): T | undefined =>
  sortByPosition(tasks).find(isBlocking);

/**
 * The next task to run: the first one that waits, unless one runs, or an earlier one failed or got lost and blocks. Failed tasks that
 * do not block are skipped. One task runs at a time, also when an earlier one was put back into the queue.
 */
export function nextToRun<T extends QueuedTask>(tasks: readonly T[]): T | undefined {
  if (tasks.some(({ status }) => isRunning(status))) return undefined;
  const sorted = sortByPosition(tasks);
  const next = sorted.findIndex(({ status }) => status === TASK_STATUS.waiting);
  return next < 0 || sorted.slice(0, next).some(isBlocking) ? undefined : sorted[next];
}

/** Whether a new task will not start because an earlier one blocks the queue. */
export const isQueueBlocked = (tasks: readonly QueuedTask[]): boolean => findBlockingTask(tasks) !== undefined;

export const PACKAGE_MANAGERS = ['npm', 'cnpm', 'pnpm', 'yarn', 'ni', 'none'] as const;
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

/** Settings of the terminal. */
export interface TerminalSettings {
  readonly manager: PackageManager;
  readonly registry: string;
  /** Of the install service: a page on another port is warned. */
  readonly port: number;
  /** 1: adding a task removes those that succeeded. */
  readonly cleanup: 0 | 1;
}
export const TERMINAL_DEFAULTS: TerminalSettings = {
  manager: 'pnpm',
  registry: 'https://registry.npmjs.org',
  port: 8000,
  cleanup: 1,
};

/** The allowed values of a command's parameter. */
export type CommandSlot =
  | { readonly kind: 'id'; readonly entity: string }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  /** The SHA-256 of a package, for commands that only the server starts. */
  | { readonly kind: 'digest' };
/** A command as the client sees it, without its program and arguments. */
export interface CommandSummary {
  readonly key: string;
  /** The chosen package manager is appended to the key. */
  readonly manager: boolean;
  readonly slots: Readonly<Record<string, CommandSlot>>;
}
/** A package-manager command's key; undefined where people install by themselves. */
export const managerCommandKey = (key: string, manager: PackageManager): string | undefined =>
  manager === 'none' ? undefined : `${key}.${manager}`;

/** Control messages of the event stream. */
export const STREAM_MESSAGES = {
  link: 'command-link-success',
  success: 'command-exec-success',
  error: 'command-exec-error',
  completed: 'command-exec-completed',
} as const;
