/** Coming back: a row leaves the recycle state as if it were written anew, by the same laws and with the values it derives derived again. */
import type { AnyEntity } from '../../common/entity/entity';
import { columnsOf, type StoredRow } from '../../common/entity/meta';
import { project } from '../../common/entity/project';
import { missingOfEither } from '../../common/entity/validate';
import { Fault, fault } from '../../common/protocol/faults';
import type { Act } from './act';
import { stepsOf } from './behaviour';
import { checkRefs, checkUnique } from './checks';
import { checkSent } from './edit';
import { calledIn, done, removedRows } from './remove';
import { loosened } from './restoreRefs';
import { stepOf } from './rows';
import { differing, finish, stayWithin } from './settle';
import { updateRow } from './store';
import type { BulkDone } from './writer';

/** Brings rows back, all or none; what one of them is refused for names it. */
export async function restore(act: Act, entity: AnyEntity, ids: readonly number[]): Promise<BulkDone> {
  const rows = await removedRows(act, entity, ids, 'restore');
  const naming = rows.length > 1 ? named : alone;
  const together = new Set(rows.map((row) => Number(row['id'])));
  const back: [StoredRow, StoredRow][] = [];
  for (const row of parentsFirst(entity, rows))
    back.push([await naming(entity, row, () => comeBack(act, entity, row, together)), row]);
  // after all are back: rows that refer to each other may have returned together
  for (const [after, row] of back)
    await naming(entity, row, async () => {
      await checkRefs(act, entity, after, Number(row['id']), row);
      stayWithin(act.ctx.actor, entity, after, 'update');
      await finish(act, entity, after, row);
    });
  return done(act, entity, 'restore', { rows, skipped: [] });
}

async function comeBack(
  act: Act,
  entity: AnyEntity,
  row: StoredRow,
  together: ReadonlySet<number>,
): Promise<StoredRow> {
  const { cleared, removed } = await loosened(act, entity, row, together);
  if (removed.length > 0) throw fault('row.invalid', undefined, { fields: removed });
  const columns = [...columnsOf(entity).values()].filter((one) => !one.readonly && one.sensitivity !== 'secret');
  const { values, issues } = checkSent(entity, project(entity, { ...row, ...cleared }, columns), {
    mode: 'update',
    columns,
  });
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  const { beforeWrite } = stepsOf(act.behaviours.all, entity);
  const ready = beforeWrite ? await beforeWrite(stepOf(act), values, row) : values;
  const settled = differing(row, ready);
  const whole = { ...row, ...settled };
  const missing = missingOfEither(entity, whole);
  if (missing.length > 0) throw fault('row.invalid', undefined, { fields: missing });
  await checkUnique(act, entity, whole, Number(row['id']));
  return updateRow(act, entity, row, { op: 'r', values: { ...settled, delete_time: null } });
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

type Naming = <T>(entity: AnyEntity, row: StoredRow, work: () => Promise<T>) => Promise<T>;
const alone: Naming = (_entity, _row, work) => work();
const named: Naming = async (entity, row, work) => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const id = Number(row['id']);
    const data = { ...error.data, row: { id, title: calledIn(entity, row, id) } };
    throw new Fault(error.code, error.params, { ...(error.fields ? { fields: error.fields } : {}), data });
  }
};
