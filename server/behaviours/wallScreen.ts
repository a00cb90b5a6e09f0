/** Wall screens: each with a salt of its own and an end; what one may see is what its owner may. */
import { wallScreen } from '../../common/entities/wallScreen';
import { fault } from '../../common/protocol/faults';
import { newSalt } from '../access/apiTokens';
import { behave } from '../engine/behaviour';
import { endIssues, refuseProgram } from './tokenRules';

export const wallScreenBehaviour = behave(wallScreen, {
  beforeWrite: (step, changes, before) => {
    refuseProgram(step);
    const fields = endIssues(step, changes.expire_time);
    if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
    return before ? changes : { ...changes, salt: newSalt() };
  },
  beforeRemove: (step) => refuseProgram(step),
});
