/** The migration steps of the designer's jobs: apply, roll back, delete and restore of a designed entity differ only in their input. */
import { crudDesign } from '../../common/entities/crudDesign';
import { crudDesignField } from '../../common/entities/crudDesignField';
import { CRUD_RECORD_STATUS } from '../../common/entities/crudRecord';
import { serializeEntity } from '../../common/definition/parseEntity';
import type { RuntimeRegistry } from '../../common/entity/registry';
import { asString } from '../../common/json';
import type { DesignProblem } from '../../common/designer/design';
import { fault, type Fault } from '../../common/protocol/faults';
import type { Tx } from '../context';
import { introspectTable } from '../db/schema/introspect';
import { fillNormalizedColumns, type FillProgress } from '../db/schema/normalizedColumns';
import type { TableShape } from '../engine/schema/tableShape';
import type { RouteRegistry } from '../engine/http/routeRegistry';
import { canonicalJson } from '../../common/canonicalJson';
import { quoteIdentifier } from '../platform/database/sql';
import type { DesignedEntities } from '../modules/definitions/designedEntities';
import type { JobRun, JobStep } from '../modules/jobs/jobKind';
import { findAppliedName } from './appliedNames';
import { findDefinitionInForce } from './definitionVersions';
import { findRecord, insertRecord, writeRecord } from './changeRecords';
import { archiveRows, deleteArchive, restoreRows } from './archive/archive';
import { parseDefinitionChange, type DefinitionChange } from './definitionChange';
import { menuStep } from './menu/menuStep';
import { assertRegistryFits } from './references/assertRegistryFits';
import { renameReferences } from './references/renameReferences';
import { findDroppedColumns, planContract, planExpand, planRenames, swapRenames } from './schemaChange';
import { findTypeProblems, findValueProblems } from './table/checkValues';
import { runSchemaSteps } from './table/runSchemaSteps';
import { parseTableOrder, readTableOrder, restoreTableOrder } from './table/tableOrder';

export interface ChangeDeps {
  readonly registry: RuntimeRegistry;
  readonly designedEntities: DesignedEntities;
  readonly routes: Pick<RouteRegistry, 'find'>;
}

/** The table as the database has it now; undefined when it has none. */
export function readCurrentTable(
  { services: { db } }: Pick<JobRun, 'services'>,
  name: string,
): Promise<TableShape | undefined> {
  return introspectTable(db, db.dialect, name);
}

// --- check

/** Throws when the definition no longer fits, because other entities changed since the plan was made. */
async function checkChange(job: JobRun, { registry }: ChangeDeps): Promise<void> {
  const change = parseDefinitionChange(job.input);
  if (registry.builtIn.get(change.table) !== undefined) throw fault('design.built_in', { table: change.table });
  const expected = change.from === null || change.isWithdrawn ? null : serializeEntity(change.from);
  const active = await findDefinitionInForce(job.services.db, registry, change.table);
  if (canonicalJson(active && serializeEntity(active)) !== canonicalJson(expected))
    throw fault('design.outdated', { table: change.table });
  assertRegistryFits(registry, change);
  const current = await readCurrentTable(job, change.table);
  if (current !== undefined && change.from === null && !change.keepsTable)
    throw fault('design.table_exists', { table: change.table });
  if (current !== undefined && change.to !== null) await assertValuesFit(job, current, change);
  const order = await readTableOrder(job, change.table);
  if (order !== undefined)
    await job.saveState({ tableOrder: { columns: [...order.columns], indexes: [...order.indexes] } });
  await writeRecord(job, registry, change, CRUD_RECORD_STATUS.start);
}

/** The faults of problems that stored values have with a definition. */
const VALUE_FAULTS: Readonly<Record<string, (field: string, params: Params) => Fault>> = {
  other_type: (field) => fault('design.other_type', { field }),
  password_kind: (field) => fault('design.password_kind', { field }),
  values_too_long: (field, { count = 0, max = 0 }) => fault('design.values_too_long', { field, count, max }),
  values_unfit: (field, { count = 0 }) => fault('design.values_unfit', { field, count }),
  values_unfit_unnamed: (field, { count = 0 }) => fault('design.values_unfit', { field, count }),
  values_missing: (field, { count = 0 }) => fault('design.values_missing', { field, count }),
  values_repeated: (field, { count = 0 }) => fault('design.values_repeated', { field, count }),
  values_repeated_unnamed: (field, { count = 0 }) => fault('design.values_repeated', { field, count }),
};
type Params = NonNullable<DesignProblem['params']>;

