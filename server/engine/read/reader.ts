/** The read path: lists, single rows and pickers, each from one snapshot whose position in the change log is known. */
import type { AnyEntity } from '../../../common/entity/entity';
import { matchesAll, type Filter } from '../../../common/entity/filter';
import { completeSort } from '../../../common/query/compileFilter';
import type { Column, StoredRow } from '../../../common/entity/columns';
import { projectRow } from '../../../common/entity/projectRow';
import { getIdField, storedFilter } from '../../../common/entity/publicId';
import type { ListQuery } from '../../../common/query/listQuery';
import { localizeRow, localizeTitle } from '../../../common/locales/localizedTitles';
import { fault } from '../../../common/protocol/faults';
import type { ListResponse, SortKey } from '../../../common/protocol/liveEvents';
import type { RequestContext, Services, Tx } from '../../context';
import { createCursor } from '../../live/log/cursorCodec';
import { loadLogHead } from '../../live/log/changeLog';
import { quoteIdentifier } from '../../platform/database/sql';
import { DEADLINE_SQL } from '../../platform/database/sqliteReader';
import { decodeColumns } from '../schema/model';
import { loadReferenceTitles } from './references';
import { createPublicReads, isPublicActor, type ReadSnapshot } from './publicReads';
import { prepareQuery } from './targetSearch';
import { createTotals, type CountResult, type Total, type TotalAt, type Totals } from './totals';
import { joinWithAnd, notDeleted, filterToSql, type SqlFragment } from './filterToSql';
import { createAsOfReads, type AsOfReads } from './asOf/asOfReads';
import {
  createViewFactory,
  createRequestedFilter,
  MAX_TREE_ROWS,
  type ReadView,
  type RowResponse,
  type ViewKind,
} from './readView';
import { sortSql } from './referenceSort';
import { primaryKeyHint, indexHint } from './indexHint';
import { limitToSearchWindow, findSearchWindow, type SearchWindow } from './searchWindow';

export interface Reader {
  /** One page of the rows that the actor may read. Long columns are absent; only `get` returns them. */
  readonly list: (ctx: RequestContext, entity: AnyEntity, query: ListQuery) => Promise<ListResponse>;
  /** One row with all columns that the actor may read. */
  readonly get: (ctx: RequestContext, entity: AnyEntity, id: number) => Promise<RowResponse>;
  /** Short rows for pickers: id, title, parent and status. */
  readonly select: (ctx: RequestContext, entity: AnyEntity, query: ListQuery) => Promise<ListResponse>;
  /** The same list and row as they were at a past point in time. */
  readonly asOf: AsOfReads;
  /** Runs reads of a module's route in one snapshot, within the same limits for guests and members. */
  readonly snapshot: ReadSnapshot;
  /** The same for reads that scan many rows: they wait in the queue of lists. */
  readonly scan: ReadSnapshot;
}

/** Deeper pages read the index first and fetch only the rows they show. */
const DEEP_OFFSET = 1000;

interface ListPage extends ReadView {
  readonly where: SqlFragment;
  /** The same as a filter; undefined where a filter cannot express it. */
  readonly filter: Filter | undefined;
  readonly hint: string;
  /** The index hint of a deep page. */
  readonly deepHint: string;
  readonly sort: readonly SortKey[];
  /** An order as SQL. */
  readonly toSql: (sort: readonly SortKey[]) => SqlFragment;
  readonly limit: number;
  readonly offset: number;
  readonly window: SearchWindow | undefined;
}

/** Creates the read path. `totalAt` returns the number of rows from a counter where counting them would take too long. */
export function createReader(services: Services, totalAt?: TotalAt): Reader {
  const viewFor = createViewFactory(services);
  const totals = createTotals(totalAt);
  const [snapshot, rowSnapshot] = [createPublicReads(services, 'list'), createPublicReads(services, 'row')];
  const getList = (viewKind: ViewKind) => async (ctx: RequestContext, entity: AnyEntity, query: ListQuery) =>
    listRows(
      { services, totals, snapshot, ctx },
      viewFor(ctx.actor, entity, viewKind),
      toStoredQuery(ctx, entity, await prepareQuery(services, ctx.actor, entity, query)),
    );
  return {
    list: getList('list'),
    select: getList('picker'),
    get: async (ctx, entity, id) =>
      getRow({ services, snapshot: rowSnapshot, ctx }, viewFor(ctx.actor, entity, 'record'), id),
    asOf: createAsOfReads(services, viewFor),
    snapshot: rowSnapshot,
    scan: snapshot,
  };
}

