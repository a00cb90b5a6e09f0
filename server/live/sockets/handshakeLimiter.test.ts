/** Limits before authentication (M8), and the limits of one principal's topics and metrics (L3, L13). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { LIMITS } from '../../../common/limits';
import type { Metric } from '../../../common/protocol/liveEvents';
import { limitedAdmin, superAdmin } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { waitUntil } from '../../testing/live/presenceClient';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { createHandshakeLimiter, type EngineConnection } from './handshakeLimiter';
import { TIMING } from '../timing';

// @case M8
describe('handshakes', () => {
  const getAddress = (request: unknown) => String((request as { ip: string }).ip);
  const from = (ip: string) => ({ ip }) as unknown as EngineConnection['request'];
  const opened = (ip: string) => {
    const listeners = new Map<string, (packet: { type: string }) => void>();
    const state = { closed: false };
    const connection: EngineConnection = {
      request: from(ip),
      close: () => (state.closed = true),
      on: (event, listener) => listeners.set(event, listener),
      once: (event, listener) => listeners.set(event, listener),
    };
    const emitPacket = (event: string, type = '') => listeners.get(event)?.({ type });
    return { connection, state, say: emitPacket };
  };

  it('have a share per IP network, so that one at its limit does not affect others', () => {
    const handshakes = createHandshakeLimiter({ now: () => 5_000 }, getAddress);
    const some = Array.from({ length: 3 * TIMING.handshakesPerNetwork }, () =>
      handshakes.isAllowed(from('203.0.113.1')),
    );
    expect(some.filter((isIn) => isIn)).toHaveLength(TIMING.handshakesPerNetwork);
    expect(handshakes.isAllowed(from('203.0.113.2'))).toBe(true);
    const near = Array.from({ length: 3 * TIMING.handshakesPerNetwork }, (_, index) =>
      handshakes.isAllowed(from(`2001:db8:1:${index.toString(16)}::1`)),
    );
    expect(near.filter((isIn) => isIn)).toHaveLength(TIMING.handshakesPerNetwork);
    expect(handshakes.isAllowed(from('2001:db8:2::1'))).toBe(true);
  });

  it('stop at 50 open unauthenticated connections of an IP network', () => {
    const handshakes = createHandshakeLimiter({ now: () => 5_000 }, getAddress);
    const all = Array.from({ length: LIMITS.socketsBeforeLogin }, () => opened('203.0.113.1'));
    for (const { connection } of all) handshakes.trackConnection(connection);
    expect([handshakes.isAllowed(from('203.0.113.1')), handshakes.isAllowed(from('203.0.113.2'))]).toEqual([
      false,
      true,
    ]);
    const [first, second] = all;
    if (first === undefined || second === undefined) throw new Error('no connections');
    handshakes.onAdmitted(first.connection);
    first.say('close');
    expect(handshakes.isAllowed(from('203.0.113.1'))).toBe(true);
    handshakes.trackConnection(opened('203.0.113.1').connection);
    expect(handshakes.isAllowed(from('203.0.113.1'))).toBe(false);
    second.say('close');
    expect(handshakes.isAllowed(from('203.0.113.1'))).toBe(true);
  });

  it('close a connection with many packets before authentication, and keep an authenticated one', () => {
    const handshakes = createHandshakeLimiter({ now: () => 5_000 }, getAddress);
    const [stranger, person] = [opened('203.0.113.1'), opened('203.0.113.1')];
    for (const { connection } of [stranger, person]) handshakes.trackConnection(connection);
    handshakes.onAdmitted(person.connection);
    for (let index = 0; index <= LIMITS.socketPacketsBeforeLogin; index += 1)
      for (const { say: emitPacket } of [stranger, person]) emitPacket('packet', 'message');
    expect([stranger.state.closed, person.state.closed]).toEqual([true, false]);
  });
});

describe('limits of one principal', () => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ settings: { captcha: 'never' } });
  });
  afterAll(() => testServer.close());

  /** Sends CONNECT packets with a bad token over one websocket until the server closes it. */
  const flood = (namespace: string, packets: number) =>
    new Promise<number>((done, fail) => {
      const socket = new WebSocket(`${testServer.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
      let refused = 0;
      socket.on('error', fail);
      socket.on('close', () => done(refused));
      socket.on('message', (data: Buffer) => {
        const text = data.toString();
        if (text.startsWith('44')) refused += 1;
        if (!text.startsWith('0')) return;
        for (let index = 0; index < packets; index += 1) socket.send(`40${namespace},{"token":"bad"}`);
      });
    });

  // @case M8
  it.each(['/admin', '/member', '/nowhere', '/'])('a flood of CONNECTs to %s closes the connection', async (name) => {
    expect(await flood(name, 300)).toBeLessThanOrEqual(LIMITS.socketPacketsBeforeLogin);
    const root = await superAdmin(testServer);
    const client = await connectLiveClient(`${testServer.url}/admin`, root.token, {});
    client.close();
  });

  // @case M8
  it('consecutive refused CONNECTs close the connection', async () => {
    expect(await flood('/admin', LIMITS.socketRefusals)).toBeLessThanOrEqual(LIMITS.socketRefusals);
  });

  // @case L3
  it('one admin cannot use all aggregates, others still get theirs', async () => {
    const low = await limitedAdmin(testServer, ['news/index'], 'all');
    const greedy = await connectLiveClient(`${testServer.url}/admin`, low.token, {});
    const figures = (of: string, from: number): Readonly<Record<string, Metric>> =>
      Object.fromEntries(
        Array.from({ length: LIMITS.dashboardMetrics }, (_, index) => [
          `w${index}`,
          { e: of, when: { field: 'id', op: '>', value: from + index } },
        ]),
      );
    const refused: number[] = [];
    const many = await Promise.all(
      Array.from({ length: 9 }, () => connectLiveClient(`${testServer.url}/admin`, low.token, {})),
    );
    for (const [index, client] of [greedy, ...many].entries()) {
      const response = await client.socket.emitWithAck('dash', { w: figures('news', 1_000 * index) });
      if (!response.ok) throw new Error(JSON.stringify(response));
      refused.push(Object.values(response.frame.map ?? {}).filter((code) => code === 429).length);
    }
    expect(refused[0]).toBe(0);
    expect(10 * LIMITS.dashboardMetrics - refused.reduce((sum, count) => sum + count, 0)).toBe(
      LIMITS.metricsPerPrincipal,
    );
    const root = await superAdmin(testServer);
    const admin = await connectLiveClient(`${testServer.url}/admin`, root.token, {});
    const response = await admin.socket.emitWithAck('dash', { w: figures('news', 90_000) });
    expect(response.ok && Object.values(response.frame.map ?? {}).filter((code) => code === 429)).toEqual([]);
    for (const client of [greedy, admin, ...many]) client.close();
  });

  it('aggregates: an admin without any gets its share when four others use all places, and they get 429', async () => {
    const otherServer = await startTestServer({ settings: { captcha: 'never' } });
    const figures = (from: number): Readonly<Record<string, Metric>> =>
      Object.fromEntries(
        Array.from({ length: LIMITS.dashboardMetrics }, (_, index) => [
          `w${index}`,
          { e: 'news', when: { field: 'id', op: '>', value: from + index } },
        ]),
      );
    const refusedIn = (map: Readonly<Record<string, string | number>> = {}) =>
      Object.values(map).filter((code) => code === 429).length;
    const ask = async (client: Awaited<ReturnType<typeof connectLiveClient>>, from: number) => {
      const response = await client.socket.emitWithAck('dash', { w: figures(from) });
      if (!response.ok) throw new Error(JSON.stringify(response));
      return refusedIn(response.frame.map);
    };
    const clients = [];
    // By connection: a frame with a map contains all metrics of it.
    const received = new Map<number, number>();
    const refused: number[] = [];
    for (let who = 0; who < 4; who += 1) {
      const low = await limitedAdmin(otherServer, ['news/index'], 'all');
      for (const place of [2 * who, 2 * who + 1]) {
        const client = await connectLiveClient(`${otherServer.url}/admin`, low.token, {});
        clients.push(client);
        client.socket.on('dash', ({ map }) => map && received.set(place, refusedIn(map)));
        refused.push(await ask(client, 1_000 * place));
      }
    }
    expect(refused.slice(0, -1)).toEqual(refused.slice(0, -1).map(() => 0));
    expect(refused.at(-1)).toBeGreaterThan(0);
    const root = await superAdmin(otherServer);
    const admin = await connectLiveClient(`${otherServer.url}/admin`, root.token, {});
    expect(await ask(admin, 90_000)).toBe(0);
    const lost = (): number => [...received.values()].reduce((sum, count) => sum + count, 0);
    await waitUntil(() => lost() >= LIMITS.dashboardMetrics, 'the frame of 429');
    for (const client of [admin, ...clients]) client.close();
    await otherServer.close();
  });

  // @case L13
  it('the topics of one principal have a common cost limit over all its connections', async () => {
    const root = await superAdmin(testServer);
    const value = 'x'.repeat(200);
    const any = Array.from({ length: 8 }, (_, index) => ({ field: 'title', op: '<>', value: `${value}${index}` }));
    const topics = (from: number) =>
      Array.from({ length: 100 }, (_, index) => ({
        t: `t${index}`,
        spec: {
          k: 'list',
          e: 'news',
          sort: [{ field: 'id', dir: 'desc' }],
          where: { all: [...any, { field: 'id', op: '>', value: from + index }] },
        },
      }));
    const joined: number[] = [];
    const clients = [];
    for (let index = 0; index < 3; index += 1) {
      const client = await connectLiveClient(`${testServer.url}/admin`, root.token, {});
      clients.push(client);
      const all = topics(1_000 * index);
      for (let sent = 0; sent < all.length; sent += 20) {
        const response = await client.ask({ epoch: '', topics: all.slice(sent, sent + 20) });
        if (!response.ok) throw new Error(JSON.stringify(response));
        joined.push(Object.values(response.r).filter(({ ok }) => ok).length);
      }
    }
    const total = joined.reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThan(50);
    expect(total).toBeLessThan(200);
    const low = await limitedAdmin(testServer, ['news/index'], 'all');
    const other = await connectLiveClient(`${testServer.url}/admin`, low.token, {});
    const response = await other.ask({ epoch: '', topics: topics(50_000).slice(0, 5) });
    expect(response.ok && Object.values(response.r).every(({ ok }) => ok)).toBe(true);
    for (const client of [...clients, other]) client.close();
    await waitUntil(() => testServer.live.stats()?.sockets === 0, 'the sockets are closed', 5_000);
    const later = await connectLiveClient(`${testServer.url}/admin`, root.token, {});
    const joinedAgain = await later.ask({ epoch: '', topics: topics(90_000).slice(0, 20) });
    expect(joinedAgain.ok && Object.values(joinedAgain.r).every(({ ok }) => ok)).toBe(true);
    later.close();
  });
});
