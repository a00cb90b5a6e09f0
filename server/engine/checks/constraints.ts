/** What the database must confirm before a row is stored: values nobody else has, and references that exist. */
import { grantedRows, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { Issue } from '../../../common/entity/issue';
import { findColumn, columnsOf, hasSoftDelete, type Column, type StoredRow } from '../../../common/entity/columns';
import { fault, type Fault } from '../../../common/protocol/faults';
import type { SqlValue } from '../../context';
import { quoteIdentifier, placeholders } from '../../platform/database/sql';
import { batched } from '../../platform/database/txBatch';
import type { UnitOfWork } from '../transaction/unitOfWork';
import { checkFileReferences, fileNamesOf, fileEntityOf } from './fileReferences';
import { normalizedValue, violatedUniqueField } from '../schema/model';
import { referenceTarget } from '../read/references';
import { rowLockClause, shareLockClause } from '../hooks/hookContext';
import { allOf, notDeleted, whereSql } from '../read/where';

const MAX_TREE_DEPTH = 8;

const duplicateFault = (field: string): Fault =>
  fault('row.duplicate', undefined, { fields: [{ path: field, code: 'taken' }] });

/**
 * Refuses a unique value some other living row has. The index refuses it too; this names the field before anything is tried.
 * What nobody can type is left to the index: it is unique by how it is made.
 */
export async function assertUnique(unit: UnitOfWork, entity: AnyEntity, changes: StoredRow, id: number): Promise<void> {
  for (const column of columnsOf(entity).values()) {
    const value = changes[column.name];
    if (!column.options.unique || column.readonly || value === undefined || value === null) continue;
    const name = quoteIdentifier(column.hasSearchColumn ? `${column.name}_n` : column.name);
    const wanted = column.hasSearchColumn ? normalizedValue(column, value) : (value as SqlValue); // unique kinds are scalar
    const aliveClause = hasSoftDelete(entity) ? ' AND live = 0' : '';
    const sql = `SELECT id FROM ${quoteIdentifier(entity.name)} WHERE ${name} = ?${aliveClause} AND id <> ? LIMIT 1`;
    const [other] = await unit.tx.rows(sql, [wanted, id]);
    if (other !== undefined) throw duplicateFault(column.name);
  }
}

/** Runs a statement; a unique index that refuses it is told as the field it guards. */
export async function asDuplicateFault<T>(entity: AnyEntity, statement: () => Promise<T>): Promise<T> {
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
 * Refuses references to rows that are gone, that the actor may not read, or that would make a tree bite its tail.
 * `stored` is the row as it stands: a file it names already may stay, readable by the caller or not.
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
    const files = fileEntityOf(unit.ctx.services.registry, column);
    if (files !== undefined) {
      const [names, existing] = [fileNamesOf(column, changes[name]), fileNamesOf(column, stored?.[name])];
      const issue = await checkFileReferences(unit, files, column, { names, existing });
      if (issue !== undefined) issues.push(issue);
      continue;
    }
    const ids = referencedIds(changes[name]);
    const target = referenceTarget(unit.ctx.services.registry, column);
    if (target === undefined || ids.length === 0) continue;
    const parent = isTreeParent(entity, column);
    const found = await lockExistingIds(unit, target, ids, parent ? 'alone' : 'shared');
    if (ids.some((item) => !found.has(item))) issues.push({ path: name, code: 'missing_row' });
    else if (parent) issues.push(...(await parentIssues(unit, entity, column, id, ids[0] ?? 0)));
  }
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
}
/** The maker as owner: set by the engine, and not everybody may read the list of admins. */
const isOwnReference = (actor: Actor, { spec }: AnyEntity, name: string, changes: StoredRow) =>
  name === spec.owner && actor.realm === 'staff' && changes[name] === actor.id;
const isTreeParent = (entity: AnyEntity, column: Column) =>
  column.kind === 'ref' &&
  column.options.to === entity.name &&
  (column.options.tree === true || entity.spec.tree === column.name);

/**
 * Of the ids those that are there, and stay there until the act ends: whoever removes one of them waits for this act and then finds what
 * it has made, or was first and the row is gone. Several acts may hold a row; a parent is locked by its one new child, which locks its way up.
 */
async function lockExistingIds(
  unit: UnitOfWork,
  target: AnyEntity,
  ids: readonly number[],
  lockMode: 'shared' | 'alone',
): Promise<ReadonlySet<number>> {
  const { actor, services } = unit.ctx;
  // Staff without the list may still name a row; everybody else only what they may read.
  const scope = grantedRows(actor, target, 'read') ?? (actor.realm === 'staff' ? MATCH_ALL : { some: [] });
  const where = allOf([notDeleted(target), whereSql(target, scope, services.db.dialect)]);
  const lock = lockMode === 'alone' ? rowLockClause(services.db.dialect) : shareLockClause(services.db.dialect);
  const batchKey = `refs ${target.name} ${where.sql}${lock} ${JSON.stringify(where.params)}`;
  return batched(unit.tx, batchKey, ids, async (idSets, tx) => {
    const wanted = [...new Set(idSets.flat())];
    const sql = `SELECT id FROM ${quoteIdentifier(target.name)} WHERE id IN (${placeholders(wanted.length)}) AND ${where.sql} ORDER BY id${lock}`;
    const rows = await tx.rows<{ id: number }>(sql, [...wanted, ...where.params]);
    const found = new Set(rows.map((row) => Number(row.id)));
    return idSets.map(() => found);
  });
}

/** Walks to the root, locking on the way: two moves that together would make a circle meet on a lock. */
async function parentIssues(
  unit: UnitOfWork,
  entity: AnyEntity,
  column: Column,
  id: number,
  parent: number,
): Promise<Issue[]> {
  if (parent === id) return [{ path: column.name, code: 'self_parent' }];
  const lock = rowLockClause(unit.ctx.services.db.dialect);
  const sql = `SELECT ${quoteIdentifier(column.name)} AS up FROM ${quoteIdentifier(entity.name)} WHERE id = ?${lock}`;
  let ancestor: number | null = parent;
  for (let depth = 1; ancestor !== null && ancestor !== 0; depth += 1) {
    if (ancestor === id) return [{ path: column.name, code: 'child_parent' }];
    if (depth >= MAX_TREE_DEPTH) return [{ path: column.name, code: 'too_deep', params: { max: MAX_TREE_DEPTH } }];
    const [row]: { up: number | null }[] = await unit.tx.rows<{ up: number | null }>(sql, [ancestor]);
    ancestor = row?.up ?? null;
  }
  return [];
}