/** The query as it applies to stored rows. */
function toStoredQuery({ actor }: RequestContext, entity: AnyEntity, query: ListQuery): ListQuery {
  const { initKey = 'id' } = query;
  const initField = initKey === 'id' ? getIdField(actor, entity) : initKey;
  return { ...query, where: storedFilter(actor, entity, query.where), initKey: initField };
}

interface ReadRequest {
  readonly services: Services;
  readonly totals: Totals;
  readonly snapshot: ReadSnapshot;
  readonly ctx: RequestContext;
}
interface ReadBounds {
  readonly window: SearchWindow | undefined;
  readonly hint: string;
}
/** Ends the scan of a guest's or member's list at its deadline on SQLite; MariaDB ends the statement itself. */
const deadlineConditions = ({ services, ctx }: Pick<ReadRequest, 'services' | 'ctx'>): readonly SqlFragment[] =>
  services.db.dialect === 'sqlite' && isPublicActor(ctx.actor) ? [{ sql: DEADLINE_SQL, params: [] }] : [];

function getPage(request: ReadRequest, view: ReadView, query: ListQuery, { window, hint }: ReadBounds): ListPage {
  const { services, ctx } = request;
  const { actor } = ctx;
  const { entity, rowScopeSql, rows } = view;
  const isUnpaged = entity.spec.tree !== undefined || query.initValue !== undefined;
  const requested = createRequestedFilter(actor, entity, query);
  return {
    ...view,
    window,
    where: limitToSearchWindow(
      joinWithAnd([rowScopeSql, ...deadlineConditions(request), filterToSql(entity, requested, services.db.dialect)]),
      window,
    ),
    // a counter would be computed on the main thread
    filter: query.q === undefined && !isPublicActor(actor) ? { all: [rows, requested] } : undefined,
    hint,
    deepHint:
      hint === '' && matchesAll(rows) && matchesAll(query.where) ? primaryKeyHint(services.db.dialect, query) : hint,
    sort: query.sort,
    toSql: (sort) => sortSql({ registry: services.registry, dialect: services.db.dialect, actor }, entity, sort),
    limit: isUnpaged ? MAX_TREE_ROWS : query.limit,
    offset: isUnpaged ? 0 : (query.page - 1) * query.limit,
  };
}

async function listRows(request: ReadRequest, view: ReadView, query: ListQuery): Promise<ListResponse> {
  const { services, totals, snapshot, ctx } = request;
  const { actor } = ctx;
  const { entity, columns, titledColumns } = view;
  return snapshot(ctx, async (tx) => {
    // one account has few rows, and the search window would reveal an id
    const isOwn = getIdField(actor, entity) !== 'id';
    const window = query.q === undefined || isOwn ? undefined : await findSearchWindow(tx, entity, query);
    const hint = isOwn ? '' : await indexHint(tx, services.db.dialect, entity, query);
    const page = getPage(request, view, query, { window, hint });
    const isDeep = page.offset >= DEEP_OFFSET;
    const deepTotal = isDeep ? await totals(tx, page) : undefined;
    const rows = deepTotal ? await loadDeepPage(tx, page, deepTotal) : await loadPage(tx, page);
    const [{ total, capped, head }, refs] = await Promise.all([
      deepTotal ?? withTotal(tx, totals, page, rows.length),
      loadReferenceTitles(services, tx, actor, { columns: titledColumns, rows }, ctx.lang),
    ]);
    const localize = (row: StoredRow): StoredRow =>
      view.isLocalized ? localizeTitle(entity, row, ctx.lang) : localizeRow(services.registry, entity, row, ctx.lang);
    return {
      list: rows.map((row) => projectRow(entity, localize(row), columns)),
      total,
      ...(capped ? { total_capped: true as const } : {}),
      ...(window === undefined ? {} : { searched: window }),
      seq: createCursor(services, actor, head.last),
      epoch: head.epoch,
      refs,
      remark: '',
    };
  });
}

