/** After a menu change the server tells clients over which time to spread their refetch. */
import { describe, expect, it } from '@jest/globals';
import { SYSTEM, type Actor } from '../../../common/entity/access';
import type { Db } from '../../context';
import { testRegistry } from '../../testing/testEntities';
import { quietLog } from '../../testing/live/liveHarness';
import type { LoggedChange } from '../log/changeLog';
import { createConnection, type LiveSocket, type Connection } from './connection';
import { createReauthorizer, computeJitter } from './reauthorizer';
import type { Realm } from '../../../common/realm';
import { createTopicRegistry } from '../topics/topicRegistry';

interface SentEvent {
  readonly event: string;
  readonly notice: { readonly why: string; readonly jitter?: number };
}
const change = (ent: string): LoggedChange => ({
  seq: 7,
  firstSeqOfTransaction: 7,
  entityName: ent,
  rowId: 1,
  revision: 2,
  op: 'u',
  image: {},
  previousValues: {},
  at: 0,
  actor: 'admin:1',
  actorName: 'Ann',
  idempotencyKey: null,
  cid: 'c',
});

/** Connections on one node, and the events that each received. */
function createFixture(realm: Realm, windows: number, getActor: (principal: string, was: Actor) => Actor) {
  const sent = new Map<Connection, SentEvent[]>();
  const connections = Array.from({ length: windows }, (_, index) => {
    const sentEvents: SentEvent[] = [];
    const socket = {
      connected: true,
      emit: (event: string, notice: SentEvent['notice']) => sentEvents.push({ event, notice }),
    };
    const principal = `${realm}:${index + 1}`;
    const actor: Actor = { ...SYSTEM, kind: realm === 'admin' ? 'staff' : 'member', id: index + 1, isSuper: false };
    const proof = { actor, sessionId: `s${index}`, principal, expiresAt: Infinity };
    const connection = createConnection(socket as unknown as LiveSocket, realm, proof, { now: 0 }); // the used part of a socket
    sent.set(connection, sentEvents);
    return connection;
  });
  const reauthorizer = createReauthorizer({
    log: quietLog,
    db: undefined as unknown as Db,
    registry: testRegistry,
    topics: createTopicRegistry(),
    position: () => 7,
    connections: () => connections,
    loadRowScopes: () => Promise.resolve(() => 'all' as const),
    loadActor: (principal) => {
      const was = connections.find((connection) => connection.principal === principal)?.actor;
      return Promise.resolve(was && getActor(principal, was));
    },
  });
  return { reauthorizer, sentEvents: () => [...sent.values()] };
}
const same = (_principal: string, was: Actor): Actor => was;
/** The requests per tenth of a second of clients that wait a random part of the jitter. */
function requestsPerTenth(sent: readonly (readonly SentEvent[])[]): readonly number[] {
  const slots = new Map<number, number>();
  for (const [first] of sent) {
    const slot = Math.floor((Math.random() * (first?.notice.jitter ?? 0)) / 100);
    slots.set(slot, (slots.get(slot) ?? 0) + 1);
  }
  return [...slots.values()];
}

describe.each([
  ['member', 'user_rule'],
  ['admin', 'menu_rule'],
] as const)('a change of the menu of each %s', (realm, entity) => {
  it('there is no jitter for twenty connections', async () => {
    const { reauthorizer, sentEvents } = createFixture(realm, 20, same);
    await reauthorizer.applyChanges([change(entity)]);
    expect(
      sentEvents().every(([event, more]) => event?.event === 'authz' && event.notice.jitter === undefined && !more),
    ).toBe(true);
  });

  it('the jitter is at most half a second for a hundred connections', async () => {
    const { reauthorizer, sentEvents } = createFixture(realm, 100, same);
    await reauthorizer.applyChanges([change(entity)]);
    const waits = sentEvents().map(([event]) => event?.notice.jitter ?? 0);
    expect(Math.min(...waits)).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(500);
  });

  it('the jitter spreads the requests of a thousand connections to at most 50 per 100 ms', async () => {
    const { reauthorizer, sentEvents } = createFixture(realm, 1_000, same);
    await reauthorizer.applyChanges([change(entity)]);
    const each = requestsPerTenth(sentEvents());
    expect(each.reduce((sum, count) => sum + count, 0)).toBe(1_000);
    expect(Math.max(...each)).toBeLessThanOrEqual(50);
  });
});

it('jitter counts notified connections, not checked ones', async () => {
  const moved = (principal: string, was: Actor): Actor =>
    Number(principal.split(':')[1]) <= 5 ? { ...was, permissions: new Set(['account/overview']) } : was;
  const { reauthorizer, sentEvents } = createFixture('member', 1_000, moved);
  await reauthorizer.applyChanges([change('user_group')]);
  const notified = sentEvents().filter((events) => events.length > 0);
  expect(notified.map(([event]) => event?.notice)).toEqual(Array.from({ length: 5 }, () => ({ why: 'group' })));
});

it('jitter is at most half a minute', () => {
  expect([computeJitter(0), computeJitter(1_000), computeJitter(1_000_000)]).toEqual([0, 4_900, 30_000]);
});
