/** What a table is made of (specification, point 7), for whoever may list its rows: no other table is there at all. */
import { holds, readableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/meta';
import { nodeOf } from '../../../common/entity/nodes';
import { entityWords } from '../../../common/locales/entityWords';
import { fault } from '../../../common/protocol/faults';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import { sqlType } from '../../engine/schema/tableShape';

/** Every table of a noun has it. */
const PK = 'id';

export function routeTables({ add: route }: RouteRegistry): void {
  const common = { method: 'GET', realm: 'admin', access: 'admin', body: 'none', tokens: 'any' } as const;
  route({
    ...common,
    path: '/admin/ajax/getTablePk',
    query: ['table', 'connection'],
    summary: 'The primary key of a table',
    handler: (call) => Promise.resolve(primaryKey(call)),
  });
  route({
    ...common,
    path: '/admin/ajax/getTableFieldList',
    query: ['table', 'clean', 'connection'],
    summary: 'The columns of a table: with `clean` 1 their titles, else what the database says of them',
    handler: (call) => Promise.resolve(fieldList(call)),
  });
}

/** Unknown, of the house itself, or not the caller’s to list: all alike. */
function tableIn({ ctx, query }: RequestCall): AnyEntity {
  const { table } = query;
  if (typeof table !== 'string' || table === '') throw fault('request.malformed');
  const entity = ctx.services.registry.get(table);
  const isOpen = entity?.spec.access.staff !== undefined && !entity.spec.personal;
  if (!entity || !isOpen || !holds(ctx.actor, nodeOf(entity, 'index'))) throw fault('row.missing');
  return entity;
}

function primaryKey(call: RequestCall): HandlerResult {
  tableIn(call);
  return { data: { pk: PK } };
}

function fieldList(call: RequestCall): HandlerResult {
  const { ctx, query } = call;
  const clean = query['clean'] ?? '1';
  if (clean !== '1' && clean !== '0') throw fault('request.malformed');
  const entity = tableIn(call);
  const words = entityWords(entity, ctx.lang).fields;
  const fields = readableColumns(ctx.actor, entity).map((column) => {
    const title = words[column.name] ?? column.name;
    return [column.name, clean === '1' ? title : described(column, title)] as const;
  });
  return { data: { pk: PK, fieldList: Object.fromEntries(fields) } };
}

/** In the words of an information schema, which the family’s clients read. */
const described = (column: Column, comment: string) => ({
  COLUMN_NAME: column.name,
  COLUMN_TYPE: sqlType(column).toLowerCase(),
  DATA_TYPE: sqlType(column).toLowerCase().split('(', 1)[0],
  IS_NULLABLE: column.options.required === true || column.options.default !== undefined ? 'NO' : 'YES',
  COLUMN_KEY: column.name === PK ? 'PRI' : column.options.unique === true ? 'UNI' : '',
  COLUMN_DEFAULT: column.options.default ?? null,
  COLUMN_COMMENT: comment,
});
