/**
 * Lists and rows as of a moment in the past (point-in-time query, time travel), with the caller's current permissions. Rows that changed
 * since are rebuilt from the history and filtered and sorted in memory; all others are read with SQL; a page is merged from both.
 */
import { hasPermission, type Actor } from '../../../../common/entity/access';
import { findColumn, type StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Filter } from '../../../../common/entity/filter';
import { permissionKey } from '../../../../common/entity/permissionKeys';
import { projectRow } from '../../../../common/entity/projectRow';
import { LIMITS } from '../../../../common/limits';
import { localizeRow } from '../../../../common/locales/localizedTitles';
import { fault } from '../../../../common/protocol/faults';
import type { ListResponse, SortKey } from '../../../../common/protocol/liveEvents';
import { compileFilter, createComparator, filterFields, completeSort } from '../../../../common/query/compileFilter';
import type { ListQuery } from '../../../../common/query/listQuery';
import type { RequestContext, Services, Tx } from '../../../context';
import { loadLogHead } from '../../../live/log/changeLog';
import { createCursor } from '../../../live/log/cursorCodec';
import { placeholders, quoteIdentifier } from '../../../platform/database/sql';
import { prepareQuery } from '../targetSearch';
import { decodeColumns, selectList } from '../../schema/model';
import { joinWithAnd, filterToSql, notDeleted, orderSql, type SqlFragment } from '../filterToSql';
import { MAX_TREE_ROWS, createRequestedFilter, type ReadView, type RowResponse, type ViewFactory } from '../readView';
import { loadReferenceTitles } from '../references';
import { indexHint } from '../indexHint';
import { findSearchWindow, limitToSearchWindow, type SearchWindow } from '../searchWindow';
import { createTotals } from '../totals';
import { mergeSorted, computeDatabaseWindow } from './mergePages';
import { assertWithinHistory, findFirstChangeAfter, notCreatedSinceSql, unchangedSinceSql } from './moment';
import { rebuildRows } from './rebuildRows';
import { createVisibilityFilter } from './createVisibilityFilter';

/** `moment`: unix seconds, as `parseMoment` returns them. The state is that at the end of this second. */
export interface AsOfReads {
  /** One page of the rows that the actor may read today and could have read then. */
  readonly list: (ctx: RequestContext, entity: AnyEntity, query: ListQuery, moment: number) => Promise<ListResponse>;
  /** One row with all columns that the actor may read. Error: `row.missing` also for a row that did not exist then. */
  readonly get: (ctx: RequestContext, entity: AnyEntity, id: number, moment: number) => Promise<RowResponse>;
}

export function createAsOfReads(services: Services, viewFor: ViewFactory): AsOfReads {
  const totals = createTotals();
  return {
    list: (ctx, entity, query, moment) =>
      services.db.snapshot(async (tx) => {
        await assertWithinHistory(tx, services, moment);
        const view = viewFor(ctx.actor, entity, 'list');
        const since = await findFirstChangeAfter(tx, moment);
        const prepared = await prepareQuery(services, ctx.actor, entity, query);
        return listAsOf({ services, ctx, tx, view, since, totals }, prepared);
      }),
    get: (ctx, entity, id, moment) =>
      services.db.snapshot(async (tx) => {
        await assertWithinHistory(tx, services, moment);
        const view = viewFor(ctx.actor, entity, 'record');
        const since = await findFirstChangeAfter(tx, moment);
        return getAsOf({ services, ctx, tx, view, since }, id);
      }),
  };
}

interface AsOfRead {
  readonly services: Services;
  readonly ctx: RequestContext;
  readonly tx: Tx;
  readonly view: ReadView;
  /** The first change to reverse; undefined when nothing changed since. */
  readonly since: number | undefined;
}
interface AsOfList extends AsOfRead {
  readonly totals: ReturnType<typeof createTotals>;
}

