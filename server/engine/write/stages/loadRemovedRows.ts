/** Loads and locks rows of the recycle bin, for restore and purge. */
import type { AnyEntity } from '../../../../common/entity/entity';
import { LIMITS } from '../../../../common/limits';
import { fault } from '../../../../common/protocol/faults';
import type { UnitOfWork } from '../context/openUnitOfWork';
import { assertPermission, isInScope, isRemoved } from './authorize';

/** Distinct ids in ascending order, which is also the order in which rows are locked. Error: `bulk.too_many`. */
export function parseBulkIds(ids: readonly number[]): readonly number[] {
  if (ids.length > LIMITS.maxBulkIds) throw fault('bulk.too_many', { max: LIMITS.maxBulkIds });
  return [...new Set(ids)].sort((a, b) => a - b);
}

/** Locks rows of the recycle bin that the actor may restore or purge. Error: `row.missing` when one of them is not there for the actor. */
export async function loadRemovedRows(
  unit: UnitOfWork,
  entity: AnyEntity,
  ids: readonly number[],
  verb: 'restore' | 'purge',
) {
  const { actor } = unit.ctx;
  assertPermission(actor, `${entity.name}/${verb}`);
  const sortedIds = parseBulkIds(ids);
  const found = await unit.rowStore.lockRows(entity, sortedIds);
  return sortedIds.map((id) => {
    const row = found.get(id);
    if (row === undefined || !isRemoved(row) || !isInScope(actor, entity, 'remove', row)) throw fault('row.missing');
    return row;
  });
}
