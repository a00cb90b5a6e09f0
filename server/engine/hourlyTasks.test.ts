/** Scheduled jobs delete old entries of the change log and stored responses in time, and never too early. */
import { expect, it } from '@jest/globals';
import { entities } from '../../common/entities/index';
import { createRegistry } from '../../common/entity/registry';
import { loadLogHead } from '../live/log/changeLog';
import { deleteExpiredHistory, deleteExpiredChanges } from '../live/log/retention';
import { describeOnEachDatabase } from '../testing/database/testDatabase';
import { openEngineHarness } from '../testing/engineHarness';
import { runHourlyTasks } from './hourlyTasks';

const DAY = 86_400_000;

describeOnEachDatabase('hourly cleanup', (database) => {
  it('delete stored responses after two days, and changes only when they are both old and many', async () => {
    const { services, writer, as, entity, log } = await openEngineHarness(database);
    const newRows = Array.from({ length: 20 }, (_, i) => ({ name: `Category ${i}` }));
    await writer.createMany(as(undefined, { idempotencyKey: 'kept' }), entity('news_category'), newRows);
    const responses = async () => (await services.db.rows('SELECT mid FROM mutation_log')).length;
    await runHourlyTasks(services);
    expect(await responses()).toBe(1);
    const later = { ...services, clock: { now: () => Date.now() + 8 * DAY } };
    await runHourlyTasks(later);
    expect([await responses(), (await log()).length]).toEqual([0, 20]);
    expect(await deleteExpiredChanges(services.db, Date.now(), 5)).toBe(0);
    expect(await deleteExpiredChanges(services.db, Date.now() + 8 * DAY, 5)).toBe(15);
    expect((await log()).map(({ seq }) => seq)).toEqual([16, 17, 18, 19, 20]);
    expect(await loadLogHead(services.db)).toMatchObject({ last: 20, low: 16 });
  });

  it('delete record histories after a year, which the database refuses earlier', async () => {
    const { services } = await openEngineHarness(database);
    const version = (seq: number, at: number) =>
      services.db.transact((tx) =>
        tx.run(
          "INSERT INTO record_history (seq, cid, ent, eid, revision, op, actor, actor_name, channel, ip, `at`, diff) VALUES (?, 'c', 'news', 1, ?, 'u', 'admin:1', 'Ann', 'rest', '', ?, '{}')",
          [seq, seq, at],
        ),
      );
    const now = Date.now();
    await version(1_000_001, now - 400 * DAY);
    await version(1_000_002, now - 366 * DAY);
    await version(1_000_003, now - 300 * DAY);
    const remaining = async () =>
      (await services.db.rows<{ seq: number }>('SELECT seq FROM record_history WHERE seq > 1000000 ORDER BY seq')).map(
        ({ seq }) => seq,
      );
    expect(await deleteExpiredHistory(services.db, now, 380)).toBe(1);
    await runHourlyTasks(services);
    expect(await remaining()).toEqual([1_000_003]);
    await expect(deleteExpiredHistory(services.db, now, 200)).rejects.toThrow('append-only');
    expect(await remaining()).toEqual([1_000_003]);
  });

  it('delete calls of interfaces after 90 days, which the database refuses earlier', async () => {
    const { services, log } = await openEngineHarness(database, createRegistry(entities));
    const now = Date.now();
    const call = (id: number, days: number) =>
      services.db.transact((tx) =>
        tx.run("INSERT INTO open_call (id, create_time, app_id, method, path) VALUES (?, ?, 7, 'GET', '/a')", [
          id,
          Math.floor((now - days * DAY) / 1000),
        ]),
      );
    for (let id = 1; id <= 600; id += 1) await call(id, id <= 550 ? 91 : 89);
    const count = async () => (await services.db.rows('SELECT id FROM open_call')).length;
    await runHourlyTasks(services);
    expect(await count()).toBe(50);
    const changes = (await log()).filter(({ entityName }) => entityName === 'open_call');
    expect(changes).toHaveLength(550);
    expect(changes[0]).toMatchObject({ op: 'x', rowId: 1, previousValues: { app_id: 7, path: '/a' } });
    await runHourlyTasks(services);
    expect(await count()).toBe(50);
    const earlyDelete = services.db.transact((tx) => tx.run('DELETE FROM open_call WHERE id = 551'));
    await expect(earlyDelete).rejects.toThrow('append-only');
  });
});
