/** The end of a task as a promise: it settles by what the queue tells everybody, however the window was opened or loaded since. */
import { isFailedOrUnknown, isFinished } from '../../../common/terminal';
import type { RootState } from '../../shared/app/createStore';
import { TASK_ENTITY, parseTask, type Task } from './task';

/** The task failed, got lost, or was taken out of the queue before it ended. */
export class TaskFailedError extends Error {
  constructor(readonly task: Task) {
    super('the task did not succeed');
    this.name = 'TaskBroken';
  }
}
interface TaskStore {
  readonly getState: () => Pick<RootState, 'entities'>;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Resolves with the task once it succeeded; rejects with `TaskFailedError` once it failed or nobody knows. */
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
