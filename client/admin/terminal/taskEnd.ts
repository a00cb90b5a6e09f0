/** The end of a task as a promise: it settles by what the queue tells everybody, however the window was opened or loaded since. */
import { isBroken, isOver } from '../../../common/terminal';
import type { RootState } from '../../shared/createStore';
import { TASK, taskOf, type Task } from './task';

/** The task failed, got lost, or was taken out of the queue before it ended. */
export class TaskBroken extends Error {
  constructor(readonly task: Task) {
    super('the task did not succeed');
    this.name = 'TaskBroken';
  }
}
interface Watched {
  readonly getState: () => Pick<RootState, 'entities'>;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Resolves with the task once it succeeded; rejects with `TaskBroken` once it failed or nobody knows. */
export function taskEnd({ getState, subscribe }: Watched, uuid: string): Promise<Task> {
  return new Promise((done, fail) => {
    let stop: () => void = () => undefined;
    const look = (): boolean => {
      const rows = Object.values(getState().entities.rows[TASK] ?? {});
      const held = rows.find(({ row }) => row['uuid'] === uuid);
      const task = held && taskOf(held.row);
      if (!task || (!isOver(task.status) && held.gone !== true)) return false;
      stop();
      if (isOver(task.status) && !isBroken(task.status)) done(task);
      else fail(new TaskBroken(task));
      return true;
    };
    if (!look()) stop = subscribe(look);
  });
}
