/** Titles, paths and trail of the menu. */
import { describe, expect, it } from '@jest/globals';
import { entities } from '../../../../common/entities/index';
import { createRegistry } from '../../../../common/entity/registry';
import { parseBootstrap, isPermissionGranted } from '../../../shared/api/bootstrap';
import { consoleEmbedPath } from './embeddedPages';
import { isKnownPath } from './isKnownPath';
import { menuLeaves, menuEntries, findMenuTrail } from './menuEntries';

const registry = createRegistry(entities);
const node = (overrides: object) => ({
  id: 1,
  pid: 0,
  type: 'menu',
  title: '',
  name: '',
  path: '',
  menu_type: 'tab',
  ...overrides,
});
const { menus, permissions } = parseBootstrap({
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

describe('menuEntries', () => {
  it('translates seeded titles, and keeps titles of staff', () => {
    const titles = (lang: 'en' | 'zh-cn') => {
      const entries = menuEntries(menus, registry, lang);
      return [entries[0]?.title, ...menuLeaves(entries).map(({ title }) => title)];
    };
    expect(titles('en').slice(0, 3)).toEqual(['Content', 'News', 'Our press kit']);
    expect(titles('zh-cn').slice(0, 3)).toEqual(['内容管理', '新闻', 'Our press kit']);
  });

  it('a folder and an entity of the same name are different menu entries', () => {
    const product = node({ id: 2, title: 'product', name: 'product', path: 'product' });
    const folder = node({ id: 1, type: 'menu_dir', title: 'product', name: 'catalog', children: [product] });
    const [entry] = menuEntries(parseBootstrap({ menus: [folder], permissions: {} }).menus, registry, 'en');
    expect([entry?.title, entry?.children[0]?.title]).toEqual(['Catalog', 'Products']);
  });

  it('links to screens and web URLs, never to scripts, and hides empty folders', () => {
    const entries = menuEntries(menus, registry, 'en');
    expect(menuLeaves(entries).map(({ to, href }) => to || href)).toEqual([
      '/admin/news',
      '/admin/news_category',
      'https://example.com/manual',
      '',
      '/admin/iframe/https%3A%2F%2Fexample.com%2Fboard%3Fa%3D1',
      '/admin/odd',
    ]);
    expect(menuLeaves(entries).map(({ problem }) => problem)).toEqual([...Array(3), 'route', undefined, 'type']);
    expect(entries.map(({ id }) => id)).toEqual([1]);
  });

  it('findMenuTrail: finds the open entry, also for records, and no entry with a longer name', () => {
    const entries = menuEntries(menus, registry, 'en');
    const menuPath = (path: string) => findMenuTrail(entries, path).map(({ id }) => id);
    expect(menuPath('/admin/news/12')).toEqual([1, 2]);
    expect(menuPath('/admin/news_category')).toEqual([1, 4]);
    expect(menuPath('/admin/newspaper')).toEqual([]);
  });
});

describe('rule that adds only a route or only a menu entry', () => {
  const some = (...rules: readonly object[]) =>
    parseBootstrap({ menus: rules.map((rule, index) => node({ id: index + 1, name: `n${index}`, ...rule })) }).menus;
  const menuOnly = { route: 'add_rules_only', menu: 'add_menu_only' };
  const visibleTitles = (rules: ReturnType<typeof some>) =>
    menuEntries(rules, registry, 'en').map(({ title, problem }) => [title, problem]);
  const known = (path: string, rules: ReturnType<typeof some>) =>
    isKnownPath(path, { registry, menus: rules, origin: window.location.origin });

  it('route only: the screen resolves and the menu has no entry', () => {
    const rules = some({ title: 'Quiet', path: 'news', extend: menuOnly.route });
    expect([visibleTitles(rules), known('/admin/news', rules), known('/admin/news/3', rules)]).toEqual([
      [],
      true,
      true,
    ]);
  });

  it('menu only: the entry has a target only where another rule adds the route', () => {
    const alone = some({ title: 'Empty', path: 'news', extend: menuOnly.menu });
    expect([visibleTitles(alone), known('/admin/news', alone), known('/admin/news/3', alone)]).toEqual([
      [['Empty', 'route']],
      false,
      false,
    ]);
    const entries = some(
      { title: 'Second way', path: 'news', extend: menuOnly.menu },
      { title: 'Hidden', path: 'news', extend: menuOnly.route },
    );
    expect([visibleTitles(entries), known('/admin/news', entries)]).toEqual([[['Second way', undefined]], true]);
    const ownRule = some({ title: 'Me', path: 'profile', extend: menuOnly.menu });
    expect([visibleTitles(ownRule), known('/admin/profile', ownRule)]).toEqual([[['Me', undefined]], true]);
  });

  it('embedded pages follow the same rules', () => {
    const dashboardRule = { menu_type: 'iframe', url: 'https://example.com/board' };
    const alone = some({ ...dashboardRule, title: 'Empty', extend: menuOnly.menu });
    expect([visibleTitles(alone), known(consoleEmbedPath(dashboardRule.url), alone)]).toEqual([
      [['Empty', 'route']],
      false,
    ]);
    const entries = some(
      { ...dashboardRule, title: 'Entry', extend: menuOnly.menu },
      { ...dashboardRule, title: 'R', extend: menuOnly.route },
    );
    expect([visibleTitles(entries), known(consoleEmbedPath(dashboardRule.url), entries)]).toEqual([
      [['Entry', undefined]],
      true,
    ]);
    // Browsers refuse to frame this URL, so the entry has the problem "route".
    const emptyMenu = some({ ...dashboardRule, title: 'Bare', url: 'http://example.com/board' });
    expect([visibleTitles(emptyMenu), known(consoleEmbedPath('http://example.com/board'), emptyMenu)]).toEqual([
      [['Bare', 'route']],
      false,
    ]);
  });
});

describe('permissions of the bootstrap', () => {
  // @spec P6-007
  it('contain exactly the listed permission keys', () => {
    expect(
      ['news/edit', 'NEWS/Index', 'news/del', 'user/index', 'news'].map((one) => isPermissionGranted(permissions, one)),
    ).toEqual([true, true, false, false, false]);
  });

  it('are empty when the response is malformed', () => {
    const empty = parseBootstrap({ menus: 'x', permissions: [1], entities: null, adminInfo: 7 });
    expect(empty.menus).toEqual([]);
    expect(empty.admin.id).toBe(0);
    expect(isPermissionGranted(empty.permissions, 'news/edit')).toBe(false);
    expect(empty.siteConfig.siteName).toBe('Atrium');
  });
});
