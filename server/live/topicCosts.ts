/** What the topics of each principal cost: counted as they come and go, so that a subscription need not look at every socket. */
interface Held {
  readonly cost: number;
  /** Subscriptions to the topic, over all sockets of the principal. */
  readonly count: number;
}
interface Account {
  readonly topics: Map<string, Held>;
  total: number;
}

export interface TopicCosts {
  /** Adds one subscription; a topic costs once, however many subscriptions of the principal it has. */
  readonly add: (principal: string, topic: string, cost: number) => void;
  readonly remove: (principal: string, topic: string) => void;
  /** What the topics of a principal would cost with one more. */
  readonly totalWith: (principal: string, topic: string, cost: number) => number;
}

export function createTopicCosts(): TopicCosts {
  const accounts = new Map<string, Account>();
  return {
    add: (principal, topic, cost) => {
      const account = accounts.get(principal) ?? { topics: new Map<string, Held>(), total: 0 };
      accounts.set(principal, account);
      const held = account.topics.get(topic);
      if (held === undefined) account.total += cost;
      account.topics.set(topic, { cost: held?.cost ?? cost, count: (held?.count ?? 0) + 1 });
    },
    remove: (principal, topic) => {
      const account = accounts.get(principal);
      const held = account?.topics.get(topic);
      if (account === undefined || held === undefined) return;
      if (held.count > 1) {
        account.topics.set(topic, { ...held, count: held.count - 1 });
        return;
      }
      account.topics.delete(topic);
      account.total -= held.cost;
      if (account.topics.size === 0) accounts.delete(principal);
    },
    totalWith: (principal, topic, cost) => {
      const account = accounts.get(principal);
      return (account?.total ?? 0) + (account?.topics.has(topic) === true ? 0 : cost);
    },
  };
}
