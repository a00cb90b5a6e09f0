/** Counters on the dashboard: at any time they equal a count of the rows, and no actor gets counts of rows or columns it may not read. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import type { AnyEntity } from '../../../common/entity/entity';
import { listCardMetrics, DEFAULT_CARDS } from '../../../common/live/dashboardCards';
import type { MetricCell, DashboardAck, DashboardFrame, Metric } from '../../../common/protocol/liveEvents';
import { verifyAll } from '../../db/verify/verifyAll';
import { systemContext } from '../../platform/systemContext';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { createRandom } from '../../testing/random';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const LEADS = { e: 'lead', by: 'handle_status' } as const satisfies Metric;
const LEAD_DAYS = { e: 'lead', at: 'create_time', span: { grain: 'day', count: 7 } } as const satisfies Metric;
const FILES = { e: 'attachment', add: 'size' } as const satisfies Metric;
const MAX_STEPS = sampleSize(60, 2_000);
const SUBSCRIBERS = sampleSize(60, 300);

/** A client that shows metrics: its first frame is complete, every later one contains changed cells. */
async function screen(testServer: TestServer, caller: Caller, w: Readonly<Record<string, Metric>>) {
  const client = await connectLiveClient(`${testServer.url}/admin`, caller.token, {});
  const frames: DashboardFrame[] = [];
  const names: Record<string, string | number> = {};
  const cells = new Map<string, Map<string, MetricCell>>();
  const take = (frame: DashboardFrame) => {
    Object.assign(names, frame.map);
    for (const [key, all] of Object.entries(frame.all ?? {}))
      cells.set(key, new Map(all.map((cell) => [`${cell[0]} ${cell[1]}`, cell])));
    for (const [key, some] of Object.entries(frame.c ?? {}))
      for (const cell of some) cells.get(key)?.set(`${cell[0]} ${cell[1]}`, cell);
  };
  client.socket.on('dash', (frame) => {
    frames.push(frame);
    take(frame);
  });
  const response: DashboardAck = await client.socket.timeout(5_000).emitWithAck('dash', { w });
  if (response.ok) take(response.frame);
  const read = (id: string) =>
    Object.fromEntries(
      [...(cells.get(String(names[id])) ?? [])]
        .map(([, [group, at, value]]) => [at === 0 ? group : at, value])
        .filter(([, value]) => value !== 0),
    );
  return { client, response, frames, names, read };
}
type Screen = Awaited<ReturnType<typeof screen>>;

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 15_000; !(await holds());) {
    if (Date.now() > end) throw new Error('it never came');
    await sleep(20);
  }
};
const getEntity = (testServer: TestServer, name: string): AnyEntity => {
  const entity = testServer.services.registry.get(name);
  if (entity === undefined) throw new Error(name);
  return entity;
};
/** The states that each state may change to. */
const MOVES: readonly (readonly number[])[] = [[1, 2], [2, 0], [1]];
const LEAD = { name: '顾晓琳', mobile: '13812340101', content: 'How much is it?' };

