/** Permissions of role groups that are chosen while a design is applied. */
import { describe, expect, it } from '@jest/globals';
import { propagateGrants, type Grants } from './propagateGrants';
import type { RoleGroup } from './useRoleGroups';

const group = (id: number, pid: number | null, grantedActions: readonly string[] = [], hasAll = false): RoleGroup => ({
  id,
  pid,
  name: `Group ${id}`,
  depth: 0,
  grantedActions,
  hasAll,
  unreadable: [],
});
const root = group(1, null, [], true);
const office = group(2, 1, ['index']);
const desk = group(3, 2);
const trainee = group(4, 3);
const groups = [root, office, desk, trainee];
const grantsAfter = (grants: Grants, changed: RoleGroup, actions: readonly string[]) =>
  Object.entries(propagateGrants(groups, grants, changed, actions)).filter(([, chosen]) => chosen.length > 0);

describe('permissions of role groups', () => {
  it('grants an added action to all groups above that lack it', () => {
    expect(grantsAfter({}, trainee, ['index', 'add'])).toEqual([
      ['2', ['add']],
      ['3', ['index', 'add']],
      ['4', ['index', 'add']],
    ]);
  });

  it('an action that is taken back is taken back from the groups below', () => {
    const grants = { 2: ['add'], 3: ['index', 'add'], 4: ['index', 'add'] };
    expect(grantsAfter(grants, office, [])).toEqual([
      ['3', ['index']],
      ['4', ['index']],
    ]);
  });

  it('other groups keep their choice', () => {
    expect(grantsAfter({ 4: ['index'], 3: ['index'] }, trainee, [])).toEqual([['3', ['index']]]);
  });
});
