/** Access of an entity as columns of its design, and back. Clauses that the columns cannot express are in `other_options`. */
import type { AnyAccess, AnyEntity, AnyGrant } from '../entity/entity';
import type { Json } from '../entity/field';
import { parseOptions, type CompleteSettings } from './completeDesign';
import { PUBLIC_READ_CHOICES } from './designChoices';
import { isSameJson } from './fieldOptions';

type Access = AnyEntity['spec']['access'];
type PublicRead = (typeof PUBLIC_READ_CHOICES)[keyof typeof PUBLIC_READ_CHOICES];
type AccessColumns = Pick<CompleteSettings, 'can_create' | 'can_update' | 'can_remove' | 'member_read' | 'guest_read'>;
/** The clause for `enabled` rows. */
const ENABLED_ROWS = { status: 1 } as const;

const can = (access: AnyAccess | undefined, verb: 'create' | 'update' | 'remove'): 0 | 1 =>
  access === 'crud' || access?.[verb] !== undefined ? 1 : 0;
function publicRead(access: AnyAccess | undefined): PublicRead {
  const grant: AnyGrant | undefined = access === 'crud' ? true : access?.read;
  if (grant === true) return PUBLIC_READ_CHOICES.all;
  return grant !== undefined && isSameJson(grant, ENABLED_ROWS)
    ? PUBLIC_READ_CHOICES.enabled
    : PUBLIC_READ_CHOICES.none;
}

/** The forms of access that the columns of a design can store. */
const accessColumns = (access: Access): AccessColumns => ({
  can_create: can(access.staff, 'create'),
  can_update: can(access.staff, 'update'),
  can_remove: can(access.staff, 'remove'),
  member_read: publicRead(access.member),
  guest_read: publicRead(access.guest),
});

/** The access that the columns alone describe. */
function accessOfColumns(columns: AccessColumns): Access {
  const { can_create, can_update, can_remove } = columns;
  const isAll = can_create === 1 && can_update === 1 && can_remove === 1;
  const staff: AnyAccess = isAll
    ? 'crud'
    : {
        read: true,
        ...(can_create === 1 ? { create: true } : {}),
        ...(can_update === 1 ? { update: true } : {}),
        ...(can_remove === 1 ? { remove: true } : {}),
      };
  return {
    staff,
    ...audienceGrant('member', columns.member_read),
    ...audienceGrant('guest', columns.guest_read),
  };
}
const audienceGrant = (audience: 'member' | 'guest', read: PublicRead): Access =>
  read === PUBLIC_READ_CHOICES.none
    ? {}
    : { [audience]: { read: read === PUBLIC_READ_CHOICES.all ? true : ENABLED_ROWS } };

/** The access of a design. Stored access applies while it agrees with the columns, so that changing a column has an effect. */
export function designToAccess(settings: CompleteSettings): Access {
  const stored = parseOptions(settings.other_options)['access'];
  if (stored === undefined) return accessOfColumns(settings);
  const access = parseOptions(stored) as Access; // checkDesign has checked its form
  const columns = accessColumns(access);
  const isCurrent = Object.entries(columns).every(([name, value]) => Reflect.get(settings, name) === value);
  return isCurrent ? access : accessOfColumns(settings);
}

/** The columns of an access, and the access itself where they do not suffice. */
export function accessToDesign(access: Access): { readonly columns: AccessColumns; readonly other: Json | undefined } {
  const columns = accessColumns(access);
  const isExpressed = isSameJson(accessOfColumns(columns), access);
  return { columns, other: isExpressed ? undefined : (access as Json) }; // access is JSON
}
