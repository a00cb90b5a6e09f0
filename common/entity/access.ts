/**
 * Permission check: the permissions of an actor for rows and fields of an entity, computed from the access clauses. SQL, Socket.IO rooms, routes
 * and buttons all use these functions.
 */
import { getColumns, hasSoftDelete, type Column } from './columns';
import { permissionKey, readAction } from './permissionKeys';
import type { AnyEntity, AnyGrant, Audience, Clause, Verb } from './entity';
import type { Json } from './field';
import { getIdField } from './publicId';
import { MATCH_ALL, type Condition, type Filter } from './filter';

export interface Actor {
  readonly kind: Audience | 'system';
  readonly id: number;
  /** The name that people read: nickname of an admin or member. */
  readonly name: string;
  /** The account name an admin signs in with. */
  readonly account?: string;
  /** Whether the actor is a super admin, who has every permission key; the server computes it from the role groups. */
  readonly isSuper: boolean;
  /** Permission keys `<entity>/<action>`, lower case. */
  readonly permissions: ReadonlySet<string>;
  /** Staff only: permission key → the one HTTP method it permits, from the button rules. */
  readonly methods?: ReadonlyMap<string, string>;
  /** Members only: rules of the member center that are disabled for all members, even if their group has them. */
  readonly disabledRules?: ReadonlySet<string>;
  /** Admins whose rows the actor may touch, for entities with an owner. */
  readonly scope: 'all' | readonly number[];
  readonly company_id: number | null;
  /** Id of the API token when a program acts for the admin. Such an actor has no profile, and its idempotency keys are separate from those of the admin. */
  readonly tokenId?: number;
  /** Uid of the module that acts: its code writes as the system, but only within the permissions of the module. */
  readonly moduleUid?: string;
  /** Names of entities that this actor cannot read. In a support session these are the entities that the admin cannot read completely. */
  readonly hiddenEntities?: ReadonlySet<string>;
}

export const SYSTEM: Actor = {
  kind: 'system',
  id: 0,
  name: 'system',
  isSuper: true,
  permissions: new Set(),
  scope: 'all',
  company_id: null,
};
export const GUEST: Actor = { ...SYSTEM, kind: 'guest', name: 'guest', isSuper: false, scope: [] };

const VERB_ACTION: Readonly<Record<Verb, string>> = { read: 'index', create: 'add', update: 'edit', remove: 'del' };

/** Whether an actor has a permission key such as `news/edit`. Super admins and the system have all permissions; members and guests have none. */
export const hasPermission = (actor: Actor, permission: string): boolean =>
  actor.kind === 'system' ||
  (actor.kind === 'staff' && (actor.isSuper || actor.permissions.has(permission.toLowerCase())));

const grantFor = (entity: AnyEntity, audience: Audience, verb: Verb): AnyGrant | undefined => {
  const access = entity.spec.access[audience];
  return access === 'crud' ? true : access?.[verb];
};

const isActorValue = (value: unknown): value is { readonly actor: 'id' | 'company_id' } =>
  typeof value === 'object' && value !== null && 'actor' in value;
const toCondition = (actor: Actor, field: string, value: unknown): Condition => ({
  field,
  op: '=',
  value: (isActorValue(value) ? actor[value.actor] : value) as Json,
});
const clauseFilter = (actor: Actor, clause: Clause): Filter => ({
  all: Object.entries(clause).map(([field, value]) => toCondition(actor, field, value)),
});

/** Whether the group of a member has a rule of the member center and the rule is enabled. */
export const hasMemberRule = ({ permissions, disabledRules }: Actor, rule: string): boolean =>
  disabledRules?.has(rule) !== true && (permissions.has('*') || permissions.has(rule));

/**
 * Row-level permissions: returns the rows that an actor may read, change or remove, as a filter; `undefined` when it may not use the verb at all.
 * Entities marked `superOnly` are open to super admins only. Members need the entity's rule. Staff need the permission key
 * `<entity>/<action>`, unless the entity is `personal`. If the entity has an `owner` field, staff are limited to the row scope of their role groups.
 */
export function grantedRows(actor: Actor, entity: AnyEntity, verb: Verb): Filter | undefined {
  if (actor.kind === 'system') return MATCH_ALL;
  const grant = grantFor(entity, actor.kind, verb);
  if (grant === undefined) return undefined;
  if (actor.hiddenEntities?.has(entity.name) === true) return undefined;
  const { owner, personal, memberRule, superOnly } = entity.spec;
  if (superOnly && !actor.isSuper) return undefined;
  if (actor.kind === 'member' && memberRule !== undefined && !hasMemberRule(actor, memberRule)) return undefined;
  if (actor.kind === 'staff' && !personal && !hasPermission(actor, permissionKey(entity, VERB_ACTION[verb])))
    return undefined;
  const clause = grant === true ? MATCH_ALL : clauseFilter(actor, grant);
  if (actor.kind !== 'staff' || owner === undefined || actor.isSuper || actor.scope === 'all') return clause;
  return { all: [clause, { field: owner, op: 'IN', value: actor.scope }] };
}

