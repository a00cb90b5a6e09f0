/** The entities that module code can get permissions for: all except access rules, accounts, money, settings, logs and parts of modules. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Registry } from '../../../common/entity/registry';
import { getColumns, type Column } from '../../../common/entity/columns';
import { ENTITY_PERMISSIONS, parsePermission } from '../../../common/modules/modulePermissions';
import type { BlockedReason } from '../../../common/modules/review';

const CLOSED_ENTITIES: ReadonlySet<string> = new Set([
  ...['admin', 'admin_group', 'menu_rule', 'user', 'user_group', 'user_rule', 'api_token', 'preference', 'wall_screen'],
  ...['config', 'module', 'job', 'terminal_task', 'recycle_rule', 'sensitive_rule', 'threshold', 'message'],
  ...['pending_booking', 'pending_change', 'reconciliation', 'entitlement', 'activation_code', 'app', 'attachment'],
]);

/** Whether modules can have hooks for the entity and read or write its rows, if their manifest requests it. */
export const isOpenEntity = ({ name, spec }: AnyEntity): boolean =>
  !CLOSED_ENTITIES.has(name) && spec.base !== 'log' && spec.superOnly !== true && spec.personal !== true;

/** The columns of a row that code of modules sees, and those that it can set. */
export const visibleColumns = (entity: AnyEntity): readonly Column[] =>
  [...getColumns(entity).values()].filter(({ sensitivity }) => sensitivity !== 'secret');
export const settableColumns = (entity: AnyEntity): readonly Column[] =>
  visibleColumns(entity).filter(({ readonly }) => !readonly);

/** Permissions that cannot be given here, because there is no such entity or it is closed. */
export function closedPermissions(permissions: readonly string[], registry: Registry): readonly BlockedReason[] {
  return permissions.flatMap((permission): readonly BlockedReason[] => {
    const { kind = 'entities', subject = '' } = parsePermission(permission) ?? {};
    if (kind === 'refer' || !ENTITY_PERMISSIONS.some((name) => name === kind)) return [];
    const entity = registry.get(subject);
    return entity !== undefined && isOpenEntity(entity)
      ? []
      : [{ code: 'permission', subject: permission, detail: '' }];
  });
}
