/** Support: which rights a look at a member's account needs, and what of the member such a look leaves out. */
import { hasNode, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { columnsOf } from '../../../common/entity/columns';
import { nodeOf } from '../../../common/entity/permissionNodes';
import type { Registry } from '../../../common/entity/registry';

const MEMBER = 'user';
/** The centre shows the whole account of a member: contact data, balances and points. */
export const SUPPORT_PERMISSIONS: readonly string[] = ['support', 'index', 'see_restricted', 'see_money'].map(
  (verb) => `${MEMBER}/${verb}`,
);

/** Whether an admin may look at accounts of members. */
export const canSupport = (actor: Actor): boolean => SUPPORT_PERMISSIONS.every((node) => hasNode(actor, node));

const permissionsToRead = (entity: AnyEntity): readonly string[] => [
  nodeOf(entity, 'index'),
  ...['restricted', 'money']
    .filter((kind) => [...columnsOf(entity).values()].some(({ sensitivity }) => sensitivity === kind))
    .map((kind) => nodeOf(entity, `see_${kind}`)),
];
const isMemberOnlyEntity = ({ name, spec }: AnyEntity): boolean =>
  name !== MEMBER && !spec.personal && spec.access.member !== undefined && spec.access.guest === undefined;

/** The member as an admin sees it: entities the admin may not see whole in the console are closed in the centre as well. */
export function limitToSupport(registry: Registry, member: Actor, admin: Actor): Actor {
  const hidden = registry.all
    .filter((entity) => isMemberOnlyEntity(entity) && !permissionsToRead(entity).every((node) => hasNode(admin, node)))
    .map(({ name }) => name);
  return hidden.length === 0 ? member : { ...member, hiddenEntities: new Set(hidden) };
}
