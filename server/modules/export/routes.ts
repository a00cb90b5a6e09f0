/** Routes that start and download the CSV export of a list. */
import { Readable } from 'node:stream';
import { readableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { parseQuery, type ListQuery } from '../../../common/query/listQuery';
import { hasAdminScreen, permissionKey } from '../../../common/entity/permissionKeys';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { CSV_BOM } from '../../../common/text/csv';
import { consumeAttempt } from '../../access/limits/rateLimits';
import { recordSecurityEvent } from '../../hooks/audit/securityEvents';
import { createCsvWriter } from './csvWriter';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { staffAccess } from '../../engine/http/staffAccess';
import { prepareQuery } from '../../engine/read/targetSearch';
import type { Writer } from '../../engine/write/writer';
import { resolveColumns, selectRowIds, streamRowsInBatches } from './exportRows';

const EXPORT_LIMIT = { maxAttempts: LIMITS.exportsPerHour, windowMs: 3_600_000 };

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
async function parseListQuery({ ctx, query }: RouteCall, entity: AnyEntity): Promise<ListQuery> {
  const { columns: _columns, ...listQuery } = query;
  const parsed = parseQuery(entity, listQuery, readableColumns(ctx.actor, entity));
  if ('issues' in parsed) throw fault('request.query', undefined, { fields: parsed.issues });
  return prepareQuery(ctx.services, ctx.actor, entity, parsed.query);
}

/** Responds with the list of a query as CSV and records a security event. */
async function exportList(writer: Writer, call: RouteCall, entity: AnyEntity): Promise<HandlerResult> {
  const { ctx, response } = call;
  const columns = resolveColumns(ctx, entity, call.query['columns']);
  const listQuery = await parseListQuery(call, entity);
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
  pipeCsv(call, streamRowsInBatches(ctx, entity, columns, ids));
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
