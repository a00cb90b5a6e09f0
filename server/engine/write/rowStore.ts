/** The last step before the disk: stores one row with its revision and times, and tells the observers. Nothing else writes rows. */
import type { AnyEntity } from '../../../common/entity/entity';
import { columnsOf, memoizePerEntity, hasSoftDelete, type StoredRow } from '../../../common/entity/columns';
import { initialValues } from '../../../common/entity/validate';
import type { ChangeOp } from '../../live/log/changeLog';
import { triggerFailpoint } from '../../platform/failpoints';
import { quoteIdentifier } from '../../platform/database/sql';
import { batchedWrite } from '../../platform/database/txBatch';
import type { SqlValue } from '../../context';
import type { UnitOfWork } from '../transaction/unitOfWork';
import { asDuplicateFault } from '../checks/constraints';
import { encodeRow, insertRows, writeOptions } from '../schema/model';
import { recordChange } from './recordChange';
import { cleanRichTextColumns } from './richText';

type ColumnValues = Readonly<Record<string, SqlValue>>;

const unixSeconds = (unit: UnitOfWork) => Math.floor(unit.at / 1000);

/** Whether people order the rows by hand: such rows start with their own id as weight, so that weights never tie. */
const isSortable = (entity: AnyEntity): boolean =>
  hasSoftDelete(entity) &&
  (entity.spec.list.columns.includes('weigh') || /^-?weigh$/.test(entity.spec.list.sort ?? ''));

/** Stores a new row. */
export async function insertRow(unit: UnitOfWork, entity: AnyEntity, values: StoredRow): Promise<StoredRow> {
  const now = unixSeconds(unit);
  const times = hasSoftDelete(entity)
    ? { create_time: now, update_time: now, delete_time: null }
    : { create_time: now };
  const weight = hasSoftDelete(entity) ? { weigh: values['weigh'] ?? 0 } : {};
  const { id: _chosen, ...given } = cleanRichTextColumns(entity, values);
  const row: StoredRow = { ...initialValues(entity), ...given, ...times, ...weight, revision: 1 };
  const id = await asDuplicateFault(entity, () => insertColumns(unit, entity, encodeRow(entity, row)));
  const after = await withWeight(unit, entity, { ...row, id });
  await triggerFailpoint(unit.ctx.services.env, 'write.after_store');
  recordChange(unit, entity, 'c', { after });
  return after;
}

/** Stores a new row's columns: through the model, or in one statement with those of acts that travel along; its id. */
async function insertColumns(unit: UnitOfWork, entity: AnyEntity, columns: ColumnValues): Promise<number> {
  if (!unit.tx.batch) {
    const stored = await unit.models.model(entity).create(columns, writeOptions(unit.tx));
    return Number(stored.get('id'));
  }
  const names = Object.keys(columns);
  return batchedWrite(unit.tx, `insert ${entity.name} ${names.join()}`, Object.values(columns), (valueSets, tx) =>
    insertRows(tx, entity, names, valueSets),
  );
}

async function updateColumns(unit: UnitOfWork, entity: AnyEntity, id: number, columns: ColumnValues): Promise<void> {
  const values = Object.values(columns);
  if (!unit.tx.batch) {
    const [changed] = await unit.models.model(entity).update(columns, { where: { id }, ...writeOptions(unit.tx) });
    assertRowsAffected(entity, changed, 1);
    return;
  }
  unit.tx.batch.claimLock(`${entity.name}:${id}`);
  const names = Object.keys(columns);
  const set = names.map((name) => `${quoteIdentifier(name)} = ?`).join(', ');
  const sql = `UPDATE ${quoteIdentifier(entity.name)} SET ${set} WHERE id = ?`;
  await batchedWrite(unit.tx, sql, [...values, id], async (valueSets, tx) => {
    assertRowsAffected(entity, await tx.runMany(sql, valueSets), valueSets.length);
    return valueSets;
  });
}

function assertRowsAffected(entity: AnyEntity, rows: number, expected: number): void {
  if (rows !== expected)
    throw new Error(`${expected - rows} of ${expected} rows of ${entity.name} vanished under their lock`);
}

async function withWeight(unit: UnitOfWork, entity: AnyEntity, row: StoredRow): Promise<StoredRow> {
  if (!isSortable(entity) || row['weigh'] !== 0) return row;
  const id = Number(row['id']);
  await updateColumns(unit, entity, id, { weigh: id });
  return { ...row, weigh: id };
}

/** Stores changed columns of a row that is locked by this act. */
export async function updateRow(
  unit: UnitOfWork,
  entity: AnyEntity,
  before: StoredRow,
  change: { readonly op: ChangeOp; readonly values: StoredRow },
): Promise<StoredRow> {
  const id = Number(before['id']);
  const bookkeeping = {
    revision: Number(before['revision']) + 1,
    ...(hasSoftDelete(entity) ? { update_time: unixSeconds(unit) } : {}),
  };
  const values = { ...cleanRichTextColumns(entity, change.values), ...bookkeeping };
  const { id: _same, ...columns } = encodeRow(entity, { ...values, id });
  await asDuplicateFault(entity, () => updateColumns(unit, entity, id, columns));
  await triggerFailpoint(unit.ctx.services.env, 'write.after_store');
  const after = { ...before, ...values };
  recordChange(unit, entity, change.op, { before, after });
  return after;
}

/** Removes a row for good. */
export async function deleteRow(unit: UnitOfWork, entity: AnyEntity, before: StoredRow): Promise<void> {
  const where = { id: Number(before['id']) };
  await unit.models.model(entity).destroy({ where, ...writeOptions(unit.tx) });
  await triggerFailpoint(unit.ctx.services.env, 'write.after_store');
  recordChange(unit, entity, 'x', { before });
}

/** The columns an act may store by itself; the rest is the engine's. */
export const ENGINE_COLUMNS: ReadonlySet<string> = new Set([
  'id',
  'revision',
  'create_time',
  'update_time',
  'delete_time',
]);
export const storableColumns = memoizePerEntity((entity) =>
  [...columnsOf(entity).values()].filter(({ name }) => !ENGINE_COLUMNS.has(name)),
);
