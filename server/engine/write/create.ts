/** Creates rows: one, or several as one change-set. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { StoredRow } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Issue } from '../../../common/entity/issue';
import { LIMITS } from '../../../common/limits';
import { Fault, fault } from '../../../common/protocol/faults';
import { triggerFailpoint } from '../../platform/failpoints';
import { getHookContext } from './context/createHookContext';
import { getEntityHooks } from './context/entityHooks';
import type { UnitOfWork } from './context/openUnitOfWork';
import type { InputValues, WrittenRow, WrittenRows } from './context/txWriter';
import { assertCanUse, assertStaysInScope } from './stages/authorize';
import { assertConstraints } from './stages/constraints';
import { recordChange } from './stages/recordChange';
import { runAfterWrite, runBeforeWrite } from './stages/runHooks';
import { storeNewRow } from './stages/storeRow';
import { assertNoIssues, checkCreateInput, validateCreateInput, type CheckedInput } from './stages/validateInput';
import { toWrittenRow } from './stages/writtenRow';
import { CHANGE_OPS } from '../../live/log/changeLog';

/** Creates a row. When the hook `findExisting` finds the row of an earlier request with the same key, returns that row. */
export async function create(unit: UnitOfWork, entity: AnyEntity, input: InputValues): Promise<WrittenRow> {
  assertCanUse(unit.ctx.actor, entity, 'create');
  const { values, report } = validateCreateInput(unit, entity, input);
  const existing = await getEntityHooks(unit.hooks.all, entity).findExisting?.(getHookContext(unit), values);
  if (existing) return toWrittenRow(unit, entity, existing, report);
  const row = await createRow(unit, entity, values);
  unit.auditEntries.push({ entity, verb: 'add', ids: [Number(row['id'])], data: values });
  return toWrittenRow(unit, entity, row, report);
}

/** Stores a new row of validated values: hooks → constraints → store → record history. */
async function createRow(unit: UnitOfWork, entity: AnyEntity, validated: StoredRow): Promise<StoredRow> {
  const values = await runBeforeWrite(unit, entity, validated, undefined);
  await assertConstraints(unit, entity, values, undefined);
  await triggerFailpoint(unit.ctx.services.env, 'write.before_store');
  const after = await storeNewRow(unit, entity, values);
  recordChange(unit, entity, CHANGE_OPS.created, { after });
  assertStaysInScope(unit.ctx.actor, entity, after, 'create');
  await runAfterWrite(unit, entity, after, undefined);
  return after;
}

/** Creates all rows or none. Issues are reported for all rows at once, with the path `list.<index>.<field>`. */
export async function createMany(
  unit: UnitOfWork,
  entity: AnyEntity,
  inputs: readonly InputValues[],
): Promise<WrittenRows> {
  assertCanUse(unit.ctx.actor, entity, 'create');
  if (inputs.length > LIMITS.maxBulkIds) throw fault('bulk.too_many', { max: LIMITS.maxBulkIds });
  const checked = await checkInputs(unit, entity, inputs);
  assertNoIssues(checked.flatMap((row, index) => row.issues.map((issue) => withListPath(index, issue))));
  const batch: UnitOfWork = { ...unit, ctx: { ...unit.ctx, isBatch: true } };
  const rows: WrittenRow[] = [];
  for (const [index, { values, report }] of checked.entries()) {
    if (unit.ctx.deadline?.hasPassed) throw fault('server.deadline');
    rows.push(toWrittenRow(unit, entity, await withListIndex(index, () => createRow(batch, entity, values)), report));
  }
  unit.auditEntries.push({ entity, verb: 'batchadd', ids: rows.map(({ id }) => id), data: { count: rows.length } });
  return { rows };
}

const YIELD_AFTER_MS = 20;
/** Checks all inputs. Cleaning rich text takes time, so other requests get their turn in between. */
async function checkInputs(
  unit: UnitOfWork,
  entity: AnyEntity,
  inputs: readonly InputValues[],
): Promise<readonly CheckedInput[]> {
  const checked: CheckedInput[] = [];
  let since = performance.now();
  for (const input of inputs) {
    checked.push(checkCreateInput(unit, entity, input));
    if (performance.now() - since < YIELD_AFTER_MS) continue;
    await yieldToEventLoop();
    since = performance.now();
  }
  return checked;
}

const withListPath = (at: number, issue: Issue): Issue => ({ ...issue, path: `list.${at}.${issue.path}` });

async function withListIndex<T>(at: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault) || error.fields === undefined) throw error;
    const fields = error.fields.map((issue) => withListPath(at, issue));
    throw new Fault(error.code, error.params, { fields, ...(error.data ? { data: error.data } : {}) });
  }
}
