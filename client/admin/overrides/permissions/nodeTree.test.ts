/** nodeTree: contains each node once; searching and ticking lose nothing. */
import { describe, expect, it } from '@jest/globals';
import { entities } from '../../../../common/entities/index';
import { hasAdminScreen, nodeActions, nodeOf } from '../../../../common/entity/permissionNodes';
import { createRegistry } from '../../../../common/entity/registry';
import { findLimit, listParentGroups, type ParentGroup } from './parentGroups';
import { ALL, buildFolders, filterFolders, computeCheckState, listFolderNodes, withNodes } from './nodeTree';

const allEntities = createRegistry(entities).all;
const folders = buildFolders(allEntities, {
  folder: (menu) => `Folder ${menu}`,
  entity: ({ spec }) => spec.labels.en.$many,
  action: (_entity, action) => action,
});
const all = folders.flatMap(listFolderNodes);

describe('nodeTree', () => {
  it('buildFolders: contains each node once', () => {
    const wanted = allEntities
      .filter(hasAdminScreen)
      .flatMap((one) => nodeActions(one).map((action) => nodeOf(one, action)));
    expect([...all].sort()).toEqual([...wanted].sort());
    expect(new Set(all).size).toBe(all.length);
  });

  it('filterFolders: matches folders, entities, actions and nodes, optionally only ticked ones', () => {
    const nodesFor = (text: string, onlyNodes?: ReadonlySet<string>) =>
      filterFolders(folders, { text, onlyNodes }).flatMap(listFolderNodes);
    expect(nodesFor('')).toEqual(all);
    expect(nodesFor('folder auth').every((node) => /^(admin|menu|api_token|security)/.test(node))).toBe(true);
    expect(nodesFor(' NEWS/index ')).toEqual(['news/index']);
    expect(nodesFor('see_money')).toEqual(all.filter((node) => node.endsWith('/see_money')));
    expect(nodesFor('no such thing')).toEqual([]);
    expect(nodesFor('', new Set(['news/edit']))).toEqual(['news/edit']);
  });

  it('computeCheckState and withNodes: three states per branch, and other nodes unchanged', () => {
    const [nodes, foreign] = [['news/index', 'news/edit'], 'gone/index'];
    const some = withNodes([foreign, 'news/index'], ['news/edit'], false);
    expect([computeCheckState(nodes, new Set(some)), some]).toEqual(['some', [foreign, 'news/index']]);
    const full = withNodes(some, nodes, true);
    expect([computeCheckState(nodes, new Set(full)), full]).toEqual(['all', [foreign, ...nodes]]);
    expect([computeCheckState(nodes, new Set([foreign])), withNodes(full, nodes, false)]).toEqual(['none', [foreign]]);
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
  const by = (node: string, parent: number | null) => findLimit(node, listParentGroups(parent, groups))?.name;

  it('findLimit: undefined when all parents grant the node, else the nearest parent that does not', () => {
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
