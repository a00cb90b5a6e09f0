/** What a connection may do before it is signed in (M8), and what one person's topics and figures may cost (L3, L13). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { LIMITS } from '../../common/limits';
import type { Figure } from '../../common/protocol/live';
import { limitedAdmin, superAdmin } from '../testing/actors';
import { connectClient } from '../testing/liveClient';
import { until } from '../testing/livePresence';
import { startWorld, type World } from '../testing/world';
import { createHandshakes, type Connection } from './handshakes';
import { PACE } from './pace';

describe('handshakes (M8)', () => {
  const addressOf = (request: unknown) => String((request as { ip: string }).ip);
  const from = (ip: string) => ({ ip }) as unknown as Connection['request'];
  const opened = (ip: string) => {
    const hears = new Map<string, (packet: { type: string }) => void>();
    const state = { closed: false };
    const connection: Connection = {
      request: from(ip),
      close: () => (state.closed = true),
      on: (event, hear) => hears.set(event, hear),
      once: (event, hear) => hears.set(event, hear),
    };
    const say = (event: string, type = '') => hears.get(event)?.({ type });
    return { connection, state, say };
  };

  it('give each network a share, so one that uses it up takes nothing from the others', () => {
    const handshakes = createHandshakes({ now: () => 5_000 }, addressOf);
    const some = Array.from({ length: 3 * PACE.handshakesPerNetwork }, () => handshakes.allow(from('203.0.113.1')));
    expect(some.filter((isIn) => isIn)).toHaveLength(PACE.handshakesPerNetwork);
    expect(handshakes.allow(from('203.0.113.2'))).toBe(true);
    const near = Array.from({ length: 3 * PACE.handshakesPerNetwork }, (_, at) =>
      handshakes.allow(from(`2001:db8:1:${at.toString(16)}::1`)),
    );
    expect(near.filter((isIn) => isIn)).toHaveLength(PACE.handshakesPerNetwork);
    expect(handshakes.allow(from('2001:db8:2::1'))).toBe(true);
  });

  it('stop at 50 open connections of a network that are not signed in', () => {
    const handshakes = createHandshakes({ now: () => 5_000 }, addressOf);
    const all = Array.from({ length: LIMITS.socketsBeforeLogin }, () => opened('203.0.113.1'));
    for (const { connection } of all) handshakes.follow(connection);
    expect([handshakes.allow(from('203.0.113.1')), handshakes.allow(from('203.0.113.2'))]).toEqual([false, true]);
    const [first, second] = all;
    if (first === undefined || second === undefined) throw new Error('no connections');
    handshakes.admitted(first.connection);
    first.say('close');
    expect(handshakes.allow(from('203.0.113.1'))).toBe(true);
    handshakes.follow(opened('203.0.113.1').connection);
    expect(handshakes.allow(from('203.0.113.1'))).toBe(false);
    second.say('close');
    expect(handshakes.allow(from('203.0.113.1'))).toBe(true);
  });

  it('end a connection that sends many packets before it is signed in, and spare one that is', () => {
    const handshakes = createHandshakes({ now: () => 5_000 }, addressOf);
    const [stranger, person] = [opened('203.0.113.1'), opened('203.0.113.1')];
    for (const { connection } of [stranger, person]) handshakes.follow(connection);
    handshakes.admitted(person.connection);
    for (let at = 0; at <= LIMITS.socketPacketsBeforeLogin; at += 1)
      for (const { say } of [stranger, person]) say('packet', 'message');
    expect([stranger.state.closed, person.state.closed]).toEqual([true, false]);
  });
});

describe('one person and the live channel', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ settings: { captcha: 'never' } });
  });
  afterAll(() => world.end());

  /** Sends CONNECT packets with a bad token over one websocket until the server closes it. */
  const flood = (namespace: string, packets: number) =>
    new Promise<number>((done, fail) => {
      const socket = new WebSocket(`${world.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
      let refused = 0;
      socket.on('error', fail);
      socket.on('close', () => done(refused));
      socket.on('message', (data: Buffer) => {
        const text = data.toString();
        if (text.startsWith('44')) refused += 1;
        if (!text.startsWith('0')) return;
        for (let at = 0; at < packets; at += 1) socket.send(`40${namespace},{"token":"bad"}`);
      });
    });

  it.each(['/admin', '/member', '/nowhere', '/'])('M8: a flood of CONNECTs to %s ends the connection', async (name) => {
    expect(await flood(name, 300)).toBeLessThanOrEqual(LIMITS.socketPacketsBeforeLogin);
    const root = await superAdmin(world);
    const client = await connectClient(`${world.url}/admin`, root.token, {});
    client.close();
  });

  it('M8: refused CONNECTs that come one after the other end the connection too', async () => {
    expect(await flood('/admin', LIMITS.socketRefusals)).toBeLessThanOrEqual(LIMITS.socketRefusals);
  });

  it('L3: one admin cannot take all figures, others still get theirs', async () => {
    const low = await limitedAdmin(world, ['news/index'], 'all');
    const greedy = await connectClient(`${world.url}/admin`, low.token, {});
    const figures = (of: string, from: number): Readonly<Record<string, Figure>> =>
      Object.fromEntries(
        Array.from({ length: LIMITS.figures }, (_, at) => [
          `w${at}`,
          { e: of, when: { field: 'id', op: '>', value: from + at } },
        ]),
      );
    const refused: number[] = [];
    const many = await Promise.all(Array.from({ length: 9 }, () => connectClient(`${world.url}/admin`, low.token, {})));
    for (const [at, client] of [greedy, ...many].entries()) {
      const answer = await client.socket.emitWithAck('dash', { w: figures('news', 1_000 * at) });
      if (!answer.ok) throw new Error(JSON.stringify(answer));
      refused.push(Object.values(answer.frame.map ?? {}).filter((one) => one === 429).length);
    }
    expect(refused[0]).toBe(0);
    expect(10 * LIMITS.figures - refused.reduce((sum, one) => sum + one, 0)).toBe(LIMITS.figuresPerPrincipal);
    const root = await superAdmin(world);
    const boss = await connectClient(`${world.url}/admin`, root.token, {});
    const own = await boss.socket.emitWithAck('dash', { w: figures('news', 90_000) });
    expect(own.ok && Object.values(own.frame.map ?? {}).filter((one) => one === 429)).toEqual([]);
    for (const client of [greedy, boss, ...many]) client.close();
  });

  it('figures: an admin without any gets its share when four others hold all places, and their readers get 429', async () => {
    const fresh = await startWorld({ settings: { captcha: 'never' } });
    const figures = (from: number): Readonly<Record<string, Figure>> =>
      Object.fromEntries(
        Array.from({ length: LIMITS.figures }, (_, at) => [
          `w${at}`,
          { e: 'news', when: { field: 'id', op: '>', value: from + at } },
        ]),
      );
    const refusedIn = (map: Readonly<Record<string, string | number>> = {}) =>
      Object.values(map).filter((one) => one === 429).length;
    const ask = async (client: Awaited<ReturnType<typeof connectClient>>, from: number) => {
      const answer = await client.socket.emitWithAck('dash', { w: figures(from) });
      if (!answer.ok) throw new Error(JSON.stringify(answer));
      return refusedIn(answer.frame.map);
    };
    const clients = [];
    // by connection: a frame with a map names all figures of it
    const told = new Map<number, number>();
    const refused: number[] = [];
    for (let who = 0; who < 4; who += 1) {
      const low = await limitedAdmin(fresh, ['news/index'], 'all');
      for (const place of [2 * who, 2 * who + 1]) {
        const client = await connectClient(`${fresh.url}/admin`, low.token, {});
        clients.push(client);
        client.socket.on('dash', ({ map }) => map && told.set(place, refusedIn(map)));
        refused.push(await ask(client, 1_000 * place));
      }
    }
    expect(refused.slice(0, -1)).toEqual(refused.slice(0, -1).map(() => 0));
    expect(refused.at(-1)).toBeGreaterThan(0);
    const root = await superAdmin(fresh);
    const boss = await connectClient(`${fresh.url}/admin`, root.token, {});
    expect(await ask(boss, 90_000)).toBe(0);
    const lost = (): number => [...told.values()].reduce((sum, one) => sum + one, 0);
    await until(() => lost() >= LIMITS.figures, 'the frame of 429');
    for (const client of [boss, ...clients]) client.close();
    await fresh.end();
  });

  it('L13: the topics of one person have a common cost limit, counted over all its sockets', async () => {
    const root = await superAdmin(world);
    const value = 'x'.repeat(200);
    const any = Array.from({ length: 8 }, (_, at) => ({ field: 'title', op: '<>', value: `${value}${at}` }));
    const topics = (from: number) =>
      Array.from({ length: 100 }, (_, at) => ({
        t: `t${at}`,
        spec: {
          ...{ k: 'list', e: 'news', sort: [{ field: 'id', dir: 'desc' }] },
          where: { all: [...any, { field: 'id', op: '>', value: from + at }] },
        },
      }));
    const joined: number[] = [];
    const clients = [];
    for (let at = 0; at < 3; at += 1) {
      const client = await connectClient(`${world.url}/admin`, root.token, {});
      clients.push(client);
      const all = topics(1_000 * at);
      for (let sent = 0; sent < all.length; sent += 20) {
        const answer = await client.ask({ epoch: '', topics: all.slice(sent, sent + 20) });
        if (!answer.ok) throw new Error(JSON.stringify(answer));
        joined.push(Object.values(answer.r).filter(({ ok }) => ok).length);
      }
    }
    const total = joined.reduce((sum, one) => sum + one, 0);
    expect(total).toBeGreaterThan(50);
    expect(total).toBeLessThan(200);
    const low = await limitedAdmin(world, ['news/index'], 'all');
    const other = await connectClient(`${world.url}/admin`, low.token, {});
    const answer = await other.ask({ epoch: '', topics: topics(50_000).slice(0, 5) });
    expect(answer.ok && Object.values(answer.r).every(({ ok }) => ok)).toBe(true);
    for (const client of [...clients, other]) client.close();
    await until(() => world.live.stats()?.sockets === 0, 'the sockets are closed', 5_000);
    const later = await connectClient(`${world.url}/admin`, root.token, {});
    const joinedAgain = await later.ask({ epoch: '', topics: topics(90_000).slice(0, 20) });
    expect(joinedAgain.ok && Object.values(joinedAgain.r).every(({ ok }) => ok)).toBe(true);
    later.close();
  });
});