/** The changed rows of a list, as they were, and how many were purged since. */
async function loadRebuiltRows(read: AsOfList, requested: Filter, window: SearchWindow | undefined) {
  const { ctx, tx, view, since } = read;
  const { entity } = view;
  if (since === undefined) return { rows: [], purged: 0 };
  const filtered = filterFields({ all: [view.rows, requested] });
  const { rows, purged } = await rebuildRows(tx, { entity, since, longColumns: ({ name }) => filtered.has(name) });
  const [isVisible, isRequested] = [createVisibilityFilter(ctx.actor, view), compileFilter(entity, requested)];
  const from = window?.from ?? 0;
  const matching = rows.filter((row) => isVisible(row) && isRequested(row.then)).map(({ then }) => then);
  return { rows: matching.filter(({ id }) => Number(id) >= from), purged };
}

/** The search window of that moment: rows created since do not count. */
async function findWindowAsOf({ tx, view, since }: AsOfRead, query: ListQuery): Promise<SearchWindow | undefined> {
  const existed = since === undefined ? undefined : notCreatedSinceSql(view.entity, since);
  return query.q === undefined ? undefined : findSearchWindow(tx, view.entity, query, existed);
}

async function listAsOf(read: AsOfList, query: ListQuery): Promise<ListResponse> {
  const { services, ctx, tx, view, since, totals } = read;
  const { entity, rowScopeSql, columns, titledColumns } = view;
  const { dialect } = services.db;
  const requested = createRequestedFilter(ctx.actor, entity, query);
  const window = await findWindowAsOf(read, query);
  const { rows: rebuilt, purged } = await loadRebuiltRows(read, requested, window);
  const unchanged = since === undefined ? [] : [unchangedSinceSql(entity, since)];
  const where = limitToSearchWindow(
    joinWithAnd([rowScopeSql, filterToSql(entity, requested, dialect), ...unchanged]),
    window,
  );
  const source = { where, hint: await indexHint(tx, dialect, entity, query), sort: query.sort };
  const isUnpaged = entity.spec.tree !== undefined || query.initValue !== undefined;
  const page = isUnpaged
    ? { offset: 0, limit: MAX_TREE_ROWS }
    : { offset: (query.page - 1) * query.limit, limit: query.limit };
  const { keys, unchangedTotal } = await loadKeys(
    tx,
    entity,
    source,
    computeDatabaseWindow(page.offset, page.limit, rebuilt.length),
  );
  const rows = await loadPageRows(read, { keys, rebuilt, page, sort: query.sort });
  const counted = unchangedTotal ?? (await totals(tx, { entity, filter: undefined, ...source })).total;
  const total = counted + rebuilt.length;
  const isCapped = total > LIMITS.exactTotalRows;
  const [head, refs] = await Promise.all([
    loadLogHead(tx),
    loadReferenceTitles(services, tx, ctx.actor, { columns: titledColumns, rows }, ctx.lang),
  ]);
  return {
    list: rows.map((row) => projectRow(entity, localizeRow(services.registry, entity, row, ctx.lang), columns)),
    total: isCapped ? LIMITS.exactTotalRows : total,
    ...(isCapped ? { total_capped: true as const } : {}),
    ...(window === undefined ? {} : { searched: window }),
    seq: createCursor(services, ctx.actor, head.last),
    epoch: head.epoch,
    refs,
    remark: '',
    ...(mayCountPurged(ctx.actor, entity) ? { purged } : {}),
  };
}

/** The permission to read the history of a purged row. */
const mayCountPurged = (actor: Actor, entity: AnyEntity): boolean =>
  hasPermission(actor, permissionKey(entity, 'purge')) && (actor.isSuper || actor.scope === 'all');