/** A rollback fills in missing values, and takes a kind back that no value has been stored with. */
const SKIPPED_BY_ROLLBACK: ReadonlySet<string> = new Set(['values_missing', 'password_kind']);

/** Refuses a change of the stored type, and values that the definition does not allow. */
async function assertValuesFit(job: JobRun, current: TableShape, change: DefinitionChange): Promise<void> {
  const { from, to, renames, restoredRecords } = change;
  if (to === null) return;
  const { db } = job.services;
  const check = { dialect: db.dialect, current, from, to, renames };
  const problems = [...findTypeProblems(check), ...(await findValueProblems(db, check))];
  const isRollBack = restoredRecords.length > 0;
  const first = problems.find(({ code }) => !isRollBack || !SKIPPED_BY_ROLLBACK.has(code));
  const toFault = first && VALUE_FAULTS[first.code];
  if (first && toFault) throw toFault(first.field ?? '', first.params ?? {});
}

const checkStep = (deps: ChangeDeps): JobStep => ({
  name: 'check',
  run: (job) => checkChange(job, deps),
  undo: async (job) => {
    if ((await findRecord(job, [CRUD_RECORD_STATUS.start])) !== undefined)
      await writeRecord(job, deps.registry, parseDefinitionChange(job.input), CRUD_RECORD_STATUS.error);
  },
});

// --- expand

const expandStep: JobStep = {
  name: 'expand',
  run: async (job) => {
    const { table, to, renames } = parseDefinitionChange(job.input);
    await runSchemaSteps(job, planExpand(await readCurrentTable(job, table), to, renames));
  },
  undo: async (job) => {
    const { table, from, keepsTable } = parseDefinitionChange(job.input);
    if (keepsTable) return;
    await runSchemaSteps(job, planContract(await readCurrentTable(job, table), from));
    await restoreTableOrder(job, table, parseTableOrder(job.state()['tableOrder']));
  },
};

// --- restore

async function restoreFrom(job: JobRun, table: string, recordId: number): Promise<void> {
  const current = await readCurrentTable(job, table);
  const columns = new Set(current?.columns.map(({ name }) => name));
  const count = await restoreRows(job.services.db, { recordId, table }, columns, job.assertRunning);
  if (count > 0) job.report(`restored ${count} rows`);
}

/**
 * Writes archived values back while no node uses the new definition: nobody has a list of these rows or columns yet, or changes them. The
 * archives stay until the job has succeeded: when it is undone, the columns are dropped again and only the archives have the values.
 */
const restoreStep: JobStep = {
  name: 'restore',
  run: async (job) => {
    const { table, restoredRecords } = parseDefinitionChange(job.input);
    for (const recordId of restoredRecords) await restoreFrom(job, table, recordId);
  },
};

// --- switch

/** Activates the new definition: renames the columns and writes the record that every node follows. */
async function switchDefinition(job: JobRun, { designedEntities, registry }: ChangeDeps): Promise<void> {
  const change = parseDefinitionChange(job.input);
  await runSchemaSteps(job, planRenames(await readCurrentTable(job, change.table), change.renames));
  const recordId = await writeRecord(
    job,
    registry,
    change,
    change.to === null ? CRUD_RECORD_STATUS.delete : CRUD_RECORD_STATUS.success,
  );
  await job.saveState({ recordId: recordId ?? null });
  await designedEntities.reload();
  if (change.to !== null) {
    const filled = { all: [change.to], get: () => undefined };
    await fillNormalizedColumns(job.services.db, filled, (progress) => reportFill(job, progress));
    await renameReferences(job, 'references', change.table, change.renames);
  }
}

/** A large table takes minutes: a line for each of so many rows, and each batch can be the last one of a canceled job. */
const REPORTED_ROWS = 10_000;
async function reportFill(job: JobRun, { column, count, share }: FillProgress): Promise<void> {
  if (count % REPORTED_ROWS === 0 || share === 1) job.report(`filled the search values of ${column}: ${count} rows`);
  await job.reportProgress(share);
  await job.assertRunning();
}

async function switchBack(job: JobRun, { designedEntities, registry }: ChangeDeps): Promise<void> {
  const change = parseDefinitionChange(job.input);
  await runSchemaSteps(job, planRenames(await readCurrentTable(job, change.table), swapRenames(change.renames)));
  const isSwitched = (await findRecord(job, [CRUD_RECORD_STATUS.success, CRUD_RECORD_STATUS.delete])) !== undefined;
  if (isSwitched && job.state()['isSwitchedBack'] !== true) {
    const former = change.from ?? change.to;
    const wasActive = change.from !== null && !change.isWithdrawn;
    if (former !== null)
      await insertRecord(job, registry, {
        definition: former,
        status: wasActive ? CRUD_RECORD_STATUS.success : CRUD_RECORD_STATUS.delete,
        change: { from: change.to, to: change.from, renames: swapRenames(change.renames) },
        undoes: getRecordId(job),
      });
    await job.saveState({ isSwitchedBack: true });
  }
  await designedEntities.reload();
  if (job.state()['references'] !== undefined)
    await renameReferences(job, 'referencesBack', change.table, swapRenames(change.renames));
}

