/**
 * A concurrency limiter that is fair between groups: the tasks of a busy group wait for each other, not the tasks of other groups for them.
 */

/** The limits of a queue, and the errors with which it rejects work beyond them. */
export interface FairQueueOptions {
  /** Number of tasks of all groups that run at once. */
  readonly concurrency: number;
  /** Number of tasks of one group that run at once. Below `concurrency`, no group can occupy the whole queue. */
  readonly maxPerGroup: number;
  /** Number of tasks of one group that wait at once; the queue rejects the next one with `createFullError`. */
  readonly maxQueued: number;
  /** Timeout of a waiting task, in milliseconds; then the queue rejects it with `createTimeoutError`. Running tasks have no timeout. */
  readonly queueTimeoutMs: number;
  /** The tasks of this group start before those of all others. */
  readonly priorityGroup?: string;
  /** Creates the error for a task of a group that has `maxQueued` tasks waiting. */
  readonly createFullError: () => Error;
  /** Creates the error for a task that has waited for `queueTimeoutMs`. */
  readonly createTimeoutError: () => Error;
}
/** Runs a task of one group within the limits and returns its result; the groups that have tasks waiting take turns. */
export type FairQueue = <T>(group: string, work: () => Promise<T>) => Promise<T>;

interface Group {
  running: number;
  readonly waiting: (() => void)[];
}

/** The group whose task starts next: the priority group, else the first one below its limit. */
function findNextGroup(
  waitingGroups: ReadonlyMap<string, Group>,
  { maxPerGroup, priorityGroup }: FairQueueOptions,
): readonly [string, Group] | undefined {
  const priority = priorityGroup === undefined ? undefined : waitingGroups.get(priorityGroup);
  if (priorityGroup !== undefined && priority && priority.running < maxPerGroup) return [priorityGroup, priority];
  for (const entry of waitingGroups) if (entry[1].running < maxPerGroup) return entry;
  return undefined;
}

/** Creates the queue of one resource; a group without running and waiting tasks uses no memory. */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { concurrency, maxQueued, queueTimeoutMs, createFullError, createTimeoutError } = options;
  const groups = new Map<string, Group>();
  /** Groups with waiting work; the one whose turn is next comes first. */
  const waitingGroups = new Map<string, Group>();
  const nextGroup = () => findNextGroup(waitingGroups, options);
  let running = 0;

  const startNext = () => {
    for (let next = nextGroup(); next !== undefined && running < concurrency; next = nextGroup()) {
      const [name, group] = next;
      waitingGroups.delete(name);
      const start = group.waiting.shift();
      if (group.waiting.length > 0) waitingGroups.set(name, group);
      if (start === undefined) continue;
      running += 1;
      group.running += 1;
      start();
    }
  };
  const getGroup = (name: string): Group => {
    const group = groups.get(name) ?? { running: 0, waiting: [] };
    groups.set(name, group);
    return group;
  };
  const removeIfIdle = (name: string, group: Group) => {
    if (group.waiting.length === 0) waitingGroups.delete(name);
    if (group.waiting.length === 0 && group.running === 0) groups.delete(name);
  };
  const waitForStart = (name: string, group: Group) =>
    new Promise<void>((resolve, reject) => {
      const onStart = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        group.waiting.splice(group.waiting.indexOf(onStart), 1);
        removeIfIdle(name, group);
        reject(createTimeoutError());
      }, queueTimeoutMs);
      group.waiting.push(onStart);
      waitingGroups.set(name, group);
      startNext();
    });
  return async (name, work) => {
    const group = getGroup(name);
    if (group.waiting.length >= maxQueued) throw createFullError();
    await waitForStart(name, group);
    try {
      return await work();
    } finally {
      running -= 1;
      group.running -= 1;
      startNext();
      removeIfIdle(name, group);
    }
  };
}
