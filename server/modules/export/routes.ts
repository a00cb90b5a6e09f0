/** CSV export of a list: the rows and columns that the reader may see, in list order, streamed while they are read. */
import { Readable } from 'node:stream';
import { grantedRows, readableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn, type Column, type StoredRow } from '../../../common/entity/columns';
import { projectRow } from '../../../common/entity/projectRow';
import { parseQuery, type ListQuery } from '../../../common/query/listQuery';
import { hasAdminScreen, permissionKey } from '../../../common/entity/permissionKeys';
import { LIMITS } from '../../../common/limits';
import { columnsToFetch, localizeRow } from '../../../common/locales/localizedTitles';
import { fault } from '../../../common/protocol/faults';
import { CSV_BOM } from '../../../common/text/csv';
import { truncate } from '../../../common/text/normalize';
import { consumeAttempt } from '../../access/limits/rateLimits';
import { recordSecurityEvent } from '../../hooks/audit/securityEvents';
import type { RequestContext } from '../../context';
import { quoteIdentifier, placeholders } from '../../platform/database/sql';
import { createCsvWriter } from './csvWriter';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { staffAccess } from '../../engine/http/staffAccess';
import { decodeColumns, selectList } from '../../engine/schema/model';
import { createRequestedFilter } from '../../engine/read/readView';
import { loadReferenceTitles } from '../../engine/read/references';
import { rewriteQuery } from '../../engine/blindIndex';
import { joinWithAnd, orderSql, filterToSql } from '../../engine/read/filterToSql';
import { indexHint } from '../../engine/read/indexHint';
import { limitToSearchWindow, findSearchWindow } from '../../engine/read/searchWindow';
import type { Writer } from '../../engine/write/writer';

/** Rows per query: keeps memory and each read transaction small. */
const BATCH_SIZE = 500;
const EXPORT_LIMIT = { maxAttempts: LIMITS.exportsPerHour, windowMs: 3_600_000 };

/** The requested columns, or those of the list; an unreadable column is answered like an unknown one. */
function resolveColumns({ actor }: RequestContext, entity: AnyEntity, names: unknown): readonly Column[] {
  const readable = new Map(readableColumns(actor, entity).map((column) => [column.name, column]));
  if (names === undefined || names === '') return entity.spec.list.columns.flatMap((name) => readable.get(name) ?? []);
  if (typeof names !== 'string') throw fault('request.malformed');
  return names.split(',').map((field) => {
    const column = readable.get(field);
    if (column === undefined)
      throw fault('request.query', undefined, {
        fields: [{ path: 'columns', code: 'unknown_field', params: { field: truncate(field, LIMITS.keyChars) } }],
      });
    return column;
  });
}

/** The ids of the rows in list order, one more than a file may contain. */
async function selectRowIds(
  { services, actor }: RequestContext,
  entity: AnyEntity,
  query: ListQuery,
): Promise<readonly number[]> {
  const rows = grantedRows(actor, entity, 'read');
  if (rows === undefined) throw fault('access.denied');
  const { dialect } = services.db;
  const where = joinWithAnd([
    filterToSql(entity, rows, dialect),
    filterToSql(entity, createRequestedFilter(actor, entity, query), dialect),
  ]);
  const found = await services.db.snapshot(async (tx) => {
    const shown = limitToSearchWindow(where, await findSearchWindow(tx, entity, query));
    const table = `${quoteIdentifier(entity.name)}${await indexHint(tx, dialect, entity, query)}`;
    const sql = `SELECT id FROM ${table} WHERE ${shown.sql} ORDER BY ${orderSql(entity, query.sort)} LIMIT ?`;
    return tx.rows<{ id: number }>(sql, [...shown.params, LIMITS.exportRows + 1]);
  });
  return found.map(({ id }) => Number(id));
}

