/** Purges rows: a hard delete, for good. `remove.ts` is the soft delete, which moves rows to the recycle bin. */
import type { AnyEntity } from '../../../common/entity/entity';
import { getColumns, type StoredRow } from '../../../common/entity/columns';
import { deleteSharedDraft, draftKey } from '../../live/sharedDrafts/draftRepository';
import { getHookContext } from './context/createHookContext';
import { getEntityHooks } from './context/entityHooks';
import type { UnitOfWork } from './context/openUnitOfWork';
import type { BulkResult } from './context/txWriter';
import { assertNotReferenced } from './stages/assertNotReferenced';
import { loadRemovedRows } from './stages/loadRemovedRows';
import { recordBulkResult } from './stages/recordAudit';
import { recordChange } from './stages/recordChange';
import { deleteStoredRow } from './stages/storeRow';
import { CHANGE_OPS } from '../../live/log/changeLog';

/** Purges rows of the recycle bin: all of them or none. Errors: `row.missing`, `row.referenced`, `row.children`. */
export async function purge(unit: UnitOfWork, entity: AnyEntity, ids: readonly number[]): Promise<BulkResult> {
  const rows = await loadRemovedRows(unit, entity, ids, 'purge');
  await assertNotReferenced(unit, entity, rows);
  const { beforeBulkRemove, beforePurge, afterPurge } = getEntityHooks(unit.hooks.all, entity);
  await beforeBulkRemove?.(getHookContext(unit), rows, 'purge');
  for (const row of rows) {
    await beforePurge?.(getHookContext(unit), row);
    await hardDeleteRow(unit, entity, row);
    if (afterPurge) unit.afterCommit.push(() => afterPurge(unit.ctx, row));
  }
  return recordBulkResult(unit, entity, 'purge', { rows, skipped: [] });
}

/** Deletes one row for good and records the change. */
export async function hardDeleteRow(unit: UnitOfWork, entity: AnyEntity, row: StoredRow): Promise<void> {
  await deleteStoredRow(unit, entity, row);
  for (const { name, options } of getColumns(entity).values())
    if (options.collaborative === true)
      await deleteSharedDraft(unit.tx, draftKey({ e: entity.name, id: Number(row['id']), f: name }));
  recordChange(unit, entity, CHANGE_OPS.purged, { before: row });
}
