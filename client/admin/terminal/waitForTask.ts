/** Outcome of a task as a promise, by the cached rows that the change log updates. */
import { isFailedOrUnknown, isFinished } from '../../../common/terminal';
import type { RootState } from '../../shared/app/createStore';
import { TASK_ENTITY, parseTask, type Task } from './task';

/** The task failed, has an unknown outcome, or was deleted before it ended. */
export class TaskFailedError extends Error {
  constructor(readonly task: Task) {
    super('the task did not succeed');
    this.name = 'TaskFailedError';
  }
}
interface TaskStore {
  readonly getState: () => Pick<RootState, 'entities'>;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Resolves when the task succeeds; rejects with `TaskFailedError` when it fails, its outcome is unknown, or it is deleted. */
export function waitForTask({ getState, subscribe }: TaskStore, uuid: string): Promise<Task> {
  return new Promise((resolve, reject) => {
    let unsubscribe: () => void = () => undefined;
    const checkTask = (): boolean => {
      const rows = Object.values(getState().entities.rows[TASK_ENTITY] ?? {});
      const cachedTask = rows.find(({ row }) => row['uuid'] === uuid);
      const task = cachedTask && parseTask(cachedTask.row);
      if (!task || (!isFinished(task.status) && cachedTask.isDeleted !== true)) return false;
      unsubscribe();
      if (isFinished(task.status) && !isFailedOrUnknown(task.status)) resolve(task);
      else reject(new TaskFailedError(task));
      return true;
    };
    if (!checkTask()) unsubscribe = subscribe(checkTask);
  });
}