/** The current values of some rows; rows that the reader can no longer see are left out. */
async function renderLines(ctx: RequestContext, entity: AnyEntity, columns: readonly Column[], ids: readonly number[]) {
  const { services, actor, lang } = ctx;
  const rows = grantedRows(actor, entity, 'read');
  if (rows === undefined) return '';
  const id = findColumn(entity, 'id');
  const fetched = columnsToFetch(entity, columns);
  const selected = id === undefined || columns.includes(id) ? fetched : [id, ...fetched];
  const policy = filterToSql(entity, rows, services.db.dialect);
  const sql = `SELECT ${selectList(entity, selected)} FROM ${quoteIdentifier(entity.name)} WHERE id IN (${placeholders(ids.length)}) AND ${policy.sql}`;
  const writer = createCsvWriter(entity, columns, lang);
  return services.db.snapshot(async (tx) => {
    const raw = await tx.rows<object>(sql, [...ids, ...policy.params]);
    const decoded = raw.map((row): StoredRow => decodeColumns(selected, row));
    const byId = new Map(decoded.map((row) => [row['id'], row]));
    const titles = await loadReferenceTitles(services, tx, actor, { columns, rows: decoded });
    return ids
      .map((rowId) => {
        const row = byId.get(rowId);
        return row
          ? writer.line(projectRow(entity, localizeRow(services.registry, entity, row, lang), columns), titles)
          : '';
      })
      .join('');
  });
}

async function* streamLines(
  ctx: RequestContext,
  entity: AnyEntity,
  columns: readonly Column[],
  ids: readonly number[],
) {
  for (let index = 0; index < ids.length; index += BATCH_SIZE)
    yield renderLines(ctx, entity, columns, ids.slice(index, index + BATCH_SIZE));
}

/** A failed export aborts the connection, so that a partial file does not look complete. */
function pipeCsv({ ctx, response }: RouteCall, parts: AsyncIterable<string>): void {
  const source = Readable.from(parts);
  source.on('error', (error: unknown) => {
    ctx.services.log.error({ err: error, requestId: ctx.requestId }, 'an export was aborted');
    response.destroy();
  });
  response.on('close', () => source.destroy());
  source.pipe(response);
}

const ALLOWED_QUERY = ['order', 'quick_search', 'quickSearch', 'search_all', 'search', 'columns'];

/** The query of the list without pages and columns. */
function parseListQuery({ ctx, query }: RouteCall, entity: AnyEntity): ListQuery {
  const { columns: _columns, ...listQuery } = query;
  const parsed = parseQuery(entity, listQuery, readableColumns(ctx.actor, entity));
  if ('issues' in parsed) throw fault('request.query', undefined, { fields: parsed.issues });
  return rewriteQuery(ctx.services, entity, parsed.query);
}

/** Answers the list of a query as CSV and records a security event. */
async function exportList(writer: Writer, call: RouteCall, entity: AnyEntity): Promise<HandlerResult> {
  const { ctx, response } = call;
  const columns = resolveColumns(ctx, entity, call.query['columns']);
  const listQuery = parseListQuery(call, entity);
  await consumeAttempt(ctx.services, `export:${ctx.actor.id}:${entity.name}`, EXPORT_LIMIT);
  const found = await selectRowIds(ctx, entity, listQuery);
  const ids = found.slice(0, LIMITS.exportRows);
  const detail = { entity: entity.name, rows: ids.length };
  const { id, name } = ctx.actor;
  await recordSecurityEvent(ctx, writer, { kind: 'exported', realm: 'admin', principal: id, name, detail });
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${entity.name}.csv"`);
  response.setHeader('X-Rows', ids.length);
  if (found.length > ids.length) response.setHeader('X-Rows-Capped', LIMITS.exportRows);
  // Written before the handler returns; otherwise the dispatcher would treat the request as unanswered.
  response.write(CSV_BOM + createCsvWriter(entity, columns, ctx.lang).head());
  pipeCsv(call, streamLines(ctx, entity, columns, ids));
  return { sent: true };
}

/** Registers the export of one entity's list, if the console shows such a list. */
export function addExportRoute({ routes: { add: route }, writer }: ModuleServices, entity: AnyEntity): void {
  if (!hasAdminScreen(entity)) return;
  route({
    realm: 'admin',
    ...staffAccess(entity, permissionKey(entity, 'index')),
    method: 'GET',
    path: `/admin/${entity.name}/export`,
    query: ALLOWED_QUERY,
    body: 'none',
    entity,
    rejectsApiTokens: true,
    summary: 'Export a list as CSV; no API token is accepted',
    handler: (call) => exportList(writer, call, entity),
  });
}

export function registerExportRoutes(moduleServices: ModuleServices): void {
  for (const entity of moduleServices.services.registry.all) addExportRoute(moduleServices, entity);
}
