/** Profile: the columns of its own row that an admin sees in the profile, for responses and live topics. */
import type { Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn, type Column } from '../../../common/entity/columns';

/** The entity whose rows have a profile. */
const PROFILE_ENTITY = 'admin';
export const PROFILE_FIELDS = [
  'id',
  'username',
  'nickname',
  'avatar',
  'email',
  'mobile',
  'motto',
  'last_login_time',
  'last_login_ip',
  'create_time',
  'revision',
] as const;

/** The columns of the profile. The revision is left out: it would reveal changes of columns that the profile does not show. */
export const profileColumns = (entity: AnyEntity): readonly Column[] =>
  PROFILE_FIELDS.flatMap((name) => (name === 'revision' ? [] : (findColumn(entity, name) ?? [])));

/**
 * Whether the actor has a profile: an admin in person, but no API token and no admin whose required second factor is missing. Members read
 * their row through their access clauses.
 */
export const hasProfile = (actor: Actor, entity: AnyEntity): boolean =>
  actor.kind === 'staff' && actor.id > 0 && actor.tokenId === undefined && entity.name === PROFILE_ENTITY;
