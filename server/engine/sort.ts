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

/** The rows from one to the other, and what lies close enough to be touched when ties are broken. All locked. */
interface Way {
  /** Both ends included, lightest first; ids break ties. */
  readonly rows: readonly StoredRow[];
  /** Whether a row below shares the weight of the first. */
  readonly tied: boolean;
  /** Rows above that share the weight of the last. */
  readonly above: readonly StoredRow[];
}

async function rowsBetween(act: Act, entity: AnyEntity, row: StoredRow, target: StoredRow): Promise<Way> {
  const weights = [Number(row['weigh']), Number(target['weigh'])];
  const between = sqlOf('`weigh` BETWEEN ? AND ?', Math.min(...weights), Math.max(...weights));
  const found = await siblings(act, entity, row, between);
  const at = (wanted: StoredRow) => found.findIndex((one) => one['id'] === wanted['id']);
  const [from = 0, to = 0] = [at(row), at(target)].sort((a, b) => a - b);
  return { rows: found.slice(from, to + 1), tied: from > 0, above: found.slice(to + 1) };
}
const sqlOf = (sql: string, ...params: number[]): Sql => ({ sql, params });

/** Living siblings of a row that the actor may move, by place. Too many of them are refused. */
async function siblings(act: Act, entity: AnyEntity, row: StoredRow, place: Sql): Promise<StoredRow[]> {
  const { actor, kit } = act.ctx;
  const { tree } = entity.spec;
  const parent = tree === undefined ? null : (row[tree] ?? null);
  const under = (name: string): Sql =>
    parent === null ? sqlOf(`${ident(name)} IS NULL`) : sqlOf(`${ident(name)} = ?`, Number(parent));
  const where = allOf([
    living(entity),
    whereSql(entity, grantedRows(actor, entity, 'update') ?? NOTHING, kit.db.dialect),
    place,
    ...(tree === undefined ? [] : [under(tree)]),
  ]);
  const tail = ` ORDER BY weigh, id LIMIT ${LONGEST_WAY + 1}${lockClause(kit.db.dialect)}`;
  const rows = await rowsWhere(act.tx, entity, where, tail);
  if (rows.length > LONGEST_WAY) throw fault('bulk.too_many', { max: LONGEST_WAY });
  return rows;
}

const weightOf = (row: StoredRow): number => Number(row['weigh']);

/** Moves the first to the end (or the last to the front) of the way and gives the same weights out again, without ties. */
async function deal(act: Act, entity: AnyEntity, way: Way, id: number): Promise<number[]> {
  const { rows } = way;
  const [lowest, highest] = [rows[0], rows.at(-1)];
  if (lowest === undefined || highest === undefined) return [];
  const moved = rows.filter((row) => row['id'] === id);
  const rest = rows.filter((row) => row['id'] !== id);
  const dealt = lowest['id'] === id ? [...rest, ...moved] : [...moved, ...rest];
  const weights = distinct(rows.map(weightOf), way.tied ? weightOf(lowest) : -Infinity);
  const wanted = dealt.map((row, at) => [row, weights[at] ?? 0] as const);
  wanted.push(...(await lifted(act, entity, way, weights.at(-1) ?? 0)));
  const ids: number[] = [];
  for (const [row, weigh] of wanted) {
    const values = differing(row, { weigh });
    if (Object.keys(values).length === 0) continue;
    await updateRow(act, entity, row, { op: 'u', values });
    ids.push(Number(row['id']));
  }
  return ids;
}

/** Where broken ties took more room than there was, the rows above give way, as many as must. */
async function lifted(
  act: Act,
  entity: AnyEntity,
  { rows, above }: Way,
  taken: number,
): Promise<(readonly [StoredRow, number])[]> {
  const last = rows.at(-1);
  if (last === undefined || (above.length === 0 && taken === weightOf(last))) return [];
  const higher = await siblings(act, entity, last, sqlOf('`weigh` > ?', weightOf(last)));
  const all = [...above, ...higher];
  const weights = distinct(all.map(weightOf), taken);
  return all.map((row, at) => [row, weights[at] ?? 0] as const);
}

/** Ascending weights above a floor, with ties broken upwards as far as numbers go. */
function distinct(weights: readonly number[], floor: number): number[] {
  let last = floor;
  return weights.map((weight) => {
    last = Math.min(Math.max(weight, last + 1), Number.MAX_SAFE_INTEGER);
    return last;
  });
}
