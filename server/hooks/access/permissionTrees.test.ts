/**
 * Random group trees edited by random admins on two nodes of a real database: no permission appears without a grant, and both nodes enforce
 * a change at once.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { SYSTEM, type Actor } from '../../../common/entity/access';
import { Fault } from '../../../common/protocol/faults';
import { loadStaffActorAt } from '../../access/rbac/permissionCache';
import { loadLogHead } from '../../live/log/changeLog';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { openEngineHarness, type EngineHarness } from '../../testing/engineHarness';
import { createRandom, testSeed } from '../../testing/random';

const OWN = [
  'admin/index',
  'admin/edit',
  'admin_group/index',
  'admin_group/add',
  'admin_group/edit',
  'admin_group/del',
];
const PERMISSION_KEYS: readonly string[] = [...OWN, 'news/index', 'news/edit', 'user/index', 'user/edit'];
const PEOPLE = 5;
const TREES = sampleSize(2, Number(process.env['PROVE_TREES'] ?? 500));
/** Trees that exist at the same time: the admins of the other trees check that an edit does not affect them. */
const STANDING = 8;

interface GroupRow {
  readonly id: number;
  readonly pid: number | null;
  readonly rules: readonly string[];
  readonly status: number;
}
/** The highest ids created so far. */
interface Tops {
  readonly group: number;
  readonly admin: number;
}
type Permissions = ReadonlyMap<number, ReadonlySet<string>>;

