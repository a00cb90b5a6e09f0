/** Dangling references of a row that is restored: those to missing rows are cleared, those to rows in the recycle bin are reported. */
import { canSeeDeleted } from '../../../../common/entity/access';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import type { Issue } from '../../../../common/entity/issue';
import { getColumns, hasSoftDelete, type Column, type StoredRow } from '../../../../common/entity/columns';
import { quoteIdentifier, placeholders } from '../../../platform/database/sql';
import type { UnitOfWork } from '../context/openUnitOfWork';
import { referenceTarget } from '../../read/references';

const idsInValue = (value: Json): readonly number[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is number => typeof item === 'number' && item !== 0);

/** For each id whether its row is in the recycle bin; ids without a row are absent. */
async function existingIds(
  unit: UnitOfWork,
  target: AnyEntity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, boolean>> {
  const deletedCondition = hasSoftDelete(target) ? 'delete_time IS NOT NULL' : '0';
  const sql = `SELECT id, ${deletedCondition} AS gone FROM ${quoteIdentifier(target.name)} WHERE id IN (${placeholders(ids.length)})`;
  const rows = await unit.tx.rows<{ id: number; gone: number }>(sql, ids);
  return new Map(rows.map((row) => [Number(row.id), Number(row.gone) === 1]));
}

function withoutMissing(column: Column, value: Json, existing: ReadonlyMap<number, boolean>): Json {
  if (!Array.isArray(value)) return null;
  const remaining = value.filter((item) => typeof item !== 'number' || existing.has(item));
  return remaining.length === 0 && column.kind !== 'refs' ? null : remaining;
}

export interface DetachedReferences {
  /**
   * The values without references to rows that no longer exist. A field that must not be empty or that only hooks write keeps its
   * reference, and the restore is refused.
   */
  readonly cleared: StoredRow;
  /** References to rows that must be restored first, without those that the actor cannot see. */
  readonly removed: readonly Issue[];
}

/** Checks the references of a row to be restored; `restoredIds` are the ids of the same entity that are restored with it. */
export async function detachDangling(
  unit: UnitOfWork,
  entity: AnyEntity,
  row: StoredRow,
  restoredIds: ReadonlySet<number>,
): Promise<DetachedReferences> {
  const cleared: Record<string, Json> = {};
  const removed: Issue[] = [];
  for (const column of getColumns(entity).values()) {
    const target = referenceTarget(unit.ctx.services.registry, column);
    const value = row[column.name] ?? null;
    const ids = idsInValue(value);
    if (target === undefined || ids.length === 0) continue;
    const existing = await existingIds(unit, target, ids);
    const isStillDeleted = (id: number) =>
      existing.get(id) === true && !(target.name === entity.name && restoredIds.has(id));
    if (ids.some(isStillDeleted) && canSeeDeleted(unit.ctx.actor, target))
      removed.push({ path: column.name, code: 'removed_row' });
    if (ids.every((id) => existing.has(id))) continue;
    const remaining = withoutMissing(column, value, existing);
    const isEmpty = remaining === null || (Array.isArray(remaining) && remaining.length === 0);
    if (!column.readonly && !(isEmpty && column.options.required)) cleared[column.name] = remaining;
  }
  return { cleared, removed };
}