const switchStep = (deps: ChangeDeps): JobStep => ({
  name: 'switch',
  run: (job) => switchDefinition(job, deps),
  undo: (job) => switchBack(job, deps),
});

// --- archive, contract

const getRecordId = (job: JobRun): number => Number(job.state()['recordId'] ?? 0);

const archiveStep: JobStep = {
  name: 'archive',
  run: async (job) => {
    const { table, to, keepsTable } = parseDefinitionChange(job.input);
    const columns = findDroppedColumns(await readCurrentTable(job, table), to).filter((name) => name !== 'id');
    if (columns.length === 0 || keepsTable) return;
    const count = await archiveRows(job.services.db, { recordId: getRecordId(job), table }, columns, job.assertRunning);
    job.report(`archived ${count} rows: ${columns.join(', ')}`);
  },
  undo: async (job) => {
    await job.services.db.transact((tx) => deleteArchive(tx, getRecordId(job)));
  },
};

/** Drops the tables and columns that the new definition no longer has. */
const contractStep: JobStep = {
  name: 'contract',
  run: async (job) => {
    const { table, to, keepsTable, tableOrder } = parseDefinitionChange(job.input);
    if (keepsTable) return;
    await runSchemaSteps(job, planContract(await readCurrentTable(job, table), to));
    await restoreTableOrder(job, table, tableOrder);
  },
  undo: async (job) => {
    const { table, from, keepsTable } = parseDefinitionChange(job.input);
    if (keepsTable) return;
    // The columns have their new names until the definition is switched back, which `expand` takes into account.
    await runSchemaSteps(
      job,
      planExpand(await readCurrentTable(job, table), from, swapRenames(parseDefinitionChange(job.input).renames)),
    );
    await restoreFrom(job, table, getRecordId(job));
    await job.services.db.transact((tx) => deleteArchive(tx, getRecordId(job)));
  },
};

// --- finish

/** Records the active definition in the design, and checks that the new routes respond. */
async function finish(job: JobRun, { routes }: ChangeDeps): Promise<void> {
  const change = parseDefinitionChange(job.input);
  const { table, to } = change;
  const hasRoutes = routes.find(`/admin/${table}/index`) !== undefined;
  if (hasRoutes !== (to !== null)) throw new Error(`the routes of ${table} do not follow its definition`);
  if (to !== null) await job.services.db.rows(`SELECT id FROM ${quoteIdentifier(table)} LIMIT 1`);
  if (change.designId !== null) await noteApplied(job, change.designId, change);
}

/** Deletes the archives whose values the job stored again; until it succeeds, undoing it leaves the values nowhere else. */
export async function deleteRestored({ input }: Pick<JobRun, 'input'>, tx: Tx): Promise<void> {
  for (const recordId of parseDefinitionChange(input).restoredRecords) await deleteArchive(tx, recordId);
}

async function noteApplied(job: JobRun, designId: number, { to, renames }: DefinitionChange): Promise<void> {
  await job.writer.inTransaction(job.ctx, async (writer, hook) => {
    const [design] = await hook.find(crudDesign.name, { field: 'id', op: '=', value: designId });
    if (design === undefined) return;
    await writer.update(crudDesign, { id: designId, record_id: to === null ? null : getRecordId(job) });
    for (const row of await hook.find(crudDesignField.name, { field: 'design_id', op: '=', value: designId })) {
      const field = { name: asString(row['name']), applied: asString(row['applied_name']) };
      const applied = findAppliedName(to, renames, field);
      const former = to?.spec.fields[applied]?.options.formerNames ?? null;
      if (row['applied_name'] !== applied || canonicalJson(row['former_names'] ?? null) !== canonicalJson(former))
        await writer.update(crudDesignField, { id: Number(row['id']), applied_name: applied, former_names: former });
    }
  });
}

/** The steps in order; see `schemaChange.ts` for the two halves of the change of the table. */
export const changeSteps = (deps: ChangeDeps): readonly JobStep[] => [
  checkStep(deps),
  expandStep,
  restoreStep,
  switchStep(deps),
  menuStep,
  archiveStep,
  contractStep,
  { name: 'finish', run: (job) => finish(job, deps) },
];
