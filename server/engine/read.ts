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
import { decodeColumns, selectList } from './model';
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

/** What one actor sees of an entity in one kind of answer: columns, rows, and their SQL. */
interface View {
  readonly entity: AnyEntity;
  readonly columns: readonly Column[];
  /** Columns whose ids the answer gives titles for. */
  readonly titled: readonly Column[];
  readonly select: string;
  /** The rows the actor may read at all. */
  readonly policy: Sql;
}
type Part = 'list' | 'picker' | 'whole';
type ViewOf = (actor: Actor, entity: AnyEntity, part: Part) => View;

interface Page extends View {
  readonly where: Sql;
  readonly order: string;
  readonly limit: number;
  readonly offset: number;
}

/** Makes the read path of a running system. */
export function createReader(kit: Kit): Reader {
  const viewOf = createViews(kit);
  return {
    list: async (ctx, entity, query) => list(kit, ctx.actor, viewOf(ctx.actor, entity, 'list'), query),
    select: async (ctx, entity, query) => list(kit, ctx.actor, viewOf(ctx.actor, entity, 'picker'), query),
    get: async (ctx, entity, id) => get(kit, ctx.actor, viewOf(ctx.actor, entity, 'whole'), id),
  };
}

/** Computes each view once per actor: other rights make another actor. */
function createViews(kit: Kit): ViewOf {
  const known = new WeakMap<Actor, Map<string, View>>();
  return (actor, entity, part) => {
    const views = known.get(actor) ?? new Map<string, View>();
    const name = `${part} ${entity.name}`;
    const view = views.get(name) ?? makeView(kit, actor, entity, part);
    known.set(actor, views.set(name, view));
    return view;
  };
}

function makeView({ db }: Kit, actor: Actor, entity: AnyEntity, part: Part): View {
  const rows = grantedRows(actor, entity, 'read');
  if (rows === undefined) throw fault('access.denied');
  const columns = readableColumns(actor, entity).filter((column) => PARTS[part](entity, column));
  return {
    entity,
    columns,
    titled: columns.filter((column) => part === 'whole' || isShown(entity, column)),
    select: `SELECT ${selectList(entity, columns)} FROM ${ident(entity.name)}`,
    policy: allOf([living(entity), whereSql(entity, rows, db.dialect)]),
  };
}

const isShown = ({ spec }: AnyEntity, { name }: Column) => spec.list.columns.includes(name) || spec.tree === name;
const isShort = ({ spec }: AnyEntity, { name }: Column) =>
  ['id', 'revision', 'status', spec.title, spec.tree].includes(name);
const PARTS: Readonly<Record<Part, (entity: AnyEntity, column: Column) => boolean>> = {
  list: (_entity, { long }) => !long,
  picker: (entity, column) => !column.long && isShort(entity, column),
  whole: () => true,
};

/** The filter a query asks for, within what the actor may see. */
function asked(actor: Actor, entity: AnyEntity, query: ListQuery): Filter {
  const { q, initKey, initValue } = query;
  const parts: Filter[] = [query.where];
  if (q !== undefined) parts.push(quickFilter(entity, q, readableColumns(actor, entity)));
  if (initValue !== undefined) parts.push({ field: initKey ?? 'id', op: 'IN', value: initValue });
  return { all: parts };
}

function pageOf(kit: Kit, actor: Actor, view: View, query: ListQuery): Page {
  const { entity, policy } = view;
  const whole = entity.spec.tree !== undefined || query.initValue !== undefined;
  return {
    ...view,
    where: allOf([policy, whereSql(entity, asked(actor, entity, query), kit.db.dialect)]),
    order: orderSql(entity, query.sort),
    limit: whole ? TREE_ROWS : query.limit,
    offset: whole ? 0 : (query.page - 1) * query.limit,
  };
}

async function list(kit: Kit, actor: Actor, view: View, query: ListQuery): Promise<ListAnswer> {
  const page = pageOf(kit, actor, view, query);
  const { entity, columns, titled } = view;
  return kit.db.snapshot(async (tx) => {
    const [head, rows] = await Promise.all([readHead(tx), pageRows(tx, page)]);
    const [total, refs] = await Promise.all([
      totalOf(tx, page, rows.length),
      titlesOf(kit, tx, actor, { columns: titled, rows }),
    ]);
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

async function pageRows(tx: Tx, page: Page): Promise<StoredRow[]> {
  const { entity, columns, select, where, order, limit, offset } = page;
  const window = `${where.sql} ORDER BY ${order} LIMIT ? OFFSET ?`;
  const params = [...where.params, limit, offset];
  const sql =
    offset < DEEP
      ? `${select} WHERE ${window}`
      : `${select} JOIN (SELECT id AS page_id FROM ${ident(entity.name)} WHERE ${window}) AS page ` +
        `ON id = page_id ORDER BY ${order}`;
  const raw = await tx.rows<object>(sql, params);
  return raw.map((row) => decodeColumns(columns, row));
}

/** How many rows there are in all, counted no further than the cap. A page that ends the list needs no count. */
async function totalOf(tx: Tx, { entity, where, limit, offset }: Page, found: number): Promise<number> {
  if (found < limit && (found > 0 || offset === 0)) return offset + found;
  const sql = `SELECT COUNT(*) AS total FROM (SELECT 1 AS one FROM ${ident(entity.name)} WHERE ${where.sql} LIMIT ?) AS counted`;
  const [counted] = await tx.rows<{ total: number }>(sql, [...where.params, LIMITS.countCap + 1]);
  return Number(counted?.total ?? 0);
}

async function get(kit: Kit, actor: Actor, view: View, id: number): Promise<RowAnswer> {
  const { entity, columns, titled, select, policy } = view;
  const where = allOf([{ sql: 'id = ?', params: [id] }, policy]);
  return kit.db.snapshot(async (tx) => {
    const [head, [raw]] = await Promise.all([
      readHead(tx),
      tx.rows<object>(`${select} WHERE ${where.sql}`, where.params),
    ]);
    if (raw === undefined) throw fault('row.missing');
    const row = decodeColumns(columns, raw);
    const refs = await titlesOf(kit, tx, actor, { columns: titled, rows: [row] });
    return { row: project(entity, row, columns), refs, seq: cursorOf(kit, actor, head.last), epoch: head.epoch };
  });
}
