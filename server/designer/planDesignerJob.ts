/** Plans the jobs of the designer: applies (publishes) a design to its table, rolls back a version, deletes or restores an entity. */
import type { GroupGrant } from '../../common/designer/design';
import { module } from '../../common/entities/module';
import { serializeEntity } from '../../common/definition/parseEntity';
import type { AnyEntity } from '../../common/entity/entity';
import { permissionActions, permissionKey } from '../../common/entity/permissionKeys';
import type { RuntimeRegistry } from '../../common/entity/registry';
import { asString, asStringList } from '../../common/json';
import type { Lang } from '../../common/lang';
import { fault } from '../../common/protocol/faults';
import { selectRowsWhere } from '../engine/read/selectRowsWhere';
import type { Services } from '../context';
import type { JobData } from '../modules/jobs/jobKind';
import type { NewJob } from '../modules/jobs/jobStore';
import { hasArchive } from './archive/archive';
import { readCurrentTable } from './changeSteps';
import { invalidDesignFault } from './describeProblems';
import { DESIGNER_JOBS } from './designerJobs';
import { findDesign } from './designStore';
import { assertGrantsFit } from './grants/assertGrantsFit';
import { parseMenuState, type DefinitionChange, type PermissionGrant } from './definitionChange';
import { previewDesign, type DesignChange } from './previewDesign';
import {
  findDefinitionInForce,
  findPreviousVersion,
  findRepeatedVersion,
  isActiveVersion,
  loadChangeJob,
  loadDefinitionVersion,
  type DefinitionVersion,
} from './definitionVersions';
import { assertRegistryFits } from './references/assertRegistryFits';
import { withPresentReferences } from './references/shownFields';
import { findDroppedColumns, swapRenames, type Rename } from './schemaChange';
import { parseTableOrder } from './table/tableOrder';

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
  tableOrder,
  ownRules,
  ...rest
}: DefinitionChange): JobData => ({
  ...rest,
  ...(ownRules && { ownRules: ownRules.map((rule) => ({ ...rule })) }),
  ...(tableOrder && { tableOrder: { columns: [...tableOrder.columns], indexes: [...tableOrder.indexes] } }),
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
/** No change of permissions, and nothing to restore. */
const UNCHANGED_PERMISSIONS = { grants: [], revokes: [], restoredRules: [], restoredRecords: [] } as const;

/** Permission keys of the chosen actions; actions that the entity does not have are left out. */
const toPermissionGrants = (entity: AnyEntity, groups: readonly GroupGrant[]): readonly PermissionGrant[] =>
  groups.map(({ group, actions }) => ({
    group,
    nodes: permissionActions(entity)
      .filter((action) => actions.includes(action))
      .map((action) => permissionKey(entity, action)),
  }));

/** Entities of modules are changed by their packages only. Error: `design.of_module`. */
export async function assertOfNoModule({ db }: Services, table: string): Promise<void> {
  const modules = await selectRowsWhere(db, module, { sql: 'delete_time IS NULL', params: [] });
  const owner = modules.find(({ entities }) => asStringList(entities).includes(table));
  if (owner !== undefined) throw fault('design.of_module', { table, module: asString(owner['uid']) });
}

export interface ApplyRequest {
  readonly id: number;
  readonly groups: readonly GroupGrant[];
  /** The name of the table, typed by the admin when values would be lost. */
  readonly confirm: string | undefined;
  /** The language of the problems in a refusal. */
  readonly lang: Lang;
}
/** Errors: `row.missing`, `design.invalid`, `design.unchanged`, `design.unconfirmed`, and those of `assertGrantsFit`. */
export async function planApply({ services, registry }: PlanDeps, request: ApplyRequest): Promise<PlannedJob> {
  const result = await previewDesign(services, registry, request.id);
  if (!('to' in result)) throw invalidDesignFault(request.lang, result.preview.problems);
  const { stored, from, to, renames, preview } = result satisfies DesignChange;
  await assertOfNoModule(services, stored.tableName);
  if (!preview.isChanged && request.groups.length === 0) throw fault('design.unchanged');
  if (preview.isLossy) assertConfirmed(stored.tableName, request.confirm);
  const grants = toPermissionGrants(to, request.groups);
  await assertGrantsFit(services.db, grants);
  return {
    kind: DESIGNER_JOBS.apply,
    subject: stored.tableName,
    input: toChangeInput({
      ...UNCHANGED_PERMISSIONS,
      table: stored.tableName,
      from,
      to,
      renames,
      designId: stored.id,
      ...WHOLE_CHANGE,
      grants,
    }),
  };
}

function assertConfirmed(table: string, confirm: string | undefined): void {
  if (confirm !== table) throw fault('design.unconfirmed', { table });
}

/** The newest record of a table; only its change can be undone. Errors: `row.missing`, `design.not_newest`. */
export async function requireNewest({ services }: PlanDeps, id: number): Promise<DefinitionVersion> {
  const record = await loadDefinitionVersion(services.db, id);
  await assertOfNoModule(services, record.table);
  const newest = await findPreviousVersion(services.db, record.table);
  if (newest?.id !== record.id) throw fault('design.not_newest', { table: record.table });
  return record;
}

export interface RecordRequest {
  readonly id: number;
  readonly confirm: string | undefined;
}

/**
 * Rolls back to the definition before a record: schema, menu and permissions. Rolling back again goes further back. Errors: `design.not_newest`, `design.not_in_force`,
 * `design.unconfirmed`, `design.referred`, `design.others_need`.
 */
export async function planRollBack(deps: PlanDeps, { id, confirm }: RecordRequest): Promise<PlannedJob> {
  return planUndo(deps, await requireNewest(deps, id), confirm);
}

interface Undo {
  /** The record whose change is undone: an earlier one when the given one repeats it. */
  readonly undone: DefinitionVersion;
  readonly made: Awaited<ReturnType<typeof loadChangeJob>>;
  /** The job that wrote the record changed its table, and not another one whose renamed field the entity shows. */
  readonly isOwnChange: boolean;
  readonly from: AnyEntity | null;
  readonly to: AnyEntity | null;
  readonly renames: readonly Rename[];
}
/** What undoing the change of a record changes. */
export async function findUndo({ services, registry }: PlanDeps, record: DefinitionVersion): Promise<Undo> {
  const undone = isActiveVersion(record) ? await findRepeatedVersion(services.db, record) : record;
  const made = await loadChangeJob(services.db, undone);
  const from = await findDefinitionInForce(services.db, registry, record.table);
  const previous = await findPreviousVersion(services.db, record.table, undone.id);
  const isRestored = previous !== undefined && isActiveVersion(previous);
  const to = isRestored ? withPresentReferences(registry, previous.definition) : null;
  const isOwnChange = made?.change.table === record.table;
  const swapped = swapRenames(isOwnChange ? made.change.renames : []);
  return { undone, made, isOwnChange, from, to, renames: from === null || to === null ? [] : swapped };
}

/** Undoes the change that wrote a record. */
async function planUndo(deps: PlanDeps, record: DefinitionVersion, confirm: string | undefined): Promise<PlannedJob> {
  const { services, registry } = deps;
  const { undone, made, isOwnChange, from, to, renames } = await findUndo(deps, record);
  const menu = parseMenuState(isOwnChange ? made?.job.state : undefined);
  if (from === null && to === null) throw fault('design.not_in_force', { table: record.table });
  assertRegistryFits(registry, { table: record.table, to, renames });
  const current = await readCurrentTable({ services }, record.table);
  if (from !== null && findDroppedColumns(current, to).length > 0) assertConfirmed(record.table, confirm);
  return {
    kind: DESIGNER_JOBS.rollBack,
    subject: record.table,
    input: toChangeInput({
      table: record.table,
      from,
      to,
      renames,
      designId: (await findDesign(services.db, record.table)) ?? null,
      grants: menu.revoked,
      revokes: menu.granted,
      restoredRules: menu.removedRules,
      restoredRecords: [undone.id],
      tableOrder: parseTableOrder(made?.job.state['tableOrder']),
      ...WHOLE_CHANGE,
    }),
  };
}

/** Deletes a designed entity; its rows go to the archive. Errors: `design.not_in_force`, `design.referred`, `design.unconfirmed`. */
export async function planRemove(
  { services, registry }: PlanDeps,
  { id, confirm }: RecordRequest,
): Promise<PlannedJob> {
  const { table } = await loadDefinitionVersion(services.db, id);
  await assertOfNoModule(services, table);
  const from = await findDefinitionInForce(services.db, registry, table);
  if (from === null) throw fault('design.not_in_force', { table });
  assertRegistryFits(registry, { table, to: null, renames: [] });
  assertConfirmed(table, confirm);
  const designId = (await findDesign(services.db, table)) ?? null;
  return {
    kind: DESIGNER_JOBS.remove,
    subject: table,
    input: toChangeInput({ ...UNCHANGED_PERMISSIONS, table, from, to: null, renames: [], designId, ...WHOLE_CHANGE }),
  };
}

/** The record of a deletion that can be undone: the newest of its table, or an earlier one whose archive is left while the name is free. */
async function requireRestorable({ services, registry }: PlanDeps, record: DefinitionVersion): Promise<void> {
  const newest = await findPreviousVersion(services.db, record.table);
  if (newest?.id === record.id) return;
  if (isActiveVersion(record) || !(await hasArchive(services.db, record.id)))
    throw fault('design.not_newest', { table: record.table });
  if ((await findDefinitionInForce(services.db, registry, record.table)) !== null)
    throw fault('design.name_in_use', { table: record.table });
}

/**
 * Restores a deleted entity with its rows, menu and permissions. Errors: `design.not_newest`, `design.active`, `design.name_in_use`
 * while another entity has its name.
 */
export async function planRestore(deps: PlanDeps, id: number): Promise<PlannedJob> {
  const record = await loadDefinitionVersion(deps.services.db, id);
  await assertOfNoModule(deps.services, record.table);
  await requireRestorable(deps, record);
  if (isActiveVersion(record)) throw fault('design.active', { table: record.table });
  return { ...(await planUndo(deps, record, record.table)), kind: DESIGNER_JOBS.restore };
}
