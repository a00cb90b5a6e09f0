/** The jobs that somebody can ask for, as inputs of the change of an entity: apply a design, roll a record back, delete an entity, restore it. */
import type { GroupGrant } from '../../common/designer/design';
import { module } from '../../common/entities/module';
import { serializeEntity } from '../../common/definition/parseEntity';
import type { AnyEntity } from '../../common/entity/entity';
import { nodeActions, nodeOf } from '../../common/entity/permissionNodes';
import type { RuntimeRegistry } from '../../common/entity/registry';
import { asString, asStringList } from '../../common/json';
import { fault } from '../../common/protocol/faults';
import { selectRowsWhere } from '../engine/read/rowsWhere';
import type { Services } from '../context';
import type { JobData } from '../modules/jobs/jobKind';
import type { NewJob } from '../modules/jobs/jobStore';
import { readCurrentTable } from './changeSteps';
import { DESIGNER_JOBS } from './designerJobs';
import { findDesign } from './designStore';
import { parseMenuState, type DefinitionChange, type GrantedNodes } from './definitionChange';
import { findDesignedEntity, previewDesign, type DesignChange } from './previewDesign';
import { findRecordBefore, isInForce, loadChangeJob, loadRecord, type DesignRecord } from './records';
import { findLostColumns, swapRenames } from './schemaChange';

export interface PlanDeps {
  readonly services: Services;
  readonly registry: RuntimeRegistry;
}
type PlannedJob = Omit<NewJob, 'adminId'>;

/** A change as the input of its job. */
export const toChangeInput = ({
  from,
  to,
  renames,
  grants,
  revokes,
  restoredRules,
  restoredRecords,
  ...rest
}: DefinitionChange): JobData => ({
  ...rest,
  from: from && serializeEntity(from),
  to: to && serializeEntity(to),
  renames: renames.map((rename) => ({ ...rename })),
  grants: grants.map(({ group, nodes }) => ({ group, nodes })),
  revokes: revokes.map(({ group, nodes }) => ({ group, nodes })),
  restoredRules,
  restoredRecords,
});

/** The change includes the table. */
const WHOLE_CHANGE = { keepsTable: false, isWithdrawn: false } as const;
/** No change of rights, and nothing to restore. */
const UNCHANGED_RIGHTS = { grants: [], revokes: [], restoredRules: [], restoredRecords: [] } as const;

/** Nodes of the chosen actions; actions that the entity does not have are left out. */
const toNodes = (entity: AnyEntity, groups: readonly GroupGrant[]): readonly GrantedNodes[] =>
  groups.map(({ group, actions }) => ({
    group,
    nodes: nodeActions(entity)
      .filter((action) => actions.includes(action))
      .map((action) => nodeOf(entity, action)),
  }));

/** Entities of modules are changed by their packages only. Error: `design.of_module`. */
async function assertOfNoModule({ db }: Services, table: string): Promise<void> {
  const modules = await selectRowsWhere(db, module, { sql: 'delete_time IS NULL', params: [] });
  const owner = modules.find(({ entities }) => asStringList(entities).includes(table));
  if (owner !== undefined) throw fault('design.of_module', { table, module: asString(owner['uid']) });
}

export interface ApplyRequest {
  readonly id: number;
  readonly groups: readonly GroupGrant[];
  /** The name of the table, typed by the admin when values would be lost. */
  readonly confirm: string | undefined;
}
/** Errors: `row.missing`, `design.invalid`, `design.unchanged`, `design.unconfirmed`. */
export async function planApply({ services, registry }: PlanDeps, request: ApplyRequest): Promise<PlannedJob> {
  const result = await previewDesign(services, registry, request.id);
  if (!('to' in result))
    throw fault(
      'design.invalid',
      { problems: result.preview.problems.map(({ code, field = '' }) => `${field} ${code}`.trim()).join(', ') },
      { data: { problems: result.preview.problems } },
    );
  const { stored, from, to, renames, preview } = result satisfies DesignChange;
  await assertOfNoModule(services, stored.tableName);
  if (!preview.isChanged && request.groups.length === 0) throw fault('design.unchanged');
  if (preview.isLossy) assertConfirmed(stored.tableName, request.confirm);
  return {
    kind: DESIGNER_JOBS.apply,
    subject: stored.tableName,
    input: toChangeInput({
      ...UNCHANGED_RIGHTS,
      ...{ table: stored.tableName, from, to, renames, designId: stored.id, ...WHOLE_CHANGE },
      grants: toNodes(to, request.groups),
    }),
  };
}