describeOnEachDatabase('random trees of role groups', (database) => {
  const seed = testSeed();
  const random = createRandom(seed);
  let nodes: readonly [EngineHarness, EngineHarness];
  let people: number[] = [];
  let made = 0;
  let savedCount = 0;
  let tried = 0;

  beforeAll(async () => {
    nodes = [await openEngineHarness(database), await openEngineHarness(database)];
  });
  afterAll(() => {
    process.stdout.write(
      `trees of groups on ${database.name}: ${tried} edits tried, ${savedCount} done, seed ${seed}\n`,
    );
  });

  const textsIn = (text: unknown) => JSON.parse(String(text)) as string[];
  const idsIn = (text: unknown) => JSON.parse(String(text)) as number[];
  /** The expected permissions of every admin, computed from the tables. */
  async function expectedPermissions(): Promise<Permissions> {
    const { db } = nodes[0].services;
    const raw = await db.rows<Record<string, unknown>>(
      'SELECT id, pid, rules, status FROM `admin_group` WHERE delete_time IS NULL',
    );
    const groups = new Map<number, GroupRow>(
      raw.map(({ id, pid, rules, status }) => [
        Number(id),
        { id: Number(id), pid: pid === null ? null : Number(pid), rules: textsIn(rules), status: Number(status) },
      ]),
    );
    const gives = (id: number, key: string, seen: readonly number[] = []): boolean => {
      const own = groups.get(id);
      if (own?.status !== 1 || seen.includes(id)) return false;
      if (!own.rules.includes(key) && !own.rules.includes('*')) return false;
      return own.pid === null || gives(own.pid, key, [...seen, id]);
    };
    const admins = await db.rows<Record<string, unknown>>(
      'SELECT id, group_arr FROM `admin` WHERE delete_time IS NULL AND status = 1',
    );
    return new Map(
      admins.map(({ id, group_arr }) => {
        const own = idsIn(group_arr);
        return [Number(id), new Set(['*', ...PERMISSION_KEYS].filter((key) => own.some((group) => gives(group, key))))];
      }),
    );
  }
  const loadActorNow = async (node: EngineHarness, id: number): Promise<Actor | undefined> =>
    loadStaffActorAt(node.services, id, { head: (await loadLogHead(node.services.db)).last });

  /** A new tree below one group that holds all permissions, with admins spread over it. */
  async function createTree(): Promise<number[]> {
    const [{ writer, as, entity: entityName }] = nodes;
    const groups: number[] = [];
    const group = async (rules: readonly string[], pid: number | null) => {
      made += 1;
      const values = { name: `Tree ${made}`, rules: [...rules], pid, data_scope: 'all' };
      groups.push((await writer.create(as(SYSTEM), entityName('admin_group'), values)).id);
    };
    await group(['*'], null);
    for (let index = 0; index < 5; index += 1) {
      const pid = random.pick(groups);
      const limit = (
        await nodes[0].services.db.rows<{ rules: string }>('SELECT rules FROM `admin_group` WHERE id = ?', [pid])
      )[0]?.rules;
      const above = textsIn(limit ?? '[]');
      await group(
        PERMISSION_KEYS.filter((key) => (above.includes('*') || above.includes(key)) && random.below(4) > 0),
        pid,
      );
    }
    people = [];
    for (let index = 0; index < PEOPLE; index += 1) {
      made += 1;
      const of = index === 0 ? groups[0] : random.pick(groups);
      const values = { username: `tree_${made}`, nickname: 'Tree', password: 'Pa55-word', group_arr: [of ?? 0] };
      people.push((await writer.create(as(SYSTEM), entityName('admin'), values)).id);
    }
    return groups;
  }

  /** Deletes all admins and groups up to these ids, so that the last tree is checked as fast as the first. */
  const removeTree = async ({ group, admin }: Tops): Promise<void> => {
    await nodes[0].services.db.transact(async (tx) => {
      await tx.run('DELETE FROM `admin` WHERE id <= ?', [admin]);
      await tx.run('DELETE FROM `admin_group` WHERE id <= ?', [group]);
    });
  };

  async function edit(groups: number[], by: Actor): Promise<void> {
    const { writer, as, entity: entityName } = random.pick(nodes);
    const rules = PERMISSION_KEYS.filter(() => random.below(2) === 0).concat(random.below(15) === 0 ? ['*'] : []);
    const id = random.pick(groups);
    const kind = random.below(10);
    if (kind < 4) await writer.update(as(by), entityName('admin_group'), { id, rules: [...rules] });
    else if (kind < 6)
      await writer.update(as(by), entityName('admin_group'), {
        id,
        pid: random.below(5) === 0 ? null : random.pick(groups),
      });
    else if (kind < 7)
      await writer.update(as(by), entityName('admin_group'), { id, status: random.below(3) === 0 ? 0 : 1 });
    else if (kind < 8) {
      made += 1;
      const values = { name: `Tree ${made}`, rules: [...rules], pid: random.pick(groups), data_scope: 'own' };
      groups.push((await writer.create(as(by), entityName('admin_group'), values)).id);
    } else {
      const own = [random.pick(groups), ...(random.below(3) === 0 ? [random.pick(groups)] : [])];
      await writer.update(as(by), entityName('admin'), { id: random.pick(people), group_arr: own });
    }
  }

  async function assertSameOnBothNodes(permissionsOf: Permissions): Promise<void> {
    for (const id of people)
      for (const node of nodes) {
        const actor = await loadActorNow(node, id);
        const own = permissionsOf.get(id) ?? new Set();
        const enforced = actor?.isSuper ? ['*', ...PERMISSION_KEYS] : [...(actor?.permissions ?? [])];
        expect({ seed, id, permissions: [...enforced].sort() }).toEqual({ seed, id, permissions: [...own].sort() });
      }
  }

  /** One random edit by one admin; `undefined` when the server refused it. */
  async function turn(groups: number[], who: number): Promise<Permissions | undefined> {
    const by = await loadActorNow(random.pick(nodes), who);
    if (!by) return undefined;
    tried += 1;
    try {
      await edit(groups, by);
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
    savedCount += 1;
    return expectedPermissions();
  }

  function assertNoEscalation(at: object, who: number, before: Permissions, after: Permissions): void {
    const heldPermissions = before.get(who) ?? new Set();
    for (const [id, own] of after) {
      const gained = heldPermissions.has('*') ? [] : [...own].filter((key) => !before.get(id)?.has(key));
      const stolen = gained.filter((key) => id === who || !heldPermissions.has(key));
      expect({ ...at, id, stolen }).toEqual({ ...at, id, stolen: [] });
    }
  }

  // @case T1.09 T6.05
  it('random edits: no permission appears without a grant, and both nodes refuse revoked ones at once', async () => {
    const tops: Tops[] = [];
    for (let tree = 0; tree < TREES; tree += 1) {
      const groups = await createTree();
      const old = tops.length === STANDING ? tops.shift() : undefined;
      if (old !== undefined) await removeTree(old);
      let before = await expectedPermissions();
      for (let index = 0; index < sampleSize(50, 40); index += 1) {
        const who = random.pick(people);
        const after = await turn(groups, who);
        if (after === undefined) continue;
        assertNoEscalation({ seed, tree, at: index }, who, before, after);
        await assertSameOnBothNodes(after);
        before = after;
      }
      tops.push({ group: Math.max(...groups), admin: Math.max(...people) });
    }
    expect(savedCount).toBeGreaterThan(sampleSize(3, 3 * TREES));
  });
});
