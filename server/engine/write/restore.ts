/** Restores rows from the recycle bin: a restored row is validated like a new one, and its derived values are computed again. */
import type { AnyEntity } from '../../../common/entity/entity';
import { getColumns, type StoredRow } from '../../../common/entity/columns';
import { projectRow } from '../../../common/entity/projectRow';
import { findMissingEither } from '../../../common/entity/validate';
import { Fault } from '../../../common/protocol/faults';
import type { UnitOfWork } from './context/openUnitOfWork';
import type { BulkResult, RestoreOptions } from './context/txWriter';
import { rowLabel } from './stages/assertNotReferenced';
import { loadRemovedRows } from './stages/loadRemovedRows';
import { assertStaysInScope } from './stages/authorize';
import { assertReferences, assertUnique } from './stages/constraints';
import { detachDangling } from './stages/detachDangling';
import { pickChangedValues } from './stages/merge';
import { recordBulkResult } from './stages/recordAudit';
import { recordChange } from './stages/recordChange';
import { runAfterWrite, runBeforeWrite } from './stages/runHooks';
import { storeChanges } from './stages/storeRow';
import { assertNoIssues, checkInput } from './stages/validateInput';
import { CHANGE_OPS } from '../../live/log/changeLog';

/** Restores all rows or none. A fault about one of several rows names that row in `data.row`. */
export async function restore(
  unit: UnitOfWork,
  entity: AnyEntity,
  ids: readonly number[],
  options: RestoreOptions = {},
): Promise<BulkResult> {
  const rows = await loadRemovedRows(unit, entity, ids, 'restore');
  const withErrorContext = rows.length > 1 ? withRowName : withoutRowName;
  const restoredIds = new Set(rows.map((row) => Number(row['id'])));
  const restored: [StoredRow, StoredRow][] = [];
  for (const row of parentsFirst(entity, rows, options))
    restored.push([
      await withErrorContext(entity, row, () => restoreRow(unit, entity, row, { restoredIds, ...options })),
      row,
    ]);
  // runs after all rows are restored, because they may refer to each other
  for (const [after, row] of restored)
    await withErrorContext(entity, row, async () => {
      await assertReferences(unit, entity, after, Number(row['id']), row);
      assertStaysInScope(unit.ctx.actor, entity, after, 'update');
      await runAfterWrite(unit, entity, after, row);
    });
  return recordBulkResult(unit, entity, 'restore', { rows, skipped: [] });
}

async function restoreRow(
  unit: UnitOfWork,
  entity: AnyEntity,
  row: StoredRow,
  { restoredIds, ...options }: RestoreOptions & { readonly restoredIds: ReadonlySet<number> },
): Promise<StoredRow> {
  const moved = withParent(entity, row, options);
  const { cleared, removed } = await detachDangling(unit, entity, moved, restoredIds);
  assertNoIssues(removed);
  const columns = [...getColumns(entity).values()].filter(
    ({ readonly, sensitivity }) => !readonly && sensitivity !== 'secret',
  );
  const { values, issues } = checkInput(entity, projectRow(entity, { ...moved, ...cleared }, columns), {
    mode: 'update',
    columns,
  });
  assertNoIssues(issues);
  const changes = pickChangedValues(row, await runBeforeWrite(unit, entity, values, row));
  const restoredRow = { ...row, ...changes };
  const missing = findMissingEither(entity, restoredRow);
  assertNoIssues(missing);
  await assertUnique(unit, entity, restoredRow, Number(row['id']));
  const after = await storeChanges(unit, entity, row, { ...changes, delete_time: null });
  recordChange(unit, entity, CHANGE_OPS.restored, { before: row, after });
  return after;
}

/** The row with its other parent, if it gets one. */
function withParent({ spec: { tree } }: AnyEntity, row: StoredRow, { parents }: RestoreOptions): StoredRow {
  const parent = parents?.get(Number(row['id']));
  return tree === undefined || parent === undefined ? row : { ...row, [tree]: parent };
}

/** Orders the rows of a tree so that a parent precedes its children: the rules of a child read its parent. */
function parentsFirst(entity: AnyEntity, rows: readonly StoredRow[], options: RestoreOptions): readonly StoredRow[] {
  const { tree } = entity.spec;
  if (tree === undefined) return rows;
  const byId = new Map(rows.map((row) => [row['id'], row]));
  const ordered = new Set<StoredRow>();
  for (const row of rows) {
    const ancestors = new Set<StoredRow>();
    for (
      let ancestor: StoredRow | undefined = row;
      ancestor !== undefined && !ancestors.has(ancestor);
      ancestor = byId.get(withParent(entity, ancestor, options)[tree] ?? null)
    )
      ancestors.add(ancestor);
    for (const ancestor of [...ancestors].reverse()) ordered.add(ancestor);
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
