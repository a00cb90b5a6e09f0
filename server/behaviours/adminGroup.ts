/** Role groups: nobody gives what he does not hold, a group never holds more than the one above it, one super always remains. */
import { adminGroup } from '../../common/entities/adminGroup';
import type { StoredRow } from '../../common/entity/meta';
import { fault, type Fault } from '../../common/protocol/faults';
import { ALL, fitsParent, mayShape } from '../access/groupLaw';
import { behave, isReturning, type Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import { countSupers, giverOf, groupOf, readGroups } from './groups';
import { askChange } from './pendingChange';
import { judgeProtected, strictGroups } from './protectedSettings';
import { refuseProgram } from './tokenRules';

type Group = Stored<typeof adminGroup>;

export const adminGroupBehaviour = behave(adminGroup, {
  beforeWrite: async (step, changes, before) => {
    refuseProgram(step);
    const tidy = changes.rules ? { ...changes, rules: distinct(changes.rules) } : changes;
    await step.alone('rights');
    // one that comes back is judged inside, once it is known that what it hangs under is there
    if (!isReturning(before)) await judge(step, tidy, before);
    if (before && !isReturning(before)) await keepFactor(step, tidy, before);
    return tidy;
  },
  actions: {
    ask: (step, row, body) => askChange(step, 'admin_group', row as unknown as StoredRow, body), // its columns are the row
  },
  beforeRemove: judgeLeaving,
  beforePurge: judgeLeaving,
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

async function judgeLeaving(step: Step, row: Group): Promise<void> {
  refuseProgram(step);
  await step.alone('rights');
  await judge(step, {}, row);
}

/** A group, and all below it, that no longer demand a second factor are less safe: by its own switch or by another parent. */
async function keepFactor(step: Step, changes: Partial<Group>, before: Group): Promise<void> {
  if (changes.require_second_factor === undefined && changes.pid === undefined) return;
  const stored = before as unknown as StoredRow; // its columns are the row
  const after = { ...stored, ...changes } as unknown as StoredRow;
  const isLooser = (await strictGroups(step)).has(before.id) && !(await strictGroups(step, after)).has(before.id);
  const own = changes.require_second_factor !== undefined;
  if (!own && !isLooser) return;
  const field = own ? 'require_second_factor' : 'pid';
  const values = { before: before[field], after: changes[field] ?? null };
  await judgeProtected(step, { name: before.name, field, ...values, isLooser });
}

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
