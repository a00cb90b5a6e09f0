/** The last step before the disk: stores one row with its revision and times, and tells the observers. Nothing else writes rows. */
import type { AnyEntity } from '../../common/entity/entity';
import { columnsOf, perEntity, softDeletes, type StoredRow } from '../../common/entity/meta';
import { initialValues } from '../../common/entity/validate';
import type { ChangeOp } from '../live/log';
import { failpoint } from '../platform/failpoints';
import { ident } from '../platform/sql';
import { writeInSets } from '../platform/together';
import type { SqlValue } from '../kit';
import type { Act } from './act';
import { telling } from './checks';
import { encodeRow, insertRows, writeOptions } from './model';
import { observe } from './observers';
import { withCleanTexts } from './richText';

type Columns = Readonly<Record<string, SqlValue>>;

const seconds = (act: Act) => Math.floor(act.at / 1000);

/** Whether people order the rows by hand: such rows start with their own id as weight, so that weights never tie. */
const isSortable = (entity: AnyEntity): boolean =>
  softDeletes(entity) && (entity.spec.list.columns.includes('weigh') || /^-?weigh$/.test(entity.spec.list.sort ?? ''));

/** Stores a new row. */
export async function insertRow(act: Act, entity: AnyEntity, values: StoredRow): Promise<StoredRow> {
  const now = seconds(act);
  const times = softDeletes(entity) ? { create_time: now, update_time: now, delete_time: null } : { create_time: now };
  const weight = softDeletes(entity) ? { weigh: values['weigh'] ?? 0 } : {};
  const { id: _chosen, ...given } = withCleanTexts(entity, values);
  const row: StoredRow = { ...initialValues(entity), ...given, ...times, ...weight, revision: 1 };
  const id = await telling(entity, () => storeNew(act, entity, encodeRow(entity, row)));
  const after = await weighted(act, entity, { ...row, id });
  await failpoint(act.ctx.kit.env, 'write.after_store');
  observe(act, entity, 'c', { after });
  return after;
}

/** Stores a new row's columns: through the model, or in one statement with those of acts that travel along; its id. */
async function storeNew(act: Act, entity: AnyEntity, columns: Columns): Promise<number> {
  if (!act.tx.together) {
    const stored = await act.models.model(entity).create(columns, writeOptions(act.tx));
    return Number(stored.get('id'));
  }
  const names = Object.keys(columns);
  return writeInSets(act.tx, `insert ${entity.name} ${names.join()}`, Object.values(columns), (all, tx) =>
    insertRows(tx, entity, names, all),
  );
}

async function storeChanges(act: Act, entity: AnyEntity, id: number, columns: Columns): Promise<void> {
  const values = Object.values(columns);
  if (!act.tx.together) {
    const [changed] = await act.models.model(entity).update(columns, { where: { id }, ...writeOptions(act.tx) });
    found(entity, changed, 1);
    return;
  }
  act.tx.together.hold(`${entity.name}:${id}`);
  const names = Object.keys(columns);
  const set = names.map((name) => `${ident(name)} = ?`).join(', ');
  const sql = `UPDATE ${ident(entity.name)} SET ${set} WHERE id = ?`;
  await writeInSets(act.tx, sql, [...values, id], async (all, tx) => {
    found(entity, await tx.runMany(sql, all), all.length);
    return all;
  });
}

function found(entity: AnyEntity, rows: number, wanted: number): void {
  if (rows !== wanted)
    throw new Error(`${wanted - rows} of ${wanted} rows of ${entity.name} vanished under their lock`);
}

async function weighted(act: Act, entity: AnyEntity, row: StoredRow): Promise<StoredRow> {
  if (!isSortable(entity) || row['weigh'] !== 0) return row;
  const id = Number(row['id']);
  await storeChanges(act, entity, id, { weigh: id });
  return { ...row, weigh: id };
}

/** Stores changed columns of a row that is locked by this act. */
export async function updateRow(
  act: Act,
  entity: AnyEntity,
  before: StoredRow,
  change: { readonly op: ChangeOp; readonly values: StoredRow },
): Promise<StoredRow> {
  const id = Number(before['id']);
  const stamp = {
    revision: Number(before['revision']) + 1,
    ...(softDeletes(entity) ? { update_time: seconds(act) } : {}),
  };
  const values = { ...withCleanTexts(entity, change.values), ...stamp };
  const { id: _same, ...columns } = encodeRow(entity, { ...values, id });
  await telling(entity, () => storeChanges(act, entity, id, columns));
  await failpoint(act.ctx.kit.env, 'write.after_store');
  const after = { ...before, ...values };
  observe(act, entity, change.op, { before, after });
  return after;
}

/** Removes a row for good. */
export async function deleteRow(act: Act, entity: AnyEntity, before: StoredRow): Promise<void> {
  const where = { id: Number(before['id']) };
  await act.models.model(entity).destroy({ where, ...writeOptions(act.tx) });
  await failpoint(act.ctx.kit.env, 'write.after_store');
  observe(act, entity, 'x', { before });
}

/** The columns an act may store by itself; the rest is the engine's. */
export const ENGINE_COLUMNS: ReadonlySet<string> = new Set([
  'id',
  'revision',
  'create_time',
  'update_time',
  'delete_time',
]);
export const storable = perEntity((entity) =>
  [...columnsOf(entity).values()].filter(({ name }) => !ENGINE_COLUMNS.has(name)),
);
