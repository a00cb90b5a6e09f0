/**
 * The job queue in the database: reads and writes the rows of jobs; job progress is published live through the change log. A runner owns a job by its number of attempts: with another number the row belongs to another runner.
 */
import { job as jobEntity, JOB_STATUS } from '../../../common/entities/job';
import { isObject } from '../../../common/json';
import { fault } from '../../../common/protocol/faults';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { TxWriter } from '../../engine/write/context/txWriter';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services, Tx } from '../../context';
import { placeholders, rowLockClause } from '../../platform/database/sql';
import type { JobData, JobKind, StoredStep } from './jobKind';

export interface StoredJob {
  readonly id: number;
  readonly kind: string;
  readonly status: string;
  readonly attempt: number;
  readonly adminId: number | null;
  readonly input: JobData;
  readonly state: JobData;
  readonly steps: readonly StoredStep[];
  readonly output: string;
  readonly error: string;
  readonly isCancelling: boolean;
}

/** The job was canceled, or another runner took it over. */
export class JobStoppedError extends Error {
  constructor(readonly reason: 'cancelled' | 'lost') {
    super(`the job was ${reason}`);
  }
}

interface JobRow {
  readonly id: number;
  readonly kind: string;
  readonly status: string;
  readonly attempt: number;
  readonly admin_id: number | null;
  readonly input: string | null;
  readonly state: string | null;
  readonly steps: string | null;
  readonly output: string;
  readonly error: string;
  readonly is_cancelling: number;
}
const COLUMNS = 'id, kind, status, attempt, admin_id, `input`, `state`, steps, `output`, `error`, is_cancelling';

const parseData = (text: string | null): JobData => {
  const value: unknown = JSON.parse(text ?? '{}');
  return isObject(value) ? (value as JobData) : {};
};
const parseRow = (row: JobRow): StoredJob => ({
  id: Number(row.id),
  kind: row.kind,
  status: row.status,
  attempt: Number(row.attempt),
  adminId: row.admin_id === null ? null : Number(row.admin_id),
  input: parseData(row.input),
  state: parseData(row.state),
  steps: (JSON.parse(row.steps ?? '[]') ?? []) as readonly StoredStep[], // written by this file only
  output: row.output,
  error: row.error,
  isCancelling: Number(row.is_cancelling) === 1,
});

export async function loadJob(reader: Pick<Tx, 'rows'>, id: number): Promise<StoredJob | undefined> {
  const [row] = await reader.rows<JobRow>(`SELECT ${COLUMNS} FROM \`job\` WHERE id = ? AND delete_time IS NULL`, [id]);
  return row && parseRow(row);
}

/**
 * Runs `work` in a transaction and writes the columns of the job that it returns. Throws `JobStoppedError` when another runner owns the job,
 * or when somebody has asked to cancel it.
 */
export async function inOwnedJobTransaction(
  { writer, ctx }: { readonly writer: Writer; readonly ctx: RequestContext },
  { id, attempt }: Pick<StoredJob, 'id' | 'attempt'>,
  work: (write: TxWriter, hook: HookContext) => Promise<JobData>,
  { ignoresCancelling = false }: { readonly ignoresCancelling?: boolean } = {},
): Promise<void> {
  await writer.inTransaction(ctx, async (write, hook) => {
    await hook.withLock(jobEntity.name);
    const current = await loadJob(hook.tx, id);
    if (current?.attempt !== attempt || current.status !== JOB_STATUS.running) throw new JobStoppedError('lost');
    if (current.isCancelling && !ignoresCancelling) throw new JobStoppedError('cancelled');
    const values = await work(write, hook);
    // The audit log records what the job does, not its progress.
    await hook.asSystem.update(jobEntity, { id, ...values });
  });
}

/**
 * Locks the job's row until the transaction of `hook` ends, so that no other runner takes the job over before. Throws `JobStoppedError` when
 * another one has it already, or when it was canceled.
 */
