/** A booking on one node reaches the member on another within a quarter of a second. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../config/jest/tools';
import { member, superAdmin, type Caller } from '../testing/actors';
import { busyFactor } from '../testing/busy';
import { connectClient, type Client } from '../testing/liveClient';
import { until } from '../testing/livePresence';
import { freshMariadb, startWorld, type World } from '../testing/world';

const WITHIN_MS = 250;
const BOOKINGS = 60;

const onMariadb = mariadbUrl() === null ? describe.skip : describe;
onMariadb('a booking on another node', () => {
  let database: Awaited<ReturnType<typeof freshMariadb>>;
  let first: World;
  let second: World;
  let root: Caller;
  let one: Caller;
  let client: Client;
  beforeAll(async () => {
    database = await freshMariadb();
    const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
    first = await startWorld({ env, settings: { captcha: 'never' } });
    second = await startWorld({ env, beside: true });
    await until(
      () => first.live.nodes.alive().length === 2 && second.live.nodes.alive().length === 2,
      'both nodes',
      8_000,
    );
    root = await superAdmin(first);
    one = await member(first);
    client = await connectClient(`${second.url}/member`, one.token, {});
    await client.sub('row', { k: 'row', e: 'user', id: one.id });
  });
  afterAll(async () => {
    client.close();
    await second.end();
    await first.end();
    await database.drop();
  });

  /** From the request on one node to the frame on the other, milliseconds. */
  async function booked(): Promise<number> {
    const heard = new Promise<void>((done) => client.socket.once('chg', () => done()));
    const began = performance.now();
    const { code, msg } = await root.post('/admin/user_money_log/add', {
      user_id: one.id,
      money: '1.00',
      memo: 'test',
    });
    expect([code, msg]).toEqual([1, expect.any(String)]);
    await heard;
    return performance.now() - began;
  }

  it('reaches the member within 250 ms, 19 times of 20', async () => {
    await booked();
    const times: number[] = [];
    for (let at = 0; at < BOOKINGS; at += 1) times.push(await booked());
    const p95 = times.sort((a, b) => a - b)[Math.ceil(BOOKINGS * 0.95) - 1];
    expect(p95).toBeLessThan(WITHIN_MS * busyFactor());
  });
});
