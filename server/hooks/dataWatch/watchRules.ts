/** Hooks of recycle rules and sensitive data rules: only tables and fields of the definitions can be chosen. */
import { stringOrEmpty } from '../../../common/json';
import { recycleRule } from '../../../common/entities/recycleRule';
import { sensitiveRule } from '../../../common/entities/sensitiveRule';
import { grantedRows, readableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Issue } from '../../../common/entity/issue';
import { findColumn, hasSoftDelete, type StoredRow } from '../../../common/entity/columns';
import { permissionPrefix } from '../../../common/entity/permissionKeys';
import type { Registry } from '../../../common/entity/registry';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import { LIMITS } from '../../../common/limits';
import { defineHooks } from '../../engine/write/context/entityHooks';
import { decodeRow } from '../../engine/schema/model';
import { ENGINE_COLUMNS } from '../../engine/write/stages/storableColumns';
import type { HookContext } from '../../engine/write/context/hookContext';
import { getEntityCache } from '../../platform/rowCache';
import { quoteIdentifier } from '../../platform/database/sql';

/** Every table has this column. */
export const PRIMARY_KEY = 'id';

/** Tables whose rows staff edits: rows can be deleted and restored, changed and rolled back. */
export const isWatchable = (entity: AnyEntity): boolean =>
  hasSoftDelete(entity) && entity.spec.access.staff !== undefined && entity.spec.personal === undefined;
/** The tables that the actor may choose: those whose rows it may list. */
export const watchableEntities = (registry: Registry, actor: Actor): readonly AnyEntity[] =>
  registry.all.filter((entity) => isWatchable(entity) && grantedRows(actor, entity, 'read') !== undefined);

/** The fields of a table that the actor may choose: fields it may read, and secrets, of which the log records only the fact of a change. */
export const watchableFields = (actor: Actor, entity: AnyEntity): readonly string[] => {
  const readable = new Set(readableColumns(actor, entity).map(({ name }) => name));
  return Object.keys(entity.spec.fields).filter(
    (name) => !ENGINE_COLUMNS.has(name) && (readable.has(name) || findColumn(entity, name)?.sensitivity === 'secret'),
  );
};

interface Rule {
  readonly data_table?: string | undefined;
  readonly controller?: string | null | undefined;
  readonly primary_key?: string | null | undefined;
  readonly data_fields?: readonly string[] | undefined;
}
const isGiven = (value: string | null | undefined): value is string =>
  value !== undefined && value !== null && value !== '';

/** Names of the controller that edits the rows of a table. */
const getControllers = (entity: AnyEntity): ReadonlySet<string> => new Set([entity.name, permissionPrefix(entity)]);

function getIssues(hook: HookContext, changes: Rule, entity: AnyEntity | undefined): readonly Issue[] {
  const { controller, primary_key: key, data_fields: fields } = changes;
  if (entity === undefined) return [{ path: 'data_table', code: 'choice' }];
  const known = new Set(watchableFields(hook.actor, entity));
  return [
    ...(isGiven(controller) && !getControllers(entity).has(controller.toLowerCase())
      ? [{ path: 'controller', code: 'choice' } as const]
      : []),
    ...(isGiven(key) && key !== PRIMARY_KEY ? [{ path: 'primary_key', code: 'choice' } as const] : []),
    ...(fields ?? []).flatMap((name, index): readonly Issue[] =>
      known.has(name)
        ? []
        : [{ path: `data_fields.${index}`, code: 'unknown_field', params: { field: truncate(name, LIMITS.keyChars) } }],
    ),
  ];
}

/** Completes a rule: the table decides its controller and key. Only changed fields are checked. */
function completeRule<C extends Rule>(hook: HookContext, changes: C, before: Rule | undefined): C {
  const touched = ['data_table', 'controller', 'primary_key', 'data_fields'].some((name) =>
    Object.hasOwn(changes, name),
  );
  if (!touched) return changes;
  const table = changes.data_table ?? before?.data_table;
  const entity = watchableEntities(hook.services.registry, hook.actor).find(({ name }) => name === table);
  const isOtherTable = changes.data_table !== undefined;
  const fields = changes.data_fields ?? (isOtherTable ? before?.data_fields : undefined);
  const issues = getIssues(hook, fields === undefined ? changes : { ...changes, data_fields: fields }, entity);
  if (entity === undefined || issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  return {
    ...changes,
    ...(isOtherTable || Object.hasOwn(changes, 'controller') ? { controller: permissionPrefix(entity) } : {}),
    ...(isOtherTable || Object.hasOwn(changes, 'primary_key') ? { primary_key: PRIMARY_KEY } : {}),
    ...(changes.data_fields === undefined ? {} : { data_fields: [...new Set(changes.data_fields)] }),
  };
}

export const recycleRuleHooks = defineHooks(recycleRule, { beforeWrite: completeRule });
export const sensitiveRuleHooks = defineHooks(sensitiveRule, { beforeWrite: completeRule });

type WatchRuleEntity = 'recycle_rule' | 'sensitive_rule';

/** The enabled rules of some tables, by table. They are cached in memory and read outside the transaction. */
export async function loadEnabledRules(
  { services }: HookContext,
  rules: WatchRuleEntity,
  tables: readonly string[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const entity = services.registry.get(rules);
  if (tables.length === 0 || entity === undefined) return new Map();
  const cache = getEntityCache<readonly StoredRow[]>(services, rules, [rules]);
  const enabled = await cache.get('enabled', async () => {
    const sql = `SELECT * FROM ${quoteIdentifier(rules)} WHERE status = 1 AND delete_time IS NULL ORDER BY id`;
    return (await services.db.rows<object>(sql)).map((raw) => decodeRow(entity, raw));
  });
  const named = enabled.map((rule) => [stringOrEmpty(rule['data_table']), rule] as const);
  return new Map(named.filter(([table]) => tables.includes(table)));
}

const MAX_NAME_LENGTH = 30;
const MAX_TITLE_LENGTH = 120;
const toSingleLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** The actor, IP and user agent as both logs store them. */
export const actorFields = ({ actor, ip, userAgent }: HookContext): StoredRow => ({
  admin_id: actor.kind === 'staff' ? actor.id : null,
  username: truncate(actor.kind === 'system' ? 'Atrium' : toSingleLine(actor.name), MAX_NAME_LENGTH),
  ip: ip.slice(0, 45),
  useragent: truncate(toSingleLine(userAgent), 255),
});
/** The title of a row that every reader of the log may see. */
export function getDisplayTitle(entity: AnyEntity, row: StoredRow): string {
  const column = findColumn(entity, entity.spec.title);
  const value = ['public', 'internal'].includes(column?.sensitivity ?? '') ? row[entity.spec.title] : undefined;
  const title = typeof value === 'string' || typeof value === 'number' ? toSingleLine(String(value)).trim() : '';
  return truncate(title === '' ? `#${Number(row['id'])}` : title, MAX_TITLE_LENGTH);
}
