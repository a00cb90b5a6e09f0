/** Wall screens: each with a salt of its own and an end; what one may see is what its owner may, so only who manages the owner changes it. */
import { wallScreen } from '../../common/entities/wallScreen';
import { fault } from '../../common/protocol/faults';
import { newSalt } from '../access/apiTokens';
import { defineHooks, type StoredOf } from '../engine/write/entityHooks';
import type { HookContext } from '../engine/write/writer';
import { endIssues, judgeOwner, refuseProgram } from './tokenRules';

export const wallScreenBehaviour = defineHooks(wallScreen, {
  beforeWrite: async (hook, changes, before) => {
    refuseProgram(hook);
    if (before) await judgeOwner(hook, before.admin_id);
    const fields = endIssues(hook, changes.expire_time);
    if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
    return before ? changes : { ...changes, salt: newSalt() };
  },
  beforeRemove: judgeLeaving,
  beforePurge: judgeLeaving,
});

async function judgeLeaving(hook: HookContext, row: StoredOf<typeof wallScreen>): Promise<void> {
  refuseProgram(hook);
  await judgeOwner(hook, row.admin_id);
}
