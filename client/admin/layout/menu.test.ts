/** The menu's words, addresses and trail. */
import { describe, expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { registryOf } from '../../../common/entity/registry';
import { bootstrapOf, holdsNode } from '../../shared/bootstrap';
import { embedPath } from './embedded';
import { isKnownPath } from './knownPath';
import { leavesOf, menuEntries, trailTo } from './menu';

const registry = registryOf(entities);
const node = (more: object) => ({
  id: 1,
  pid: 0,
  type: 'menu',
  title: '',
  name: '',
  path: '',
  menu_type: 'tab',
  ...more,
});
const { menus, permissions } = bootstrapOf({
  menus: [
    node({
      id: 1,
      type: 'menu_dir',
      title: 'content',
      name: 'content',
      children: [
        node({
          id: 2,
          title: 'news',
          name: 'news',
          path: 'news',
          children: [node({ id: 3, type: 'button', name: 'news/add' })],
        }),
        node({ id: 4, title: 'Our press kit', name: 'news_category', path: '/admin/news_category' }),
        node({ id: 5, title: 'Manual', menu_type: 'link', url: 'https://example.com/manual' }),
        node({ id: 6, title: 'Trap', menu_type: 'link', url: 'javascript:alert(1)', path: 'trap' }),
        node({ id: 8, title: 'Board', menu_type: 'iframe', url: 'https://example.com/board?a=1' }),
        node({ id: 9, title: 'Odd', menu_type: 'hologram', path: 'odd' }),
        node({ id: 10, title: 'Hidden', path: 'hidden', extend: 'add_rules_only' }),
      ],
    }),
    node({ id: 7, type: 'menu_dir', title: 'auth', name: 'auth', children: [] }),
  ],
  permissions: { '/admin/news': ['/admin/news/index', '/admin/news/edit'] },
});

describe('the menu', () => {
  it('speaks the reader’s language, and staff’s own titles as they wrote them', () => {
    const titles = (lang: 'en' | 'zh-cn') => {
      const entries = menuEntries(menus, registry, lang);
      return [entries[0]?.title, ...leavesOf(entries).map(({ title }) => title)];
    };
    expect(titles('en').slice(0, 3)).toEqual(['Content', 'News', 'Our press kit']);
    expect(titles('zh-cn').slice(0, 3)).toEqual(['内容管理', '新闻', 'Our press kit']);
  });

  it('leads to screens and to web addresses, never to scripts, and shows no empty folder', () => {
    const entries = menuEntries(menus, registry, 'en');
    expect(leavesOf(entries).map(({ to, href }) => to || href)).toEqual([
      '/admin/news',
      '/admin/news_category',
      'https://example.com/manual',
      '',
      '/admin/iframe/https%3A%2F%2Fexample.com%2Fboard%3Fa%3D1',
      '/admin/odd',
    ]);
    expect(leavesOf(entries).map(({ trouble }) => trouble)).toEqual([...Array(3), 'route', undefined, 'type']);
    expect(entries.map(({ id }) => id)).toEqual([1]);
  });

  it('knows the way to what is open, records included, and does not mistake a longer name', () => {
    const entries = menuEntries(menus, registry, 'en');
    const way = (path: string) => trailTo(entries, path).map(({ id }) => id);
    expect(way('/admin/news/12')).toEqual([1, 2]);
    expect(way('/admin/news_category')).toEqual([1, 4]);
    expect(way('/admin/newspaper')).toEqual([]);
  });
});

describe('a rule that adds only one of route and menu entry', () => {
  const some = (...rules: readonly object[]) =>
    bootstrapOf({ menus: rules.map((rule, at) => node({ id: at + 1, name: `n${at}`, ...rule })) }).menus;
  const only = { route: 'add_rules_only', menu: 'add_menu_only' };
  const shownOf = (rules: ReturnType<typeof some>) =>
    menuEntries(rules, registry, 'en').map(({ title, trouble }) => [title, trouble]);
  const known = (path: string, rules: ReturnType<typeof some>) =>
    isKnownPath(path, { registry, menus: rules, origin: window.location.origin });

  it('route only: the screen is there and no entry leads to it', () => {
    const rules = some({ title: 'Quiet', path: 'news', extend: only.route });
    expect([shownOf(rules), known('/admin/news', rules), known('/admin/news/3', rules)]).toEqual([[], true, true]);
  });

  it('menu only: the entry is there, and leads somewhere only where another rule gives the route', () => {
    const alone = some({ title: 'Empty', path: 'news', extend: only.menu });
    expect([shownOf(alone), known('/admin/news', alone), known('/admin/news/3', alone)]).toEqual([
      [['Empty', 'route']],
      false,
      false,
    ]);
    const both = some(
      { title: 'Second way', path: 'news', extend: only.menu },
      { title: 'Hidden', path: 'news', extend: only.route },
    );
    expect([shownOf(both), known('/admin/news', both)]).toEqual([[['Second way', undefined]], true]);
    const own = some({ title: 'Me', path: 'profile', extend: only.menu });
    expect([shownOf(own), known('/admin/profile', own)]).toEqual([[['Me', undefined]], true]);
  });

  it('says the same of embedded pages', () => {
    const board = { menu_type: 'iframe', url: 'https://example.com/board' };
    const alone = some({ ...board, title: 'Empty', extend: only.menu });
    expect([shownOf(alone), known(embedPath(board.url), alone)]).toEqual([[['Empty', 'route']], false]);
    const both = some({ ...board, title: 'Entry', extend: only.menu }, { ...board, title: 'R', extend: only.route });
    expect([shownOf(both), known(embedPath(board.url), both)]).toEqual([[['Entry', undefined]], true]);
    // No browser shows it in a frame of ours: the entry says that it leads nowhere.
    const bare = some({ ...board, title: 'Bare', url: 'http://example.com/board' });
    expect([shownOf(bare), known(embedPath('http://example.com/board'), bare)]).toEqual([[['Bare', 'route']], false]);
  });
});

describe('the rights of the bootstrap', () => {
  it('hold exactly the nodes named', () => {
    expect(
      ['news/edit', 'NEWS/Index', 'news/del', 'user/index', 'news'].map((one) => holdsNode(permissions, one)),
    ).toEqual([true, true, false, false, false]);
  });

  it('are none when the answer is not what it should be', () => {
    const empty = bootstrapOf({ menus: 'x', permissions: [1], entities: null, adminInfo: 7 });
    expect(empty.menus).toEqual([]);
    expect(empty.admin.id).toBe(0);
    expect(holdsNode(empty.permissions, 'news/edit')).toBe(false);
    expect(empty.siteConfig.siteName).toBe('Atrium');
  });
});
