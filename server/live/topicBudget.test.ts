/** A request of many topics looks through the sockets of its person once. */
import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../common/limits';
import type { Peer } from './peer';
import { costOf, openTopicBudget } from './topicBudget';

type Held = Pick<Peer, 'principal' | 'subs'>;
type Subscribed = Peer['subs'] extends Map<string, infer S> ? S : never;
const socket = (principal: string, names: readonly string[], cost = 1): Held => {
  // the budget reads nothing else of a topic
  const held = (name: string) => ({ topic: { name }, spec: null, cost }) as Subscribed;
  return { principal, subs: new Map(names.map((name) => [name, held(name)])) };
};
const named = (count: number, of: string) => Array.from({ length: count }, (_, at) => `${of}${at}`);

describe('the topic budget', () => {
  it('reads the topics of each socket once, however many topics a request asks for', () => {
    let reads = 0;
    const sockets = Array.from({ length: LIMITS.socketsPerPrincipal }, (_, at) => {
      const { principal, subs } = socket('member:1', named(LIMITS.topics, `s${at % 9}-`));
      return {
        principal,
        get subs() {
          reads += 1;
          return subs;
        },
      };
    });
    const own = socket('member:1', []);
    const budget = openTopicBudget([...sockets, own], own);
    for (const name of named(LIMITS.topics, 'new')) budget.take({ t: name, name, cost: 1 });
    expect(reads).toBe(LIMITS.socketsPerPrincipal);
  });

  it('refuses what exceeds the cost of one person or the topics of one socket, and counts a shared topic once', () => {
    const [mine, other] = [socket('member:1', named(10, 'a'), 100), socket('member:2', named(90, 'b'), 100)];
    const tab = socket('member:1', []);
    const budget = openTopicBudget([mine, other, tab], tab);
    expect(budget.take({ t: '1', name: 'a1', cost: 100 })).toBe(true);
    expect(budget.take({ t: '2', name: 'c', cost: LIMITS.topicCost - 1_000 })).toBe(true);
    expect(budget.take({ t: '3', name: 'd', cost: 1 })).toBe(false);
    const full = socket('member:3', named(LIMITS.topics, 'e'));
    expect(openTopicBudget([full], full).take({ t: 'f', name: 'f', cost: 1 })).toBe(false);
    expect(openTopicBudget([full], full).take({ t: 'e0', name: 'f', cost: 1 })).toBe(true);
  });

  it('costs more the longer a filter is', () => {
    expect([costOf({ k: 'list' }), costOf('x'.repeat(500))]).toEqual([1, 4]);
  });
});
