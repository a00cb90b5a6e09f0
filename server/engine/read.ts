/** The one read path: lists, single rows and pickers, each from one snapshot that knows its place in the change log. */
import { grantedRows, readableColumns, type Actor } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import type { Filter } from '../../common/entity/filter';
import { quickFilter } from '../../common/entity/match';
import type { Column, StoredRow } from '../../common/entity/meta';
import { project, type Wire } from '../../common/entity/project';
import type { ListQuery } from '../../common/entity/query';
import { LIMITS } from '../../common/limits';
import { fault } from '../../common/protocol/faults';
import type { Cursor, ListAnswer } from '../../common/protocol/live';
import type { Ctx, Kit, Tx } from '../kit';
import { cursorOf } from '../live/cursor';
import { readHead } from '../live/log';
import { ident } from '../platform/sql';
import { decodeRow, selectList } from './model';
import { titlesOf, type Titles } from './refs';
import { allOf, living, orderSql, whereSql, type Sql } from './where';

export interface RowAnswer {
  readonly row: Wire;
  readonly refs: Titles;
  readonly seq: Cursor;
  readonly epoch: string;
}
export interface Reader {
  /** One page of the rows the actor may read. Long columns are absent: only `get` carries them. */
  readonly list: (ctx: Ctx, entity: AnyEntity, query: ListQuery) => Promise<ListAnswer>;
  /** One row with all its readable columns. */
  readonly get: (ctx: Ctx, entity: AnyEntity, id: number) => Promise<RowAnswer>;
  /** Short rows for pickers: id, title, parent and status. */
  readonly select: (ctx: Ctx, entity: AnyEntity, query: ListQuery) => Promise<ListAnswer>;
}

/** Deeper pages walk the index first and fetch only the rows they show. */
const DEEP = 1000;
/** A tree is read whole, so that no branch hangs in the air, up to this many rows. */
const TREE_ROWS = 2000;

interface Page {
  readonly entity: AnyEntity;
  readonly columns: readonly Column[];
  readonly where: Sql;
  readonly order: string;
  readonly limit: number;
  readonly offset: number;
}

/** Makes the read path of a running system. */
export function createReader(kit: Kit): Reader {
  return {
    list: (ctx, entity, query) => list(kit, ctx.actor, entity, query, listColumns(ctx.actor, entity)),
    select: (ctx, entity, query) => list(kit, ctx.actor, entity, query, pickerColumns(ctx.actor, entity)),
    get: (ctx, entity, id) => get(kit, ctx.actor, entity, id),
  };
}

const listColumns = (actor: Actor, entity: AnyEntity) =>
  readableColumns(actor, entity).filter((column) => !column.long);
function pickerColumns(actor: Actor, entity: AnyEntity): readonly Column[] {
  const short = new Set(['id', 'revision', 'status', entity.spec.title, entity.spec.tree]);
  return listColumns(actor, entity).filter(({ name }) => short.has(name));
}

/** What the actor may read at all, as SQL. */
function policy(kit: Kit, actor: Actor, entity: AnyEntity): Sql {
  const rows = grantedRows(actor, entity, 'read');
  if (rows === undefined) throw fault('access.denied');
  return allOf([living(entity), whereSql(entity, rows, kit.db.dialect)]);
}

/** The filter a query asks for, within what the actor may see. */
function asked(actor: Actor, entity: AnyEntity, query: ListQuery): Filter {
  const { q, initKey, initValue } = query;
  const parts: Filter[] = [query.where];
  if (q !== undefined) parts.push(quickFilter(entity, q, readableColumns(actor, entity)));
  if (initValue !== undefined) parts.push({ field: initKey ?? 'id', op: 'IN', value: initValue });
  return { all: parts };
}

function pageOf(kit: Kit, actor: Actor, entity: AnyEntity, query: ListQuery, columns: readonly Column[]): Page {
  const whole = entity.spec.tree !== undefined || query.initValue !== undefined;
  return {
    entity,
    columns,
    where: allOf([policy(kit, actor, entity), whereSql(entity, asked(actor, entity, query), kit.db.dialect)]),
    order: orderSql(entity, query.sort),
    limit: whole ? TREE_ROWS : query.limit,
    offset: whole ? 0 : (query.page - 1) * query.limit,
  };
}

async function list(
  kit: Kit,
  actor: Actor,
  entity: AnyEntity,
  query: ListQuery,
  columns: readonly Column[],
): Promise<ListAnswer> {
  const page = pageOf(kit, actor, entity, query, columns);
  return kit.db.snapshot(async (tx) => {
    const [head, rows] = await Promise.all([readHead(tx), pageRows(tx, page)]);
    const shown = { columns: columns.filter((column) => isShown(entity, column)), rows };
    const [total, refs] = await Promise.all([totalOf(tx, page, rows.length), titlesOf(kit, tx, actor, shown)]);
    return {
      list: rows.map((row) => project(entity, row, columns)),
      total: Math.min(total, LIMITS.countCap),
      ...(total > LIMITS.countCap ? { total_capped: true as const } : {}),
      seq: cursorOf(kit, actor, head.last),
      epoch: head.epoch,
      refs,
      remark: '',
    };
  });
}
const isShown = ({ spec }: AnyEntity, { name }: Column) => spec.list.columns.includes(name) || spec.tree === name;

async function pageRows(tx: Tx, page: Page): Promise<StoredRow[]> {
  const { entity, columns, where, order, limit, offset } = page;
  const table = ident(entity.name);
  const window = `${where.sql} ORDER BY ${order} LIMIT ? OFFSET ?`;
  const params = [...where.params, limit, offset];
  const sql =
    offset < DEEP
      ? `SELECT ${selectList(entity, columns)} FROM ${table} WHERE ${window}`
      : `SELECT ${selectList(entity, columns)} FROM ${table} ` +
        `JOIN (SELECT id AS page_id FROM ${table} WHERE ${window}) AS page ON id = page_id ORDER BY ${order}`;
  const raw = await tx.rows<object>(sql, params);
  return raw.map((row) => decodeRow(entity, row));
}

/** How many rows there are in all, counted no further than the cap. A page that ends the list needs no count. */
async function totalOf(tx: Tx, { entity, where, limit, offset }: Page, found: number): Promise<number> {
  if (found < limit && (found > 0 || offset === 0)) return offset + found;
  const sql = `SELECT COUNT(*) AS total FROM (SELECT 1 AS one FROM ${ident(entity.name)} WHERE ${where.sql} LIMIT ?) AS counted`;
  const [counted] = await tx.rows<{ total: number }>(sql, [...where.params, LIMITS.countCap + 1]);
  return Number(counted?.total ?? 0);
}

async function get(kit: Kit, actor: Actor, entity: AnyEntity, id: number): Promise<RowAnswer> {
  const where = allOf([{ sql: 'id = ?', params: [id] }, policy(kit, actor, entity)]);
  const columns = readableColumns(actor, entity);
  return kit.db.snapshot(async (tx) => {
    const sql = `SELECT ${selectList(entity, columns)} FROM ${ident(entity.name)} WHERE ${where.sql}`;
    const [head, [raw]] = await Promise.all([readHead(tx), tx.rows<object>(sql, where.params)]);
    if (raw === undefined) throw fault('row.missing');
    const row = decodeRow(entity, raw);
    const refs = await titlesOf(kit, tx, actor, { columns, rows: [row] });
    return { row: project(entity, row, columns), refs, seq: cursorOf(kit, actor, head.last), epoch: head.epoch };
  });
}
