/** The one read path: lists, single rows and pickers, each from one snapshot that knows its place in the change log. */
import { grantedRows, readableColumns, unlessDeleted, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { isEverything, type Filter } from '../../../common/entity/filter';
import { fullSort, quickFilter } from '../../../common/entity/match';
import type { Column, StoredRow } from '../../../common/entity/meta';
import { project, type Wire } from '../../../common/entity/project';
import { idFieldFor, storedFilter } from '../../../common/entity/publicId';
import type { ListQuery } from '../../../common/entity/query';
import { fetchedColumns, inLanguage } from '../../../common/locales/readerTitles';
import { fault } from '../../../common/protocol/faults';
import type { Cursor, ListAnswer, SortKey } from '../../../common/protocol/live';
import type { RequestContext, Services, Tx } from '../../context';
import { cursorOf } from '../../live/cursor';
import { readHead } from '../../live/log';
import { ident } from '../../platform/sql';
import { DEADLINE_SQL } from '../../platform/sqliteReader';
import { decodeColumns, selectList } from '../schema/model';
import { titlesOf, type Titles } from './references';
import { createPublicReads, isPublicActor, type ReadSnapshot } from './publicReads';
import { rewriteQuery } from './blindIndex';
import { createTotals, type CountResult, type Total, type TotalAt, type Totals } from './totals';
import { allOf, living, orderSql, whereSql, type Sql } from './where';
import { idOrderHint, inWindow, scanHint, listWindow, type Window } from './listWindow';

export interface RowAnswer {
  readonly row: Wire;
  readonly refs: Titles;
  readonly seq: Cursor;
  readonly epoch: string;
}
export interface Reader {
  /** One page of the rows the actor may read. Long columns are absent: only `get` carries them. */
  readonly list: (ctx: RequestContext, entity: AnyEntity, query: ListQuery) => Promise<ListAnswer>;
  /** One row with all its readable columns. */
  readonly get: (ctx: RequestContext, entity: AnyEntity, id: number) => Promise<RowAnswer>;
  /** Short rows for pickers: id, title, parent and status. */
  readonly select: (ctx: RequestContext, entity: AnyEntity, query: ListQuery) => Promise<ListAnswer>;
  /** Reads of a route of its own in one snapshot, within the same bounds for guests and members. */
  readonly snapshot: ReadSnapshot;
}

/** Deeper pages walk the index first and fetch only the rows they show. */
const DEEP_OFFSET = 1000;
/** A tree is read whole, so that no branch hangs in the air, up to this many rows. */
const MAX_TREE_ROWS = 2000;

/** What one actor sees of an entity in one kind of answer: columns, rows, and their SQL. */
interface ReadView {
  readonly entity: AnyEntity;
  readonly columns: readonly Column[];
  /** The columns the statement reads: those of the answer and what they are made from. */
  readonly fetched: readonly Column[];
  /** Columns whose ids the answer gives titles for. */
  readonly titledColumns: readonly Column[];
  readonly select: string;
  /** The rows the actor may read at all. */
  readonly rows: Filter;
  readonly policy: Sql;
}
type Part = 'list' | 'picker' | 'whole';
type ViewFactory = (actor: Actor, entity: AnyEntity, part: Part) => ReadView;

interface Page extends ReadView {
  readonly where: Sql;
  /** The same as a filter, where a filter says it all. */
  readonly filter: Filter | undefined;
  readonly hint: string;
  /** The hint of a deep page. */
  readonly deepHint: string;
  readonly sort: readonly SortKey[];
  readonly limit: number;
  readonly offset: number;
  readonly window: Window | undefined;
}

/** Makes the read path of a running system; `totalAt` tells how many rows there are where counting them would take too long. */
export function createReader(services: Services, totalAt?: TotalAt): Reader {
  const viewOf = createViews(services);
  const totals = createTotals(totalAt);
  const [snapshot, rowSnapshot] = [createPublicReads(services, 'list'), createPublicReads(services, 'row')];
  const listOf = (part: Part) => async (ctx: RequestContext, entity: AnyEntity, query: ListQuery) =>
    listRows(
      { services, totals, snapshot, ctx },
      viewOf(ctx.actor, entity, part),
      resolveQuery(ctx, entity, rewriteQuery(services, entity, query)),
    );
  return {
    list: listOf('list'),
    select: listOf('picker'),
    get: async (ctx, entity, id) =>
      getRow({ services, snapshot: rowSnapshot, ctx }, viewOf(ctx.actor, entity, 'whole'), id),
    snapshot: rowSnapshot,
  };
}

/** The question as it is asked of stored rows. */
function resolveQuery({ actor }: RequestContext, entity: AnyEntity, query: ListQuery): ListQuery {
  const { initKey = 'id' } = query;
  const initField = initKey === 'id' ? idFieldFor(actor, entity) : initKey;
  return { ...query, where: storedFilter(actor, entity, query.where), initKey: initField };
}

/** Computes each view once per actor: other rights make another actor. */
function createViews(services: Services): ViewFactory {
  const known = new WeakMap<Actor, Map<string, ReadView>>();
  return (actor, entity, part) => {
    const views = known.get(actor) ?? new Map<string, ReadView>();
    const name = `${part} ${entity.name}`;
    const view = views.get(name) ?? createView(services, actor, entity, part);
    known.set(actor, views.set(name, view));
    return view;
  };
}

function createView({ db }: Services, actor: Actor, entity: AnyEntity, part: Part): ReadView {
  const rows = grantedRows(actor, entity, 'read');
  if (rows === undefined) throw fault('access.denied');
  const columns = readableColumns(actor, entity).filter((column) => PARTS[part](entity, column));
  const fetched = fetchedColumns(entity, columns);
  return {
    entity,
    columns,
    fetched,
    titledColumns: columns.filter((column) => part === 'whole' || isShown(entity, column)),
    select: `SELECT ${selectList(entity, fetched)} FROM ${ident(entity.name)}`,
    rows,
    policy: whereSql(entity, rows, db.dialect),
  };
}

const isShown = ({ spec }: AnyEntity, { name }: Column) =>
  spec.list.columns.includes(name) || spec.tree === name || spec.pickerColumns?.hint === name;
const isShort = ({ spec }: AnyEntity, { name }: Column) =>
  [
    'id',
    spec.publicId,
    'revision',
    'status',
    spec.title,
    spec.tree,
    spec.pickerColumns?.picture,
    spec.pickerColumns?.hint,
  ].includes(name);
const PARTS: Readonly<Record<Part, (entity: AnyEntity, column: Column) => boolean>> = {
  list: (_entity, { long }) => !long,
  picker: (entity, column) => !column.long && isShort(entity, column),
  whole: () => true,
};

/** The filter a query asks for, within what the actor may see. */
export function requestedColumns(actor: Actor, entity: AnyEntity, query: ListQuery): Filter {
  const { q, initKey, initValue } = query;
  const parts: Filter[] = [query.where, unlessDeleted(actor, entity, query.where)];
  if (q !== undefined) parts.push(quickFilter(entity, q, readableColumns(actor, entity)));
  if (initValue !== undefined) parts.push({ field: initKey ?? 'id', op: 'IN', value: initValue });
  return { all: parts };
}

interface ReadRequest {
  readonly services: Services;
  readonly totals: Totals;
  readonly snapshot: ReadSnapshot;
  readonly ctx: RequestContext;
}
interface ReadBounds {
  readonly window: Window | undefined;
  readonly hint: string;
}
/** Ends the scan of a guest's or a member's list at its deadline; MariaDB ends the statement itself. */
const deadlineOf = ({ services, ctx }: Pick<ReadRequest, 'services' | 'ctx'>): readonly Sql[] =>
  services.db.dialect === 'sqlite' && isPublicActor(ctx.actor) ? [{ sql: DEADLINE_SQL, params: [] }] : [];

function pageOf(request: ReadRequest, view: ReadView, query: ListQuery, { window, hint }: ReadBounds): Page {
  const { services, ctx } = request;
  const { actor } = ctx;
  const { entity, policy, rows } = view;
  const whole = entity.spec.tree !== undefined || query.initValue !== undefined;
  const wanted = requestedColumns(actor, entity, query);
  return {
    ...view,
    window,
    where: inWindow(allOf([policy, ...deadlineOf(request), whereSql(entity, wanted, services.db.dialect)]), window),
    // A figure would be counted on the main thread.
    filter: query.q === undefined && !isPublicActor(actor) ? { all: [rows, wanted] } : undefined,
    hint,
    deepHint:
      hint === '' && isEverything(rows) && isEverything(query.where) ? idOrderHint(services.db.dialect, query) : hint,
    sort: query.sort,
    limit: whole ? MAX_TREE_ROWS : query.limit,
    offset: whole ? 0 : (query.page - 1) * query.limit,
  };
}

async function listRows(request: ReadRequest, view: ReadView, query: ListQuery): Promise<ListAnswer> {
  const { services, totals, snapshot, ctx } = request;
  const { actor } = ctx;
  const { entity, columns, titledColumns: titled } = view;
  return snapshot(ctx, async (tx) => {
    // few rows belong to one account, and the window would name an id
    const isOwn = idFieldFor(actor, entity) !== 'id';
    const window = query.q === undefined || isOwn ? undefined : await listWindow(tx, entity, query);
    const hint = isOwn ? '' : await scanHint(tx, services.db.dialect, entity, query);
    const page = pageOf(request, view, query, { window, hint });
    const isDeep = page.offset >= DEEP_OFFSET;
    const deep = isDeep ? await totals(tx, page) : undefined;
    const rows = deep ? await readDeepPage(tx, page, deep) : await readPage(tx, page);
    const [{ total, capped, head }, refs] = await Promise.all([
      deep ?? withTotal(tx, totals, page, rows.length),
      titlesOf(services, tx, actor, { columns: titled, rows }),
    ]);
    return {
      list: rows.map((row) => project(entity, inLanguage(services.registry, entity, row, ctx.lang), columns)),
      total,
      ...(capped ? { total_capped: true as const } : {}),
      ...(window === undefined ? {} : { searched: window }),
      seq: cursorOf(services, actor, head.last),
      epoch: head.epoch,
      refs,
      remark: '',
    };
  });
}

/** A page that ends the list needs no count. */
const endOfList = ({ limit, offset }: Page, found: number): Total | undefined =>
  found < limit && (found > 0 || offset === 0) ? { total: offset + found, capped: false } : undefined;

/** The total of a page near the beginning, and the head of the log. */
async function withTotal(tx: Tx, totals: Totals, page: Page, found: number): Promise<CountResult> {
  const known = endOfList(page, found);
  return known ? { ...known, head: await readHead(tx) } : totals(tx, page);
}

async function readPage(tx: Tx, { entity, fetched, select, hint, where, sort, limit, offset }: Page) {
  const sql = `${select}${hint} WHERE ${where.sql} ORDER BY ${orderSql(entity, sort)} LIMIT ? OFFSET ?`;
  return decodeAll(fetched, await tx.rows<object>(sql, [...where.params, limit, offset]));
}

/** Walks the index alone and fetches only the rows it shows, from the end of the list when that is nearer. */
async function readDeepPage(tx: Tx, page: Page, { total, capped }: Total): Promise<readonly StoredRow[]> {
  const { entity, fetched, select, deepHint, where, sort, limit, offset } = page;
  const count = capped ? limit : Math.min(limit, total - offset);
  if (count <= 0) return [];
  const fromEnd = !capped && offset > total / 2;
  const order = orderSql(entity, fromEnd ? reversed(sort) : sort);
  const sql =
    `${select} JOIN (SELECT id AS page_id FROM ${ident(entity.name)}${deepHint} WHERE ${where.sql} ORDER BY ${order} ` +
    `LIMIT ? OFFSET ?) AS page ON id = page_id ORDER BY ${orderSql(entity, sort)}`;
  return decodeAll(
    fetched,
    await tx.rows<object>(sql, [...where.params, count, fromEnd ? total - offset - count : offset]),
  );
}
/** The opposite order, the id included. */
const reversed = (sort: readonly SortKey[]): readonly SortKey[] =>
  fullSort(sort).map(({ field, dir }) => ({ field, dir: dir === 'asc' ? 'desc' : 'asc' }));

const decodeAll = (columns: readonly Column[], raw: readonly object[]): readonly StoredRow[] =>
  raw.map((row) => decodeColumns(columns, row));

async function getRow(request: Omit<ReadRequest, 'totals'>, view: ReadView, id: number): Promise<RowAnswer> {
  const { services, snapshot, ctx } = request;
  const { actor } = ctx;
  const { entity, columns, fetched, titledColumns: titled, select, policy } = view;
  const known = { sql: `${ident(idFieldFor(actor, entity))} = ?`, params: [id] };
  const where = allOf([known, living(entity), policy, ...deadlineOf(request)]);
  return snapshot(ctx, async (tx) => {
    const [head, [raw]] = await Promise.all([
      readHead(tx),
      tx.rows<object>(`${select} WHERE ${where.sql}`, where.params),
    ]);
    if (raw === undefined) throw fault('row.missing');
    const row = inLanguage(services.registry, entity, decodeColumns(fetched, raw), ctx.lang);
    const refs = await titlesOf(services, tx, actor, { columns: titled, rows: [row] });
    return { row: project(entity, row, columns), refs, seq: cursorOf(services, actor, head.last), epoch: head.epoch };
  });
}