interface UnchangedRows {
  readonly where: SqlFragment;
  readonly hint: string;
  readonly sort: readonly SortKey[];
}
/** The ids and sort values of unchanged rows, and their number where it is known without a count. */
async function loadKeys(
  tx: Tx,
  entity: AnyEntity,
  { where, hint, sort }: UnchangedRows,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly keys: readonly StoredRow[]; readonly unchangedTotal: number | undefined }> {
  const columns = completeSort(sort).flatMap(({ field }) => findColumn(entity, field) ?? []);
  const sql = `SELECT ${selectList(entity, columns)} FROM ${quoteIdentifier(entity.name)}${hint} WHERE ${where.sql} ORDER BY ${orderSql(entity, sort)} LIMIT ? OFFSET ?`;
  const keys = (await tx.rows<object>(sql, [...where.params, limit, offset])).map((raw) => decodeColumns(columns, raw));
  const isLastPart = keys.length < limit && (keys.length > 0 || offset === 0);
  return { keys, unchangedTotal: isLastPart ? offset + keys.length : undefined };
}

interface PageSources {
  /** Unchanged rows from the first that the page may need. */
  readonly keys: readonly StoredRow[];
  readonly rebuilt: readonly StoredRow[];
  readonly page: { readonly offset: number; readonly limit: number };
  readonly sort: readonly SortKey[];
}
/** The rows of the page in order: the unchanged ones are read, the others are in memory. */
async function loadPageRows({ tx, view }: AsOfRead, { keys, rebuilt, page, sort }: PageSources) {
  const compare = createComparator(view.entity, sort);
  const merged = mergeSorted(keys, [...rebuilt].sort(compare), compare);
  const start = page.offset - computeDatabaseWindow(page.offset, page.limit, rebuilt.length).offset;
  const shown = merged.slice(start, start + page.limit);
  const changed = new Map(rebuilt.map((row) => [Number(row['id']), row]));
  const unchangedIds = shown.map(({ id }) => Number(id)).filter((id) => !changed.has(id));
  const fetchedRows =
    unchangedIds.length === 0
      ? []
      : await tx.rows<object>(`${view.select} WHERE id IN (${placeholders(unchangedIds.length)})`, unchangedIds);
  const byId = new Map(
    fetchedRows.map((raw) => decodeColumns(view.fetched, raw)).map((row) => [Number(row['id']), row]),
  );
  const findRow = (id: number) => changed.get(id) ?? byId.get(id);
  return shown.map(({ id }) => findRow(Number(id))).filter((row) => row !== undefined);
}

async function getAsOf({ services, ctx, tx, view, since }: AsOfRead, id: number): Promise<RowResponse> {
  const { entity, columns, titledColumns } = view;
  const then = await loadRowAsOf({ services, ctx, tx, view, since }, id);
  if (then === undefined) throw fault('row.missing');
  const row = localizeRow(services.registry, entity, then, ctx.lang);
  const head = await loadLogHead(tx);
  return {
    row: projectRow(entity, row, columns),
    refs: await loadReferenceTitles(services, tx, ctx.actor, { columns: titledColumns, rows: [row] }, ctx.lang),
    seq: createCursor(services, ctx.actor, head.last),
    epoch: head.epoch,
  };
}

/** The row as it was, if the actor may see it and it was not in the recycle bin then. */
async function loadRowAsOf({ ctx, tx, view, since }: AsOfRead, id: number): Promise<StoredRow | undefined> {
  const { entity, fetched, select, rowScopeSql } = view;
  const unchanged = since === undefined ? [] : [unchangedSinceSql(entity, since)];
  const where = joinWithAnd([{ sql: 'id = ?', params: [id] }, notDeleted(entity), rowScopeSql, ...unchanged]);
  const [raw] = await tx.rows<object>(`${select} WHERE ${where.sql}`, where.params);
  if (raw !== undefined) return decodeColumns(fetched, raw);
  if (since === undefined) return undefined;
  const { rows } = await rebuildRows(tx, { entity, since, id, longColumns: () => true });
  return rows.filter(createVisibilityFilter(ctx.actor, view)).find(({ then }) => then['delete_time'] === null)?.then;
}
