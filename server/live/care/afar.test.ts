/** Two nodes on one database are one house for whoever looks at a member: its devices on either, and what arrived through either. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../../config/jest/tools';
import type { Db } from '../../context';
import { callerOf, limitedAdmin, member, signIn, superAdmin, type Caller } from '../../testing/actors';
import { onlooker, type Onlooker } from '../../testing/liveCare';
import { connectClient, type Client } from '../../testing/liveClient';
import { until } from '../../testing/livePresence';
import { dialects, openLogDatabase, quietLog, sleep } from '../../testing/liveRig';
import { freshMariadb, startWorld, type World } from '../../testing/world';
import { PACE } from '../pace';
import { createAfar, type Afar, type Found } from './afar';

const onMariadb = mariadbUrl() === null ? describe.skip : describe;
const SOON = 4_000;
/** A device that fell silent is given up after a while. */
const GIVEN_UP = PACE.deviceGap + SOON;

onMariadb('a member on two nodes', () => {
  let database: Awaited<ReturnType<typeof freshMariadb>>;
  let one: World;
  let other: World;
  let ended = false;
  const open: Client[] = [];
  beforeAll(async () => {
    database = await freshMariadb();
    const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
    one = await startWorld({ env, settings: { captcha: 'never' } });
    other = await startWorld({ env, beside: true });
    await until(() => one.live.nodes.alive().length === 2, 'both nodes', 8_000);
  });
  afterAll(async () => {
    for (const client of open) client.close();
    await one.end();
    if (!ended) await other.end();
    await database.drop();
  });
  const connect = async ({ url }: World, { token }: Caller): Promise<Client> => {
    const client = await connectClient(`${url}/member`, token, {});
    open.push(client);
    return client;
  };
  const enter = async (world: World, who: Caller): Promise<Onlooker> => {
    const made = await onlooker(world, who);
    open.push(made.client);
    return made;
  };
  interface Reload {
    readonly to: World;
    readonly who: Caller;
    /** What the onlooker was told so far. */
    readonly told: readonly unknown[];
  }
  /** A page loads anew, and the onlooker hears nothing of it; a machine that takes too long over it is asked again. */
  const reload = async (from: Client, { to, who, told }: Reload): Promise<Client> => {
    let page = from;
    for (let round = 1; ; round += 1) {
      const [before, began] = [told.length, Date.now()];
      page.close();
      await sleep(800);
      page = await connect(to, who);
      const took = Date.now() - began;
      await sleep(PACE.deviceGap + 1_000);
      if (told.length === before) return page;
      const heard = JSON.stringify(told.slice(before));
      if (took < PACE.deviceGap / 2 || round === 3) throw new Error(`a reload of ${took} ms told ${heard}`);
    }
  };
  const at = (world: World, who: Caller): Caller => callerOf(world, { realm: 'member', ...who });

  it('is online once per device, on whichever node, also for who comes later, and is gone with its last window', async () => {
    const root = await superAdmin(one);
    const mia = await member(one);
    const { username } = (await mia.get('/api/user/index')).data.userInfo;
    const phone = await signIn(one, 'member', { tab: 'login', username, password: 'limited-horse-7' });
    const ann = await enter(one, root);
    await ann.look(mia.id);
    const far = await connect(other, mia);
    await until(() => ann.online(mia.id) === 1, 'over there', SOON);
    // A second tab of that device on this node is the same device.
    await connect(one, mia);
    await sleep(700);
    expect(ann.online(mia.id)).toBe(1);
    const farther = await connect(other, phone);
    await until(() => ann.online(mia.id) === 2, 'the phone over there', SOON);
    const ben = await enter(one, root);
    const first = await ben.look(mia.id);
    expect(first).toMatchObject({ frames: [{ online: 2 }] });
    far.close();
    await sleep(700);
    expect(ann.online(mia.id)).toBe(2);
    farther.close();
    await until(() => ann.online(mia.id) === 1, 'the phone gone', GIVEN_UP);
  });

  it('is here all the time while its page loads anew, on whichever node it comes back, and gone at once when it signed out', async () => {
    const mia = await member(one);
    const ann = await enter(one, await superAdmin(one));
    await ann.look(mia.id);
    const far = await connect(other, mia);
    await until(() => ann.online(mia.id) === 1, 'over there', SOON);
    const near = await reload(far, { to: one, who: mia, told: ann.frames });
    await reload(near, { to: other, who: mia, told: ann.frames });
    const { refreshToken } = mia;
    expect((await at(one, mia).post('/api/user/logout', { refresh_token: refreshToken })).code).toBe(1);
    expect(await until(() => ann.online(mia.id) === 0, 'signed out', SOON)).toBeLessThan(2_000);
    await ann.look();
  }, 90_000);

  it('hears what arrived through the other node, and rights changed there end it here', async () => {
    const root = await superAdmin(other);
    const mia = at(other, await member(one));
    const clerk = await limitedAdmin(one, ['user/index', 'user/see_money'], 'all');
    const ann = await enter(one, clerk);
    await ann.look(mia.id);
    const draft = { user_id: mia.id, money: '7.00', memo: 'Gift' };
    expect((await root.post('/admin/user_money_log/add', draft)).code).toBe(1);
    expect((await mia.post('/api/account/seen', { money: '7.00', score: 0, hidden: true })).code).toBe(1);
    const marks = () => {
      const frame = ann.at(mia.id);
      return (frame && 'online' in frame ? frame.money : undefined) ?? [];
    };
    await until(() => marks()[0]?.[0] === 1, 'it arrived', SOON);
    expect(marks()).toEqual([[1, 0, 0]]);
    expect((await mia.post('/api/account/seen', { money: '7.00', score: 0 })).code).toBe(1);
    await until(() => marks()[0]?.[1] === 1, 'it was seen', SOON);
    const { data } = await root.get('/admin/admin/edit', { id: String(clerk.id) });
    const change = { id: clerk.id, revision: data.row.revision, status: 0, _base: { status: 1 } };
    expect((await root.post('/admin/admin/edit', change)).code).toBe(1);
    await until(() => ann.client.byes.length > 0, 'the goodbye', SOON);
    expect(one.live.stats()?.care).toEqual({ members: 1, watches: 2 });
  });

  it('forgets the devices of a node that ended', async () => {
    const ann = await enter(one, await superAdmin(one));
    const mia = at(other, await member(one));
    await connect(other, mia);
    await ann.look(mia.id);
    await until(() => ann.online(mia.id) === 1, 'over there', SOON);
    await other.end();
    ended = true;
    await until(() => ann.online(mia.id) === 0, 'gone with its node', SOON);
    expect(await one.services.db.rows('SELECT id FROM member_device WHERE node <> ?', [one.live.nodes.id])).toEqual([]);
  });
});

