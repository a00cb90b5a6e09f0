/** Granting permissions on a real database: equal ranks, own accounts, the recycle bin and races. */
import { beforeAll, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { Fault } from '../../../common/protocol/faults';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import {
  catchFault,
  standardPermissions,
  openEngineHarness,
  createStaffActor,
  superAdminActor,
  type EngineHarness,
} from '../../testing/engineHarness';

describeOnEachDatabase('granting permissions', (database) => {
  let engine: EngineHarness;
  let other: EngineHarness;
  let made = 0;
  const rights = [
    ...[...standardPermissions('admin'), ...standardPermissions('admin_group'), 'news/index'],
    ...['admin/restore', 'admin_group/restore'],
  ];
  const admins = () => engine.entity('admin');
  const groups = () => engine.entity('admin_group');
  const code = async (act: Promise<unknown>) => (await catchFault(act)).code;
  const group = async (rules: string[], pid: number | null = null, more: object = {}) => {
    made += 1;
    return (await engine.writer.create(engine.as(), groups(), { name: `G ${made}`, rules, pid, ...more })).id;
  };
  const person = async (of: number) => {
    made += 1;
    const values = { username: `person_${made}`, nickname: 'Person', password: 'Pa55-word', group_arr: [of] };
    return (await engine.writer.create(engine.as(), admins(), values)).id;
  };
  const loadClerk = async (of: number) => engine.as(createStaffActor(await person(of), rights));

  beforeAll(async () => {
    engine = await openEngineHarness(database);
    other = await openEngineHarness(database);
  });

  it('admin edit: refused for an equal admin and for own groups', async () => {
    const topGroup = await group(['*']);
    const office = await group(rights, topGroup);
    const lower = await group(['news/index'], office);
    const as = await loadClerk(office);
    const equal = await person(office);
    const below = await person(lower);
    expect(await code(engine.writer.update(as, admins(), { id: equal, password: 'Pa55-mine' }))).toBe('access.beyond');
    expect(await code(engine.writer.remove(as, admins(), [equal]))).toBe('access.beyond');
    expect(await code(engine.writer.update(as, admins(), { id: as.actor.id, group_arr: [lower] }))).toBe('access.self');
    await engine.writer.update(as, admins(), { id: below, nickname: 'Renamed' });
  });

  it('admin edit: refused for sibling groups, parent groups and the own group', async () => {
    const topGroup = await group(['*']);
    const [office, beside] = [await group(rights, topGroup), await group(['news/index'], topGroup)];
    const as = await loadClerk(office);
    for (const id of [topGroup, office, beside])
      expect(await code(engine.writer.update(as, groups(), { id, name: `Mine ${id}` }))).toBe('access.beyond');
    const values = { name: `Beside ${beside}`, rules: ['news/index'] };
    expect(await code(engine.writer.create(as, groups(), { ...values, pid: beside }))).toBe('access.beyond');
    expect(await code(engine.writer.create(as, groups(), values))).toBe('access.beyond');
    const ownGroup = await engine.writer.create(as, groups(), { ...values, pid: office });
    const moved = engine.writer.update(as, groups(), { id: ownGroup.id, pid: beside });
    expect((await catchFault(moved)).fields).toEqual([{ path: 'pid', code: 'beyond_rights' }]);
  });

  it('admin_group: is refused with a wider row scope than the own one', async () => {
    const office = await group(rights, await group(['*']), { data_scope: 'subtree' });
    const as = await loadClerk(office);
    const values = { name: `Reach ${office}`, rules: ['news/index'], pid: office };
    expect(await code(engine.writer.create(as, groups(), { ...values, data_scope: 'all' }))).toBe('access.beyond');
    const lower = await engine.writer.create(as, groups(), { ...values, data_scope: 'own' });
    const wider = engine.writer.update(as, groups(), { id: lower.id, data_scope: 'all' });
    expect((await catchFault(wider)).fields).toEqual([{ path: 'data_scope', code: 'beyond_rights' }]);
    await engine.writer.update(as, groups(), { id: lower.id, data_scope: 'subtree' });
  });

  it('restore: refused for rows that the actor may not grant', async () => {
    const topGroup = await group(['*']);
    const office = await group(rights, topGroup);
    const strong = await group(['*'], topGroup);
    const [chief] = [await person(strong), await person(topGroup)];
    await engine.writer.remove(engine.as(), admins(), [chief]);
    await engine.writer.remove(engine.as(), groups(), [strong]);
    const as = await loadClerk(office);
    expect(await code(engine.writer.restore(as, groups(), [strong]))).toBe('access.beyond');
    await engine.writer.restore(engine.as(), groups(), [strong]);
    expect(await code(engine.writer.restore(as, admins(), [chief]))).toBe('access.beyond');
  });

  // @case T1.08
  it('admin edit: one super admin remains when several disable each other at once, on two nodes', async () => {
    const topGroup = await group(['*']);
    for (let round = 0; round < sampleSize(6, 200); round += 1) {
      const [one, two] = [await person(topGroup), await person(topGroup)];
      // The other super admins are disabled.
      const otherSupers = (await supers()).filter((id) => id !== one && id !== two);
      if (otherSupers.length > 0) await engine.writer.remove(engine.as(), admins(), otherSupers);
      const outcomes = await Promise.allSettled([
        engine.writer.remove(engine.as(superAdminActor(one)), admins(), [two]),
        other.writer.remove(other.as(superAdminActor(two)), admins(), [one]),
      ]);
      expect((await supers()).length).toBe(1);
      const [refused] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Fault] : []));
      expect(refused?.code).toBe('access.last_super');
    }
  });
  const supers = async () => {
    const rows = await engine.services.db.rows<{ id: number; group_arr: string }>(
      'SELECT a.id, a.group_arr FROM `admin` a WHERE a.status = 1 AND a.delete_time IS NULL',
    );
    const all = await engine.services.db.rows<{ id: number }>(
      'SELECT id FROM `admin_group` WHERE rules LIKE \'%"*"%\' AND delete_time IS NULL AND status = 1',
    );
    const strong = new Set(all.map(({ id }) => Number(id)));
    return rows
      .filter(({ group_arr }) => (JSON.parse(group_arr) as number[]).some((id) => strong.has(id)))
      .map(({ id }) => Number(id));
  };

  // @case T1.09
  it('admin_group edit: concurrent moves on two nodes create no cycle', async () => {
    const topGroup = await group(['*']);
    const [a, b] = [await group(['news/index'], topGroup), await group(['news/index'], topGroup)];
    const swap = (node: EngineHarness, id: number, pid: number) =>
      node.writer.update(node.as(), groups(), { id, pid }).catch((error: unknown) => {
        if (!(error instanceof Fault)) throw error;
      });
    for (let round = 0; round < sampleSize(10, 100); round += 1) {
      await Promise.all([swap(engine, a, b), swap(other, b, a)]);
      const rows = await engine.services.db.rows<{ id: number; pid: number }>(
        'SELECT id, pid FROM `admin_group` WHERE id IN (?, ?)',
        [a, b],
      );
      expect(rows.every(({ id, pid }) => Number(pid) === (Number(id) === a ? b : a))).toBe(false);
      await engine.writer.update(engine.as(), groups(), { id: a, pid: topGroup });
      await engine.writer.update(engine.as(), groups(), { id: b, pid: topGroup });
    }
  });
});
