/** Role groups: nobody gives what he does not hold, a group never holds more than the one above it, one super always remains. */
import { adminGroup } from '../../common/entities/adminGroup';
import { fault } from '../../common/protocol/faults';
import { behave, type Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import { ALL, countSupers, covers, readGroups } from './groups';

type Group = Stored<typeof adminGroup>;

export const adminGroupBehaviour = behave(adminGroup, {
  beforeWrite: async (step, changes, before) => {
    const tidy = changes.rules ? { ...changes, rules: distinct(changes.rules) } : changes;
    await refuseBeyond(step, tidy, before);
    return tidy;
  },
  beforeRemove: (step, row) => {
    if (!covers(step.actor, row.rules)) throw fault('access.beyond');
  },
  inside: async (step, _after, before) => {
    if (before?.rules.includes(ALL) && before.status === 1 && (await countSupers(step)) === 0) {
      throw fault('access.last_super');
    }
  },
});

const distinct = (rules: readonly string[]) => [...new Set(rules.map((rule) => rule.toLowerCase()))];

async function refuseBeyond(step: Step, changes: Partial<Group>, before: Group | undefined): Promise<void> {
  const beyond = () => fault('access.beyond', undefined, { fields: [{ path: 'rules', code: 'beyond_rights' }] });
  if (before && !covers(step.actor, before.rules)) throw beyond();
  const rules = changes.rules ?? before?.rules ?? [];
  if (changes.rules && !covers(step.actor, rules)) throw beyond();
  const parent = changes.pid === undefined ? before?.pid : changes.pid;
  // a parent that limits nothing, or none at all, lets everything through; only what changes now is judged
  if (!parent || (changes.rules === undefined && changes.pid === undefined)) {
    if (changes.pid === null && before && !covers(step.actor, [...rules, ALL])) throw beyond();
    return;
  }
  const limit = (await readGroups(step, before)).nodes(parent); // a stored row, only typed closer
  if (!limit.has(ALL) && rules.some((rule) => !limit.has(rule))) throw beyond();
}
