/** The last step before the disk: stores one row with its revision and times, and tells the observers. Nothing else writes rows. */
import type { AnyEntity } from '../../common/entity/entity';
import { columnsOf, softDeletes, type StoredRow } from '../../common/entity/meta';
import { initialValues } from '../../common/entity/validate';
import type { ChangeOp } from '../live/log';
import { failpoint } from '../platform/failpoints';
import type { Act } from './act';
import { telling } from './checks';
import { encodeRow, writeOptions } from './model';
import { observe } from './observers';
import { withCleanTexts } from './richText';

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
  const model = act.models.model(entity);
  const stored = await telling(entity, () => model.create(encodeRow(entity, row), writeOptions(act.tx)));
  const id = Number(stored.get('id'));
  const after = await weighted(act, entity, { ...row, id });
  await failpoint(act.ctx.kit.env, 'write.after_store');
  observe(act, entity, 'c', { after });
  return after;
}

async function weighted(act: Act, entity: AnyEntity, row: StoredRow): Promise<StoredRow> {
  if (!isSortable(entity) || row['weigh'] !== 0) return row;
  const id = Number(row['id']);
  await act.models.model(entity).update({ weigh: id }, { where: { id }, ...writeOptions(act.tx) });
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
  const model = act.models.model(entity);
  const [changed] = await telling(entity, () => model.update(columns, { where: { id }, ...writeOptions(act.tx) }));
  if (changed !== 1) throw new Error(`row ${id} of ${entity.name} vanished under its lock`);
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
export const storable = (entity: AnyEntity) =>
  [...columnsOf(entity).values()].filter(({ name }) => !ENGINE_COLUMNS.has(name));
