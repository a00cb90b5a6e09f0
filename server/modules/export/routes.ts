/** A list as a file: the rows and columns its reader may see, in the order of the list, streamed as they are read. */
import { Readable } from 'node:stream';
import { grantedRows, readableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { columnNamed, type Column, type StoredRow } from '../../../common/entity/meta';
import { project } from '../../../common/entity/project';
import { parseQuery, type ListQuery } from '../../../common/entity/query';
import { hasScreen, nodeOf } from '../../../common/entity/nodes';
import type { Registry } from '../../../common/entity/registry';
import { LIMITS } from '../../../common/limits';
import { fetchedColumns, inLanguage } from '../../../common/locales/readerTitles';
import { fault } from '../../../common/protocol/faults';
import { CSV_START } from '../../../common/text/csv';
import { beginning } from '../../../common/text/clean';
import { attempt } from '../../access/limits';
import { noteSecurity } from '../../behaviours/securityEvents';
import type { RequestContext } from '../../context';
import { ident, marks } from '../../platform/sql';
import { csvWriter } from './csvValues';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import { decodeColumns, selectList } from '../../engine/schema/model';
import { requestedColumns } from '../../engine/read/reader';
import { titlesOf } from '../../engine/read/references';
import { rewriteQuery } from '../../engine/read/blindIndex';
import { allOf, orderSql, whereSql } from '../../engine/read/where';
import { inWindow, scanHint, listWindow } from '../../engine/read/listWindow';
import type { Writer } from '../../engine/write/writer';

/** Rows read at a time: memory and each look into the database stay small. */
const STEP = 500;
const ALLOWED = { tries: LIMITS.exportsPerHour, windowMs: 3_600_000 };

/** The columns asked for, or those of the list; one that may not be read is as unknown as a misspelt one. */
function columnsFor({ actor }: RequestContext, entity: AnyEntity, names: unknown): readonly Column[] {
  const readable = new Map(readableColumns(actor, entity).map((column) => [column.name, column]));
  if (names === undefined || names === '') return entity.spec.list.columns.flatMap((name) => readable.get(name) ?? []);
  if (typeof names !== 'string') throw fault('request.malformed');
  return names.split(',').map((field) => {
    const column = readable.get(field);
    if (column === undefined)
      throw fault('request.query', undefined, {
        fields: [{ path: 'columns', code: 'unknown_field', params: { field: beginning(field, LIMITS.keyLength) } }],
      });
    return column;
  });
}

/** The ids of the rows in the order of the list, one more than a file may hold. */
async function idsOf(
  { services, actor }: RequestContext,
  entity: AnyEntity,
  query: ListQuery,
): Promise<readonly number[]> {
  const rows = grantedRows(actor, entity, 'read');
  if (rows === undefined) throw fault('access.denied');
  const { dialect } = services.db;
  const where = allOf([
    whereSql(entity, rows, dialect),
    whereSql(entity, requestedColumns(actor, entity, query), dialect),
  ]);
  const found = await services.db.snapshot(async (tx) => {
    const shown = inWindow(where, await listWindow(tx, entity, query));
    const table = `${ident(entity.name)}${await scanHint(tx, dialect, entity, query)}`;
    const sql = `SELECT id FROM ${table} WHERE ${shown.sql} ORDER BY ${orderSql(entity, query.sort)} LIMIT ?`;
    return tx.rows<{ id: number }>(sql, [...shown.params, LIMITS.exportRows + 1]);
  });
  return found.map(({ id }) => Number(id));
}

/** Some of the rows as they are now: who lost one meanwhile does not get it. */
async function linesOf(ctx: RequestContext, entity: AnyEntity, columns: readonly Column[], ids: readonly number[]) {
  const { services, actor, lang } = ctx;
  const rows = grantedRows(actor, entity, 'read');
  if (rows === undefined) return '';
  const id = columnNamed(entity, 'id');
  const fetched = fetchedColumns(entity, columns);
  const selected = id === undefined || columns.includes(id) ? fetched : [id, ...fetched];
  const policy = whereSql(entity, rows, services.db.dialect);
  const sql = `SELECT ${selectList(entity, selected)} FROM ${ident(entity.name)} WHERE id IN (${marks(ids.length)}) AND ${policy.sql}`;
  const writer = csvWriter(entity, columns, lang);
  return services.db.snapshot(async (tx) => {
    const raw = await tx.rows<object>(sql, [...ids, ...policy.params]);
    const read = raw.map((row): StoredRow => decodeColumns(selected, row));
    const byId = new Map(read.map((row) => [row['id'], row]));
    const titles = await titlesOf(services, tx, actor, { columns, rows: read });
    return ids
      .map((one) => {
        const row = byId.get(one);
        return row
          ? writer.line(project(entity, inLanguage(services.registry, entity, row, lang), columns), titles)
          : '';
      })
      .join('');
  });
}

async function* linesIn(ctx: RequestContext, entity: AnyEntity, columns: readonly Column[], ids: readonly number[]) {
  for (let at = 0; at < ids.length; at += STEP) yield linesOf(ctx, entity, columns, ids.slice(at, at + STEP));
}

/** What breaks off is cut: half a file must not look like a whole one. */
function stream({ ctx, response }: RequestCall, parts: AsyncIterable<string>): void {
  const source = Readable.from(parts);
  source.on('error', (error: unknown) => {
    ctx.services.log.error({ err: error, requestId: ctx.requestId }, 'an export broke off');
    response.destroy();
  });
  response.on('close', () => source.destroy());
  source.pipe(response);
}

const QUERY = ['order', 'quick_search', 'quickSearch', 'search_all', 'search', 'columns'];

/** The list's own question: pages and columns are no part of it. */
function questionOf({ ctx, query }: RequestCall, entity: AnyEntity): ListQuery {
  const { columns: _columns, ...question } = query;
  const parsed = parseQuery(entity, question, readableColumns(ctx.actor, entity));
  if ('issues' in parsed) throw fault('request.query', undefined, { fields: parsed.issues });
  return rewriteQuery(ctx.services, entity, parsed.query);
}

/** Answers the list of a query as CSV, noted as a security event. */
async function exportList(writer: Writer, call: RequestCall, entity: AnyEntity): Promise<HandlerResult> {
  const { ctx, response } = call;
  const columns = columnsFor(ctx, entity, call.query['columns']);
  const question = questionOf(call, entity);
  await attempt(ctx.services, `export:${ctx.actor.id}:${entity.name}`, ALLOWED);
  const found = await idsOf(ctx, entity, question);
  const ids = found.slice(0, LIMITS.exportRows);
  const detail = { entity: entity.name, rows: ids.length };
  const { id, name } = ctx.actor;
  await noteSecurity(ctx, writer, { kind: 'exported', realm: 'admin', principal: id, name, detail });
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${entity.name}.csv"`);
  response.setHeader('X-Rows', ids.length);
  if (found.length > ids.length) response.setHeader('X-Rows-Capped', LIMITS.exportRows);
  // Begun before the handler returns, or the answer would be taken for forgotten.
  response.write(CSV_START + csvWriter(entity, columns, ctx.lang).head());
  stream(call, linesIn(ctx, entity, columns, ids));
  return { sent: true };
}

export function routeExports({ add: route }: RouteRegistry, registry: Registry, writer: Writer): void {
  for (const entity of registry.all.filter(hasScreen))
    route({
      method: 'GET',
      path: `/admin/${entity.name}/export`,
      realm: 'admin',
      access: 'admin',
      node: nodeOf(entity, 'index'),
      query: QUERY,
      body: 'none',
      inPerson: true,
      entity,
      summary: 'A list as CSV, for staff in person',
      handler: (call) => exportList(writer, call, entity),
    });
}
