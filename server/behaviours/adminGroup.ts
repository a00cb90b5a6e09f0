/** Role groups: nobody gives what he does not hold, a group never holds more than the one above it, one super always remains. */
import { adminGroup } from '../../common/entities/adminGroup';
import { fault, type Fault } from '../../common/protocol/faults';
import { ALL, fitsParent, mayShape } from '../access/groupLaw';
import { behave, isReturning, type Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import { countSupers, giverOf, groupOf, readGroups } from './groups';

type Group = Stored<typeof adminGroup>;

export const adminGroupBehaviour = behave(adminGroup, {
  beforeWrite: async (step, changes, before) => {
    const tidy = changes.rules ? { ...changes, rules: distinct(changes.rules) } : changes;
    await step.alone('rights');
    // one that comes back is judged inside, once it is known that what it hangs under is there
    if (!isReturning(before)) await judge(step, tidy, before);
    return tidy;
  },
  beforeRemove: async (step, row) => {
    await step.alone('rights');
    await judge(step, {}, row);
  },
  inside: async (step, after, before) => {
    if (isReturning(before) && after.delete_time === null) {
      await step.alone('rights');
      await judge(step, { rules: after.rules }, after);
    }
    if (before?.rules.includes(ALL) && before.status === 1 && (await countSupers(step)) === 0) {
      throw fault('access.last_super');
    }
  },
});

const distinct = (rules: readonly string[]) => [...new Set(rules.map((rule) => rule.toLowerCase()))];
const beyond = (path: string): Fault =>
  fault('access.beyond', undefined, { fields: [{ path, code: 'beyond_rights' }] });

async function judge(step: Step, changes: Partial<Group>, before: Group | undefined): Promise<void> {
  const stored = before && groupOf(before); // a stored row, only typed closer
  const after = groupOf({ status: 1, ...before, ...changes });
  const groups = await readGroups(step, stored);
  const giver = await giverOf(step, groups);
  if (!mayShape(groups, giver, after, stored)) throw beyond(blamed(changes));
  // what a group holds is judged when that changes: one above it may have shrunk meanwhile
  const widens = changes.rules !== undefined || changes.pid !== undefined;
  if (widens && !fitsParent(groups, after)) throw beyond('rules');
}
function blamed({ rules, pid, data_scope }: Partial<Group>): string {
  if (rules !== undefined) return 'rules';
  return pid !== undefined ? 'pid' : data_scope !== undefined ? 'data_scope' : 'rules';
}
