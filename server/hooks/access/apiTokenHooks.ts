/**
 * Hooks of API tokens: a token's scopes are limited to the actor's permissions, only an admin who may manage the owner changes it, and no API
 * token creates tokens.
 */
import { apiToken } from '../../../common/entities/apiToken';
import { hasPermission } from '../../../common/entity/access';
import type { Issue } from '../../../common/entity/issue';
import { fault } from '../../../common/protocol/faults';
import { createSalt } from '../../access/tokens/apiTokens';
import { ALL_PERMISSIONS } from '../../access/rbac/rbac';
import { defineHooks, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { findExpiryIssues, assertCanManageOwner, assertNotApiToken } from '../permissions/tokenRules';

type Token = Partial<StoredOf<typeof apiToken>>;

export const apiTokenHooks = defineHooks(apiToken, {
  beforeWrite: async (hook, changes, before) => {
    assertNotApiToken(hook);
    if (before) await assertCanManageOwner(hook, before.admin_id);
    const scopes = isOnlyDisabling(changes) ? [] : (changes.scopes ?? before?.scopes ?? []);
    const fields = [...scopeIssues(hook, scopes), ...findExpiryIssues(hook, changes.expire_time)];
    if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
    const normalized = changes.scopes
      ? { ...changes, scopes: [...new Set(changes.scopes.map((key) => key.toLowerCase()))] }
      : changes;
    return before ? normalized : { ...normalized, salt: createSalt() };
  },
  beforeRemove: assertCanRemove,
  beforePurge: assertCanRemove,
});

async function assertCanRemove(hook: HookContext, row: StoredOf<typeof apiToken>): Promise<void> {
  assertNotApiToken(hook);
  await assertCanManageOwner(hook, row.admin_id);
}

/** An owner who lost permissions can still disable its token. */
const isOnlyDisabling = (changes: Token): boolean => changes.status === 0 && Object.keys(changes).length === 1;

/** Every edit checks all scopes of the token, not only the changed ones. */
function scopeIssues({ actor }: HookContext, scopes: readonly string[]): readonly Issue[] {
  const isGranted = (permission: string) =>
    permission === ALL_PERMISSIONS ? actor.isSuper || actor.kind === 'system' : hasPermission(actor, permission);
  return scopes.every(isGranted) ? [] : [{ path: 'scopes', code: 'beyond_rights' }];
}
