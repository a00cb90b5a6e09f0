/** Coming back: a row leaves the recycle state as if it were written anew, by the same laws and with the values it derives derived again. */
import type { AnyEntity } from '../../../common/entity/entity';
import { columnsOf, type StoredRow } from '../../../common/entity/columns';
import { projectRow } from '../../../common/entity/projectRow';
import { findMissingEither } from '../../../common/entity/validate';
import { Fault, fault } from '../../../common/protocol/faults';
import type { UnitOfWork } from '../transaction/unitOfWork';
import { hooksOf } from '../hooks/entityHooks';
import { assertReferences, assertUnique } from '../checks/constraints';
import { checkInput } from './createUpdate';
import { rowLabel, recordBulkResult, loadRemovedRows } from './remove';
import { detachDangling } from './detachDangling';
import { hookContextOf } from '../hooks/hookContext';
import { changedValues, afterStore, assertStaysInScope } from './applyChange';
import { updateRow } from './rowStore';
import type { BulkResult } from './writer';

/** Brings rows back, all or none; what one of them is refused for names it. */
export async function restore(unit: UnitOfWork, entity: AnyEntity, ids: readonly number[]): Promise<BulkResult> {
  const rows = await loadRemovedRows(unit, entity, ids, 'restore');
  const withErrorContext = rows.length > 1 ? withRowName : withoutRowName;
  const restoredIds = new Set(rows.map((row) => Number(row['id'])));
  const restored: [StoredRow, StoredRow][] = [];
  for (const row of parentsFirst(entity, rows))
    restored.push([await withErrorContext(entity, row, () => restoreRow(unit, entity, row, restoredIds)), row]);
  // after all are back: rows that refer to each other may have returned together
  for (const [after, row] of restored)
    await withErrorContext(entity, row, async () => {
      await assertReferences(unit, entity, after, Number(row['id']), row);
      assertStaysInScope(unit.ctx.actor, entity, after, 'update');
      await afterStore(unit, entity, after, row);
    });
  return recordBulkResult(unit, entity, 'restore', { rows, skipped: [] });
}

async function restoreRow(
  unit: UnitOfWork,
  entity: AnyEntity,
  row: StoredRow,
  restoredIds: ReadonlySet<number>,
): Promise<StoredRow> {
  const { cleared, removed } = await detachDangling(unit, entity, row, restoredIds);
  if (removed.length > 0) throw fault('row.invalid', undefined, { fields: removed });
  const columns = [...columnsOf(entity).values()].filter((one) => !one.readonly && one.sensitivity !== 'secret');
  const { values, issues } = checkInput(entity, projectRow(entity, { ...row, ...cleared }, columns), {
    mode: 'update',
    columns,
  });
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  const { beforeWrite } = hooksOf(unit.hooks.all, entity);
  const prepared = beforeWrite ? await beforeWrite(hookContextOf(unit), values, row) : values;
  const changes = changedValues(row, prepared);
  const restoredRow = { ...row, ...changes };
  const missing = findMissingEither(entity, restoredRow);
  if (missing.length > 0) throw fault('row.invalid', undefined, { fields: missing });
  await assertUnique(unit, entity, restoredRow, Number(row['id']));
  return updateRow(unit, entity, row, { op: 'r', values: { ...changes, delete_time: null } });
}

/** Of a tree, what hangs under another after it: the law of a child looks at its parent. */
function parentsFirst({ spec: { tree } }: AnyEntity, rows: readonly StoredRow[]): readonly StoredRow[] {
  if (tree === undefined) return rows;
  const byId = new Map(rows.map((row) => [row['id'], row]));
  const ordered = new Set<StoredRow>();
  for (const row of rows) {
    const ancestors = new Set<StoredRow>();
    for (
      let ancestor: StoredRow | undefined = row;
      ancestor !== undefined && !ancestors.has(ancestor);
      ancestor = byId.get(ancestor[tree] ?? null)
    )
      ancestors.add(ancestor);
    for (const one of [...ancestors].reverse()) ordered.add(one);
  }
  return [...ordered];
}

type ErrorContext = <T>(entity: AnyEntity, row: StoredRow, work: () => Promise<T>) => Promise<T>;
const withoutRowName: ErrorContext = (_entity, _row, work) => work();
const withRowName: ErrorContext = async (entity, row, work) => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const id = Number(row['id']);
    const data = { ...error.data, row: { id, title: rowLabel(entity, row, id) } };
    throw new Fault(error.code, error.params, { ...(error.fields ? { fields: error.fields } : {}), data });
  }
};
