/** Describes the columns of a table, for admins who may list its rows. */
import { hasPermission, readableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/columns';
import { permissionKey } from '../../../common/entity/permissionKeys';
import { entityLabels } from '../../../common/locales/entityLabels';
import { fault } from '../../../common/protocol/faults';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { sqlType } from '../../engine/schema/tableShape';

/** Every entity table has this column. */
const PRIMARY_KEY = 'id';
/** Columns that only the engine reads and writes: nobody watches, picks or shows them. */
const ENGINE_COLUMNS: ReadonlySet<string> = new Set(['revision', 'delete_time']);

export function registerSchemaInfoRoutes({ routes: { add: route } }: ModuleServices): void {
  const common = { method: 'GET', realm: 'admin', access: 'admin', body: 'none', tokenScope: 'any' } as const;
  route({
    ...common,
    path: '/admin/ajax/getTablePk',
    query: ['table', 'connection'],
    summary: 'Get the primary key of a table',
    handler: (call) => Promise.resolve(getPrimaryKey(call)),
  });
  route({
    ...common,
    path: '/admin/ajax/getTableFieldList',
    query: ['table', 'clean', 'connection'],
    summary: 'List the columns of a table: their titles with `clean` 1, else their definitions in the database',
    handler: (call) => Promise.resolve(listColumns(call)),
  });
}

/** The same error for unknown tables, system tables and tables that the caller may not list. */
function requireListableEntity({ ctx, query }: RouteCall): AnyEntity {
  const { table } = query;
  if (typeof table !== 'string' || table === '') throw fault('request.malformed');
  const entity = ctx.services.registry.get(table);
  const isOpen = entity?.spec.access.staff !== undefined && !entity.spec.personal;
  if (!entity || !isOpen || !hasPermission(ctx.actor, permissionKey(entity, 'index'))) throw fault('row.missing');
  return entity;
}

function getPrimaryKey(call: RouteCall): HandlerResult {
  requireListableEntity(call);
  return { data: { pk: PRIMARY_KEY } };
}

function listColumns(call: RouteCall): HandlerResult {
  const { ctx, query } = call;
  const clean = query['clean'] ?? '1';
  if (clean !== '1' && clean !== '0') throw fault('request.malformed');
  const entity = requireListableEntity(call);
  const labels = entityLabels(entity, ctx.lang).fields;
  const columns = readableColumns(ctx.actor, entity).filter(({ name }) => clean === '0' || !ENGINE_COLUMNS.has(name));
  const fields = columns.map((column) => {
    const title = labels[column.name] ?? column.name;
    return [column.name, clean === '1' ? title : toInformationSchema(column, title)] as const;
  });
  return { data: { pk: PRIMARY_KEY, fieldList: Object.fromEntries(fields) } };
}

/** The column names of an information schema, which older clients read. */
const toInformationSchema = (column: Column, comment: string) => ({
  COLUMN_NAME: column.name,
  COLUMN_TYPE: sqlType(column).toLowerCase(),
  DATA_TYPE: sqlType(column).toLowerCase().split('(', 1)[0],
  IS_NULLABLE: column.options.required === true || column.options.default !== undefined ? 'NO' : 'YES',
  COLUMN_KEY: column.name === PRIMARY_KEY ? 'PRI' : column.options.unique === true ? 'UNI' : '',
  COLUMN_DEFAULT: column.options.default ?? null,
  COLUMN_COMMENT: comment,
});
