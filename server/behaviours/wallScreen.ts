/** Wall screens: each with a salt of its own and an end; what one may see is what its owner may, so only who manages the owner changes it. */
import { wallScreen } from '../../common/entities/wallScreen';
import { fault } from '../../common/protocol/faults';
import { newSalt } from '../access/apiTokens';
import { behave, type Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import { endIssues, judgeOwner, refuseProgram } from './tokenRules';

export const wallScreenBehaviour = behave(wallScreen, {
  beforeWrite: async (step, changes, before) => {
    refuseProgram(step);
    if (before) await judgeOwner(step, before.admin_id);
    const fields = endIssues(step, changes.expire_time);
    if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
    return before ? changes : { ...changes, salt: newSalt() };
  },
  beforeRemove: judgeLeaving,
  beforePurge: judgeLeaving,
});

async function judgeLeaving(step: Step, row: Stored<typeof wallScreen>): Promise<void> {
  refuseProgram(step);
  await judgeOwner(step, row.admin_id);
}
