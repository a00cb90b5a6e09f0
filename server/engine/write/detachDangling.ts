/** What a row that comes back refers to: rows that were destroyed meanwhile are let go of, rows in the recycle state are named. */
import { seesDeleted } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Issue } from '../../../common/entity/issue';
import { columnsOf, softDeletes, type Column, type StoredRow } from '../../../common/entity/meta';
import { ident, marks } from '../../platform/sql';
import type { UnitOfWork } from './unitOfWork';
import { targetOf } from '../read/references';

const idsIn = (value: Json): readonly number[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is number => typeof one === 'number' && one !== 0);

/** Of the ids, whether each is in the recycle state; those that are not there at all are absent. */
async function existingIds(
  unit: UnitOfWork,
  target: AnyEntity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, boolean>> {
  const gone = softDeletes(target) ? 'delete_time IS NOT NULL' : '0';
  const sql = `SELECT id, ${gone} AS gone FROM ${ident(target.name)} WHERE id IN (${marks(ids.length)})`;
  const rows = await unit.tx.rows<{ id: number; gone: number }>(sql, ids);
  return new Map(rows.map((row) => [Number(row.id), Number(row.gone) === 1]));
}

function withoutMissing(column: Column, value: Json, there: ReadonlyMap<number, boolean>): Json {
  if (!Array.isArray(value)) return null;
  const left = value.filter((one) => typeof one !== 'number' || there.has(one));
  return left.length === 0 && column.kind !== 'refs' ? null : left;
}

export interface DetachedReferences {
  /** What the row's fields hold without what no longer exists. One that must not be empty, or that the house keeps, stays and is refused. */
  readonly cleared: StoredRow;
  /** References to rows that have to come back first, as far as the actor may know of them. */
  readonly removed: readonly Issue[];
}

/** Looks after the references of a row that comes back; `together`: ids of the same noun that come back with it. */
export async function detachDangling(
  unit: UnitOfWork,
  entity: AnyEntity,
  row: StoredRow,
  together: ReadonlySet<number>,
): Promise<DetachedReferences> {
  const cleared: Record<string, Json> = {};
  const removed: Issue[] = [];
  for (const column of columnsOf(entity).values()) {
    const target = targetOf(unit.ctx.services.registry, column);
    const value = row[column.name] ?? null;
    const ids = idsIn(value);
    if (target === undefined || ids.length === 0) continue;
    const there = await existingIds(unit, target, ids);
    const waits = (id: number) => there.get(id) === true && !(target.name === entity.name && together.has(id));
    if (ids.some(waits) && seesDeleted(unit.ctx.actor, target))
      removed.push({ path: column.name, code: 'removed_row' });
    if (ids.every((id) => there.has(id))) continue;
    const left = withoutMissing(column, value, there);
    const hollow = left === null || (Array.isArray(left) && left.length === 0);
    if (!column.readonly && !(hollow && column.options.required)) cleared[column.name] = left;
  }
  return { cleared, removed };
}
