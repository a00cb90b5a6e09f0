/** Page tabs and layout, and tampered storage of both. */
import { describe, expect, it } from '@jest/globals';
import { createTestClient, createMemoryStorage, createTestUser } from '../../testing/testClient';
import { ANIMATIONS, COLOR_NAMES, DEFAULT_LAYOUT, LAYOUT_MODES, parseLayout } from './layout';
import { STORAGE_KEYS } from './storage';
import { signedIn, type SessionUser } from './session';
import { layoutChanged } from './settings';
import {
  allTabsClosed,
  loadTabs,
  MAX_RECENT,
  MAX_TABS,
  neighborTab,
  otherTabsClosed,
  tabClosed,
  tabMoved,
  parseTabs,
  tabsCleared,
  tabsSlice,
  tabTitled,
  tabVisited,
  type TabsState,
} from './tabs';

const tab = (name: string, search = '') => ({ path: `/admin/${name}`, search });
const stateOf = (...names: string[]): TabsState => ({
  open: names.map((name) => tab(name)),
  recent: [],
  isFullScreen: false,
  reloads: {},
});
const { reducer } = tabsSlice;
const names = ({ open }: TabsState) => open.map(({ path }) => path.slice(7)).join(' ');

describe('page tabs', () => {
  // @spec P2-026
  it('open once each, keep the last address, and drop the oldest beyond the cap', () => {
    let state = reducer(stateOf('news'), tabVisited(tab('user')));
    state = reducer(state, tabVisited(tab('news', '?page=2')));
    expect(state.open).toEqual([tab('news', '?page=2'), tab('user')]);
    for (let n = 0; n < 30; n++) state = reducer(state, tabVisited(tab(`e${n}`)));
    expect(state.open).toHaveLength(MAX_TABS);
    expect(state.open.at(-1)).toEqual(tab('e29'));
  });
  // @spec P2-026
  it('close one, all others, or all; the neighbor tab is shown', () => {
    const state = stateOf('a', 'b', 'c');
    expect(names(reducer(state, tabClosed('/admin/b')))).toBe('a c');
    expect(names(reducer(state, otherTabsClosed('/admin/b')))).toBe('b');
    expect(names(reducer(state, allTabsClosed()))).toBe('');
    expect(neighborTab(state.open, '/admin/b')?.path).toBe('/admin/c');
    expect(neighborTab(state.open, '/admin/c')?.path).toBe('/admin/b');
    expect(neighborTab(stateOf('a').open, '/admin/a')).toBeUndefined();
  });
  it('beyond the cap the tab visited longest ago is closed, not the one opened first', () => {
    let state = stateOf();
    for (let n = 0; n < MAX_TABS; n++) state = reducer(state, tabVisited({ ...tab(`e${n}`), at: 1_000 + n }));
    state = reducer(state, tabVisited({ ...tab('e0'), at: 9_000 }));
    state = reducer(state, tabVisited({ ...tab('more'), at: 9_001 }));
    expect(names(state).split(' ')).toEqual(expect.arrayContaining(['e0', 'e2', 'more']));
    expect(names(state).split(' ')).not.toContain('e1');
  });
  it('a visit closes clean tabs beyond eight, the oldest first, and none with unsaved changes', () => {
    let state = stateOf();
    for (let n = 0; n < 20; n++)
      state = reducer(state, tabVisited({ ...tab(`e${n}`), at: 1_000 + n, changed: ['/admin/e1', '/admin/e3'] }));
    expect(names(state)).toBe('e1 e3 e14 e15 e16 e17 e18 e19');
  });
  it('tabs that nobody visited for three days are closed at the next start', () => {
    const storage = createMemoryStorage();
    const person = createTestUser();
    const { store } = createTestClient({ storage });
    store.dispatch(signedIn({ realm: 'admin', person, isPersistent: true }));
    const day = 86_400_000;
    store.dispatch(tabVisited({ ...tab('old'), at: 10 * day }));
    store.dispatch(tabVisited({ ...tab('new'), at: 12 * day }));
    const restored = loadTabs(storage, person.id, 13 * day + 1);
    expect(names(restored)).toBe('new');
    expect(restored.recent.map(({ path }) => path)).toEqual(['/admin/new', '/admin/old']);
  });
  it('remember the title of a record; visited screens stay recent after their tab is closed', () => {
    let state = reducer(stateOf(), tabVisited(tab('news/4')));
    state = reducer(state, tabTitled({ path: '/admin/news/4', title: 'Newsroom' }));
    state = reducer(state, tabVisited(tab('user')));
    state = reducer(reducer(state, tabVisited(tab('news/4', '?x=1'))), tabClosed('/admin/news/4'));
    expect(state.recent).toEqual([{ ...tab('news/4', '?x=1'), title: 'Newsroom' }, tab('user')]);
    state = reducer(state, tabVisited(tab('news', '?record=7&page=2')));
    expect(state.recent[0]).toEqual(tab('news/7'));
    for (let n = 0; n < 30; n++) state = reducer(state, tabVisited(tab(`e${n}`)));
    expect(state.recent).toHaveLength(MAX_RECENT);
    expect(reducer(state, tabsCleared())).toMatchObject({ open: [], recent: [] });
  });
  it('tabs move within the row only', () => {
    const state = stateOf('a', 'b', 'c');
    expect(names(reducer(state, tabMoved({ path: '/admin/c', to: 0 })))).toBe('c a b');
    for (const to of [-1, 3, 99]) expect(names(reducer(state, tabMoved({ path: '/admin/c', to })))).toBe('a b c');
  });
  it('tabs are restored after a reload and removed with the session', () => {
    const storage = createMemoryStorage();
    const { store, app } = createTestClient({ storage });
    store.dispatch(signedIn({ realm: 'admin', person: createTestUser(), isPersistent: true }));
    store.dispatch(tabVisited(tab('news', '?page=2')));
    expect(createTestClient({ storage }).store.getState().tabs.open).toEqual([tab('news', '?page=2')]);
    app.endSession('admin', '/admin/login');
    expect(storage.local.getItem(STORAGE_KEYS.tabs)).toBeNull();
  });
});

