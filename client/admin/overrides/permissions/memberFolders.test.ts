/** buildMemberFolders: every rule with a target has a checkbox, and no ticked permission is lost. */
import { expect, it } from '@jest/globals';
import { buildMemberFolders, type SelectableMemberRule } from './memberFolders';
import { listFolderPermissions } from './folderTree';

const rule = (id: number, pid: number, name: string, isFolder = false): SelectableMemberRule => ({
  id,
  pid,
  name,
  isFolder,
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

it('buildMemberFolders: one folder per root directory, and one for rules outside of directories', () => {
  const folders = buildMemberFolders(RULES, [], 'Other');
  expect(folders.map((folder) => [folder.label, listFolderPermissions(folder)])).toEqual([
    ['ACCOUNT', ['account/overview', 'account/balance']],
    ['Other', ['help', 'of_a_missing_parent']],
  ]);
  expect(folders[0]?.branches.map(({ label }) => label)).toEqual(['ACCOUNT', 'ACCOUNT/MORE']);
});

it('buildMemberFolders: includes ticked permissions without a rule, so that they can be removed', () => {
  const folders = buildMemberFolders(RULES.slice(0, 2), ['account/overview', 'account/gone', '*'], 'Other');
  expect(folders.map(listFolderPermissions)).toEqual([['account/overview'], ['account/gone']]);
});

it('buildMemberFolders: terminates on directories that contain each other', () => {
  const folders = buildMemberFolders([rule(1, 2, 'a', true), rule(2, 1, 'b', true), rule(3, 1, 'leaf')], [], 'Other');
  expect(folders.flatMap(listFolderPermissions)).toEqual([]);
});
