/** Terminal tasks: read from their rows, by id or in queue order. */
import { stringOrEmpty } from '../../../../common/json';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Filter } from '../../../../common/entity/filter';
import type { StoredRow } from '../../../../common/entity/columns';
import type { QueuedTask } from '../../../../common/terminal';
import type { HookContext } from '../../../engine/write/context/hookContext';
import type { Services } from '../../../context';
import type { Args } from './commands';

export const TASK_ENTITY = 'terminal_task';
/** Named lock of the queue: only one transaction at a time reads and changes it. */
export const QUEUE_LOCK = 'terminal';

export interface Task extends QueuedTask {
  readonly uuid: string;
  readonly command: string;
  readonly args: Args;
  readonly line: string;
  readonly extend: string;
  readonly attempt: number;
  readonly admin_id: number;
  readonly by_name: string;
  readonly node_id: string;
  /** `host:pid` of the process that runs the task; the column is `place`. */
  readonly workerAddress: string;
  readonly out_bytes: number;
  readonly exit_code: number | null;
  readonly reason: string | null;
  /** Whether a cancellation was requested; the column is `ending`. */
  readonly isStopRequested: boolean;
}

function parseArgs(value: unknown): Args {
  const raw: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  if (typeof raw !== 'object' || raw === null) return {};
  return Object.fromEntries(Object.entries(raw).map(([name, held]) => [name, String(held)]));
}

export const parseTaskRow = (row: StoredRow): Task => ({
  id: Number(row['id']),
  uuid: stringOrEmpty(row['uuid']),
  command: stringOrEmpty(row['command']),
  args: parseArgs(row['args'] ?? {}),
  line: stringOrEmpty(row['line']),
  extend: stringOrEmpty(row['extend']),
  status: Number(row['status']),
  block_on_failure: Number(row['block_on_failure']),
  position: Number(row['position']),
  attempt: Number(row['attempt']),
  admin_id: Number(row['admin_id'] ?? 0),
  by_name: stringOrEmpty(row['by_name']),
  node_id: stringOrEmpty(row['node_id']),
  workerAddress: stringOrEmpty(row['place']),
  out_bytes: Number(row['out_bytes'] ?? 0),
  exit_code: row['exit_code'] === null || row['exit_code'] === undefined ? null : Number(row['exit_code']),
  reason: stringOrEmpty(row['reason']) || null,
  isStopRequested: Number(row['ending'] ?? 0) === 1,
});

export function requireTaskEntity({ registry }: Pick<Services, 'registry'>): AnyEntity {
  const entity = registry.get(TASK_ENTITY);
  if (entity === undefined) throw new Error('terminal tasks are not registered');
  return entity;
}

const ALL_ROWS: Filter = { field: 'id', op: '>', value: 0 };
/** Every task of the queue, as the transaction sees it. */
export const loadQueue = async (hook: HookContext): Promise<readonly Task[]> =>
  (await hook.find(TASK_ENTITY, ALL_ROWS)).map(parseTaskRow);
export async function findTask(hook: HookContext, uuid: string): Promise<Task | undefined> {
  const [row] = await hook.find(TASK_ENTITY, { field: 'uuid', op: '=', value: uuid });
  return row && parseTaskRow(row);
}

/** Reads one task outside of a transaction. */
export async function loadTask({ db }: Pick<Services, 'db'>, uuid: string): Promise<Task | undefined> {
  const sql = 'SELECT * FROM `terminal_task` WHERE uuid_n = ? AND uuid = ? AND delete_time IS NULL';
  const [row] = await db.rows<StoredRow>(sql, [uuid.toLowerCase(), uuid]);
  return row && parseTaskRow(row);
}
/** Whether a task id was ever used, including deleted tasks. */
export async function isUuidTaken(hook: HookContext, uuid: string): Promise<boolean> {
  return (await hook.tx.rows('SELECT id FROM `terminal_task` WHERE uuid_n = ?', [uuid.toLowerCase()])).length > 0;
}
