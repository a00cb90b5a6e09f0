/** Reorders rows by hand, such as after drag and drop: a row takes the position of its target among its siblings; the weights between the two are distributed again. */
import { grantedRows } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { MATCH_NONE } from '../../../common/entity/filter';
import { REORDER_ACTION } from '../../../common/entity/permissionKeys';
import { findColumn, type StoredRow } from '../../../common/entity/columns';
import { fault } from '../../../common/protocol/faults';
import type { FieldConflict } from '../../../common/protocol/liveEvents';
import { quoteIdentifier, rowLockClause } from '../../platform/database/sql';
import { selectRowsWhere } from '../read/selectRowsWhere';
import { joinWithAnd, notDeleted, filterToSql, type SqlFragment } from '../read/filterToSql';
import { actorKey } from './context/actorKey';
import type { UnitOfWork } from './context/openUnitOfWork';
import type { BulkResult, ReorderOptions } from './context/txWriter';
import { assertPermission, assertCanUse, projectFor, requireVisible } from './stages/authorize';
import { loadChangesSince } from './stages/changeHistory';
import { conflictFault } from './stages/conflictFault';
import { pickChangedValues } from './stages/merge';
import { recordChange } from './stages/recordChange';
import { storeChanges } from './stages/storeRow';
import { isLocked } from './stages/transitions';
import { update } from './unitOfWork';
import { CHANGE_OPS } from '../../live/log/changeLog';

/** Rows between the two positions: more are refused, since each of them is written and published. */
const MAX_DISTANCE = 2000;

/**
 * Moves a row to the position of another; needs the permission key `<entity>/sortable`. Error: `row.conflict` when another actor moved the
 * row since the revision that the caller read. Other changes of the row do not matter.
 */
export async function reorder(
  unit: UnitOfWork,
  entity: AnyEntity,
  id: number,
  targetId: number,
  { revision, parent }: ReorderOptions = {},
): Promise<BulkResult> {
  const { actor } = unit.ctx;
  assertPermission(actor, `${entity.name}/${REORDER_ACTION}`);
  assertCanUse(actor, entity, 'update');
  if (findColumn(entity, 'weigh') === undefined) throw fault('access.denied');
  if (parent !== undefined)
    await changeParent(unit, entity, id, { parent, ...(revision === undefined ? {} : { revision }) });
  const found = await unit.rowStore.lockRows(entity, [id, targetId]);
  const row = requireVisible(actor, entity, 'update', found.get(id));
  const target = requireVisible(actor, entity, 'update', found.get(targetId));
  if (isLocked(entity, row)) throw fault('row.locked');
  if (id === targetId) return { ids: [], skipped: [] };
  if (revision !== undefined && parent === undefined) await assertNotMoved(unit, entity, [row, target], revision);
  assertSameParent(entity, row, target);
  const range = await loadRange(unit, entity, row, target);
  const ids = await assignWeights(unit, entity, range, id);
  if (ids.length > 0) unit.auditEntries.push({ entity, verb: REORDER_ACTION, ids: [id], data: { id, targetId } });
  return { ids, skipped: [] };
}

/** Changes the parent as an update, with the permissions, hooks and conflicts of one. */
async function changeParent(
  unit: UnitOfWork,
  entity: AnyEntity,
  id: number,
  { parent, revision }: ReorderOptions,
): Promise<void> {
  const { tree } = entity.spec;
  if (tree === undefined) throw fault('request.malformed');
  const row = requireVisible(unit.ctx.actor, entity, 'update', (await unit.rowStore.lockRows(entity, [id])).get(id));
  if ((row[tree] ?? null) === (parent ?? null)) return;
  const baseValues = revision === undefined ? {} : { revision, _base: { [tree]: row[tree] ?? null } };
  await update(unit, entity, { id, [tree]: parent ?? null, ...baseValues });
}

/**
 * Throws `row.conflict` when another actor moved the row since this revision. A move by the same actor is not a conflict, because the
 * actor has seen it.
 */
async function assertNotMoved(
  unit: UnitOfWork,
  entity: AnyEntity,
  [row, target]: readonly [StoredRow, StoredRow],
  revision: number,
): Promise<void> {
  if (revision === row['revision']) return;
  const since = (await loadChangesSince(unit.tx, entity, { id: Number(row['id']), revision })).get('weigh');
  if (since === undefined || since.by.id === actorKey(unit.ctx.actor)) return;
  const isReadable = 'weigh' in projectFor(unit.ctx.actor, entity, row);
  const values = isReadable ? { base: since.before, theirs: row['weigh'] ?? null } : {};
  const weightConflict: FieldConflict = {
    field: 'weigh',
    mine: target['weigh'] ?? null,
    ...values,
    by: since.by,
    at: Math.floor(since.at / 1000),
  };
  throw conflictFault(row, 'fields', { fields: [weightConflict] });
}

function assertSameParent({ spec: { tree } }: AnyEntity, row: StoredRow, target: StoredRow): void {
  if (tree === undefined || (row[tree] ?? null) === (target[tree] ?? null)) return;
  throw fault('row.invalid', undefined, { fields: [{ path: 'targetId', code: 'missing_row' }] });
}

