/** waitForTask: the promise resolves or rejects once, by the cached rows. */
import { describe, expect, it } from '@jest/globals';
import { TASK_STATUS } from '../../../common/terminal';
import { framesReceived, rowsReceived } from '../../shared/store/entities';
import { createTestClient } from '../../testing/testClient';
import { TASK_ENTITY } from './task';
import { TaskFailedError, waitForTask } from './waitForTask';

const { waiting: WAITING, executing: RUNNING, success: SUCCEEDED, failed: FAILED, unknown: UNKNOWN } = TASK_STATUS;

describe('waitForTask', () => {
  const { store } = createTestClient();
  let revision = 0;
  const setTaskRow = (id: number, status: number) => {
    revision += 1;
    const row = { id, revision, uuid: `task-${id}`, status, attempt: 1, command: 'web-build.npm' };
    store.dispatch(rowsReceived({ e: TASK_ENTITY, rows: [row] }));
  };

  it('resolves on success and rejects on failure', async () => {
    const settled: string[] = [];
    const resolvedTask = [1, 2, 3].map((id) =>
      waitForTask(store, `task-${id}`).then(
        ({ id: isDone }) => settled.push(`${isDone} done`),
        (error: unknown) => settled.push(`${error instanceof TaskFailedError ? String(error.task.id) : ''} broken`),
      ),
    );
    for (const id of [1, 2, 3]) setTaskRow(id, WAITING);
    setTaskRow(1, RUNNING);
    await Promise.resolve();
    expect(settled).toEqual([]);
    setTaskRow(1, SUCCEEDED);
    setTaskRow(2, FAILED);
    setTaskRow(3, UNKNOWN);
    await Promise.all(resolvedTask);
    expect(settled.sort()).toEqual(['1 done', '2 broken', '3 broken']);
  });

  it('waitForTask: resolves at once for a finished task, as after a reload', async () => {
    setTaskRow(4, SUCCEEDED);
    expect((await waitForTask(store, 'task-4')).uuid).toBe('task-4');
    setTaskRow(5, FAILED);
    await expect(waitForTask(store, 'task-5')).rejects.toThrow(TaskFailedError);
  });

  it('rejects when the task is deleted from the queue', async () => {
    setTaskRow(6, WAITING);
    const end = waitForTask(store, 'task-6');
    store.dispatch(framesReceived([{ t: 'q', e: TASK_ENTITY, s: '1', c: [{ op: 'del', id: 6, v: 999, at: 1 }] }]));
    await expect(end).rejects.toThrow(TaskFailedError);
  });
});
