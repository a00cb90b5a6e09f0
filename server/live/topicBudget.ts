/** What the topics of one person may cost: each change is held against each of them. */
import { LIMITS } from '../../common/limits';
import type { Peer } from './peer';

const CHARACTERS_PER_COST = 128;
/** The cost of a topic: one, and one more for every 128 characters of what it asks. */
export const costOf = (spec: unknown): number =>
  1 + Math.floor(JSON.stringify(spec ?? null).length / CHARACTERS_PER_COST);

export interface TopicBudget {
  /** Counts a topic of this name; false when the socket, or the person on all sockets, has as many as it may. */
  readonly take: (subscription: { readonly t: string; readonly name: string; readonly cost: number }) => boolean;
}

/**
 * The budget of one request. The sockets of the person are looked through once: a request of 200 topics must not look through
 * thousands of topics 200 times.
 */
export function openTopicBudget(
  peers: Iterable<Pick<Peer, 'principal' | 'subs'>>,
  own: Pick<Peer, 'principal' | 'subs'>,
): TopicBudget {
  const costs = new Map<string, number>();
  for (const { principal, subs } of peers)
    if (principal === own.principal) for (const { topic, cost } of subs.values()) costs.set(topic.name, cost);
  let total = 0;
  for (const cost of costs.values()) total += cost;
  return {
    take: ({ t, name, cost }) => {
      if (!own.subs.has(t) && own.subs.size >= LIMITS.topics) return false;
      if (costs.has(name)) return true;
      if (total + cost > LIMITS.topicCost) return false;
      costs.set(name, cost);
      total += cost;
      return true;
    },
  };
}
