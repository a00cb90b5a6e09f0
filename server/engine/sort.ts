/** Ordering by hand: a row takes its target's place among its siblings; the weights between the two are dealt out anew. */
import { grantedRows } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import { NOTHING } from '../../common/entity/filter';
import { columnNamed, type StoredRow } from '../../common/entity/meta';
import { fault } from '../../common/protocol/faults';
import type { FieldConflict } from '../../common/protocol/live';
import { ident } from '../platform/sql';
import { actorKey, type Act } from './act';
import { conflict, update } from './edit';
import { changedSince } from './history';
import { isLocked } from './moves';
import { differing } from './settle';
import { demand, demandNode, present, seenBy } from './rights';
import { lockClause, lockRows, rowsWhere } from './rows';
import { updateRow } from './store';
import { allOf, living, whereSql, type Sql } from './where';
import type { BulkDone, SortOptions } from './writer';

/** A longer way is refused: every row between is written and told to everybody. */
const LONGEST_WAY = 2000;

/**
 * Moves a row to the place of another. Needs the node `<entity>/sortable`. A row whose place somebody else changed since the
 * revision the caller saw stays there; whatever else was changed on it does not matter to its place.
 */
export async function sort(
  act: Act,
  entity: AnyEntity,
  id: number,
  targetId: number,
  { revision, parent }: SortOptions = {},
): Promise<BulkDone> {
  const { actor } = act.ctx;
  demandNode(actor, `${entity.name}/sortable`);
  demand(actor, entity, 'update');
  if (columnNamed(entity, 'weigh') === undefined) throw fault('access.denied');
  if (parent !== undefined) await hang(act, entity, id, { parent, ...(revision === undefined ? {} : { revision }) });
  const found = await lockRows(act, entity, [id, targetId]);
  const row = present(actor, entity, 'update', found.get(id));
  const target = present(actor, entity, 'update', found.get(targetId));
  if (isLocked(entity, row)) throw fault('row.locked');
  if (id === targetId) return { ids: [], skipped: [] };
  if (revision !== undefined && parent === undefined) await refuseMoved(act, entity, [row, target], revision);
  refuseOtherParent(entity, row, target);
  const between = await rowsBetween(act, entity, row, target);
  const ids = await deal(act, entity, between, id);
  if (ids.length > 0) act.deeds.push({ entity, verb: 'sortable', ids: [id], data: { id, targetId } });
  return { ids, skipped: [] };
}

/** Another parent is an edit like any other: with its rights, its laws and its conflicts. */
async function hang(act: Act, entity: AnyEntity, id: number, { parent, revision }: SortOptions): Promise<void> {
  const { tree } = entity.spec;
  if (tree === undefined) throw fault('request.malformed');
  const row = present(act.ctx.actor, entity, 'update', (await lockRows(act, entity, [id])).get(id));
  if ((row[tree] ?? null) === (parent ?? null)) return;
  const seen = revision === undefined ? {} : { revision, _base: { [tree]: row[tree] ?? null } };
  await update(act, entity, { id, [tree]: parent ?? null, ...seen });
}

/** One's own earlier move is no conflict: the newer one was meant to follow it. */
async function refuseMoved(
  act: Act,
  entity: AnyEntity,
  [row, target]: readonly [StoredRow, StoredRow],
  revision: number,
): Promise<void> {
  if (revision === row['revision']) return;
  const since = (await changedSince(act.tx, entity, { id: Number(row['id']), revision })).get('weigh');
  if (since === undefined || since.by.id === actorKey(act.ctx.actor)) return;
  const seen = 'weigh' in seenBy(act.ctx.actor, entity, row);
  const values = seen ? { base: since.before, theirs: row['weigh'] ?? null } : {};
  const moved: FieldConflict = {
    field: 'weigh',
    mine: target['weigh'] ?? null,
    ...values,
    by: since.by,
    at: Math.floor(since.at / 1000),
  };
  throw conflict(row, 'fields', { fields: [moved] });
}

function refuseOtherParent({ spec: { tree } }: AnyEntity, row: StoredRow, target: StoredRow): void {
  if (tree === undefined || (row[tree] ?? null) === (target[tree] ?? null)) return;
  throw fault('row.invalid', undefined, { fields: [{ path: 'targetId', code: 'missing_row' }] });
}

/** The rows from one to the other, both included, lightest first; ids break ties. Locked. */
async function rowsBetween(act: Act, entity: AnyEntity, row: StoredRow, target: StoredRow): Promise<StoredRow[]> {
  const { actor, kit } = act.ctx;
  const weights = [Number(row['weigh']), Number(target['weigh'])];
  const parent = entity.spec.tree === undefined ? null : (row[entity.spec.tree] ?? null);
  const siblings: Sql[] =
    entity.spec.tree === undefined
      ? []
      : [
          parent === null
            ? sqlOf(`${ident(entity.spec.tree)} IS NULL`)
            : sqlOf(`${ident(entity.spec.tree)} = ?`, Number(parent)),
        ];
  const where = allOf([
    living(entity),
    whereSql(entity, grantedRows(actor, entity, 'update') ?? NOTHING, kit.db.dialect),
    sqlOf('`weigh` BETWEEN ? AND ?', Math.min(...weights), Math.max(...weights)),
    ...siblings,
  ]);
  const tail = ` ORDER BY weigh, id LIMIT ${LONGEST_WAY + 1}${lockClause(kit.db.dialect)}`;
  const rows = await rowsWhere(act.tx, entity, where, tail);
  if (rows.length > LONGEST_WAY) throw fault('bulk.too_many', { max: LONGEST_WAY });
  return withoutOuterTies(rows, row, target);
}
const sqlOf = (sql: string, ...params: number[]): Sql => ({ sql, params });

/** Rows that only share an end's weight lie outside the way. */
function withoutOuterTies(rows: readonly StoredRow[], row: StoredRow, target: StoredRow): StoredRow[] {
  const at = (wanted: StoredRow) => rows.findIndex((one) => one['id'] === wanted['id']);
  const [from, to] = [at(row), at(target)].sort((a, b) => a - b);
  return rows.slice(from, (to ?? 0) + 1);
}

/** Moves the first to the end (or the last to the front) of the way and gives the same weights out again, without ties. */
async function deal(act: Act, entity: AnyEntity, way: readonly StoredRow[], id: number): Promise<number[]> {
  const weights = distinct(way.map((row) => Number(row['weigh'])));
  const rest = way.filter((row) => row['id'] !== id);
  const moved = way.filter((row) => row['id'] === id);
  const dealt = way[0]?.['id'] === id ? [...rest, ...moved] : [...moved, ...rest];
  const ids: number[] = [];
  for (const [at, row] of dealt.entries()) {
    const values = differing(row, { weigh: weights[at] ?? 0 });
    if (Object.keys(values).length === 0) continue;
    await updateRow(act, entity, row, { op: 'u', values });
    ids.push(Number(row['id']));
  }
  return ids;
}

/** Ascending weights with ties broken upwards. */
function distinct(weights: readonly number[]): number[] {
  let last = -Infinity;
  return weights.map((weight) => {
    last = Math.max(weight, last + 1);
    return last;
  });
}