describe('page tabs of several users in one browser', () => {
  const userWithId = (id: number): SessionUser => ({ ...createTestUser(`token-${id}`, `refresh-${id}`), id });
  const [ann, ben] = [userWithId(7), userWithId(8)];
  const browser = () => {
    const { local } = createMemoryStorage();
    /** A tab of the browser in which a user signs in. */
    const signIn = (person: SessionUser, keep = false) => {
      const client = createTestClient({ storage: { ...createMemoryStorage(), local } });
      client.store.dispatch(signedIn({ realm: 'admin', person, isPersistent: keep }));
      return client;
    };
    return { localStore: local, signIn };
  };

  it('tabs are stored per user: none overwrites those of another', () => {
    const { localStore, signIn } = browser();
    const second = signIn(ben);
    second.store.dispatch(tabVisited(tab('user')));
    const first = signIn(ann, true);
    expect(names(first.store.getState().tabs)).toBe('');
    first.store.dispatch(tabVisited(tab('news')));
    second.store.dispatch(tabVisited(tab('user', '?page=2')));
    first.store.dispatch(tabVisited(tab('config')));
    const reloaded = createTestClient({ storage: { ...createMemoryStorage(), local: localStore } }).store.getState();
    expect([reloaded.session.admin?.person.id, names(reloaded.tabs)]).toEqual([ann.id, 'news config']);
    second.store.dispatch(tabVisited(tab('user')));
    const reloadedState = createTestClient({ storage: second.storage }).store.getState();
    expect([reloadedState.session.admin?.person.id, names(reloadedState.tabs)]).toEqual([ben.id, 'user']);
    second.app.endSession('admin', '/admin/login');
    expect([ann, ben].map((person) => names(signIn(person).store.getState().tabs))).toEqual(['news config', '']);
  });

  it('follow the user who signs in to a tab', () => {
    const { signIn } = browser();
    signIn(ben).store.dispatch(tabVisited(tab('user')));
    const { store, app } = signIn(ann);
    store.dispatch(tabVisited(tab('news')));
    app.endSession('admin', '/admin/login');
    store.dispatch(signedIn({ realm: 'admin', person: ben, isPersistent: false }));
    expect(names(store.getState().tabs)).toBe('user');
  });

  it('tabs are stored for the last three users', () => {
    const { signIn } = browser();
    for (const id of [1, 2, 3, 4]) signIn(userWithId(id)).store.dispatch(tabVisited(tab(`e${id}`)));
    expect([1, 2, 3, 4].map((id) => names(signIn(userWithId(id)).store.getState().tabs))).toEqual([
      '',
      'e2',
      'e3',
      'e4',
    ]);
  });

  it('tabs are read from the format of an earlier version', () => {
    const { localStore, signIn } = browser();
    localStore.setItem(STORAGE_KEYS.tabs, JSON.stringify({ tabs: [tab('news')], owner: ann.id }));
    signIn(ben).store.dispatch(tabVisited(tab('user')));
    expect([ann, ben].map((person) => names(signIn(person).store.getState().tabs))).toEqual(['news', 'user']);
  });
});

