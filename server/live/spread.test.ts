/** A changed menu is no storm: who asks again because of it is told over how long, and few have it within a second (issue 4, item 6). */
import { describe, expect, it } from '@jest/globals';
import { SYSTEM, type Actor } from '../../common/entity/access';
import type { Db } from '../context';
import { testRegistry } from '../testing/nouns';
import { quietLog } from '../testing/liveRig';
import type { LoggedChange } from './log';
import { createPeer, type LiveSocket, type Peer } from './peer';
import { createRights, spreadOver } from './rights';
import type { Realm } from './spec';
import { createTopics } from './topics';

interface Told {
  readonly event: string;
  readonly notice: { readonly why: string; readonly jitter?: number };
}
const change = (ent: string): LoggedChange => ({
  ...{ seq: 7, txn: 7, ent, eid: 1, ver: 2, op: 'u', img: {}, prev: {}, at: 0 },
  ...{ actor: 'admin:1', actor_name: 'Ann', mid: null, cid: 'c' },
});

/** So many windows on one node, and what each was told. */
function houseOf(realm: Realm, windows: number, actorOf: (principal: string, was: Actor) => Actor) {
  const told = new Map<Peer, Told[]>();
  const peers = Array.from({ length: windows }, (_, at) => {
    const heard: Told[] = [];
    const socket = { connected: true, emit: (event: string, notice: Told['notice']) => heard.push({ event, notice }) };
    const principal = `${realm}:${at + 1}`;
    const actor: Actor = { ...SYSTEM, realm: realm === 'admin' ? 'staff' : 'member', id: at + 1, super: false };
    const proof = { actor, sessionId: `s${at}`, principal, expiresAt: Infinity };
    const peer = createPeer(socket as unknown as LiveSocket, realm, proof, { now: 0 }); // as much of a socket as is spoken to
    told.set(peer, heard);
    return peer;
  });
  const rights = createRights({
    ...{ log: quietLog, db: undefined as unknown as Db, registry: testRegistry, topics: createTopics() },
    ...{ position: () => 7, peers: () => peers, reachNow: () => Promise.resolve(() => 'all' as const) },
    actorOf: (principal) => {
      const was = peers.find((peer) => peer.principal === principal)?.actor;
      return Promise.resolve(was && actorOf(principal, was));
    },
  });
  return { rights, told: () => [...told.values()] };
}
const same = (_principal: string, was: Actor): Actor => was;
/** When clients ask that wait some part of what they were told. */
function requestsPerTenth(told: readonly (readonly Told[])[]): readonly number[] {
  const slots = new Map<number, number>();
  for (const [first] of told) {
    const slot = Math.floor((Math.random() * (first?.notice.jitter ?? 0)) / 100);
    slots.set(slot, (slots.get(slot) ?? 0) + 1);
  }
  return [...slots.values()];
}

describe.each([
  ['member', 'user_rule'],
  ['admin', 'menu_rule'],
] as const)('a change of the menu of each %s', (realm, noun) => {
  it('is asked for at once by twenty windows', async () => {
    const { rights, told } = houseOf(realm, 20, same);
    await rights.changed([change(noun)]);
    expect(told().every(([one, more]) => one?.event === 'authz' && one.notice.jitter === undefined && !more)).toBe(
      true,
    );
  });

  it('is asked for within half a second by a hundred, so that all have it within one', async () => {
    const { rights, told } = houseOf(realm, 100, same);
    await rights.changed([change(noun)]);
    const waits = told().map(([one]) => one?.notice.jitter ?? 0);
    expect(Math.min(...waits)).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(500);
  });

  it('is 20 requests in 100 ms of a thousand, not a thousand at once', async () => {
    const { rights, told } = houseOf(realm, 1_000, same);
    await rights.changed([change(noun)]);
    const each = requestsPerTenth(told());
    expect(each.reduce((sum, one) => sum + one, 0)).toBe(1_000);
    expect(Math.max(...each)).toBeLessThanOrEqual(50);
  });
});

it('counts those who are told, not those who are looked at: the few a group moved wait for nobody', async () => {
  const moved = (principal: string, was: Actor): Actor =>
    Number(principal.split(':')[1]) <= 5 ? { ...was, nodes: new Set(['account/overview']) } : was;
  const { rights, told } = houseOf('member', 1_000, moved);
  await rights.changed([change('user_group')]);
  const heard = told().filter((one) => one.length > 0);
  expect(heard.map(([one]) => one?.notice)).toEqual(Array.from({ length: 5 }, () => ({ why: 'group' })));
});

it('never spreads longer than half a minute', () => {
  expect([spreadOver(0), spreadOver(1_000), spreadOver(1_000_000)]).toEqual([0, 4_900, 30_000]);
});
