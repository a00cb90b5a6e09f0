/** permissionSets: adds only what can be granted, and keeps what is chosen already. */
import { describe, expect, it } from '@jest/globals';
import type { Folder } from './folderTree';
import { addSet, copiedSet, folderSet, readOnlySet } from './permissionSets';

const leaf = (permission: string) => ({ permission, label: permission });
const folder = (key: string, ...permissions: readonly string[]): Folder => ({
  key,
  label: key,
  branches: [{ key, label: key, leaves: permissions.map(leaf) }],
});
const news = folder('content', 'news/index', 'news/edit');
const members = folder('membership', 'user/index', 'user/see_money');
const folders = [news, members];

describe('permissionSets', () => {
  it('folderSet and readOnlySet: everything of one folder; viewing in all folders', () => {
    expect(folderSet(news).permissions).toEqual(['news/index', 'news/edit']);
    expect(readOnlySet(folders).permissions).toEqual(['news/index', 'user/index']);
  });

  it('copiedSet: the existing permissions of the group; all where it has all', () => {
    expect(copiedSet(3, ['news/edit', 'gone/index'], folders).permissions).toEqual(['news/edit']);
    expect(copiedSet(1, ['*'], folders).permissions).toEqual([
      'news/index',
      'news/edit',
      'user/index',
      'user/see_money',
    ]);
  });

  it('addSet: keeps chosen permissions, and counts those that cannot be granted', () => {
    const canGrant = (permission: string) => !permission.startsWith('user/');
    expect(addSet(['news/edit', 'other/index'], readOnlySet(folders), canGrant)).toEqual({
      permissions: ['news/edit', 'other/index', 'news/index'],
      leftOut: 1,
    });
    expect(addSet(['user/index'], folderSet(members), () => true)).toEqual({
      permissions: ['user/index', 'user/see_money'],
      leftOut: 0,
    });
  });
});
