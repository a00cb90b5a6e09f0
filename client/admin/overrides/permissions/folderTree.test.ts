/** folderTree: contains each permission once; searching and ticking lose nothing. */
import { describe, expect, it } from '@jest/globals';
import { entities } from '../../../../common/entities/index';
import { hasAdminScreen, permissionActions, permissionKey } from '../../../../common/entity/permissionKeys';
import { createRegistry } from '../../../../common/entity/registry';
import { findLimit, listParentGroups, type ParentGroup } from './parentGroups';
import {
  ALL,
  buildFolders,
  filterFolders,
  computeCheckState,
  listFolderPermissions,
  withPermissions,
} from './folderTree';

const allEntities = createRegistry(entities).all;
const folders = buildFolders(allEntities, {
  folder: (menu) => `Folder ${menu}`,
  entity: ({ spec }) => spec.labels.en.$many,
  action: (_entity, action) => action,
});
const all = folders.flatMap(listFolderPermissions);

describe('folderTree', () => {
  it('buildFolders: contains each permission once', () => {
    const wanted = allEntities
      .filter(hasAdminScreen)
      .flatMap((one) => permissionActions(one).map((action) => permissionKey(one, action)));
    expect([...all].sort()).toEqual([...wanted].sort());
    expect(new Set(all).size).toBe(all.length);
  });

  it('filterFolders: matches folders, entities, actions and permissions, optionally only ticked ones', () => {
    const permissionsFor = (text: string, onlyPermissions?: ReadonlySet<string>) =>
      filterFolders(folders, { text, onlyPermissions }).flatMap(listFolderPermissions);
    expect(permissionsFor('')).toEqual(all);
    expect(
      permissionsFor('folder auth').every((permission) => /^(admin|menu|api_token|security)/.test(permission)),
    ).toBe(true);
    expect(permissionsFor(' NEWS/index ')).toEqual(['news/index']);
    expect(permissionsFor('see_money')).toEqual(all.filter((permission) => permission.endsWith('/see_money')));
    expect(permissionsFor('no such thing')).toEqual([]);
    expect(permissionsFor('', new Set(['news/edit']))).toEqual(['news/edit']);
  });

  it('computeCheckState and withPermissions: three states per branch, and other permissions unchanged', () => {
    const [permissions, foreign] = [['news/index', 'news/edit'], 'gone/index'];
    const some = withPermissions([foreign, 'news/index'], ['news/edit'], false);
    expect([computeCheckState(permissions, new Set(some)), some]).toEqual(['some', [foreign, 'news/index']]);
    const full = withPermissions(some, permissions, true);
    expect([computeCheckState(permissions, new Set(full)), full]).toEqual(['all', [foreign, ...permissions]]);
    expect([computeCheckState(permissions, new Set([foreign])), withPermissions(full, permissions, false)]).toEqual([
      'none',
      [foreign],
    ]);
  });
});

describe('parentGroups', () => {
  const group = (pid: number | null, rules: readonly string[], isEnabled = true): ParentGroup => ({
    pid,
    rules,
    isEnabled,
    name: rules.join(),
  });
  const groups = new Map([
    [1, group(null, ['*'])],
    [2, group(1, ['news/index', 'news/edit'])],
    [3, group(2, ['news/index', 'user/index'])],
    [4, group(1, ['news/index'], false)],
    [5, group(6, ['*'])],
    [6, group(5, ['news/index'])],
  ]);
  const by = (permission: string, parent: number | null) =>
    findLimit(permission, listParentGroups(parent, groups))?.name;

  it('findLimit: undefined when all parents grant the permission, else the nearest parent that does not', () => {
    expect([by('news/index', 3), by('news/edit', 3), by('user/index', 3), by('user/index', 2)]).toEqual([
      undefined,
      'news/index,user/index',
      'news/index,news/edit',
      'news/index,news/edit',
    ]);
    expect([by('news/del', 1), by(ALL, 1), by(ALL, 2), by(ALL, null), by(ALL, 99)]).toEqual([
      undefined,
      undefined,
      'news/index,news/edit',
      undefined,
      undefined,
    ]);
  });

  it('findLimit: a disabled parent grants nothing, and a cycle ends the search', () => {
    expect(findLimit('news/index', listParentGroups(4, groups))).toEqual({ name: 'news/index', isDisabled: true });
    expect([listParentGroups(5, groups).length, by('news/index', 5), by('news/edit', 6)]).toEqual([
      2,
      undefined,
      'news/index',
    ]);
  });
});
