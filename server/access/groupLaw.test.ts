/** No right ever appears from nowhere, whoever edits what: random trees of groups, random editors, the law against plain bookkeeping. */
import { describe, expect, it } from '@jest/globals';
import { samples } from '../../config/jest/tools';
import { createRandom, seedOf, type Random } from '../testing/random';
import {
  ALL,
  covers,
  effectiveOf,
  exceeds,
  fitsParent,
  heldBy,
  isBelow,
  lineOf,
  mayAssign,
  mayShape,
  type Giver,
  type Reach,
  type RoleGroup,
  type RoleGroups,
} from './groupLaw';

const NODES = ['a/index', 'a/edit', 'b/index', 'b/edit', 'c/index', 'c/del'] as const;
const REACHES: readonly Reach[] = ['own', 'subtree', 'all'];

interface Party {
  readonly groups: Map<number, RoleGroup>;
  readonly admins: Map<number, readonly number[]>;
}
const group = (id: number, pid: number | null, nodes: readonly string[], more: Partial<RoleGroup> = {}): RoleGroup => ({
  ...{ id, pid, nodes: new Set(nodes), reach: 'own', enabled: true },
  ...more,
});

function someParty(random: Random): Party {
  const groups = new Map([[1, group(1, null, [ALL], { reach: 'all' })]]);
  const size = 2 + random.below(8);
  for (let id = 2; id <= size; id += 1) groups.set(id, anyGroup(random, id, random.below(id - 1) + 1));
  const admins = new Map([[1, [1]]]);
  for (let id = 2; id <= 6; id += 1) admins.set(id, [random.below(size) + 1]);
  return { groups, admins };
}
const anyGroup = (random: Random, id: number, pid: number | null): RoleGroup =>
  group(id, pid, NODES.filter(() => random.below(2) === 0).concat(random.below(12) === 0 ? [ALL as never] : []), {
    reach: random.pick(REACHES),
    enabled: random.below(8) !== 0,
  });

type Holdings = ReadonlyMap<number, ReadonlySet<string>>;
/** What people hold, found the slow way: walk up from every group and strike what one above does not hold. */
function holdings({ groups, admins }: Party): Holdings {
  const everything = [...NODES, ALL];
  const gives = (id: number, node: string, seen: readonly number[] = []): boolean => {
    const own = groups.get(id);
    if (!own?.enabled || seen.includes(id)) return false;
    if (!own.nodes.has(node) && !own.nodes.has(ALL)) return false;
    return own.pid === null || gives(own.pid, node, [...seen, id]);
  };
  return new Map(
    [...admins].map(([id, own]) => [id, new Set(everything.filter((node) => own.some((one) => gives(one, node))))]),
  );
}

const giverOf = ({ groups, admins }: Party, id: number): Giver => {
  const own = admins.get(id) ?? [];
  return { ...heldBy(groups, own), groups: own };
};

/** One random wish of one random admin; carried out when the law lets it. */
function tryEdit(random: Random, party: Party): { by: number; done: boolean } {
  const by = random.below(party.admins.size) + 1;
  const giver = giverOf(party, by);
  if (random.below(3) === 0) return { by, done: tryAssign(random, party, by, giver) };
  const ids = [...party.groups.keys()];
  const isNew = random.below(4) === 0;
  const id = isNew ? Math.max(...ids) + 1 : random.pick(ids);
  const before = party.groups.get(id);
  const wished = anyGroup(random, id, random.below(9) === 0 ? null : random.pick(ids));
  const after = before && random.below(2) === 0 ? { ...before, nodes: wished.nodes } : wished;
  const trial: RoleGroups = new Map(party.groups).set(id, after);
  if (lineOf(trial, id) === undefined) return { by, done: false };
  const done = mayShape(party.groups, giver, after, before) && fitsParent(party.groups, after);
  if (done) party.groups.set(id, after);
  return { by, done };
}
function tryAssign(random: Random, party: Party, by: number, giver: Giver): boolean {
  const whom = random.below(party.admins.size) + 1;
  const ids = [random.pick([...party.groups.keys()])];
  const held = heldBy(party.groups, party.admins.get(whom) ?? []);
  const allowed = whom !== by && exceeds(giver, held) && mayAssign(party.groups, giver, ids);
  if (allowed) party.admins.set(whom, ids);
  return allowed;
}

