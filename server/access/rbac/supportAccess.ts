/** Support sessions: the permissions they need, and the entities they hide. */
import { hasPermission, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { getColumns } from '../../../common/entity/columns';
import { permissionKey, readAction } from '../../../common/entity/permissionKeys';
import type { Registry } from '../../../common/entity/registry';

const MEMBER = 'user';
/** The member center shows contact data, balances and points, so a support session needs all of these permissions. */
export const SUPPORT_PERMISSIONS: readonly string[] = ['support', 'index', 'see_restricted', 'see_money'].map(
  (verb) => `${MEMBER}/${verb}`,
);

/** Whether an admin may open support sessions. */
export const canSupport = (actor: Actor): boolean =>
  SUPPORT_PERMISSIONS.every((permission) => hasPermission(actor, permission));

const permissionsToRead = (entity: AnyEntity): readonly string[] => [
  permissionKey(entity, 'index'),
  ...new Set(
    [...getColumns(entity).values()]
      .filter(({ options }) => options.readPermission === undefined) // members do not see such a field
      .flatMap((column) => readAction(column) ?? [])
      .map((action) => permissionKey(entity, action)),
  ),
];
const isMemberOnlyEntity = ({ name, spec }: AnyEntity): boolean =>
  name !== MEMBER && !spec.personal && spec.access.member !== undefined && spec.access.guest === undefined;

/** The member as an admin sees it: entities that the admin may not fully read in the console are hidden. */
export function limitToSupport(registry: Registry, member: Actor, admin: Actor): Actor {
  const hidden = registry.all
    .filter(
      (entity) =>
        isMemberOnlyEntity(entity) &&
        !permissionsToRead(entity).every((permission) => hasPermission(admin, permission)),
    )
    .map(({ name }) => name);
  return hidden.length === 0 ? member : { ...member, hiddenEntities: new Set(hidden) };
}
