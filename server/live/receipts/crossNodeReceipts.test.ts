/** Read receipts of two nodes on one database: viewers see the devices and marks of both. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../../config/jest/testEnvironment';
import type { Db } from '../../context';
import { createCaller, limitedAdmin, member, signIn, superAdmin, type Caller } from '../../testing/callers';
import { connectReceiptsClient, type ReadReceiptsClient } from '../../testing/live/receiptsClient';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { waitUntil } from '../../testing/live/presenceClient';
import { openLogDatabase, quietLog } from '../../testing/live/liveHarness';
import { sampleDialects } from '../../testing/sampleDialects';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { TIMING } from '../timing';
import { createCrossNodeReceipts, type CrossNodeReceipts, type CrossNodeUpdate } from './crossNodeReceipts';

const onMariadb = mariadbUrl() === null ? describe.skip : describe;
const SOON = 4_000;
/** After this time a disconnected device is removed. */
const GIVEN_UP = TIMING.deviceGraceMs + SOON;

onMariadb('receipts of a member on two nodes', () => {
  let database: Awaited<ReturnType<typeof createMariadbDatabase>>;
  let firstNode: TestServer;
  let secondNode: TestServer;
  let ended = false;
  const open: LiveClient[] = [];
  beforeAll(async () => {
    database = await createMariadbDatabase();
    const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
    firstNode = await startTestServer({ env, settings: { captcha: 'never' } });
    secondNode = await startTestServer({ env, isSecondNode: true });
    await waitUntil(() => firstNode.live.nodes.alive().length === 2, 'both nodes', 8_000);
  });
  afterAll(async () => {
    for (const client of open) client.close();
    await firstNode.close();
    if (!ended) await secondNode.close();
    await database.drop();
  });
  const connect = async ({ url }: TestServer, { token }: Caller): Promise<LiveClient> => {
    const client = await connectLiveClient(`${url}/member`, token, {});
    open.push(client);
    return client;
  };
  const enter = async (testServer: TestServer, who: Caller): Promise<ReadReceiptsClient> => {
    const made = await connectReceiptsClient(testServer, who);
    open.push(made.client);
    return made;
  };
  interface Reload {
    readonly to: TestServer;
    readonly who: Caller;
    /** The frames that the viewer received. */
    readonly received: readonly unknown[];
  }
  /** Reloads a page and expects no frame; repeats when the machine was too slow. */
  const reload = async (from: LiveClient, { to, who, received }: Reload): Promise<LiveClient> => {
    let page = from;
    for (let round = 1; ; round += 1) {
      const [before, began] = [received.length, Date.now()];
      page.close();
      await sleep(800);
      page = await connect(to, who);
      const took = Date.now() - began;
      await sleep(TIMING.deviceGraceMs + 1_000);
      if (received.length === before) return page;
      const receivedJson = JSON.stringify(received.slice(before));
      if (took < TIMING.deviceGraceMs / 2 || round === 3)
        throw new Error(`a reload of ${took} ms received ${receivedJson}`);
    }
  };
  const at = (testServer: TestServer, who: Caller): Caller => createCaller(testServer, { realm: 'member', ...who });

  it('counts each device once on any node, also for later viewers, until its last window closes', async () => {
    const root = await superAdmin(firstNode);
    const mia = await member(firstNode);
    const { username } = (await mia.get('/api/user/index')).data.userInfo;
    const phone = await signIn(firstNode, 'member', { tab: 'login', username, password: 'limited-horse-7' });
    const ann = await enter(firstNode, root);
    await ann.watchMembers(mia.id);
    const far = await connect(secondNode, mia);
    await waitUntil(() => ann.online(mia.id) === 1, 'over there', SOON);
    // A second tab of that device on this node is the same device.
    await connect(firstNode, mia);
    await sleep(700);
    expect(ann.online(mia.id)).toBe(1);
    const farther = await connect(secondNode, phone);
    await waitUntil(() => ann.online(mia.id) === 2, 'the phone over there', SOON);
    const ben = await enter(firstNode, root);
    const first = await ben.watchMembers(mia.id);
    expect(first).toMatchObject({ frames: [{ online: 2 }] });
    far.close();
    await sleep(700);
    expect(ann.online(mia.id)).toBe(2);
    farther.close();
    await waitUntil(() => ann.online(mia.id) === 1, 'the phone gone', GIVEN_UP);
  });

  it('keeps a device during a reload on any node, and removes it at once after a sign-out', async () => {
    const mia = await member(firstNode);
    const ann = await enter(firstNode, await superAdmin(firstNode));
    await ann.watchMembers(mia.id);
    const far = await connect(secondNode, mia);
    await waitUntil(() => ann.online(mia.id) === 1, 'over there', SOON);
    const near = await reload(far, { to: firstNode, who: mia, received: ann.frames });
    await reload(near, { to: secondNode, who: mia, received: ann.frames });
    const { refreshToken } = mia;
    expect((await at(firstNode, mia).post('/api/user/logout', { refresh_token: refreshToken })).code).toBe(1);
    expect(await waitUntil(() => ann.online(mia.id) === 0, 'signed out', SOON)).toBeLessThan(2_000);
    await ann.watchMembers();
  }, 90_000);

  it('shows marks of the other node, and applies permissions that changed there', async () => {
    const root = await superAdmin(secondNode);
    const mia = at(secondNode, await member(firstNode));
    const clerk = await limitedAdmin(firstNode, ['user/index', 'user/see_money'], 'all');
    const ann = await enter(firstNode, clerk);
    await ann.watchMembers(mia.id);
    const draft = { user_id: mia.id, money: '7.00', memo: 'Gift' };
    expect((await root.post('/admin/user_money_log/add', draft)).code).toBe(1);
    expect((await mia.post('/api/account/seen', { money: '7.00', score: 0, hidden: true })).code).toBe(1);
    const marks = () => {
      const frame = ann.latestFrame(mia.id);
      return (frame && 'online' in frame ? frame.money : undefined) ?? [];
    };
    await waitUntil(() => marks()[0]?.[0] === 1, 'it arrived', SOON);
    expect(marks()).toEqual([[1, 0, 0]]);
    expect((await mia.post('/api/account/seen', { money: '7.00', score: 0 })).code).toBe(1);
    await waitUntil(() => marks()[0]?.[1] === 1, 'it was seen', SOON);
    const { data } = await root.get('/admin/admin/edit', { id: String(clerk.id) });
    const change = { id: clerk.id, revision: data.row.revision, status: 0, _base: { status: 1 } };
    expect((await root.post('/admin/admin/edit', change)).code).toBe(1);
    await waitUntil(() => ann.client.byes.length > 0, 'the goodbye', SOON);
    expect(firstNode.live.stats()?.receipts).toEqual({ members: 1, watches: 2 });
  });

  it('removes the devices of a stopped node', async () => {
    const ann = await enter(firstNode, await superAdmin(firstNode));
    const mia = at(secondNode, await member(firstNode));
    await connect(secondNode, mia);
    await ann.watchMembers(mia.id);
    await waitUntil(() => ann.online(mia.id) === 1, 'over there', SOON);
    await secondNode.close();
    ended = true;
    await waitUntil(() => ann.online(mia.id) === 0, 'gone with its node', SOON);
    expect(
      await firstNode.services.db.rows('SELECT id FROM member_device WHERE node <> ?', [firstNode.live.nodes.id]),
    ).toEqual([]);
  });
});

