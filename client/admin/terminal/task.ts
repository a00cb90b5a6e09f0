/** Task as shown by the terminal, parsed from its row. */
import { isRunning, getTaskState, type QueuedTask, type TaskState } from '../../../common/terminal';
import type { RowData } from '../../shared/store/entities';
import { asString, asInteger } from '../../../common/json';

export const TASK_ENTITY = 'terminal_task';

export interface Task extends QueuedTask {
  readonly uuid: string;
  readonly command: string;
  readonly line: string;
  readonly attempt: number;
  readonly startedBy: string;
  readonly state: TaskState;
  readonly reason: string;
  readonly exitCode: number | null;
  /** Unix seconds; 0 before the start. */
  readonly startedAt: number;
  readonly createdAt: number;
  /** Milliseconds; null while running. */
  readonly duration: number | null;
  readonly isEnding: boolean;
  /** Id of the packaged app; 0 for other commands. */
  readonly appId: number;
}

function packagedAppId(row: RowData): number {
  const { args } = row;
  if (row['command'] !== 'app.package' || typeof args !== 'object' || args === null || !('id' in args)) return 0;
  return Number(args.id);
}
const asIntegerOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export const parseTask = (row: RowData): Task => {
  const status = asInteger(row['status']);
  return {
    id: asInteger(row['id']),
    uuid: asString(row['uuid'], 64),
    command: asString(row['command'], 60),
    line: asString(row['line'], 500),
    status,
    state: getTaskState(status),
    position: asInteger(row['position']),
    block_on_failure: asInteger(row['block_on_failure']),
    attempt: asInteger(row['attempt']),
    startedBy: asString(row['by_name'], 30),
    reason: asString(row['reason'], 20),
    exitCode: asIntegerOrNull(row['exit_code']),
    startedAt: asInteger(row['started_time']),
    createdAt: asInteger(row['create_time']),
    duration: isRunning(status) ? null : asIntegerOrNull(row['duration']),
    isEnding: row['ending'] === 1,
    appId: packagedAppId(row),
  };
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** `0.8 s`, `42 s`, `3 min 5 s`. */
export function formatElapsedTime(ms: number): string {
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.round(ms / SECOND)} s`;
  return `${Math.floor(ms / MINUTE)} min ${Math.round((ms % MINUTE) / SECOND)} s`;
}
