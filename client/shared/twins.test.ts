/** Duplicated tabs share one chain of refresh tokens and never end each other's session. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { startHttpWorld, type HttpWorld } from '../testing/httpWorld';
import { createTestClient, memoryShelves, somebody } from '../testing/testClient';
import { api } from './api';
import { KEYS } from './persist';
import { isLater, type Wire } from './twins';

const FAMILY = 'ba_ar_abcdefghijkmnpqrstuvwxyz23';
const link = (generation: number, family = FAMILY) => `${family}.${generation}.mac`;

/** The browser's channel between tabs, with one deaf tab if wanted. */
function createEther() {
  const ears: { readonly wire: Wire; readonly hear: (message: unknown) => void }[] = [];
  const deaf = new Set<Wire>();
  const open = (): Wire => {
    const wire: Wire = {
      post: (message) => {
        for (const ear of ears) if (ear.wire !== wire && !deaf.has(ear.wire)) setTimeout(() => ear.hear(message), 1);
      },
      listen: (hear) => void ears.push({ wire, hear }),
    };
    return wire;
  };
  return { open, deaf };
}

let world: HttpWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

/** A server that keeps the chain as ours does: a link older than the last but one ends it. */
async function startHouse() {
  let generation = 0;
  let ended = false;
  world = await startHttpWorld(({ path, headers, body }) => {
    if (path !== '/api/common/refreshToken') {
      if (ended) return { envelope: { code: 302, data: { routeName: 'adminLogin' } } };
      return { envelope: headers['batoken'] === `access-${generation}` ? { data: 'seen' } : { code: 409 } };
    }
    const given = Number(String((body as Record<string, unknown>)['refresh_token']).split('.')[1]);
    if (given < generation - 1 || ended) {
      ended = true;
      return { envelope: { code: 302, data: { routeName: 'adminLogin' } } };
    }
    generation = given + 1;
    const data = { type: 'admin-refresh', token: `access-${generation}`, refresh_token: link(generation) };
    return { envelope: { data }, afterMs: 5 };
  });
  return { origin: world.origin, isOver: () => ended, asked: world.asked };
}

/** A tab without "keep me": everything in the tab's own storage, as a duplicate copies it. */
function openTab(origin: string, wire: Wire, generation = 0) {
  const shelves = memoryShelves();
  const person = somebody(`access-${generation}x`, link(generation));
  shelves.fleeting.setItem(KEYS.admin, JSON.stringify(person));
  const client = createTestClient({ origin, shelves, wire });
  const ask = () =>
    client.store.dispatch(api.endpoints.request.initiate({ url: '/admin/news/index', repeatable: true }));
  const held = () => client.store.getState().session.admin?.person.refreshToken;
  return { ...client, shelves, ask, held };
}

describe('a duplicated tab', () => {
  it('takes what the other one renewed, and renews nothing itself', async () => {
    const { origin, asked, isOver } = await startHouse();
    const ether = createEther();
    const [one, two] = [openTab(origin, ether.open()), openTab(origin, ether.open())];
    expect((await one.ask()).data).toBe('seen');
    await new Promise((done) => setTimeout(done, 20));
    expect(two.held()).toBe(link(1));
    expect(two.shelves.fleeting.getItem(KEYS.admin)).toContain('access-1');
    expect((await two.ask()).data).toBe('seen');
    expect(asked.filter(({ path }) => path.endsWith('refreshToken'))).toHaveLength(1);
    expect(isOver()).toBe(false);
  });

  it('asks before it renews, when it slept while the other one went ahead', async () => {
    const { origin, asked, isOver } = await startHouse();
    const ether = createEther();
    const [awake, sleeping] = [ether.open(), ether.open()];
    const [one, two] = [openTab(origin, awake), openTab(origin, sleeping)];
    ether.deaf.add(sleeping);
    await one.ask();
    const { token } = one.store.getState().session.admin?.person ?? { token: '' };
    await one.app.renew('admin', token);
    expect(one.held()).toBe(link(2));
    ether.deaf.delete(sleeping);
    expect(two.held()).toBe(link(0));
    expect((await two.ask()).data).toBe('seen');
    expect([two.held(), isOver(), two.went]).toEqual([link(2), false, []]);
    expect(asked.filter(({ path }) => path.endsWith('refreshToken'))).toHaveLength(2);
  });

  it('goes to the login when the other one signs out, and no other session does', async () => {
    const { origin } = await startHouse();
    const ether = createEther();
    const [one, two, stranger] = [
      openTab(origin, ether.open()),
      openTab(origin, ether.open()),
      openTab(origin, ether.open()),
    ];
    stranger.store.dispatch({
      type: 'session/tokensRenewed',
      payload: { realm: 'admin', token: 't', refreshToken: link(0, 'ba_ar_other') },
    });
    one.app.leave('admin', '/admin/login');
    await new Promise((done) => setTimeout(done, 20));
    expect([two.went, two.store.getState().session.admin]).toEqual([['/admin/login'], null]);
    expect(stranger.store.getState().session.admin).not.toBeNull();
  });

  it('believes nothing that is not a later link of its own chain', () => {
    const own = link(3);
    expect(isLater(own, link(4))).toBe(true);
    for (const other of [
      link(3),
      link(2),
      link(9, 'ba_ar_other'),
      '',
      'x',
      'a.b.c',
      `${FAMILY}.9`,
      `${FAMILY}.-1.m`,
      `${FAMILY}.1e3.m`,
    ])
      expect([other, isLater(own, other)]).toEqual([other, false]);
    expect(isLater('opaque', 'opaque')).toBe(false);
    const ether = createEther();
    const wire = ether.open();
    const tab = openTab('http://127.0.0.1:9', ether.open());
    for (const message of [
      null,
      7,
      'x',
      [],
      {},
      { kind: 'renewed' },
      { kind: 'renewed', realm: 'admin', refreshToken: link(9) },
      { kind: 'ended', realm: 'admin', refreshToken: '' },
      { kind: 'ended', realm: 'admin', refreshToken: 7 },
    ])
      wire.post(message);
    expect(tab.held()).toBe(link(0));
    expect(tab.went).toEqual([]);
  });
});
