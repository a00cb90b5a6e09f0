/** Role groups: nobody gives what he does not hold, a group never holds more than the one above it, one super always remains. */
import { adminGroup } from '../../common/entities/adminGroup';
import type { StoredRow } from '../../common/entity/meta';
import { fault, type Fault } from '../../common/protocol/faults';
import { ALL, fitsParent, mayShape } from '../access/groupLaw';
import { defineHooks, isRestored, type StoredOf } from '../engine/write/entityHooks';
import type { HookContext } from '../engine/write/writer';
import { countSupers, giverOf, groupOf, readGroups } from './groups';
import { askChange } from './pendingChange';
import { judgeProtected, strictGroups } from './protectedSettings';
import { refuseProgram } from './tokenRules';

type Group = StoredOf<typeof adminGroup>;

export const adminGroupBehaviour = defineHooks(adminGroup, {
  beforeWrite: async (hook, changes, before) => {
    refuseProgram(hook);
    const tidy = changes.rules ? { ...changes, rules: distinct(changes.rules) } : changes;
    await hook.withLock('rights');
    // one that comes back is judged inside, once it is known that what it hangs under is there
    if (!isRestored(before)) await judge(hook, tidy, before);
    if (before && !isRestored(before)) await keepFactor(hook, tidy, before);
    return tidy;
  },
  actions: {
    ask: (hook, row, body) => askChange(hook, 'admin_group', row as unknown as StoredRow, body), // its columns are the row
  },
  beforeRemove: judgeLeaving,
  beforePurge: judgeLeaving,
  afterWrite: async (hook, after, before) => {
    if (isRestored(before) && after.delete_time === null) {
      await hook.withLock('rights');
      await judge(hook, { rules: after.rules }, after);
    }
    if (before?.rules.includes(ALL) && before.status === 1 && (await countSupers(hook)) === 0) {
      throw fault('access.last_super');
    }
  },
});

async function judgeLeaving(hook: HookContext, row: Group): Promise<void> {
  refuseProgram(hook);
  await hook.withLock('rights');
  await judge(hook, {}, row);
}

/** A group, and all below it, that no longer demand a second factor are less safe: by its own switch or by another parent. */
async function keepFactor(hook: HookContext, changes: Partial<Group>, before: Group): Promise<void> {
  if (changes.require_second_factor === undefined && changes.pid === undefined) return;
  const stored = before as unknown as StoredRow; // its columns are the row
  const after = { ...stored, ...changes } as unknown as StoredRow;
  const isLooser = (await strictGroups(hook)).has(before.id) && !(await strictGroups(hook, after)).has(before.id);
  const own = changes.require_second_factor !== undefined;
  if (!own && !isLooser) return;
  const field = own ? 'require_second_factor' : 'pid';
  const values = { before: before[field], after: changes[field] ?? null };
  await judgeProtected(hook, { name: before.name, field, ...values, isLooser });
}

const distinct = (rules: readonly string[]) => [...new Set(rules.map((rule) => rule.toLowerCase()))];
const beyond = (path: string): Fault =>
  fault('access.beyond', undefined, { fields: [{ path, code: 'beyond_rights' }] });

async function judge(hook: HookContext, changes: Partial<Group>, before: Group | undefined): Promise<void> {
  const stored = before && groupOf(before); // a stored row, only typed closer
  const after = groupOf({ status: 1, ...before, ...changes });
  const groups = await readGroups(hook, stored);
  const giver = await giverOf(hook, groups);
  if (!mayShape(groups, giver, after, stored)) throw beyond(blamed(changes));
  // what a group holds is judged when that changes: one above it may have shrunk meanwhile
  const widens = changes.rules !== undefined || changes.pid !== undefined;
  if (widens && !fitsParent(groups, after)) throw beyond('rules');
}
function blamed({ rules, pid, data_scope }: Partial<Group>): string {
  if (rules !== undefined) return 'rules';
  return pid !== undefined ? 'pid' : data_scope !== undefined ? 'data_scope' : 'rules';
}