/** The rows from one position to the other, and those next to them whose weights may change when ties are broken. All are locked. */
interface RowRange {
  /** Both ends included, the smallest weight first; ids break ties. */
  readonly rows: readonly StoredRow[];
  /** Whether a row below has the weight of the first. */
  readonly isTied: boolean;
  /** Rows above that have the weight of the last. */
  readonly above: readonly StoredRow[];
}

async function loadRange(unit: UnitOfWork, entity: AnyEntity, row: StoredRow, target: StoredRow): Promise<RowRange> {
  const weights = [Number(row['weigh']), Number(target['weigh'])];
  const weightCondition = sqlFragment('`weigh` BETWEEN ? AND ?', Math.min(...weights), Math.max(...weights));
  const found = await lockSiblings(unit, entity, row, weightCondition);
  const indexOf = (sibling: StoredRow) => found.findIndex(({ id }) => id === sibling['id']);
  const [from = 0, to = 0] = [indexOf(row), indexOf(target)].sort((a, b) => a - b);
  return { rows: found.slice(from, to + 1), isTied: from > 0, above: found.slice(to + 1) };
}
const sqlFragment = (sql: string, ...params: number[]): SqlFragment => ({ sql, params });

/** Siblings that are not deleted and that the actor may move, in order, locked. Error: `bulk.too_many`. */
async function lockSiblings(
  unit: UnitOfWork,
  entity: AnyEntity,
  row: StoredRow,
  position: SqlFragment,
): Promise<StoredRow[]> {
  const { actor, services } = unit.ctx;
  const { tree } = entity.spec;
  const parent = tree === undefined ? null : (row[tree] ?? null);
  const parentIs = (name: string): SqlFragment =>
    parent === null
      ? sqlFragment(`${quoteIdentifier(name)} IS NULL`)
      : sqlFragment(`${quoteIdentifier(name)} = ?`, Number(parent));
  const where = joinWithAnd([
    notDeleted(entity),
    filterToSql(entity, grantedRows(actor, entity, 'update') ?? MATCH_NONE, services.db.dialect),
    position,
    ...(tree === undefined ? [] : [parentIs(tree)]),
  ]);
  const tail = ` ORDER BY weigh, id LIMIT ${MAX_DISTANCE + 1}${rowLockClause(services.db.dialect)}`;
  const rows = await selectRowsWhere(unit.tx, entity, where, tail);
  if (rows.length > MAX_DISTANCE) throw fault('bulk.too_many', { max: MAX_DISTANCE });
  return rows;
}

const getWeight = (row: StoredRow): number => Number(row['weigh']);

/**
 * Moves the first row to the end of the range (or the last to the front), distributes the same weights again without ties and returns the
 * ids of the rows that changed.
 */
async function assignWeights(unit: UnitOfWork, entity: AnyEntity, range: RowRange, id: number): Promise<number[]> {
  const { rows } = range;
  const [lowest, highest] = [rows[0], rows.at(-1)];
  if (lowest === undefined || highest === undefined) return [];
  const moved = rows.filter((row) => row['id'] === id);
  const others = rows.filter((row) => row['id'] !== id);
  const reordered = lowest['id'] === id ? [...others, ...moved] : [...moved, ...others];
  const weights = distinctWeights(rows.map(getWeight), range.isTied ? getWeight(lowest) : -Infinity);
  const newWeights = reordered.map((row, index) => [row, weights[index] ?? 0] as const);
  newWeights.push(...(await raiseWeights(unit, entity, range, weights.at(-1) ?? 0)));
  const ids: number[] = [];
  for (const [row, weigh] of newWeights) {
    const values = pickChangedValues(row, { weigh });
    if (Object.keys(values).length === 0) continue;
    recordChange(unit, entity, CHANGE_OPS.updated, {
      before: row,
      after: await storeChanges(unit, entity, row, values),
    });
    ids.push(Number(row['id']));
  }
  return ids;
}

/** New weights of the rows above, as many as needed, where broken ties took more weights than the range had. */
async function raiseWeights(
  unit: UnitOfWork,
  entity: AnyEntity,
  { rows, above }: RowRange,
  lastWeight: number,
): Promise<(readonly [StoredRow, number])[]> {
  const last = rows.at(-1);
  if (last === undefined || (above.length === 0 && lastWeight === getWeight(last))) return [];
  const higher = await lockSiblings(unit, entity, last, sqlFragment('`weigh` > ?', getWeight(last)));
  const all = [...above, ...higher];
  const weights = distinctWeights(all.map(getWeight), lastWeight);
  return all.map((row, index) => [row, weights[index] ?? 0] as const);
}

/** Ascending weights above a minimum, with ties broken upwards within the safe integers. */
function distinctWeights(weights: readonly number[], minimum: number): number[] {
  let last = minimum;
  return weights.map((weight) => {
    last = Math.min(Math.max(weight, last + 1), Number.MAX_SAFE_INTEGER);
    return last;
  });
}