describe.each(testDialects())('counters on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let queries = 0;
  const open: LiveClient[] = [];
  const watching = async (caller: Caller, w: Readonly<Record<string, Metric>>): Promise<Screen> => {
    const made = await screen(testServer, caller, w);
    open.push(made.client);
    return made;
  };
  beforeAll(async () => {
    testServer = await startTestServer({
      database,
      wrapDb: (db) => ({
        ...db,
        rows: (sql, params) => {
          queries += 1;
          return db.rows(sql, params);
        },
        snapshot: (work) => {
          queries += 1;
          return db.snapshot(work);
        },
      }),
    });
    root = await superAdmin(testServer);
  });
  afterEach(async () => {
    for (const client of open.splice(0)) client.close();
    await until(() => testServer.live.stats()?.sockets === 0);
  });
  afterAll(async () => {
    await testServer.close();
  });
  const byStatus = async (): Promise<Record<string, number>> => {
    const rows = await testServer.services.db.rows<{ s: number; n: number }>(
      'SELECT handle_status AS s, COUNT(*) AS n FROM `lead` WHERE delete_time IS NULL GROUP BY handle_status',
    );
    return Object.fromEntries(rows.map(({ s, n }) => [String(s), Number(n)]));
  };
  const create = (newRow: object = {}) =>
    testServer.writer.create(systemContext(testServer.services, 'test'), getEntity(testServer, 'lead'), {
      ...LEAD,
      ...newRow,
    });

  it('show nothing for an empty table, and one row changes exactly the metrics that count it', async () => {
    const shown = await watching(root, { leads: LEADS, days: LEAD_DAYS, files: FILES, none: { e: 'nobody' } });
    expect([shown.read('leads'), shown.read('days'), shown.read('files')]).toEqual([{}, {}, {}]);
    expect(shown.names['none']).toBe(404);
    await create();
    await until(() => shown.read('leads')['0'] === 1);
    expect(Object.values(shown.read('days'))).toEqual([1]);
    const moved = new Set(shown.frames.flatMap(({ c }) => Object.keys(c ?? {})));
    expect([...moved].sort()).toEqual([String(shown.names['leads']), String(shown.names['days'])].sort());
  });

  it(`equal a count of the rows at every sample, over ${MAX_STEPS} random writes`, async () => {
    const random = createRandom(20261121);
    const shown = await watching(root, { leads: LEADS, days: LEAD_DAYS });
    const entity = getEntity(testServer, 'lead');
    const ctx = systemContext(testServer.services, 'test');
    const ids: number[] = [];
    const states = new Map<number, number>();
    const removedIds: number[] = [];
    const takeFrom = (list: number[]) => list.splice(random.below(list.length), 1)[0] ?? 0;
    const metrics = testServer.live.metrics();
    const step = async (): Promise<void> => {
      const kind = random.below(10);
      if (kind < 4 || ids.length === 0) {
        const { id, row } = await create({ handle_status: random.below(3) });
        ids.push(id);
        states.set(id, Number(row['handle_status']));
      } else if (kind < 7) {
        const id = ids[random.below(ids.length)] ?? 0;
        const next = random.pick(MOVES[states.get(id) ?? 0] ?? []);
        states.set(id, next);
        await testServer.writer.update(ctx, entity, { id, handle_status: next });
      } else if (kind < 9 || removedIds.length === 0) {
        const id = takeFrom(ids);
        removedIds.push(id);
        await testServer.writer.remove(ctx, entity, [id]);
      } else {
        const id = takeFrom(removedIds);
        ids.push(id);
        await testServer.writer.restore(ctx, entity, [id]);
      }
    };
    for (let index = 0; index < MAX_STEPS; index += 1) {
      await step();
      if (index % 5 === 0) await metrics?.checkNext();
      if (index % 20 === 0) await metrics?.store();
    }
    const counted = await byStatus();
    await until(() => JSON.stringify(shown.read('leads')) === JSON.stringify(counted));
    expect(metrics?.stats().drift).toBe(0);
    const { db, registry } = testServer.services;
    const verification = await verifyAll({
      db,
      registry,
      dataDir: testServer.env.dataDir,
      keys: testServer.services.env.appKeys,
      auditLogEntity: 'admin_log',
    });
    expect(verification.findings.filter(({ rule }) => rule === 'counter')).toEqual([]);
    expect(verification.checked.counter).toBeGreaterThanOrEqual(3);
  });

  it('change, of all default cards on an empty server, exactly those that count a new row', async () => {
    const empty = await startTestServer({ database });
    const emptyServerAdmin = await superAdmin(empty);
    try {
      const metrics = DEFAULT_CARDS.flatMap((card) =>
        listCardMetrics(card).map((metric, index) => [`${card.id}.${index}`, metric] as const),
      );
      const shown = await screen(empty, emptyServerAdmin, Object.fromEntries(metrics));
      const known = metrics.filter(([id]) => typeof shown.names[id] === 'string');
      expect(known.length).toBeGreaterThan(20);
      const values = () => Object.fromEntries(known.map(([id]) => [id, Object.values(shown.read(id))]));
      expect(Object.values(values()).flat()).toEqual([]);
      await emptyServerAdmin.post('/admin/lead/add', LEAD);
      await until(() => shown.read('leads.0')['0'] === 1 && shown.frames.length > 0);
      const moved = Object.entries(values()).filter(([, cells]) => cells.length > 0);
      expect(moved.map(([id]) => id)).toEqual(['leads.0', 'leads.1']);
      const ofLeads = metrics.filter(([, metric]) => metric.e === 'lead').map(([id]) => String(shown.names[id]));
      expect(new Set(shown.frames.flatMap(({ c }) => Object.keys(c ?? {})))).toEqual(new Set(ofLeads));
      const before = shown.frames.length;
      const plugin = { uid: 'sms', title: 'SMS', version: '1.0.0', state: 'installed' };
      await empty.writer.create(systemContext(empty.services, 'test'), getEntity(empty, 'module'), plugin);
      await until(() => shown.read('modules.0')[''] === 1 && shown.frames.length > before);
      const then = shown.frames.slice(before).flatMap(({ c }) => Object.keys(c ?? {}));
      expect(new Set(then)).toEqual(new Set([String(shown.names['modules.0'])]));
      shown.client.close();
    } finally {
      await empty.close();
    }
  });

  it(`need no more queries for ${SUBSCRIBERS} subscribers than for twenty, and reach all within a second`, async () => {
    const callers = await Promise.all(
      Array.from({ length: SUBSCRIBERS / 20 }, async (_, index) =>
        index === 0 ? root : limitedAdmin(testServer, ['lead/index']),
      ),
    );
    const subscribeMany = (caller: Caller) =>
      Promise.all(Array.from({ length: 20 }, () => watching(caller, { leads: LEADS })));
    const firstSubscribers = await subscribeMany(root);
    /** Milliseconds from the response of a write to each subscriber's frame; queries meanwhile. */
    const event = async (subscribers: readonly Screen[]) => {
      const latencies: number[] = [];
      const received = subscribers.map(
        ({ client }) =>
          new Promise<void>((resolve) =>
            client.socket.once('dash', () => {
              latencies.push(performance.now() - start);
              resolve();
            }),
          ),
      );
      const before = queries;
      let start = performance.now();
      await create();
      start = performance.now();
      await Promise.all(received);
      return { late: latencies, asked: queries - before };
    };
    await event(firstSubscribers);
    const queryCounts: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) queryCounts.push((await event(firstSubscribers)).asked);
    const allSubscribers = [...firstSubscribers];
    for (const caller of callers.slice(1)) allSubscribers.push(...(await subscribeMany(caller)));
    const latencies: number[] = [];
    const more: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const result = await event(allSubscribers);
      latencies.push(...result.late);
      more.push(result.asked);
    }
    const p95 = latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.95)] ?? Number.NaN;
    // queries of background jobs are counted too
    expect(Math.min(...more)).toBeLessThanOrEqual(Math.min(...queryCounts) + 2);
    expect(p95).toBeLessThan(1_000);
  });

  /** Queries from a new row to the last subscriber's frame: the least of three, because background jobs query too. */
  async function leastQueries(shown: readonly { readonly frames: readonly unknown[] }[]): Promise<number> {
    const asked: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const [before, lengths] = [queries, shown.map(({ frames }) => frames.length)];
      await create();
      await until(() => shown.every(({ frames }, at) => frames.length > (lengths[at] ?? 0)));
      asked.push(queries - before);
    }
    return Math.min(...asked);
  }

  it('need no more queries for fifteen subscribers than for one, and group quick changes', async () => {
    const single = await watching(root, { leads: LEADS });
    await create();
    await until(() => JSON.stringify(single.read('leads')) !== '{}' && single.frames.length > 0);
    const alone = await leastQueries([single]);
    const counts = testServer.live.metrics()?.stats().counts;
    const limits = { ...LEADS, when: { field: 'status', op: '=', value: 1 } } as const;
    // T1.16: the rows are counted once for any number of subscribers
    const watchers = await Promise.all(Array.from({ length: 14 }, () => watching(root, { leads: LEADS, own: limits })));
    expect((testServer.live.metrics()?.stats().counts ?? 0) - (counts ?? 0)).toBeLessThanOrEqual(1);
    // a query for each subscriber would be fourteen
    expect(await leastQueries(watchers)).toBeLessThan(alone + watchers.length / 2);
    const sent = watchers[0]?.frames.length ?? 0;
    await Promise.all(Array.from({ length: 30 }, () => create()));
    const counted = await byStatus();
    await until(() => watchers.every((shown) => JSON.stringify(shown.read('leads')) === JSON.stringify(counted)));
    expect((watchers[0]?.frames.length ?? 0) - sent).toBeLessThan(15);
  });

  // @case T1.16
  it('send no metric of rows or columns that the actor may not read, and end with the permission', async () => {
    const adminWithoutNode = await limitedAdmin(testServer, ['news/index']);
    const shown = await watching(adminWithoutNode, {
      leads: LEADS,
      money: { e: 'user', add: 'money' },
      mail: { ...LEADS, when: { field: 'mobile', op: '=', value: '1' } },
    });
    expect(shown.names).toEqual({ leads: 404, money: 404, mail: 404 });
    const adminWithNode = await limitedAdmin(testServer, ['lead/index']);
    const clientWithNode = await watching(adminWithNode, {
      leads: LEADS,
      mail: { ...LEADS, when: { field: 'mobile', op: '=', value: LEAD.mobile } },
    });
    expect([typeof clientWithNode.names['leads'], clientWithNode.names['mail']]).toEqual(['string', 400]);
    const [row] = await testServer.services.db.rows<{ group_arr: string }>(
      'SELECT group_arr FROM `admin` WHERE id = ?',
      [adminWithNode.id],
    );
    const [group] = JSON.parse(row?.group_arr ?? '[]') as number[];
    await root.post('/admin/admin_group/edit', { id: group, rules: ['news/index'] });
    await until(() => clientWithNode.names['leads'] === 404);
    const received = clientWithNode.frames.length;
    const rootClient = await watching(root, { leads: LEADS });
    await create();
    await until(() => rootClient.frames.length > 0);
    expect([clientWithNode.frames.length, shown.frames.length]).toEqual([received, 0]);
  });

  it('count only the rows that the actor may read', async () => {
    const limited = await limitedAdmin(testServer, ['attachment/index']);
    const file = (adminId: number, sha1: string) => ({
      url: `/storage/${sha1}`,
      name: 'a.png',
      mimetype: 'image/png',
      sha1,
      size: 100,
      admin_id: adminId,
    });
    const entity = getEntity(testServer, 'attachment');
    await testServer.writer.create(
      systemContext(testServer.services, 'test'),
      entity,
      file(limited.id, 'a'.repeat(40)),
    );
    await testServer.writer.create(systemContext(testServer.services, 'test'), entity, file(root.id, 'b'.repeat(40)));
    const [limitedClient, rootClient] = [
      await watching(limited, { files: FILES }),
      await watching(root, { files: FILES }),
    ];
    expect([limitedClient.read('files')[''], rootClient.read('files')['']]).toEqual([100, 200]);
    await testServer.writer.create(systemContext(testServer.services, 'test'), entity, file(root.id, 'c'.repeat(40)));
    await until(() => rootClient.read('files')[''] === 300);
    expect([limitedClient.read('files')[''], limitedClient.frames.length]).toEqual([100, 0]);
  });

  it('refuse a metric that cannot be counted', async () => {
    const { names } = await watching(root, {
      text: { e: 'lead', add: 'name' },
      secret: { e: 'user', by: 'password' },
      span: { e: 'lead', span: { grain: 'day', count: 3 } },
    });
    expect(names).toEqual({ text: 400, secret: 400, span: 400 });
  });
});