/** The total of a list whose last page is known without a count. */
const totalOfLastPage = ({ limit, offset }: ListPage, found: number): Total | undefined =>
  found < limit && (found > 0 || offset === 0) ? { total: offset + found, capped: false } : undefined;

/** The total of a page near the start, and the head of the change log. */
async function withTotal(tx: Tx, totals: Totals, page: ListPage, found: number): Promise<CountResult> {
  const known = totalOfLastPage(page, found);
  return known ? { ...known, head: await loadLogHead(tx) } : totals(tx, page);
}

async function loadPage(tx: Tx, { fetched, select, hint, where, sort, toSql, limit, offset }: ListPage) {
  const order = toSql(sort);
  const sql = `${select}${hint} WHERE ${where.sql} ORDER BY ${order.sql} LIMIT ? OFFSET ?`;
  return decodeAll(fetched, await tx.rows<object>(sql, [...where.params, ...order.params, limit, offset]));
}

/** Reads only the index, then fetches the rows of the page; reads from the end of the list when that is nearer. */
async function loadDeepPage(tx: Tx, page: ListPage, { total, capped }: Total): Promise<readonly StoredRow[]> {
  const { entity, fetched, select, deepHint, where, sort, toSql, limit, offset } = page;
  const count = capped ? limit : Math.min(limit, total - offset);
  if (count <= 0) return [];
  const isFromEnd = !capped && offset > total / 2;
  const [order, shownOrder] = [toSql(isFromEnd ? reversed(sort) : sort), toSql(sort)];
  const sql =
    `${select} JOIN (SELECT id AS page_id FROM ${quoteIdentifier(entity.name)}${deepHint} WHERE ${where.sql} ORDER BY ${order.sql} ` +
    `LIMIT ? OFFSET ?) AS page ON id = page_id ORDER BY ${shownOrder.sql}`;
  const start = isFromEnd ? total - offset - count : offset;
  const params = [...where.params, ...order.params, count, start, ...shownOrder.params];
  return decodeAll(fetched, await tx.rows<object>(sql, params));
}
/** The reverse order, the id included. */
const reversed = (sort: readonly SortKey[]): readonly SortKey[] =>
  completeSort(sort).map(({ field, dir }) => ({ field, dir: dir === 'asc' ? 'desc' : 'asc' }));

const decodeAll = (columns: readonly Column[], raw: readonly object[]): readonly StoredRow[] =>
  raw.map((row) => decodeColumns(columns, row));

async function getRow(request: Omit<ReadRequest, 'totals'>, view: ReadView, id: number): Promise<RowResponse> {
  const { services, snapshot, ctx } = request;
  const { actor } = ctx;
  const { entity, columns, fetched, titledColumns, select, rowScopeSql } = view;
  const known = { sql: `${quoteIdentifier(getIdField(actor, entity))} = ?`, params: [id] };
  const where = joinWithAnd([known, notDeleted(entity), rowScopeSql, ...deadlineConditions(request)]);
  return snapshot(ctx, async (tx) => {
    const [head, [raw]] = await Promise.all([
      loadLogHead(tx),
      tx.rows<object>(`${select} WHERE ${where.sql}`, where.params),
    ]);
    if (raw === undefined) throw fault('row.missing');
    const row = localizeRow(services.registry, entity, decodeColumns(fetched, raw), ctx.lang);
    const refs = await loadReferenceTitles(services, tx, actor, { columns: titledColumns, rows: [row] }, ctx.lang);
    return {
      row: projectRow(entity, row, columns),
      refs,
      seq: createCursor(services, actor, head.last),
      epoch: head.epoch,
    };
  });
}
