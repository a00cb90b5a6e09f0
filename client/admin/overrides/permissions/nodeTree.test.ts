/** The permission tree: everything that exists is in it once, and searching or ticking loses nothing. */
import { describe, expect, it } from '@jest/globals';
import { entities } from '../../../../common/entities/index';
import { hasAdminScreen, nodeActions, nodeOf } from '../../../../common/entity/permissionNodes';
import { registryOf } from '../../../../common/entity/registry';
import { barrierOf, lineAbove, type GroupAbove } from './limits';
import { ALL, foldersOf, found, markOf, nodesOf, toggled } from './nodeTree';

const nouns = registryOf(entities).all;
const folders = foldersOf(nouns, {
  folder: (menu) => `Folder ${menu}`,
  noun: ({ spec }) => spec.labels.en.$many,
  action: (_entity, action) => action,
});
const all = folders.flatMap(nodesOf);

describe('the permission tree', () => {
  it('holds every node once', () => {
    const wanted = nouns.filter(hasAdminScreen).flatMap((one) => nodeActions(one).map((action) => nodeOf(one, action)));
    expect([...all].sort()).toEqual([...wanted].sort());
    expect(new Set(all).size).toBe(all.length);
  });

  it('finds folders, nouns, actions and nodes, and only chosen ones when asked', () => {
    const nodesFor = (text: string, only?: ReadonlySet<string>) => found(folders, { text, only }).flatMap(nodesOf);
    expect(nodesFor('')).toEqual(all);
    expect(nodesFor('folder auth').every((node) => /^(admin|menu|api_token|security)/.test(node))).toBe(true);
    expect(nodesFor(' NEWS/index ')).toEqual(['news/index']);
    expect(nodesFor('see_money')).toEqual(all.filter((node) => node.endsWith('/see_money')));
    expect(nodesFor('no such thing')).toEqual([]);
    expect(nodesFor('', new Set(['news/edit']))).toEqual(['news/edit']);
  });

  it('marks a branch by what is chosen of it, and ticks without touching the rest', () => {
    const [nodes, foreign] = [['news/index', 'news/edit'], 'gone/index'];
    const some = toggled([foreign, 'news/index'], ['news/edit'], false);
    expect([markOf(nodes, new Set(some)), some]).toEqual(['some', [foreign, 'news/index']]);
    const full = toggled(some, nodes, true);
    expect([markOf(nodes, new Set(full)), full]).toEqual(['all', [foreign, ...nodes]]);
    expect([markOf(nodes, new Set([foreign])), toggled(full, nodes, false)]).toEqual(['none', [foreign]]);
  });
});

describe('the groups above', () => {
  const group = (pid: number | null, rules: readonly string[], enabled = true): GroupAbove => ({
    pid,
    rules,
    enabled,
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
  const by = (node: string, parent: number | null) => barrierOf(node, lineAbove(parent, groups))?.name;

  it('let through what every one of them holds, and the nearest that does not is named', () => {
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

  it('give nothing while one of them is disabled, and a circle ends the search', () => {
    expect(barrierOf('news/index', lineAbove(4, groups))).toEqual({ name: 'news/index', disabled: true });
    expect([lineAbove(5, groups).length, by('news/index', 5), by('news/edit', 6)]).toEqual([
      2,
      undefined,
      'news/index',
    ]);
  });
});
