/**
 * Constraints that need the database: unique values (UNIQUE), and references to existing rows (FOREIGN KEY). `remove.ts` refuses to
 * delete a row that others reference.
 */
import { grantedRows, type Actor } from '../../../../common/entity/access';
import type { AnyEntity } from '../../../../common/entity/entity';
import { MATCH_ALL } from '../../../../common/entity/filter';
import type { Issue } from '../../../../common/entity/issue';
import { findColumn, getColumns, hasSoftDelete, type Column, type StoredRow } from '../../../../common/entity/columns';
import { findMissingEither } from '../../../../common/entity/validate';
import { fault, type Fault } from '../../../../common/protocol/faults';
import type { SqlValue } from '../../../context';
import { quoteIdentifier, rowLockClause } from '../../../platform/database/sql';
import type { UnitOfWork } from '../context/openUnitOfWork';
import { checkFileReferences, readFileNames, findFileEntity } from './fileReferences';
import { normalizedValue, violatedUniqueField } from '../../schema/model';
import { referenceTarget } from '../../read/references';
import { joinWithAnd, notDeleted, filterToSql } from '../../read/filterToSql';

const MAX_TREE_DEPTH = 8;

/**
 * Checks the values of a new row, or the changed values of a stored one (`before`). Errors: `row.invalid` for a missing one of several
 * alternative fields and for a bad reference, `row.duplicate` for a value that another row has.
 */
export async function assertConstraints(
  unit: UnitOfWork,
  entity: AnyEntity,
  values: StoredRow,
  before: StoredRow | undefined,
): Promise<void> {
  const missing = before ? findMissingEither(entity, { ...before, ...values }) : [];
  if (missing.length > 0) throw fault('row.invalid', undefined, { fields: missing });
  const id = before ? Number(before['id']) : 0;
  await assertUnique(unit, entity, values, id);
  await assertReferences(unit, entity, values, id, before);
}

const duplicateFault = (field: string): Fault =>
  fault('row.duplicate', undefined, { fields: [{ path: field, code: 'taken' }] });

/**
 * Throws `row.duplicate` when another row that is not deleted has the same unique value. The unique index refuses it too; this names the field
 * before the row is stored. Read-only columns are left to the index: the product generates their values.
 */
export async function assertUnique(unit: UnitOfWork, entity: AnyEntity, changes: StoredRow, id: number): Promise<void> {
  for (const column of getColumns(entity).values()) {
    const value = changes[column.name];
    if (!column.options.unique || column.readonly || value === undefined || value === null) continue;
    const name = quoteIdentifier(column.hasSearchColumn ? `${column.name}_n` : column.name);
    const comparedValue = column.hasSearchColumn ? normalizedValue(column, value) : (value as SqlValue); // unique kinds are scalar
    // The column `live` (`DELETED_ID_COLUMN`) has the id of a deleted row, and 0 while the row is not deleted.
    const notDeletedClause = hasSoftDelete(entity) ? ' AND live = 0' : '';
    const sql = `SELECT id FROM ${quoteIdentifier(entity.name)} WHERE ${name} = ?${notDeletedClause} AND id <> ? LIMIT 1`;
    const [other] = await unit.tx.rows(sql, [comparedValue, id]);
    if (other !== undefined) throw duplicateFault(column.name);
  }
}

/** Runs a statement; a violated unique index becomes the fault `row.duplicate` with the field of the index. */
export async function runWithDuplicateFault<T>(entity: AnyEntity, statement: () => Promise<T>): Promise<T> {
  try {
    return await statement();
  } catch (error) {
    const field = violatedUniqueField(entity, error);
    throw field === undefined ? error : duplicateFault(field);
  }
}

const referencedIds = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is number => typeof item === 'number');

/**
 * Throws `row.invalid` for references to rows that do not exist or that the actor may not read, and for a parent that would create a cycle.
 * `stored` is the row before the change: a file it refers to already may stay, readable for the actor or not.
 */
