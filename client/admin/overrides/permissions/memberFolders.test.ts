/** Member rules as a permission tree: every rule that opens something can be ticked, and nothing chosen is lost. */
import { expect, it } from '@jest/globals';
import { memberFolders, type MemberRule } from './memberFolders';
import { nodesOf } from './nodeTree';

const rule = (id: number, pid: number, name: string, isFolder = false): MemberRule => ({
  ...{ id, pid, name, isFolder },
  title: name.toUpperCase(),
});
const RULES = [
  rule(1, 0, 'account', true),
  rule(2, 1, 'account/overview'),
  rule(3, 1, 'account/more', true),
  rule(4, 3, 'account/balance'),
  rule(5, 0, 'help'),
  rule(6, 9, 'of_a_missing_parent'),
];

it('has a folder for each directory at the root, and one for what stands in none', () => {
  const folders = memberFolders(RULES, [], 'Other');
  expect(folders.map((folder) => [folder.label, nodesOf(folder)])).toEqual([
    ['ACCOUNT', ['account/overview', 'account/balance']],
    ['Other', ['help', 'of_a_missing_parent']],
  ]);
  expect(folders[0]?.branches.map(({ label }) => label)).toEqual(['ACCOUNT', 'ACCOUNT/MORE']);
});

it('shows what is chosen but is no rule any more, so that it can be taken away', () => {
  const folders = memberFolders(RULES.slice(0, 2), ['account/overview', 'account/gone', '*'], 'Other');
  expect(folders.map(nodesOf)).toEqual([['account/overview'], ['account/gone']]);
});

it('ends with directories that stand in each other', () => {
  const folders = memberFolders([rule(1, 2, 'a', true), rule(2, 1, 'b', true), rule(3, 1, 'leaf')], [], 'Other');
  expect(folders.flatMap(nodesOf)).toEqual([]);
});
