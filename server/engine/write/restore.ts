/** Coming back: a row leaves the recycle state as if it were written anew, by the same laws and with the values it derives derived again. */
import type { AnyEntity } from '../../../common/entity/entity';
import { columnsOf, type StoredRow } from '../../../common/entity/meta';
import { project } from '../../../common/entity/project';
import { missingOfEither } from '../../../common/entity/validate';
import { Fault, fault } from '../../../common/protocol/faults';
import type { UnitOfWork } from './unitOfWork';
import { hooksOf } from './entityHooks';
import { checkRefs, checkUnique } from './constraints';
import { checkInput } from './createUpdate';
import { displayName, bulkResult, removedRows } from './remove';
import { detachDangling } from './detachDangling';
import { hookContextOf } from './hookContext';
import { changedValues, afterStore, assertStaysInScope } from './applyChange';
import { updateRow } from './rowStore';
import type { BulkResult } from './writer';

/** Brings rows back, all or none; what one of them is refused for names it. */
export async function restore(unit: UnitOfWork, entity: AnyEntity, ids: readonly number[]): Promise<BulkResult> {
  const rows = await removedRows(unit, entity, ids, 'restore');
  const naming = rows.length > 1 ? withRowName : alone;
  const together = new Set(rows.map((row) => Number(row['id'])));
  const back: [StoredRow, StoredRow][] = [];
  for (const row of parentsFirst(entity, rows))
    back.push([await naming(entity, row, () => restoreRow(unit, entity, row, together)), row]);
  // after all are back: rows that refer to each other may have returned together
  for (const [after, row] of back)
    await naming(entity, row, async () => {
      await checkRefs(unit, entity, after, Number(row['id']), row);
      assertStaysInScope(unit.ctx.actor, entity, after, 'update');
      await afterStore(unit, entity, after, row);
    });
  return bulkResult(unit, entity, 'restore', { rows, skipped: [] });
}

async function restoreRow(
  unit: UnitOfWork,
  entity: AnyEntity,
  row: StoredRow,
  together: ReadonlySet<number>,
): Promise<StoredRow> {
  const { cleared, removed } = await detachDangling(unit, entity, row, together);
  if (removed.length > 0) throw fault('row.invalid', undefined, { fields: removed });
  const columns = [...columnsOf(entity).values()].filter((one) => !one.readonly && one.sensitivity !== 'secret');
  const { values, issues } = checkInput(entity, project(entity, { ...row, ...cleared }, columns), {
    mode: 'update',
    columns,
  });
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  const { beforeWrite } = hooksOf(unit.hooks.all, entity);
  const ready = beforeWrite ? await beforeWrite(hookContextOf(unit), values, row) : values;
  const settled = changedValues(row, ready);
  const whole = { ...row, ...settled };
  const missing = missingOfEither(entity, whole);
  if (missing.length > 0) throw fault('row.invalid', undefined, { fields: missing });
  await checkUnique(unit, entity, whole, Number(row['id']));
  return updateRow(unit, entity, row, { op: 'r', values: { ...settled, delete_time: null } });
}

/** Of a tree, what hangs under another after it: the law of a child looks at its parent. */
function parentsFirst({ spec: { tree } }: AnyEntity, rows: readonly StoredRow[]): readonly StoredRow[] {
  if (tree === undefined) return rows;
  const byId = new Map(rows.map((row) => [row['id'], row]));
  const ordered = new Set<StoredRow>();
  for (const row of rows) {
    const way = new Set<StoredRow>();
    for (let at: StoredRow | undefined = row; at !== undefined && !way.has(at); at = byId.get(at[tree] ?? null))
      way.add(at);
    for (const one of [...way].reverse()) ordered.add(one);
  }
  return [...ordered];
}

type NameConflictHandler = <T>(entity: AnyEntity, row: StoredRow, work: () => Promise<T>) => Promise<T>;
const alone: NameConflictHandler = (_entity, _row, work) => work();
const withRowName: NameConflictHandler = async (entity, row, work) => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const id = Number(row['id']);
    const data = { ...error.data, row: { id, title: displayName(entity, row, id) } };
    throw new Fault(error.code, error.params, { ...(error.fields ? { fields: error.fields } : {}), data });
  }
};
