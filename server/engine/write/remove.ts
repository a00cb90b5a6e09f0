/**
 * Soft delete: moves rows to the recycle bin, from which they can be restored. Of several rows, all are removed or none. `purge.ts`
 * deletes rows for good.
 */
import type { AnyEntity } from '../../../common/entity/entity';
import { hasSoftDelete, type StoredRow } from '../../../common/entity/columns';
import { fault } from '../../../common/protocol/faults';
import { getHookContext } from './context/createHookContext';
import { getEntityHooks } from './context/entityHooks';
import type { UnitOfWork } from './context/openUnitOfWork';
import type { BulkOptions, BulkResult, SkippedWrite } from './context/txWriter';
import { hardDeleteRow } from './purge';
import { askAboutRemoval } from './stages/askExternalHooks';
import { assertNotReferenced } from './stages/assertNotReferenced';
import { assertCanUse, isVisible, requireVisible } from './stages/authorize';
import { parseBulkIds } from './stages/loadRemovedRows';
import { recordBulkResult } from './stages/recordAudit';
import { recordChange } from './stages/recordChange';
import { runAfterWrite } from './stages/runHooks';
import { storeChanges } from './stages/storeRow';
import { isLocked } from './stages/transitions';
import { CHANGE_OPS } from '../../live/log/changeLog';

/**
 * Moves rows to the recycle bin; rows of an entity without a recycle bin are deleted for good. The result lists skipped rows: those with a
 * newer revision than the caller read and, if there are several ids, those with a revision that the caller can no longer see. A row without a
 * revision that the caller cannot see refuses the whole call (`row.missing` or `access.denied`).
 */
export async function remove(
  unit: UnitOfWork,
  entity: AnyEntity,
  ids: readonly number[],
  { revisions = {} }: BulkOptions = {},
): Promise<BulkResult> {
  const { actor } = unit.ctx;
  const sortedIds = parseBulkIds(ids);
  const lockedRows = await unit.rowStore.lockRows(entity, sortedIds);
  assertCanUse(actor, entity, 'remove');
  const missingRows = sortedIds.flatMap((id) => {
    const readRevision = sortedIds.length > 1 ? revisions[id] : undefined;
    return readRevision === undefined || isVisible(actor, entity, lockedRows.get(id))
      ? []
      : [{ id, revision: readRevision, gone: true as const }];
  });
  const missingIds = new Set(missingRows.map(({ id }) => id));
  const rows = sortedIds
    .filter((id) => !missingIds.has(id))
    .map((id) => requireVisible(actor, entity, 'remove', lockedRows.get(id)));
  const isStale = (row: StoredRow) => (revisions[Number(row['id'])] ?? row['revision']) !== row['revision'];
  const skipped = [...missingRows, ...rows.filter(isStale).map(toSkippedRow)].sort((a, b) => a.id - b.id);
  const rowsToRemove = rows.filter((row) => !isStale(row));
  await assertNotReferenced(unit, entity, rowsToRemove);
  const { beforeBulkRemove, beforeRemove } = getEntityHooks(unit.hooks.all, entity);
  await beforeBulkRemove?.(getHookContext(unit), rowsToRemove, 'del');
  for (const row of rowsToRemove) {
    if (isLocked(entity, row)) throw fault('row.locked');
    await beforeRemove?.(getHookContext(unit), row);
  }
  askAboutRemoval(unit, entity, rowsToRemove);
  const removedPairs: [StoredRow, StoredRow][] = [];
  for (const row of rowsToRemove) removedPairs.push([await removeRow(unit, entity, row), row]);
  for (const [after, row] of removedPairs) await runAfterWrite(unit, entity, after, row);
  return recordBulkResult(unit, entity, 'del', { rows: rowsToRemove, skipped });
}
const toSkippedRow = (row: StoredRow): SkippedWrite => ({ id: Number(row['id']), revision: Number(row['revision']) });

/** Soft delete: sets `delete_time`. Entities without soft delete lose the row. */
async function removeRow(unit: UnitOfWork, entity: AnyEntity, row: StoredRow): Promise<StoredRow> {
  const values = { delete_time: Math.floor(unit.at / 1000) };
  if (!hasSoftDelete(entity)) {
    await hardDeleteRow(unit, entity, row);
    return { ...row, ...values };
  }
  const after = await storeChanges(unit, entity, row, values);
  recordChange(unit, entity, CHANGE_OPS.deleted, { before: row, after });
  return after;
}