describe.each(dialects)('devices written for other nodes on %s', (dialect) => {
  let db: Db;
  let drop: () => Promise<void>;
  let alive = ['a', 'b'];
  let asked = 0;
  const made: Afar[] = [];
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
  const node = (id: string, own: Map<number, string>, watched: readonly number[] = []) => {
    const found: Found[] = [];
    const afar = createAfar({
      ...{ db, log: quietLog, nodes: { id, alive: () => alive } },
      own: { members: () => own.keys(), of: (one) => new Set(own.get(one)?.split(' ')) },
      watched: () => watched.map((one) => ({ member: one, from: { money: 0, score: 0 } })),
      onFound: (all) => void found.push(all),
    });
    made.push(afar);
    return { afar, at: (one: number) => [...(found.at(-1)?.devices.get(one) ?? [])].sort() };
  };

  it('tells only what somebody looks at, and forgets a node that dies without a word', async () => {
    const own = new Map([
      [7, 's0 s1'],
      [8, 's2'],
    ]);
    const dying = node('a', own);
    const other = node('b', new Map([[7, 's9']]), [7]);
    await until(() => other.at(7).length === 2, 'the devices');
    expect([other.at(7), other.at(8)]).toEqual([['s0', 's1'], []]);
    own.set(7, 's1 s3');
    dying.afar.changed(7);
    await until(() => other.at(7).join() === 's1,s3', 'another device');
    // A killed process takes nothing back: its sign of life just ends.
    alive = ['b', 'c'];
    await until(() => other.at(7).length === 0, 'forgotten');
    expect((await db.rows("SELECT id FROM member_device WHERE node = 'a'")).length).toBeGreaterThan(0);
  });

  it('asks nothing while nobody looks, writes nothing while it is alone, and everything once it is not', async () => {
    alive = ['a'];
    const lone = node('a', new Map([[5, 's5']]));
    lone.afar.changed(5);
    const before = asked;
    await sleep(700);
    expect(asked).toBe(before);
    expect(await db.rows("SELECT id FROM member_device WHERE session_id = 's5'")).toEqual([]);
    alive = ['a', 'b'];
    const other = node('b', new Map(), [5]);
    await until(() => other.at(5).length === 1, 'the device');
  });
});
