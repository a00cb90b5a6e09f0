/** Reads the version history of definitions: the definition of a record, the previous version, and the changes by the job of a record. */
import { CRUD_RECORD_STATUS } from '../../common/entities/crudRecord';
import { readEntityForm } from '../../common/definition/parseEntity';
import type { AnyEntity } from '../../common/entity/entity';
import type { RuntimeRegistry } from '../../common/entity/registry';
import { fault } from '../../common/protocol/faults';
import type { Tx } from '../context';
import { composeDefinition, type StoredDefinition } from '../modules/definitions/designedEntities';
import { loadJob, type StoredJob } from '../modules/jobs/jobStore';
import { invalidDefinitionFault } from './describeProblems';
import { parseDefinitionChange, type DefinitionChange } from './definitionChange';

type Reader = Pick<Tx, 'rows'>;

export interface DefinitionVersion {
  readonly id: number;
  readonly table: string;
  readonly status: string;
  readonly source: string;
  readonly jobId: number | null;
  readonly definition: AnyEntity;
}

interface RecordRow extends StoredDefinition {
  readonly source: string;
  readonly job_id: number | null;
}
const COLUMNS = 'id, table_name, `table`, `fields`, status, source, job_id';

function toRecord(row: RecordRow): DefinitionVersion {
  const read = readEntityForm(composeDefinition(row));
  if ('problems' in read) throw invalidDefinitionFault(read.problems);
  return {
    id: Number(row.id),
    table: row.table_name,
    status: row.status,
    source: row.source,
    jobId: row.job_id === null ? null : Number(row.job_id),
    definition: read.entity,
  };
}

/** One record. Errors: `row.missing`, `design.invalid` for stored data that is not a definition. */
export async function loadDefinitionVersion(reader: Reader, id: number): Promise<DefinitionVersion> {
  const [row] = await reader.rows<RecordRow>(`SELECT ${COLUMNS} FROM \`crud_record\` WHERE id = ?`, [id]);
  if (row === undefined || row.fields === null) throw fault('row.missing');
  return toRecord(row);
}

/** The newest record of a designed table that came into force or was withdrawn, before another record. */
export async function findPreviousVersion(
  reader: Reader,
  table: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<DefinitionVersion | undefined> {
  const [row] = await reader.rows<RecordRow>(
    `SELECT ${COLUMNS} FROM \`crud_record\` WHERE table_name = ? AND id < ? AND source = 'designer' ` +
      "AND status IN ('success', 'delete') ORDER BY id DESC LIMIT 1",
    [table, before],
  );
  return row && toRecord(row);
}

/** The active definition of a designed table as the registry has it; null when it has none. */
export const findDesignedEntity = (registry: RuntimeRegistry, table: string): AnyEntity | null =>
  registry.designed().find(({ name }) => name === table) ?? null;

export const isActiveVersion = ({ status }: DefinitionVersion): boolean => status === CRUD_RECORD_STATUS.success;

/**
 * The active definition of a designed table. The registry leaves out a definition that contradicts others; the log of definitions has it
 * still, so that it can be designed again, rolled back or deleted.
 */
export async function findDefinitionInForce(
  reader: Reader,
  registry: RuntimeRegistry,
  table: string,
): Promise<AnyEntity | null> {
  const active = findDesignedEntity(registry, table);
  if (active !== null || registry.builtIn.get(table) !== undefined) return active;
  const newest = await findPreviousVersion(reader, table);
  return newest !== undefined && isActiveVersion(newest) ? newest.definition : null;
}

/** The record that a record rolled back; undefined for a record of another change. */
async function findUndoneRecord(reader: Reader, id: number): Promise<number | undefined> {
  const [row] = await reader.rows<{ readonly undoes: number }>(
    'SELECT undoes FROM field_name_change WHERE record_id = ? AND undoes > 0',
    [id],
  );
  return row && Number(row.undoes);
}

/**
 * The record whose change a roll back of an active record undoes. A record that was written by a roll back, or because another entity renamed
 * a field, repeats an earlier one: undoing it goes on from there, instead of bringing back what was rolled back.
 */
export async function findRepeatedVersion(reader: Reader, record: DefinitionVersion): Promise<DefinitionVersion> {
  const undone = await findUndoneRecord(reader, record.id);
  const isOwnChange = (await loadChangeJob(reader, record))?.change.table === record.table;
  if (undone === undefined && isOwnChange) return record;
  const repeated = await findPreviousVersion(reader, record.table, undone ?? record.id);
  return repeated !== undefined && isActiveVersion(repeated) ? findRepeatedVersion(reader, repeated) : record;
}

/** The job that wrote a record, with its parsed input; undefined for a record of a job that was purged. */
export async function loadChangeJob(
  reader: Reader,
  { jobId }: DefinitionVersion,
): Promise<{ readonly job: StoredJob; readonly change: DefinitionChange } | undefined> {
  const job = jobId === null ? undefined : await loadJob(reader, jobId);
  return job && { job, change: parseDefinitionChange(job.input) };
}
