/** The permission nodes that follow from a definition: what a group can hold of an entity. */
import type { AnyEntity, Verb } from './entity';
import { columnsOf } from './meta';

/** Actions that come with a verb; sorting, restoring and purging need rows that are kept. */
const VERB_ACTIONS: readonly (readonly [Verb, readonly string[], readonly string[]])[] = [
  ['create', ['add'], []],
  ['update', ['edit'], ['sortable']],
  ['remove', ['del'], ['restore', 'purge']],
];

/** What the nodes of an entity begin with, and the last part of its screen's address. */
export const nodeFamily = ({ name, spec }: AnyEntity): string => spec.nodes ?? name;
/** The node of one action. */
export const nodeOf = (entity: AnyEntity, action: string): string => `${nodeFamily(entity)}/${action}`;

/** The node of an entity's own action, which may be the node of another entity. */
export const actionNode = (entity: AnyEntity, action: string): string =>
  entity.spec.actionNodes?.[action] ?? nodeOf(entity, action);

/** Whether the console has a screen for the entity; rows of persons are shown where they belong instead. */
export const hasScreen = ({ spec }: AnyEntity): boolean => spec.access.staff !== undefined && !spec.personal;

/** The action parts of an entity's nodes, `index` first; the node is `<entity>/<action>`. */
export function nodeActions(entity: AnyEntity): readonly string[] {
  const { access, actions: all = [], actionNodes = {}, transitions: moves = {}, base, personal } = entity.spec;
  const actions = all.filter((action) => !(action in actionNodes));
  if (personal) return [];
  const staff = access.staff;
  const verbs = VERB_ACTIONS.filter(([verb]) => staff === 'crud' || staff?.[verb] !== undefined).flatMap(
    ([, always, ofRecords]) => (base === 'log' ? always : [...always, ...ofRecords]),
  );
  const moveNodes = Object.values(moves).flatMap((named) =>
    Object.values(named ?? {}).flatMap(({ node }) => node ?? []),
  );
  const classes = new Set([...columnsOf(entity).values()].map(({ sensitivity }) => sensitivity));
  const masks = (['restricted', 'money'] as const).filter((one) => classes.has(one)).map((one) => `see_${one}`);
  return ['index', ...verbs, ...new Set([...actions, ...moveNodes]), ...masks];
}
