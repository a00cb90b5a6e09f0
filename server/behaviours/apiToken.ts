/** API tokens: nobody gives a program more than he holds himself, changes one whose owner he may not manage, and no program makes tokens. */
import { apiToken } from '../../common/entities/apiToken';
import { holds } from '../../common/entity/access';
import type { Issue } from '../../common/entity/issue';
import { fault } from '../../common/protocol/faults';
import { newSalt } from '../access/apiTokens';
import { ALL } from '../access/groupLaw';
import { defineHooks, type StoredOf } from '../engine/write/entityHooks';
import type { HookContext } from '../engine/write/writer';
import { endIssues, judgeOwner, refuseProgram } from './tokenRules';

type Token = Partial<StoredOf<typeof apiToken>>;

export const apiTokenBehaviour = defineHooks(apiToken, {
  beforeWrite: async (hook, changes, before) => {
    refuseProgram(hook);
    if (before) await judgeOwner(hook, before.admin_id);
    const scopes = onlyDisables(changes) ? [] : (changes.scopes ?? before?.scopes ?? []);
    const fields = [...scopeIssues(hook, scopes), ...endIssues(hook, changes.expire_time)];
    if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
    const tidy = changes.scopes
      ? { ...changes, scopes: [...new Set(changes.scopes.map((node) => node.toLowerCase()))] }
      : changes;
    return before ? tidy : { ...tidy, salt: newSalt() };
  },
  beforeRemove: judgeLeaving,
  beforePurge: judgeLeaving,
});

async function judgeLeaving(hook: HookContext, row: StoredOf<typeof apiToken>): Promise<void> {
  refuseProgram(hook);
  await judgeOwner(hook, row.admin_id);
}

/** An owner whose rights became fewer can still switch its token off. */
const onlyDisables = (changes: Token): boolean => changes.status === 0 && Object.keys(changes).length === 1;

/** Every edit answers for all scopes of the token, not only for those it changes. */
function scopeIssues({ actor }: HookContext, scopes: readonly string[]): readonly Issue[] {
  const isHeld = (node: string) => (node === ALL ? actor.super || actor.realm === 'system' : holds(actor, node));
  return scopes.every(isHeld) ? [] : [{ path: 'scopes', code: 'beyond_rights' }];
}
