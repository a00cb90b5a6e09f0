/** API tokens: nobody gives a program more than he holds himself, and no program makes tokens. */
import { apiToken } from '../../common/entities/apiToken';
import { holds } from '../../common/entity/access';
import type { Issue } from '../../common/entity/issue';
import { fault } from '../../common/protocol/faults';
import { newSalt } from '../access/apiTokens';
import { ALL } from '../access/groupLaw';
import { behave, type Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import { endIssues, refuseProgram } from './tokenRules';

type Token = Partial<Stored<typeof apiToken>>;

export const apiTokenBehaviour = behave(apiToken, {
  beforeWrite: (step, changes, before) => {
    refuseProgram(step);
    const fields = [...scopeIssues(step, changes), ...endIssues(step, changes.expire_time)];
    if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
    const tidy = changes.scopes
      ? { ...changes, scopes: [...new Set(changes.scopes.map((node) => node.toLowerCase()))] }
      : changes;
    return before ? tidy : { ...tidy, salt: newSalt() };
  },
  beforeRemove: (step) => refuseProgram(step),
});

function scopeIssues({ actor }: Step, { scopes = [] }: Token): readonly Issue[] {
  const isHeld = (node: string) => (node === ALL ? actor.super || actor.realm === 'system' : holds(actor, node));
  return scopes.every(isHeld) ? [] : [{ path: 'scopes', code: 'beyond_rights' }];
}
