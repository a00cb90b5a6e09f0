/** A task as the terminal's screens show it, read from its row. */
import { isRunning, stateOf, type Queued, type TaskState } from '../../../common/terminal';
import type { Wire } from '../../shared/entities';
import { asText, asWhole } from '../../shared/persist';

export const TASK = 'terminal_task';

export interface Task extends Queued {
  readonly uuid: string;
  readonly command: string;
  readonly line: string;
  readonly attempt: number;
  readonly by: string;
  readonly state: TaskState;
  readonly reason: string;
  readonly exitCode: number | null;
  /** Unix seconds; 0 when it did not begin. */
  readonly started: number;
  readonly created: number;
  /** Milliseconds; null while it lasts. */
  readonly duration: number | null;
  readonly ending: boolean;
  /** The app a packaging is about. */
  readonly appId: number;
}

function appOf(row: Wire): number {
  const { args } = row;
  if (row['command'] !== 'app.package' || typeof args !== 'object' || args === null || !('id' in args)) return 0;
  return Number(args.id);
}
const whole = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export const taskOf = (row: Wire): Task => {
  const status = asWhole(row['status']);
  return {
    id: asWhole(row['id']),
    uuid: asText(row['uuid'], 64),
    command: asText(row['command'], 60),
    line: asText(row['line'], 500),
    status,
    state: stateOf(status),
    position: asWhole(row['position']),
    block_on_failure: asWhole(row['block_on_failure']),
    attempt: asWhole(row['attempt']),
    by: asText(row['by_name'], 30),
    reason: asText(row['reason'], 20),
    exitCode: whole(row['exit_code']),
    started: asWhole(row['started_time']),
    created: asWhole(row['create_time']),
    duration: isRunning(status) ? null : whole(row['duration']),
    ending: row['ending'] === 1,
    appId: appOf(row),
  };
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** `0.8 s`, `42 s`, `3 min 5 s`. */
export function lasted(ms: number): string {
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.round(ms / SECOND)} s`;
  return `${Math.floor(ms / MINUTE)} min ${Math.round((ms % MINUTE) / SECOND)} s`;
}