export async function assertReferences(
  unit: UnitOfWork,
  entity: AnyEntity,
  changes: StoredRow,
  id: number,
  stored?: StoredRow,
): Promise<void> {
  const issues: Issue[] = [];
  for (const name of Object.keys(changes)) {
    const column = findColumn(entity, name);
    if (column === undefined || isOwnReference(unit.ctx.actor, entity, name, changes)) continue;
    const files = findFileEntity(unit.ctx.services.registry, column);
    if (files !== undefined) {
      const [names, existing] = [readFileNames(column, changes[name]), readFileNames(column, stored?.[name])];
      const issue = await checkFileReferences(unit, files, column, { names, existing });
      if (issue !== undefined) issues.push(issue);
      continue;
    }
    const ids = referencedIds(changes[name]);
    const target = referenceTarget(unit.ctx.services.registry, column);
    if (target === undefined || ids.length === 0) continue;
    const isParent = isTreeParent(entity, column);
    const found = await lockExistingIds(unit, target, ids, isParent ? 'exclusive' : 'shared');
    if (ids.some((item) => !found.has(item))) issues.push({ path: name, code: 'missing_row' });
    else if (isParent) issues.push(...(await findParentIssues(unit, entity, column, id, ids[0] ?? 0)));
  }
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
}
/** The actor as owner of its own row: `authorize.ts` sets the owner of a new row, and not every admin may read the list of admins. */
const isOwnReference = (actor: Actor, { spec }: AnyEntity, name: string, changes: StoredRow) =>
  name === spec.owner && actor.kind === 'staff' && changes[name] === actor.id;
const isTreeParent = (entity: AnyEntity, column: Column) =>
  column.kind === 'ref' &&
  column.options.to === entity.name &&
  (column.options.tree === true || entity.spec.tree === column.name);

/**
 * Returns those of the ids whose rows exist, and locks these rows until the transaction ends, so that nobody deletes a row that is just being
 * referenced. The lock is shared. The parent of a tree is locked exclusively, because the new child also locks its ancestors.
 */
async function lockExistingIds(
  unit: UnitOfWork,
  target: AnyEntity,
  ids: readonly number[],
  lock: 'shared' | 'exclusive',
): Promise<ReadonlySet<number>> {
  const { actor, services } = unit.ctx;
  // an admin may refer to a row of a list it may not read; everyone else refers to readable rows only
  const scope = grantedRows(actor, target, 'read') ?? (actor.kind === 'staff' ? MATCH_ALL : { some: [] });
  const where = joinWithAnd([notDeleted(target), filterToSql(target, scope, services.db.dialect)]);
  const select = { entity: target, columns: 'id', keyColumn: 'id', keys: ids, where, lock };
  const rows = await unit.rowStore.selectLocked<{ id: number }>(select);
  return new Set(rows.map((row) => Number(row.id)));
}

/**
 * Refuses a parent that is the row itself or one of its descendants (a cycle). Locks the ancestors up to the root: two moves that together
 * would create a cycle wait for each other.
 */
async function findParentIssues(
  unit: UnitOfWork,
  entity: AnyEntity,
  column: Column,
  id: number,
  parent: number,
): Promise<Issue[]> {
  if (parent === id) return [{ path: column.name, code: 'self_parent' }];
  const lock = rowLockClause(unit.ctx.services.db.dialect);
  const sql = `SELECT ${quoteIdentifier(column.name)} AS parent_id FROM ${quoteIdentifier(entity.name)} WHERE id = ?${lock}`;
  let ancestor: number | null = parent;
  for (let depth = 1; ancestor !== null && ancestor !== 0; depth += 1) {
    if (ancestor === id) return [{ path: column.name, code: 'child_parent' }];
    if (depth >= MAX_TREE_DEPTH) return [{ path: column.name, code: 'too_deep', params: { max: MAX_TREE_DEPTH } }];
    const [row]: { parent_id: number | null }[] = await unit.tx.rows<{ parent_id: number | null }>(sql, [ancestor]);
    ancestor = row?.parent_id ?? null;
  }
  return [];
}
