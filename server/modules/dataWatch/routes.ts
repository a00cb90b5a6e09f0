/** Routes of the recycle log and the sensitive data log other than their lists: selectable tables, whole entries, restore and rollback. */
import { recycleLog } from '../../../common/entities/recycleLog';
import { recycleRule } from '../../../common/entities/recycleRule';
import { sensitiveLog } from '../../../common/entities/sensitiveLog';
import { sensitiveRule } from '../../../common/entities/sensitiveRule';
import type { AnyEntity } from '../../../common/entity/entity';
import { permissionPrefix, permissionKey } from '../../../common/entity/permissionKeys';
import { entityLabels } from '../../../common/locales/entityLabels';
import { watchableFields, watchableEntities } from '../../hooks/dataWatch/watchRules';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { restoreDeletedRows, getDeletedRow } from './deletedRows';
import { testRule } from './testRule';
import { rollBackChanges, getSensitiveChange } from './sensitiveLogHandlers';

export function registerDataWatchRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  const common = { realm: 'admin', access: 'admin', query: [] } as const;
  const get = { ...common, method: 'GET', body: 'none' } as const;
  const post = { ...common, method: 'POST', body: 'json' } as const;
  for (const rule of [recycleRule, sensitiveRule] as const) {
    route({
      ...get,
      path: `/admin/${rule.name}/test`,
      permission: permissionKey(rule, 'index'),
      query: ['id', 'row'],
      summary: 'Test a rule on one row: what the log would record',
      handler: (call) => testRule(call, rule),
    });
    route({
      ...get,
      path: `/admin/${rule.name}/add`,
      permission: permissionKey(rule, 'index'),
      summary: 'List the tables and fields that a rule can watch',
      handler: (call) => Promise.resolve(listWatchableTables(call, rule === sensitiveRule)),
    });
  }
  route({
    ...get,
    path: `/admin/${recycleLog.name}/info`,
    permission: permissionKey(recycleLog, 'index'),
    query: ['id'],
    summary: 'Get the visible part of a deleted row',
    handler: getDeletedRow,
  });
  route({
    ...post,
    path: `/admin/${recycleLog.name}/restore`,
    permission: permissionKey(recycleLog, 'restore'),
    summary: 'Restore deleted rows from the log; rows that cannot be restored are listed',
    handler: (call) => restoreDeletedRows(call, writer),
  });
  route({
    ...get,
    path: `/admin/${sensitiveLog.name}/info`,
    permission: permissionKey(sensitiveLog, 'index'),
    query: ['id'],
    summary: 'Get the visible part of a change of a sensitive field',
    handler: getSensitiveChange,
  });
  route({
    ...post,
    path: `/admin/${sensitiveLog.name}/rollback`,
    permission: permissionKey(sensitiveLog, 'rollback'),
    summary: 'Revert sensitive fields; fields that others changed since are listed',
    handler: (call) => rollBackChanges(call, writer),
  });
}

/** Keyed by the names of the definitions, with their labels. */
function listWatchableTables({ ctx }: RouteCall, withFields: boolean): HandlerResult {
  const { services, actor, lang } = ctx;
  const tables = watchableEntities(services.registry, actor);
  const getLabels = (entity: AnyEntity) => entityLabels(entity, lang);
  const byEntity = (pick: (entity: AnyEntity) => readonly [string, unknown]) => Object.fromEntries(tables.map(pick));
  const getFields = (entity: AnyEntity) =>
    Object.fromEntries(watchableFields(actor, entity).map((name) => [name, getLabels(entity).fields[name] ?? name]));
  return {
    data: {
      tables: byEntity((entity) => [entity.name, getLabels(entity).many]),
      controllers: byEntity((entity) => [permissionPrefix(entity), getLabels(entity).many]),
      ...(withFields ? { fields: byEntity((entity) => [entity.name, getFields(entity)]) } : {}),
    },
  };
}
