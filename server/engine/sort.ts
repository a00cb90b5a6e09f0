/** Ordering by hand: a row takes its target's place among its siblings; the weights between the two are dealt out anew. */
import { grantedRows } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import { NOTHING } from '../../common/entity/filter';
import { columnNamed, type StoredRow } from '../../common/entity/meta';
import { fault } from '../../common/protocol/faults';
import { ident } from '../platform/sql';
import type { Act } from './act';
import { differing } from './settle';
import { demand, demandNode, present } from './rights';
import { lockClause, lockRows, rowsWhere } from './rows';
import { updateRow } from './store';
import { allOf, living, whereSql, type Sql } from './where';
import type { BulkDone } from './writer';

/** A longer way is refused: every row between is written and told to everybody. */
const LONGEST_WAY = 2000;

/** Moves a row to the place of another. Needs the node `<entity>/sortable`. */
export async function sort(act: Act, entity: AnyEntity, id: number, targetId: number): Promise<BulkDone> {
  const { actor } = act.ctx;
  demandNode(actor, `${entity.name}/sortable`);
  demand(actor, entity, 'update');
  if (columnNamed(entity, 'weigh') === undefined) throw fault('access.denied');
  const found = await lockRows(act, entity, [id, targetId]);
  const row = present(actor, entity, 'update', found.get(id));
  const target = present(actor, entity, 'update', found.get(targetId));
  if (id === targetId) return { ids: [], skipped: [] };
  refuseOtherParent(entity, row, target);
  const between = await rowsBetween(act, entity, row, target);
  const ids = await deal(act, entity, between, id);
  if (ids.length > 0) act.deeds.push({ entity, verb: 'sortable', ids: [id], data: { id, targetId } });
  return { ids, skipped: [] };
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
