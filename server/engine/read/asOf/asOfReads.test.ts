/** Rights, bounds and limits of reads as of a moment, on both databases. */
import { beforeAll, expect, it } from '@jest/globals';
import type { Actor } from '../../../../common/entity/access';
import { LIMITS } from '../../../../common/limits';
import { describeOnEachDatabase } from '../../../testing/database/testDatabase';
import {
  catchFault,
  listQuery,
  openEngineHarness,
  createStaffActor,
  standardPermissions,
  superAdminActor,
  type EngineHarness,
} from '../../../testing/engineHarness';
import { testRegistry } from '../../../testing/testEntities';
import { parseMoment } from './moment';

const HOUR_MS = 3_600_000;

describeOnEachDatabase('reads as of a moment', (database) => {
  let now = Math.floor(Date.now() / 1000) * 1000 - 10 * 24 * HOUR_MS;
  let engine: EngineHarness;
  const admin = superAdminActor(1);
  const ticket = () => engine.entity('ticket');
  const moment = () => Math.floor(now / 1000);
  const later = () => (now += HOUR_MS);
  const create = async (subject: string, more: object = {}) =>
    (await engine.writer.create(engine.as(admin), ticket(), { subject, ...more })).id;
  /** Changes that only the system may make, such as another owner. */
  const change = (id: number, values: object) => engine.writer.update(engine.as(), ticket(), { id, ...values });
  const subjects = async (actor: Actor, at: number) => {
    const { list } = await engine.reader.asOf.list(engine.as(actor), ticket(), listQuery(ticket()), at);
    return list.map((row) => row['subject']).sort();
  };
  const clerk = (id: number, more: readonly string[] = []) =>
    createStaffActor(id, [...standardPermissions('ticket'), ...more], { scope: [id] });

  beforeAll(async () => {
    engine = await openEngineHarness(database, testRegistry, { now: () => now });
    const group = await engine.writer.create(engine.as(), engine.entity('admin_group'), { name: 'All', rules: ['*'] });
    for (let id = 1; id <= 5; id += 1) {
      const values = {
        username: `clerk_${id}`,
        nickname: `Clerk ${id}`,
        password: 'S3cret-pass',
        group_arr: [group.id],
      };
      await engine.writer.create(engine.as(), engine.entity('admin'), values);
    }
  }, 60_000);

  it('shows a row only to those who may read it today and could have read it then', async () => {
    const id = await create('Handed over');
    await change(id, { owner_id: 2 });
    const owned = moment();
    later();
    await change(id, { owner_id: 3, subject: 'Taken' });
    later();
    expect(await subjects(admin, owned)).toContain('Handed over');
    expect(await subjects(clerk(2), owned)).toEqual([]);
    expect(await subjects(clerk(3), owned)).toEqual([]);
    expect(await subjects(clerk(3), moment())).toEqual(['Taken']);
    const read = (actor: Actor) => engine.reader.asOf.get(engine.as(actor), ticket(), id, owned);
    expect((await catchFault(read(clerk(3)))).code).toBe('row.missing');
    expect((await read(admin)).row).toMatchObject({ subject: 'Handed over', owner_id: 2 });
  });

  it('shows a row that was deleted since to those who may restore it, and counts purged ones for those who may purge', async () => {
    const [deleted, purged] = [await create('Deleted'), await create('Purged')];
    for (const id of [deleted, purged]) await change(id, { owner_id: 4 });
    const before = moment();
    later();
    await engine.writer.remove(engine.as(admin), ticket(), [deleted, purged]);
    await engine.writer.purge(engine.as(admin), ticket(), [purged]);
    later();
    expect(await subjects(clerk(4), before)).toEqual([]);
    expect(await subjects(clerk(4, ['ticket/restore']), before)).toEqual(['Deleted']);
    const getList = (actor: Actor) => engine.reader.asOf.list(engine.as(actor), ticket(), listQuery(ticket()), before);
    expect((await getList(admin)).purged).toBe(1);
    expect(await getList(clerk(4, ['ticket/restore', 'ticket/purge']))).not.toHaveProperty('purged');
    const read = engine.reader.asOf.get(engine.as(admin), ticket(), purged, before);
    expect((await catchFault(read)).code).toBe('row.missing');
  });

  it('leaves out columns that the reader may not see, and secrets for everybody', async () => {
    const id = await create('Paid', { salary: '100.00' });
    await change(id, { owner_id: 5 });
    const specimen = engine.entity('specimen');
    const { id: secretId } = await engine.writer.create(engine.as(admin), specimen, {
      name: 'S',
      secret: 'S3cret-words',
    });
    const before = moment();
    later();
    await change(id, { salary: '200.00' });
    await engine.writer.update(engine.as(admin), specimen, { id: secretId, secret: 'An0ther-secret' });
    later();
    const read = (actor: Actor) => engine.reader.asOf.get(engine.as(actor), ticket(), id, before);
    expect((await read(clerk(5))).row).not.toHaveProperty('salary');
    expect((await read(admin)).row).toHaveProperty('salary', '100.00');
    expect((await engine.reader.asOf.get(engine.as(admin), specimen, secretId, before)).row).not.toHaveProperty(
      'secret',
    );
    const { list } = await engine.reader.asOf.list(engine.as(admin), specimen, listQuery(specimen), before);
    expect(list[0]).not.toHaveProperty('secret');
  });

  it('refuses a moment before the history, in the future, or of another form, and names the parameter', async () => {
    const code = async (at: number) => {
      const read = engine.reader.asOf.list(engine.as(admin), ticket(), listQuery(ticket()), at);
      return (await catchFault(read)).fields;
    };
    expect(await code(moment() - 400 * 86_400)).toEqual([
      expect.objectContaining({ path: 'asOf', code: 'before_history' }),
    ]);
    const parsed = (value: unknown) =>
      catchFault(Promise.resolve().then(() => parseMoment(engine.services, value))).then(({ fields }) => fields);
    for (const [value, issue] of [
      [String(moment() + 1), 'in_future'],
      ['yesterday', 'unix_time'],
      ['-1', 'unix_time'],
      [['1', '2'], 'unix_time'],
    ] as const)
      expect(await parsed(value)).toMatchObject([{ path: 'asOf', code: issue }]);
    expect(parseMoment(engine.services, String(moment()))).toBe(moment());
  });

  it('a row as of a moment has the values, the revision and the time of update of that moment', async () => {
    const id = await create('Old');
    later();
    const before = moment();
    later();
    await change(id, { amount: '5.00' });
    later();
    const read = () => engine.reader.asOf.get(engine.as(admin), ticket(), id, before);
    expect((await read()).row).toMatchObject({ update_time: before - 3_600, amount: null, revision: 1 });
  });

  // @covers fault request.too_many_changes
  it('refuses to reverse more changes than the limit', async () => {
    const id = await create('Busy');
    const before = moment();
    later();
    await engine.services.db.transact((tx) =>
      tx.run(
        'INSERT INTO record_history (seq, cid, ent, eid, revision, op, actor, actor_name, channel, ip, `at`, diff) ' +
          'WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 149) ' +
          "SELECT 1000000 + a.i * 150 + b.i, 'c', 'ticket', ?, a.i * 150 + b.i + 2, 'u', 'system', 'system', 'job', '', ?, '{}' " +
          'FROM n AS a CROSS JOIN n AS b',
        [id, now],
      ),
    );
    later();
    const read = engine.reader.asOf.list(engine.as(admin), ticket(), listQuery(ticket()), before);
    expect(await catchFault(read)).toMatchObject({
      code: 'request.too_many_changes',
      params: { max: LIMITS.asOfChanges },
    });
  });
});
