/** What one's own profile shows of one's own row, whatever else one may read: one reading of it, for answers and for the live channel. */
import type { Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn, type Column } from '../../../common/entity/columns';

/** Whose profile it is. */
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

/** Without the revision, which travels with every change: by itself it would tell of changes to what the profile does not show. */
export const profileColumns = (entity: AnyEntity): readonly Column[] =>
  PROFILE_FIELDS.flatMap((name) => (name === 'revision' ? [] : (findColumn(entity, name) ?? [])));

/** Staff alone, in person: API tokens have no profile, nor has an admin who must set up a second factor first. Members have their row by the clauses. */
export const hasProfile = (actor: Actor, entity: AnyEntity): boolean =>
  actor.realm === 'staff' && actor.id > 0 && actor.tokenId === undefined && entity.name === PROFILE_ENTITY;