const JUNK = [
  'null',
  '7',
  'true',
  '"x"',
  '[]',
  '{}',
  '{',
  '',
  'undefined',
  '[[]]',
  '{"a":1}',
  '<script>',
  '\u0000',
  '{"__proto__":{"x":1}}',
  '{"constructor":1}',
  '1e999',
  '-1',
  '{"tabs":null}',
  '{"tabs":7}',
  '{"tabs":"x"}',
];
const EVIL_COLORS = [
  'red;background:url(//evil)',
  'url(//evil)',
  '#fff',
  '#12345g',
  'expression(1)',
  '#123456;',
  '</style>',
  '',
  7,
  null,
];
const EVIL_PATHS = [
  '//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/user/overview',
  '/admin/../../x',
  '/admin/login',
  '/admin/loading',
  '/admin//x',
  '/admin/%2e%2e',
  'admin/news',
  '',
  7,
  null,
  {},
  ['/admin/news'],
  '/admin/news?x=1',
  '/ADMIN/news',
  '/admin\\news',
  '/api/x',
  '/404',
];

describe('tampered storage', () => {
  it('tampered tabs open only screens of the console', () => {
    const owner = createTestUser().id;
    const written = [...JUNK, ...EVIL_PATHS.map((path) => JSON.stringify({ owner, tabs: [{ path, search: '' }] }))];
    const searches = ['x', '//evil', '?'.repeat(2000), 7, null, {}, '#x', 'javascript:', '\\', '&'].map((search) =>
      JSON.stringify({ owner, tabs: [{ path: '/admin/news', search }] }),
    );
    const more = Array.from({ length: 10 }, (_, n) =>
      JSON.stringify([{ owner, tabs: Array(n * 50).fill({ path: '/admin/news' }) }]),
    );
    const all = [...written, ...searches, ...more];
    expect(all.length).toBeGreaterThanOrEqual(60);
    for (const stored of all) {
      const storage = createMemoryStorage();
      storage.local.setItem(STORAGE_KEYS.tabs, stored);
      const { open } = createTestClient({ storage, person: createTestUser() }).store.getState().tabs;
      expect(
        open.every(({ path, search }) => path === '/admin/news' && (search === '' || search.startsWith('?'))),
      ).toBe(true);
      expect(open.length).toBeLessThanOrEqual(1);
    }
    expect(parseTabs([tab('news', '?page=2')])).toEqual([tab('news', '?page=2')]);
  });

  it('a tampered layout changes no style and falls back to the defaults', () => {
    const keyed = COLOR_NAMES.flatMap((name) => EVIL_COLORS.map((color) => ({ [name]: [color, color] })));
    const others = [
      ...[0, 1, 179, 361, 260.5, '260', NaN, null, {}].map((menuWidth) => ({ menuWidth })),
      ...['', 'x', 7, null, '__proto__', 'default'].map((layoutMode) => ({ layoutMode })),
      ...['', 'x{}', 7, null, 'slide'].map((mainAnimation) => ({ mainAnimation })),
      ...['"><svg>', 'A', 7, null, 'x'.repeat(50)].map((menuDefaultIcon) => ({ menuDefaultIcon })),
      ...['yes', 1, null, {}].map((menuCollapse) => ({ menuCollapse })),
    ];
    const values = [...JUNK.map((junk) => junk as unknown), ...keyed, ...others];
    expect(values.length).toBeGreaterThanOrEqual(60);
    for (const value of values) expect(parseLayout(value)).toEqual(DEFAULT_LAYOUT);
  });

  it('the store keeps valid layout values beside invalid ones, over a reload', () => {
    const storage = createMemoryStorage();
    const { store } = createTestClient({ storage });
    store.dispatch(layoutChanged({ layoutMode: 'Double', menuWidth: 300, menuBackground: ['#112233', '#445566'] }));
    const { layout } = createTestClient({ storage }).store.getState().settings;
    expect(layout).toEqual({
      ...DEFAULT_LAYOUT,
      layoutMode: 'Double',
      menuWidth: 300,
      menuBackground: ['#112233', '#445566'],
    });
    expect(parseLayout({ menuWidth: 300, layoutMode: 'Cube' })).toEqual({ ...DEFAULT_LAYOUT, menuWidth: 300 });
  });

  // @spec P9-013
  it('the store has the documented layout modes, animations and default widths', () => {
    expect(LAYOUT_MODES).toEqual(['Default', 'Classic', 'Single', 'Double']);
    expect(ANIMATIONS).toContain('slide-right');
    expect(DEFAULT_LAYOUT).toMatchObject({ layoutMode: 'Default', mainAnimation: 'slide-right', menuWidth: 260 });
  });
});
