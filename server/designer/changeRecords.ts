/** Records of the log of definitions (`crud_record`), as the steps of a change write them. */
import { crudDesign } from '../../common/entities/crudDesign';
import { crudRecord, CRUD_RECORD_STATUS } from '../../common/entities/crudRecord';
import { serializeEntity } from '../../common/definition/parseEntity';
import type { AnyEntity } from '../../common/entity/entity';
import type { RuntimeRegistry } from '../../common/entity/registry';
import type { HookContext } from '../engine/write/context/hookContext';
import type { TxWriter } from '../engine/write/context/txWriter';
import type { JobRun } from '../modules/jobs/jobKind';
import { placeholders } from '../platform/database/sql';
import { parseDefinitionChange, type DefinitionChange } from './definitionChange';
import { findChangedNames, recordFieldNames } from './references/recordFieldNames';
import { renameShownFields } from './references/shownFields';

type RecordStatus = (typeof CRUD_RECORD_STATUS)[keyof typeof CRUD_RECORD_STATUS];

/** The record of a table that this job wrote with a status, if it was written already. */
export async function findRecord(job: JobRun, status: readonly RecordStatus[]): Promise<number | undefined> {
  const { table } = parseDefinitionChange(job.input);
  const [row] = await job.services.db.rows<{ readonly id: number }>(
    `SELECT id FROM \`crud_record\` WHERE job_id = ? AND table_name = ? AND status IN (${placeholders(status.length)}) ` +
      'ORDER BY id DESC LIMIT 1',
    [job.id, table, ...status],
  );
  return row && Number(row.id);
}

export interface NewRecord {
  /** The new active definition, or the withdrawn one. */
  readonly definition: AnyEntity;
  readonly status: RecordStatus;
  /** The change that the record completes; undefined while it is not yet in force. */
  readonly change?: Pick<DefinitionChange, 'from' | 'to' | 'renames'>;
  /** The record that is rolled back; 0: none. */
  readonly undoes?: number;
}
const toRecordRow = (job: JobRun, definition: AnyEntity, status: RecordStatus) => {
  const {
    name,
    spec: { fields, ...table },
  } = serializeEntity(definition);
  const source = { source: 'designer', job_id: job.id, admin_id: job.adminId } as const;
  return { table_name: name, table, fields, field_count: Object.keys(fields).length, status, ...source };
};

/** Other designed entities that show a renamed field of the entity show it under its new name: they get a record each. */
async function recordShownFields(
  job: JobRun,
  {
    write,
    hook,
    registry,
  }: { readonly write: TxWriter; readonly hook: HookContext; readonly registry: RuntimeRegistry },
  { definition, change }: NewRecord,
): Promise<void> {
  for (const other of renameShownFields(registry, definition.name, change?.renames ?? [])) {
    const { id } = await write.create(crudRecord, toRecordRow(job, other, CRUD_RECORD_STATUS.success));
    for (const design of await hook.find(crudDesign.name, { field: 'table_name', op: '=', value: other.name }))
      await write.update(crudDesign, { id: Number(design['id']), record_id: id });
  }
}

/** Writes one record, with the changed names of fields when the change is in force. */
export function insertRecord(job: JobRun, registry: RuntimeRegistry, record: NewRecord): Promise<number> {
  const { definition, status, change, undoes = 0 } = record;
  return job.writer.inTransaction(job.ctx, async (write, hook) => {
    const { id } = await write.create(crudRecord, toRecordRow(job, definition, status));
    const names = change === undefined ? {} : findChangedNames(change);
    await recordFieldNames(hook.tx, definition.name, { recordId: id, undoes, names });
    await recordShownFields(job, { write, hook, registry }, record);
    return id;
  });
}

/** Writes the record of this job once, even if the step is repeated. */
export async function writeRecord(
  job: JobRun,
  registry: RuntimeRegistry,
  change: DefinitionChange,
  status: RecordStatus,
): Promise<number | undefined> {
  const { from, to, restoredRecords } = change;
  const written = await findRecord(job, [status]);
  const definition = to ?? from;
  if (written !== undefined || definition === null) return written;
  if (status !== CRUD_RECORD_STATUS.success) return insertRecord(job, registry, { definition, status });
  return insertRecord(job, registry, { definition, status, change, undoes: restoredRecords[0] ?? 0 });
}