export async function lockRunningJob(
  { tx, services: { db } }: HookContext,
  { id, attempt }: Pick<StoredJob, 'id' | 'attempt'>,
  { ignoresCancelling = false }: { readonly ignoresCancelling?: boolean } = {},
): Promise<void> {
  const [row] = await tx.rows<Pick<JobRow, 'status' | 'attempt' | 'is_cancelling'>>(
    `SELECT status, attempt, is_cancelling FROM \`job\` WHERE id = ?${rowLockClause(db.dialect)}`,
    [id],
  );
  if (Number(row?.attempt) !== attempt || row?.status !== JOB_STATUS.running) throw new JobStoppedError('lost');
  if (Number(row.is_cancelling) === 1 && !ignoresCancelling) throw new JobStoppedError('cancelled');
}

export interface NewJob {
  readonly kind: string;
  readonly subject: string;
  readonly input: JobData;
  readonly adminId: number | null;
  /** Refused while another job of the same subject waits or runs. */
  readonly isExclusive?: true;
  /** Refused while a job of one of these kinds that the same admin started waits or runs. */
  readonly onePerAdmin?: readonly string[];
}
/** The row of a job that waits. */
const newJobRow = ({ kind, subject, input, adminId }: NewJob, { steps }: JobKind) => ({
  kind,
  subject,
  input,
  admin_id: adminId,
  state: {},
  steps: steps.map(({ name }) => ({ name, status: 'waiting', at: null })),
});

/** Writes as the system what belongs to a new job, in its transaction. */
export type WriteAlongside = (write: TxWriter, jobId: number) => Promise<unknown>;

/** Stores a waiting job and returns its id. Errors: `job.busy`, `import.busy`. */
export function insertJob(
  { writer, ctx }: { readonly writer: Writer; readonly ctx: RequestContext },
  job: NewJob,
  kind: JobKind,
  alongside?: WriteAlongside,
): Promise<number> {
  return writer.inTransaction(ctx, async (write, hook) => {
    await hook.withLock(jobEntity.name);
    if (job.isExclusive === true && (await hasActiveJob(hook.tx, job.subject)))
      throw fault('job.busy', { subject: job.subject });
    if (await hasActiveJobOf(hook.tx, job)) throw fault('import.busy');
    const { id } = await write.create(jobEntity, newJobRow(job, kind));
    await alongside?.(write, id);
    return id;
  });
}

async function hasActiveJob(reader: Pick<Tx, 'rows'>, subject: string): Promise<boolean> {
  const sql =
    "SELECT 1 FROM `job` WHERE status IN ('running', 'waiting') AND subject = ? AND delete_time IS NULL LIMIT 1";
  return (await reader.rows(sql, [subject])).length > 0;
}

async function hasActiveJobOf(reader: Pick<Tx, 'rows'>, { adminId, onePerAdmin = [] }: NewJob): Promise<boolean> {
  if (onePerAdmin.length === 0) return false;
  const sql =
    "SELECT 1 FROM `job` WHERE status IN ('running', 'waiting') AND admin_id = ? AND delete_time IS NULL AND " +
    `kind IN (${placeholders(onePerAdmin.length)}) LIMIT 1`;
  return (await reader.rows(sql, [adminId, ...onePerAdmin])).length > 0;
}

/** Takes the oldest job that waits or whose runner has stopped; undefined while another job is running. */
export async function claimNextJob(
  { services, writer, ctx }: { readonly services: Services; readonly writer: Writer; readonly ctx: RequestContext },
  isAbandoned: (runner: string) => boolean,
  runner: string,
): Promise<StoredJob | undefined> {
  const now = Math.floor(services.clock.now() / 1000);
  return writer.inTransaction(ctx, async (write, hook) => {
    await hook.withLock(jobEntity.name);
    const [row] = await hook.tx.rows<JobRow & { readonly runner: string }>(
      `SELECT ${COLUMNS}, runner FROM \`job\` WHERE status IN ('running', 'waiting') AND delete_time IS NULL ` +
        "ORDER BY status = 'waiting', id LIMIT 1",
    );
    if (row === undefined || (row.status === JOB_STATUS.running && !isAbandoned(row.runner))) return undefined;
    const found = parseRow(row);
    const attempt = found.attempt + 1;
    await write.update(jobEntity, {
      id: found.id,
      status: JOB_STATUS.running,
      attempt,
      runner,
      ...(found.status === JOB_STATUS.waiting ? { started_time: now } : {}),
    });
    return { ...found, status: JOB_STATUS.running, attempt };
  });
}
