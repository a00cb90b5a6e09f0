/** Random group trees and random editors: no edit grants a permission that the editor does not hold, compared with a simple model. */
import { describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { createRandom, testSeed, type Random } from '../../testing/random';
import {
  ALL_PERMISSIONS,
  includesPermissions,
  computeEffectivePermissions,
  exceedsPermissions,
  fitsWithinParent,
  mergeEffectivePermissions,
  isDescendantOf,
  groupWithAncestors,
  canAssignGroups,
  canSaveGroup,
  type Grantor,
  type RowScope,
  type RoleGroup,
  type RoleGroups,
} from './rbac';

const PERMISSION_KEYS = ['a/index', 'a/edit', 'b/index', 'b/edit', 'c/index', 'c/del'] as const;
const ROW_SCOPES: readonly RowScope[] = ['own', 'subtree', 'all'];

interface Fixture {
  readonly groups: Map<number, RoleGroup>;
  readonly admins: Map<number, readonly number[]>;
}
const group = (
  id: number,
  pid: number | null,
  permissions: readonly string[],
  more: Partial<RoleGroup> = {},
): RoleGroup => ({ id, pid, permissions: new Set(permissions), scope: 'own', enabled: true, ...more });

function randomFixture(random: Random): Fixture {
  const groups = new Map([[1, group(1, null, [ALL_PERMISSIONS], { scope: 'all' })]]);
  const size = 2 + random.below(8);
  for (let id = 2; id <= size; id += 1) groups.set(id, randomGroup(random, id, random.below(id - 1) + 1));
  const admins = new Map([[1, [1]]]);
  for (let id = 2; id <= 6; id += 1) admins.set(id, [random.below(size) + 1]);
  return { groups, admins };
}
const randomGroup = (random: Random, id: number, pid: number | null): RoleGroup =>
  group(
    id,
    pid,
    PERMISSION_KEYS.filter(() => random.below(2) === 0).concat(
      random.below(12) === 0 ? [ALL_PERMISSIONS as never] : [],
    ),
    {
      scope: random.pick(ROW_SCOPES),
      enabled: random.below(8) !== 0,
    },
  );

type PermissionsByAdmin = ReadonlyMap<number, ReadonlySet<string>>;
/** The model: walks up from every group and removes what a parent does not hold. */
function expectedPermissions({ groups, admins }: Fixture): PermissionsByAdmin {
  const everything = [...PERMISSION_KEYS, ALL_PERMISSIONS];
  const grants = (id: number, permission: string, seen: readonly number[] = []): boolean => {
    const group = groups.get(id);
    if (!group?.enabled || seen.includes(id)) return false;
    if (!group.permissions.has(permission) && !group.permissions.has(ALL_PERMISSIONS)) return false;
    return group.pid === null || grants(group.pid, permission, [...seen, id]);
  };
  return new Map(
    [...admins].map(([id, groupIds]) => [
      id,
      new Set(everything.filter((permission) => groupIds.some((groupId) => grants(groupId, permission)))),
    ]),
  );
}

const getGrantor = ({ groups, admins }: Fixture, id: number): Grantor => {
  const groupIds = admins.get(id) ?? [];
  return { ...mergeEffectivePermissions(groups, groupIds), groups: groupIds };
};

/** One random edit of a random admin, applied when the rules allow it. */
function tryRandomEdit(random: Random, fixture: Fixture): { by: number; done: boolean } {
  const by = random.below(fixture.admins.size) + 1;
  const grantor = getGrantor(fixture, by);
  if (random.below(3) === 0) return { by, done: tryRandomAssignment(random, fixture, by, grantor) };
  const ids = [...fixture.groups.keys()];
  const isNew = random.below(4) === 0;
  const id = isNew ? Math.max(...ids) + 1 : random.pick(ids);
  const before = fixture.groups.get(id);
  const wished = randomGroup(random, id, random.below(9) === 0 ? null : random.pick(ids));
  const after = before && random.below(2) === 0 ? { ...before, permissions: wished.permissions } : wished;
  const trial: RoleGroups = new Map(fixture.groups).set(id, after);
  if (groupWithAncestors(trial, id) === undefined) return { by, done: false };
  const isAllowed = canSaveGroup(fixture.groups, grantor, after, before) && fitsWithinParent(fixture.groups, after);
  if (isAllowed) fixture.groups.set(id, after);
  return { by, done: isAllowed };
}
function tryRandomAssignment(random: Random, fixture: Fixture, by: number, grantor: Grantor): boolean {
  const whom = random.below(fixture.admins.size) + 1;
  const ids = [random.pick([...fixture.groups.keys()])];
  const granted = mergeEffectivePermissions(fixture.groups, fixture.admins.get(whom) ?? []);
  const isAllowed =
    whom !== by && exceedsPermissions(grantor, granted) && canAssignGroups(fixture.groups, grantor, ids);
  if (isAllowed) fixture.admins.set(whom, ids);
  return isAllowed;
}

interface Outcome {
  readonly before: PermissionsByAdmin;
  readonly after: PermissionsByAdmin;
  readonly by: number;
  readonly fixture: Fixture;
}
/** No admin gained what the editor did not hold, the editor gained nothing, and rules and model agree. */
function assertNoEscalation(at: object, { before, after, by, fixture }: Outcome): void {
  const grantorPermissions = before.get(by) ?? new Set();
  for (const [id, permissions] of after) {
    const gained = grantorPermissions.has(ALL_PERMISSIONS)
      ? []
      : [...permissions].filter((permission) => !before.get(id)?.has(permission));
    const stolen = gained.filter((permission) => id === by || !grantorPermissions.has(permission));
    expect({ ...at, id, stolen }).toEqual({ ...at, id, stolen: [] });
    expect([...permissions].sort()).toEqual(
      expandAll(mergeEffectivePermissions(fixture.groups, fixture.admins.get(id) ?? []).permissions),
    );
  }
}

describe('RBAC rules', () => {
  // @case T1.09
  it('grant no permission that the editor does not hold', () => {
    const seed = testSeed();
    const random = createRandom(seed);
    const trees = sampleSize(60, 500);
    const edits = sampleSize(200, 5000);
    let checkedCount = 0;
    for (let tree = 0; tree < trees; tree += 1) {
      const fixture = randomFixture(random);
      let before = expectedPermissions(fixture);
      for (let edit = 0; edit < edits; edit += 1) {
        const editor = tryRandomEdit(random, fixture);
        if (!editor.done) continue;
        checkedCount += 1;
        const after = expectedPermissions(fixture);
        assertNoEscalation({ seed, tree, edit }, { before, after, by: editor.by, fixture });
        before = after;
      }
    }
    expect(checkedCount).toBeGreaterThan(trees);
  });

  it('limit row scopes as they limit permissions', () => {
    const groups: RoleGroups = new Map([
      [1, group(1, null, ['a/index'], { scope: 'subtree' })],
      [2, group(2, 1, ['a/index'], { scope: 'all' })],
    ]);
    expect(computeEffectivePermissions(groups, 2).scope).toBe('subtree');
    const grantor: Grantor = { permissions: new Set(['a/index']), scope: 'own', groups: [1] };
    expect(canSaveGroup(groups, grantor, group(3, 1, ['a/index'], { scope: 'subtree' }), undefined)).toBe(false);
    expect(canSaveGroup(groups, grantor, group(3, 1, ['a/index']), undefined)).toBe(true);
  });

  it('forbid edits of the own group, its siblings and its parents', () => {
    const groups: RoleGroups = new Map([
      [1, group(1, null, ['a/index', 'a/edit'])],
      [2, group(2, 1, ['a/index', 'a/edit'])],
      [3, group(3, 2, ['a/index'])],
      [4, group(4, 1, ['a/index'])],
    ]);
    const grantor: Grantor = { permissions: new Set(['a/index', 'a/edit']), scope: 'all', groups: [2] };
    const may = (id: number) => {
      const stored = groups.get(id);
      return stored !== undefined && canSaveGroup(groups, grantor, stored, stored);
    };
    expect([1, 2, 3, 4].map(may)).toEqual([false, false, true, false]);
    expect(canSaveGroup(groups, grantor, group(3, null, ['a/index']), groups.get(3))).toBe(false);
    expect([1, 2, 3, 4].map((id) => canAssignGroups(groups, grantor, [id]))).toEqual([false, true, true, false]);
    expect([1, 2, 3, 4].map((id) => isDescendantOf(groups, id, [2]))).toEqual([false, false, true, false]);
  });

  it('forbid admins with equal permissions to manage each other', () => {
    const granted = { permissions: new Set(['a/index']), scope: 'all' as const };
    expect(includesPermissions(granted, granted)).toBe(true);
    expect(exceedsPermissions(granted, granted)).toBe(false);
    const superior = { permissions: new Set([ALL_PERMISSIONS]), scope: 'all' as const };
    expect(exceedsPermissions(superior, superior)).toBe(true);
  });
});

/** A set with `*` contains every permission. */
const expandAll = (permissions: ReadonlySet<string>): string[] =>
  (permissions.has(ALL_PERMISSIONS) ? [...PERMISSION_KEYS, ALL_PERMISSIONS] : [...permissions]).sort();
