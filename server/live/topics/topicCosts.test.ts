import { expect, it } from '@jest/globals';
import { createTopicCosts } from './topicCosts';

it('topicCosts: counts a topic once for a principal, until its last subscription ends', () => {
  const costs = createTopicCosts();
  costs.add('admin:1', 'a', 3);
  costs.add('admin:1', 'a', 3);
  costs.add('admin:1', 'b', 2);
  costs.add('admin:2', 'c', 7);
  expect(costs.totalWith('admin:1', 'a', 3)).toBe(5);
  expect(costs.totalWith('admin:1', 'd', 4)).toBe(9);
  costs.remove('admin:1', 'a');
  expect(costs.totalWith('admin:1', 'd', 4)).toBe(9);
  costs.remove('admin:1', 'a');
  expect(costs.totalWith('admin:1', 'd', 4)).toBe(6);
});

it('topicCosts: removes the added costs and ignores unknown topics', () => {
  const costs = createTopicCosts();
  costs.add('admin:1', 'a', 3);
  costs.add('admin:1', 'a', 9);
  costs.remove('admin:1', 'b');
  costs.remove('admin:2', 'a');
  costs.remove('admin:1', 'a');
  costs.remove('admin:1', 'a');
  costs.remove('admin:1', 'a');
  expect(costs.totalWith('admin:1', 'b', 1)).toBe(1);
});
