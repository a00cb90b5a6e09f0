/** The state machine of terminal tasks, exhaustively, and the next task of every queue of four tasks. */
import { describe, expect, it } from '@jest/globals';
import {
  findBlockingTask,
  isQueueBlocked,
  canDelete,
  canRetry,
  nextToRun,
  getTaskState,
  nextStatus,
  TASK_TRANSITIONS,
  TASK_STATUS,
  managerCommandKey,
  type QueuedTask,
  type TaskTransition,
} from './terminal';

const { waiting, connecting, executing, success, failed, unknown } = TASK_STATUS;
const STATUSES = [waiting, connecting, executing, success, failed, unknown];

describe('the states of a task', () => {
  it('have the specified numbers', () => {
    expect(STATUSES).toEqual([0, 1, 2, 3, 4, 5]);
    expect(STATUSES.map(getTaskState)).toEqual(Object.keys(TASK_STATUS));
    expect(getTaskState(17)).toBe('unknown');
  });

  it('change only by the allowed events', () => {
    const transitions: readonly (readonly [TaskTransition, number, number])[] = [
      ['start', waiting, connecting],
      ['link', connecting, executing],
      ['succeed', executing, success],
      ['fail', connecting, failed],
      ['fail', executing, failed],
      ['lose', connecting, unknown],
      ['lose', executing, unknown],
      ['retry', success, waiting],
      ['retry', failed, waiting],
      ['retry', unknown, waiting],
    ];
    const all = (Object.keys(TASK_TRANSITIONS) as TaskTransition[]).flatMap((move) =>
      STATUSES.flatMap((from) => {
        const to = nextStatus(from, move);
        return to === undefined ? [] : [[move, from, to] as const];
      }),
    );
    expect(all.sort()).toEqual([...transitions].sort());
  });

  it('forbid deleting a running task and retrying an unfinished one', () => {
    expect(STATUSES.filter((status) => !canDelete(status))).toEqual([connecting, executing]);
    expect(STATUSES.filter(canRetry)).toEqual([success, failed, unknown]);
  });
});

describe('the queue', () => {
  const task = (position: number, status: number, block = 1): QueuedTask => ({
    id: position,
    position,
    status,
    block_on_failure: block,
  });
  /** Every queue of four tasks, each blocking or not: 20 736. */
  function* queues(): Iterable<readonly QueuedTask[]> {
    const kinds = STATUSES.flatMap((status) => [0, 1].map((block) => [status, block] as const));
    for (let permutation = 0; permutation < kinds.length ** 4; permutation += 1)
      yield [0, 1, 2, 3].map((at) => {
        const [status, block] = kinds[Math.floor(permutation / kinds.length ** at) % kinds.length] ?? [waiting, 0];
        return task(at + 1, status, block);
      });
  }
  const isBroken = ({ status }: QueuedTask) => status === failed || status === unknown;

  it('runs the first waiting task unless one runs or an earlier one failed and blocks', () => {
    let violations = 0;
    for (const tasks of queues()) {
      const busy = tasks.some(({ status }) => status === connecting || status === executing);
      const first = tasks.findIndex(({ status }) => status === waiting);
      const blocked = tasks.slice(0, Math.max(first, 0)).some((task) => isBroken(task) && task.block_on_failure === 1);
      const expected = busy || first < 0 || blocked ? undefined : tasks[first];
      if (nextToRun(tasks) !== expected) violations += 1;
      if (isQueueBlocked(tasks) !== tasks.some((task) => isBroken(task) && task.block_on_failure === 1))
        violations += 1;
    }
    expect(violations).toBe(0);
  });

  it('orders tasks by position, not by their order in the array', () => {
    expect(nextToRun([task(3, waiting), task(1, success), task(2, waiting)])?.position).toBe(2);
    expect(findBlockingTask([task(3, failed), task(2, unknown), task(1, failed, 0)])?.position).toBe(2);
  });

  it('appends the package manager, unless people install packages themselves', () => {
    expect([managerCommandKey('web-install', 'pnpm'), managerCommandKey('web-install', 'none')]).toEqual([
      'web-install.pnpm',
      undefined,
    ]);
  });
});
