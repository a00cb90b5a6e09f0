/**
 * Rules of all access tokens: no API token creates them, only the owner and admins who may manage the owner change them, and each has an
 * expiry.
 */
import type { Issue } from '../../../common/entity/issue';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { fault } from '../../../common/protocol/faults';
import { parseApiTokenId } from '../../access/tokens/apiTokens';
import { exceedsPermissions, mergeEffectivePermissions } from '../../access/rbac/rbac';
import type { HookContext } from '../../engine/write/context/hookContext';
import { loadGrantor, parseIdArray, loadGroups } from './roleGroups';

/** Throws when the actor is an API token: only persons grant permissions. */
export function assertNotApiToken({ sessionId }: Pick<HookContext, 'sessionId'>): void {
  if (sessionId !== undefined && parseApiTokenId(sessionId) !== undefined) throw fault('access.denied');
}

/** Requires an expiry in the future, at most a year away; `expiresAt` in unix seconds. */
export function findExpiryIssues({ services }: HookContext, expiresAt: number | undefined): readonly Issue[] {
  if (expiresAt === undefined) return [];
  const days = (expiresAt - services.clock.now() / 1000) / 86_400;
  const max = SERVER_LIMITS.apiTokenDays;
  return days > 0 && days <= max + 1 ? [] : [{ path: 'expire_time', code: 'future', params: { max } }];
}

/**
 * Allows the owner of a row and admins who may manage the owner; throws `access.beyond` otherwise. Waits for the permissions lock, so that
 * the owner's groups do not change meanwhile.
 */
export async function assertCanManageOwner(hook: HookContext, ownerId: number | null | undefined): Promise<void> {
  const { actor, tx } = hook;
  if (actor.kind === 'system' || (actor.kind === 'staff' && actor.id === ownerId)) return;
  await hook.withLock('rights');
  // The owner counts with all its groups, also while it is disabled or in the recycle bin, since it may be restored.
  const [owner] = await tx.rows<{ group_arr: string | null }>('SELECT group_arr FROM `admin` WHERE id = ?', [
    ownerId ?? 0,
  ]);
  const groups = await loadGroups(hook);
  const ownerPermissions = mergeEffectivePermissions(groups, parseIdArray(JSON.parse(owner?.group_arr ?? '[]')));
  if (!exceedsPermissions(await loadGrantor(hook, groups), ownerPermissions)) throw fault('access.beyond');
}
