/** Tabs fold into a menu when the row is full. */
import { expect, it } from '@jest/globals';
import { chooseOverflowTabs } from './useOverflowTabs';

const tab = (path: string, at: number, isActive = false) => ({ path, at, isActive });
const tabs = [tab('a', 1), tab('b', 9), tab('c', 5), tab('d', 2, true), tab('e', 7)];
const fold = (space: number) => [...chooseOverflowTabs(tabs, () => 100, space)].sort();

it.each([
  [600, []],
  [516, []],
  [515, ['a']],
  [320, ['a', 'c']],
  [110, ['a', 'b', 'c', 'e']],
  [40, ['a', 'b', 'c', 'e']],
])('chooseOverflowTabs: in %i pixels, folds the tabs visited longest ago, never the open one', (space, folded) => {
  expect(fold(space)).toEqual(folded);
});
