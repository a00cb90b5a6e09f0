/** A task's promise settles once, by the rows everybody is told of. */
import { describe, expect, it } from '@jest/globals';
import { TASK_STATUS } from '../../../common/terminal';
import { framesArrived, rowsArrived } from '../../shared/entities';
import { createTestClient } from '../../testing/testClient';
import { TASK } from './task';
import { TaskBroken, taskEnd } from './taskEnd';

const { waiting, executing, success, failed, unknown } = TASK_STATUS;

describe('the end of a task', () => {
  const { store } = createTestClient();
  let revision = 0;
  const tell = (id: number, status: number) => {
    revision += 1;
    const row = { id, revision, uuid: `task-${id}`, status, attempt: 1, command: 'web-build.npm' };
    store.dispatch(rowsArrived({ e: TASK, rows: [row] }));
  };

  it('is a success or a failure, and waits for either', async () => {
    const settled: string[] = [];
    const ends = [1, 2, 3].map((id) =>
      taskEnd(store, `task-${id}`).then(
        ({ id: done }) => settled.push(`${done} done`),
        (error: unknown) => settled.push(`${error instanceof TaskBroken ? String(error.task.id) : ''} broken`),
      ),
    );
    for (const id of [1, 2, 3]) tell(id, waiting);
    tell(1, executing);
    await Promise.resolve();
    expect(settled).toEqual([]);
    tell(1, success);
    tell(2, failed);
    tell(3, unknown);
    await Promise.all(ends);
    expect(settled.sort()).toEqual(['1 done', '2 broken', '3 broken']);
  });

  it('is known at once of one that is over, as after a reload', async () => {
    tell(4, success);
    expect((await taskEnd(store, 'task-4')).uuid).toBe('task-4');
    tell(5, failed);
    await expect(taskEnd(store, 'task-5')).rejects.toThrow(TaskBroken);
  });

  it('is a failure of one that was taken out of the queue', async () => {
    tell(6, waiting);
    const end = taskEnd(store, 'task-6');
    store.dispatch(framesArrived([{ t: 'q', e: TASK, s: '1', c: [{ op: 'del', id: 6, v: 999, at: 1 }] }]));
    await expect(end).rejects.toThrow(TaskBroken);
  });
});
