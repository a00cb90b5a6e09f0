/**
 * Stores one row with its revision and times. Every write of a row in the product goes through here; each call is followed by
 * `recordChange`, which puts the change into the change log and the history.
 */
import { hasSoftDelete, type StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import { initialValues } from '../../../../common/entity/validate';
import { triggerFailpoint } from '../../../platform/failpoints';
import { encodeRow } from '../../schema/model';
import type { UnitOfWork } from '../context/openUnitOfWork';
import { runWithDuplicateFault } from './constraints';
import { cleanRichTextColumns } from './richText';

const unixSeconds = (unit: UnitOfWork) => Math.floor(unit.at / 1000);

/** Whether rows are ordered by hand: such a row starts with its own id as weight, so that no two weights are equal. */
const isSortable = (entity: AnyEntity): boolean =>
  hasSoftDelete(entity) &&
  (entity.spec.list.columns.includes('weigh') || /^-?weigh$/.test(entity.spec.list.sort ?? ''));

/** Stores a new row and returns it. Error: `row.duplicate` when a unique index refuses it. */
export async function storeNewRow(unit: UnitOfWork, entity: AnyEntity, values: StoredRow): Promise<StoredRow> {
  const now = unixSeconds(unit);
  const times = hasSoftDelete(entity)
    ? { create_time: now, update_time: now, delete_time: null }
    : { create_time: now };
  const weight = hasSoftDelete(entity) ? { weigh: values['weigh'] ?? 0 } : {};
  const { id: _ignored, ...columns } = cleanRichTextColumns(entity, values);
  const row: StoredRow = { ...initialValues(entity), ...columns, ...times, ...weight, revision: 1 };
  const id = await runWithDuplicateFault(entity, () => unit.rowStore.insert(entity, encodeRow(entity, row)));
  const after = await withWeight(unit, entity, { ...row, id });
  await triggerFailpoint(unit.ctx.services.env, 'write.after_store');
  return after;
}

async function withWeight(unit: UnitOfWork, entity: AnyEntity, row: StoredRow): Promise<StoredRow> {
  if (!isSortable(entity) || row['weigh'] !== 0) return row;
  const id = Number(row['id']);
  await unit.rowStore.update(entity, id, { weigh: id });
  return { ...row, weigh: id };
}

/**
 * Stores changed columns of a locked row, increments its revision (optimistic locking) and returns the whole row. Error: `row.duplicate`
 * when a unique index refuses them.
 */
export async function storeChanges(
  unit: UnitOfWork,
  entity: AnyEntity,
  before: StoredRow,
  changes: StoredRow,
): Promise<StoredRow> {
  const id = Number(before['id']);
  const bookkeeping = {
    revision: Number(before['revision']) + 1,
    ...(hasSoftDelete(entity) ? { update_time: unixSeconds(unit) } : {}),
  };
  const values = { ...cleanRichTextColumns(entity, changes), ...bookkeeping };
  const { id: _same, ...columns } = encodeRow(entity, { ...values, id });
  await runWithDuplicateFault(entity, () => unit.rowStore.update(entity, id, columns));
  await triggerFailpoint(unit.ctx.services.env, 'write.after_store');
  return { ...before, ...values };
}

/** Deletes a locked row for good. */
export async function deleteStoredRow(unit: UnitOfWork, entity: AnyEntity, before: StoredRow): Promise<void> {
  await unit.rowStore.remove(entity, Number(before['id']));
  await triggerFailpoint(unit.ctx.services.env, 'write.after_store');
}