interface Outcome {
  readonly before: Holdings;
  readonly after: Holdings;
  readonly by: number;
  readonly party: Party;
}
/** Nobody gained what the editor did not hold; the editor gained nothing; the law says of everybody what the bookkeeping says. */
function judge(at: object, { before, after, by, party }: Outcome): void {
  const mine = before.get(by) ?? new Set();
  for (const [id, nodes] of after) {
    const gained = mine.has(ALL) ? [] : [...nodes].filter((node) => !before.get(id)?.has(node));
    const stolen = gained.filter((node) => id === by || !mine.has(node));
    expect({ ...at, id, stolen }).toEqual({ ...at, id, stolen: [] });
    expect([...nodes].sort()).toEqual(expandedOf(heldBy(party.groups, party.admins.get(id) ?? []).nodes));
  }
}

describe('the law of rights', () => {
  it('lets no right appear from nowhere (T1.09)', () => {
    const seed = seedOf();
    const random = createRandom(seed);
    const trees = samples(60, 500);
    const edits = samples(200, 5000);
    let done = 0;
    for (let tree = 0; tree < trees; tree += 1) {
      const party = someParty(random);
      let before = holdings(party);
      for (let edit = 0; edit < edits; edit += 1) {
        const editor = tryEdit(random, party);
        if (!editor.done) continue;
        done += 1;
        const after = holdings(party);
        judge({ seed, tree, edit }, { before, after, by: editor.by, party });
        before = after;
      }
    }
    expect(done).toBeGreaterThan(trees);
  });

  it('limits the reach over rows as it limits nodes', () => {
    const groups: RoleGroups = new Map([
      [1, group(1, null, ['a/index'], { reach: 'subtree' })],
      [2, group(2, 1, ['a/index'], { reach: 'all' })],
    ]);
    expect(effectiveOf(groups, 2).reach).toBe('subtree');
    const giver: Giver = { nodes: new Set(['a/index']), reach: 'own', groups: [1] };
    expect(mayShape(groups, giver, group(3, 1, ['a/index'], { reach: 'subtree' }), undefined)).toBe(false);
    expect(mayShape(groups, giver, group(3, 1, ['a/index']), undefined)).toBe(true);
  });

  it('keeps one’s own group, its siblings and those above out of reach', () => {
    const groups: RoleGroups = new Map([
      [1, group(1, null, ['a/index', 'a/edit'])],
      [2, group(2, 1, ['a/index', 'a/edit'])],
      [3, group(3, 2, ['a/index'])],
      [4, group(4, 1, ['a/index'])],
    ]);
    const giver: Giver = { nodes: new Set(['a/index', 'a/edit']), reach: 'all', groups: [2] };
    const may = (id: number) => {
      const stored = groups.get(id);
      return stored !== undefined && mayShape(groups, giver, stored, stored);
    };
    expect([1, 2, 3, 4].map(may)).toEqual([false, false, true, false]);
    expect(mayShape(groups, giver, group(3, null, ['a/index']), groups.get(3))).toBe(false);
    expect([1, 2, 3, 4].map((id) => mayAssign(groups, giver, [id]))).toEqual([false, true, true, false]);
    expect([1, 2, 3, 4].map((id) => isBelow(groups, id, [2]))).toEqual([false, false, true, false]);
  });

  it('lets equals not manage each other', () => {
    const held = { nodes: new Set(['a/index']), reach: 'all' as const };
    expect(covers(held, held)).toBe(true);
    expect(exceeds(held, held)).toBe(false);
    const superior = { nodes: new Set([ALL]), reach: 'all' as const };
    expect(exceeds(superior, superior)).toBe(true);
  });
});

/** A set with `*` holds every node there is. */
const expandedOf = (nodes: ReadonlySet<string>): string[] => (nodes.has(ALL) ? [...NODES, ALL] : [...nodes]).sort();
