/** The permission keys of an entity, derived from its definition. */
import type { AnyEntity, Verb } from './entity';
import { getColumns, type Column } from './columns';

/** The action of moving a row by hand; its stored word is `sortable`. */
export const REORDER_ACTION = 'sortable';

/** Actions that come with a verb; reordering, restoring and purging exist only for entities with a recycle bin. */
const ACTIONS_BY_VERB: readonly (readonly [Verb, readonly string[], readonly string[]])[] = [
  ['create', ['add'], []],
  ['update', ['edit'], [REORDER_ACTION]],
  ['remove', ['del'], ['restore', 'purge']],
];

/** The first part of the entity's permission keys, which is also the last part of its screen's address. */
export const permissionPrefix = ({ name, spec }: AnyEntity): string => spec.nodes ?? name;
/** The permission key of one action. */
export const permissionKey = (entity: AnyEntity, action: string): string => `${permissionPrefix(entity)}/${action}`;

/** The permission key of an entity's own action, which may belong to another entity. */
export const actionPermission = (entity: AnyEntity, action: string): string =>
  entity.spec.actionNodes?.[action] ?? permissionKey(entity, action);

/** Whether the console has a screen for the entity. Entities with rows of persons have none. */
export const hasAdminScreen = ({ spec }: AnyEntity): boolean => spec.access.staff !== undefined && !spec.personal;

/** The action parts of an entity's permission keys, `index` first; the key is `<entity>/<action>`. */
export function permissionActions(entity: AnyEntity): readonly string[] {
  const {
    access,
    actions: all = [],
    actionNodes: actionPermissions = {},
    transitions = {},
    base,
    personal,
    superOnly,
  } = entity.spec;
  const actions = all.filter((action) => !(action in actionPermissions));
  if (personal || superOnly) return [];
  const staff = access.staff;
  const verbs = ACTIONS_BY_VERB.filter(([verb]) => staff === 'crud' || staff?.[verb] !== undefined).flatMap(
    ([, baseActions, recordActions]) => (base === 'log' ? baseActions : [...baseActions, ...recordActions]),
  );
  const transitionActions = Object.values(transitions).flatMap((byName) =>
    Object.values(byName ?? {}).flatMap(({ node }) => node ?? []),
  );
  return [
    'index',
    ...verbs,
    ...new Set([...actions, ...transitionActions, ...fieldActions(entity)]),
    ...suggestActions(entity),
  ];
}

/** The action of the permission key that staff need to see a column; undefined when every reader among staff sees it, or no one. */
export function readAction({ sensitivity, options }: Column): string | undefined {
  if (sensitivity !== 'restricted' && sensitivity !== 'money') return undefined;
  return options.readPermission ?? `see_${sensitivity}`;
}

/** Permissions of single columns: those that all restricted columns and all amounts share, then those of fields. */
function fieldActions(entity: AnyEntity): readonly string[] {
  const columns = [...getColumns(entity).values()];
  const read = new Set(columns.map(readAction));
  const shared = ['see_restricted', 'see_money'].filter((action) => read.has(action));
  const own = columns.flatMap(({ options: { readPermission, writePermission } }) => [
    ...(readPermission === undefined ? [] : [readPermission]),
    ...(writePermission === undefined ? [] : [writePermission]),
  ]);
  return [...shared, ...own];
}

/** Suggesting changes of texts that people write together, without writing them. */
export const SUGGEST_ACTION = 'suggest';
const suggestActions = (entity: AnyEntity): readonly string[] =>
  [...getColumns(entity).values()].some(({ options }) => options.collaborative === true) ? [SUGGEST_ACTION] : [];