const NOT_DELETED: Filter = { field: 'delete_time', op: 'NULL', value: null };
const mentionsDeleteTime = (filter: Filter): boolean => {
  if ('field' in filter) return filter.field === 'delete_time';
  return ('all' in filter ? filter.all : filter.some).some(mentionsDeleteTime);
};

/** Whether an actor may see the recycle bin of an entity: it must hold the permission key to restore rows. Members and guests never may. */
export const canSeeDeleted = (actor: Actor, entity: AnyEntity): boolean =>
  hasPermission(actor, permissionKey(entity, 'restore'));

/**
 * The filter that every list and live topic adds: rows that are not deleted, unless `where` names `delete_time` and the actor may
 * see the recycle bin. For all other actors `readableColumns` leaves `delete_time` out, so it is refused like an unknown
 * column.
 */
export function notDeletedFilter(actor: Actor, entity: AnyEntity, where: Filter): Filter {
  if (!hasSoftDelete(entity)) return MATCH_ALL;
  return canSeeDeleted(actor, entity) && mentionsDeleteTime(where) ? MATCH_ALL : NOT_DELETED;
}

/** Whether an actor may use a verb on some row of the entity. */
export const canUse = (actor: Actor, entity: AnyEntity, verb: Verb): boolean =>
  grantedRows(actor, entity, verb) !== undefined;

const canSeeColumn = (actor: Actor, entity: AnyEntity, column: Column): boolean => {
  if (column.sensitivity === 'secret') return false;
  if (column.name === 'delete_time' && hasSoftDelete(entity)) return canSeeDeleted(actor, entity);
  if (actor.kind === 'system' || column.sensitivity === 'public') return true;
  if (column.sensitivity === 'internal') return actor.kind === 'staff';
  const { readPermission } = column.options;
  if (actor.kind === 'member') return readPermission === undefined && entity.spec.access.member !== undefined;
  return hasPermission(actor, permissionKey(entity, readAction(column) ?? ''));
};
const canWriteColumn = (actor: Actor, entity: AnyEntity, { readonly, options: { writePermission } }: Column): boolean =>
  !readonly && (writePermission === undefined || hasPermission(actor, permissionKey(entity, writePermission)));

type ColumnsForActor = (actor: Actor, entity: AnyEntity) => readonly Column[];
/** Caches the selected columns per actor object. An actor never changes: other permissions make a new actor object. */
function memoizePerActor(predicate: (actor: Actor, entity: AnyEntity, column: Column) => boolean): ColumnsForActor {
  const cache = new WeakMap<Actor, WeakMap<AnyEntity, readonly Column[]>>();
  return (actor, entity) => {
    const byEntity = cache.get(actor) ?? new WeakMap<AnyEntity, readonly Column[]>();
    const cached = byEntity.get(entity);
    if (cached) return cached;
    const idField = getIdField(actor, entity);
    const columns = [...getColumns(entity).values()]
      .filter((column) => predicate(actor, entity, column))
      .map((column) => (column.name === 'id' && idField !== 'id' ? { ...column, storedAs: idField } : column));
    cache.set(actor, byEntity.set(entity, columns));
    return columns;
  };
}

/**
 * Field-level permissions: the columns whose values an actor has permission to see, in the entity’s order. Sensitive fields without permission
 * are not masked but hidden: they are absent from responses and frames.
 */
export const readableColumns = memoizePerActor(canSeeColumn);

/**
 * The columns an actor may write: those that the engine does not maintain, that the actor may read, and whose write permission it has.
 * Secrets may be written without being readable.
 */
export const writableColumns = memoizePerActor(
  (actor, entity, column) =>
    canWriteColumn(actor, entity, column) && (column.sensitivity === 'secret' || canSeeColumn(actor, entity, column)),
);

/**
 * The permission class of an actor for an entity: two actors of one class may see exactly the same rows and columns,
 * so they share Socket.IO rooms and frames. `undefined` when the actor may not read the entity.
 */
export function permissionClass(actor: Actor, entity: AnyEntity): string | undefined {
  const rows = grantedRows(actor, entity, 'read');
  if (rows === undefined) return undefined;
  const columns = readableColumns(actor, entity).map(({ name, storedAs }) =>
    storedAs === undefined ? name : `${name}=${storedAs}`,
  );
  return JSON.stringify([rows, columns]);
}