function assertConfirmed(table: string, confirm: string | undefined): void {
  if (confirm !== table) throw fault('design.unconfirmed', { table });
}

/** The newest record of a table; only its change can be undone. Errors: `row.missing`, `design.not_in_force`. */
async function requireNewest({ services }: PlanDeps, id: number): Promise<DesignRecord> {
  const record = await loadRecord(services.db, id);
  await assertOfNoModule(services, record.table);
  const newest = await findRecordBefore(services.db, record.table);
  if (newest?.id !== record.id) throw fault('design.not_in_force', { table: record.table });
  return record;
}

export interface RecordRequest {
  readonly id: number;
  readonly confirm: string | undefined;
}

/** Returns to the definition before a record: schema, menu and rights as they were. Errors: `design.not_in_force`, `design.unconfirmed`. */
export async function planRollBack(deps: PlanDeps, { id, confirm }: RecordRequest): Promise<PlannedJob> {
  const record = await requireNewest(deps, id);
  const { services, registry } = deps;
  const made = await loadChangeJob(services.db, record);
  const menu = parseMenuState(made?.job.state);
  const from = findDesignedEntity(registry, record.table);
  const previous = await findRecordBefore(services.db, record.table, record.id);
  const to = previous !== undefined && isInForce(previous) ? previous.definition : null;
  if (from === null && to === null) throw fault('design.not_in_force', { table: record.table });
  const current = await readCurrentTable({ services }, record.table);
  if (from !== null && findLostColumns(current, to).length > 0) assertConfirmed(record.table, confirm);
  const swapped = swapRenames(made?.change.renames ?? []);
  return {
    kind: DESIGNER_JOBS.rollBack,
    subject: record.table,
    input: toChangeInput({
      ...{ table: record.table, from, to, renames: from === null || to === null ? [] : swapped },
      designId: (await findDesign(services.db, record.table)) ?? null,
      grants: menu.revoked,
      revokes: menu.granted,
      restoredRules: menu.removedRules,
      restoredRecords: [record.id],
      ...WHOLE_CHANGE,
    }),
  };
}

/** Deletes a designed entity; its rows go to the archive. Errors: `design.not_in_force`, `design.unconfirmed`. */
export async function planRemove(
  { services, registry }: PlanDeps,
  { id, confirm }: RecordRequest,
): Promise<PlannedJob> {
  const { table } = await loadRecord(services.db, id);
  await assertOfNoModule(services, table);
  const from = findDesignedEntity(registry, table);
  if (from === null) throw fault('design.not_in_force', { table });
  assertConfirmed(table, confirm);
  const designId = (await findDesign(services.db, table)) ?? null;
  return {
    kind: DESIGNER_JOBS.remove,
    subject: table,
    input: toChangeInput({
      ...UNCHANGED_RIGHTS,
      ...{ table, from, to: null, renames: [], designId, ...WHOLE_CHANGE },
    }),
  };
}

/** Restores a deleted entity with its rows, menu and rights. Errors: `design.not_in_force`. */
export async function planRestore(deps: PlanDeps, id: number): Promise<PlannedJob> {
  const record = await requireNewest(deps, id);
  if (isInForce(record)) throw fault('design.not_in_force', { table: record.table });
  return { ...(await planRollBack(deps, { id, confirm: record.table })), kind: DESIGNER_JOBS.restore };
}
