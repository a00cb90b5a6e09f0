/**
 * Hooks of kiosk displays (`wall_screen`): each has its own salt and expiry. A display sees what its owner may see, so only an admin who
 * may manage the owner changes it.
 */
import { kiosk } from '../../../common/entities/kiosk';
import { fault } from '../../../common/protocol/faults';
import { createSalt } from '../../access/tokens/apiTokens';
import { defineHooks, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { findExpiryIssues, assertCanManageOwner, assertNotApiToken } from '../permissions/tokenRules';

export const kioskHooks = defineHooks(kiosk, {
  beforeWrite: async (hook, changes, before) => {
    assertNotApiToken(hook);
    if (before) await assertCanManageOwner(hook, before.admin_id);
    const fields = findExpiryIssues(hook, changes.expire_time);
    if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
    return before ? changes : { ...changes, salt: createSalt() };
  },
  beforeRemove: assertCanRemove,
  beforePurge: assertCanRemove,
});

async function assertCanRemove(hook: HookContext, row: StoredOf<typeof kiosk>): Promise<void> {
  assertNotApiToken(hook);
  await assertCanManageOwner(hook, row.admin_id);
}
