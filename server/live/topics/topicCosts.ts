/**
 * Cost limit of subscriptions: the cost of the topics of each principal, maintained per subscription, so that a new one needs no iteration.
 */
interface TopicCost {
  readonly cost: number;
  /** Subscriptions to the topic over all connections of the principal. */
  readonly count: number;
}
interface PrincipalCosts {
  readonly topics: Map<string, TopicCost>;
  total: number;
}

export interface TopicCosts {
  /** Adds one subscription; a topic counts once per principal. */
  readonly add: (principal: string, topic: string, cost: number) => void;
  readonly remove: (principal: string, topic: string) => void;
  /** The cost of a principal's topics including one more. */
  readonly totalWith: (principal: string, topic: string, cost: number) => number;
}

export function createTopicCosts(): TopicCosts {
  const costsByPrincipal = new Map<string, PrincipalCosts>();
  return {
    add: (principal, topic, cost) => {
      const principalCosts = costsByPrincipal.get(principal) ?? { topics: new Map<string, TopicCost>(), total: 0 };
      costsByPrincipal.set(principal, principalCosts);
      const topicCost = principalCosts.topics.get(topic);
      if (topicCost === undefined) principalCosts.total += cost;
      principalCosts.topics.set(topic, { cost: topicCost?.cost ?? cost, count: (topicCost?.count ?? 0) + 1 });
    },
    remove: (principal, topic) => {
      const principalCosts = costsByPrincipal.get(principal);
      const topicCost = principalCosts?.topics.get(topic);
      if (principalCosts === undefined || topicCost === undefined) return;
      if (topicCost.count > 1) {
        principalCosts.topics.set(topic, { ...topicCost, count: topicCost.count - 1 });
        return;
      }
      principalCosts.topics.delete(topic);
      principalCosts.total -= topicCost.cost;
      if (principalCosts.topics.size === 0) costsByPrincipal.delete(principal);
    },
    totalWith: (principal, topic, cost) => {
      const principalCosts = costsByPrincipal.get(principal);
      return (principalCosts?.total ?? 0) + (principalCosts?.topics.has(topic) === true ? 0 : cost);
    },
  };
}