describe.each(sampleDialects())('device rows for other nodes on %s', (dialect) => {
  let db: Db;
  let drop: () => Promise<void>;
  let alive = ['a', 'b'];
  let asked = 0;
  const made: CrossNodeReceipts[] = [];
  beforeAll(async () => {
    const opened = await openLogDatabase(dialect);
    ({ drop } = opened);
    db = {
      ...opened.db,
      rows: (sql, params) => {
        asked += 1;
        return opened.db.rows(sql, params);
      },
    };
  });
  afterEach(async () => {
    for (const afar of made.splice(0)) await afar.stop();
    alive = ['a', 'b'];
  });
  afterAll(() => drop());
  const node = (id: string, localSessions: Map<number, string>, watched: readonly number[] = []) => {
    const found: CrossNodeUpdate[] = [];
    const afar = createCrossNodeReceipts({
      db,
      log: quietLog,
      nodes: { id, alive: () => alive },
      localDevices: {
        members: () => localSessions.keys(),
        getSessions: (memberId) => new Set(localSessions.get(memberId)?.split(' ')),
      },
      listWatched: () => watched.map((memberId) => ({ member: memberId, from: { money: 0, score: 0 } })),
      onUpdate: (all) => void found.push(all),
    });
    made.push(afar);
    return { afar, at: (memberId: number) => [...(found.at(-1)?.sessionsByMember.get(memberId) ?? [])].sort() };
  };

  it('device rows are read only for watched members, and are ignored after a crash of their node', async () => {
    const localSessions = new Map([
      [7, 's0 s1'],
      [8, 's2'],
    ]);
    const dying = node('a', localSessions);
    const other = node('b', new Map([[7, 's9']]), [7]);
    await waitUntil(() => other.at(7).length === 2, 'the devices');
    expect([other.at(7), other.at(8)]).toEqual([['s0', 's1'], []]);
    localSessions.set(7, 's1 s3');
    dying.afar.markChanged(7);
    await waitUntil(() => other.at(7).join() === 's1,s3', 'another device');
    // A killed process deletes nothing: its heartbeat ends.
    alive = ['b', 'c'];
    await waitUntil(() => other.at(7).length === 0, 'forgotten');
    expect((await db.rows("SELECT id FROM member_device WHERE node = 'a'")).length).toBeGreaterThan(0);
  });

  it('device rows are not read without viewers, not written by a single node, and all written once there is another', async () => {
    alive = ['a'];
    const singleNode = node('a', new Map([[5, 's5']]));
    singleNode.afar.markChanged(5);
    const before = asked;
    await sleep(700);
    expect(asked).toBe(before);
    expect(await db.rows("SELECT id FROM member_device WHERE session_id = 's5'")).toEqual([]);
    alive = ['a', 'b'];
    const other = node('b', new Map(), [5]);
    await waitUntil(() => other.at(5).length === 1, 'the device');
  });
});
