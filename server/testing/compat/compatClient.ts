/**
 * The two older clients, as far as they talk to the server: `first` writes `createtime` and `search[]=<JSON>`, `second` writes
 * `create_time` and `search[0][field]`. They add routes for the files that they have, and show buttons for the nodes of the menu.
 */
import { sendRequest, type ApiResponse, type Body } from '../callers';
import { SUPER_ADMIN, type TestServer } from '../testServer';

export type Dialect = 'first' | 'second';
export const DIALECTS: readonly Dialect[] = ['first', 'second'];

const SHARED_FILES = [
  ...['dashboard', 'auth/admin/index', 'auth/adminLog/index', 'auth/group/index', 'crud/index', 'module/index'],
  ...['routine/adminInfo', 'routine/attachment/index', 'routine/config/index', 'security/dataRecycle/index'],
  ...['security/dataRecycleLog/index', 'security/sensitiveData/index', 'security/sensitiveDataLog/index'],
  ...['user/group/index', 'user/moneyLog/index', 'user/rule/index', 'user/scoreLog/index', 'user/user/index'],
];
const RULE_FILE: Readonly<Record<Dialect, string>> = { first: 'auth/menu/index', second: 'auth/rule/index' };
const MEMBER_FILES = ['overview', 'profile', 'changePassword', 'integral', 'balance'];

export interface MenuNode {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly name: string;
  readonly path: string;
  readonly menu_type: string | null;
  readonly url: string;
  readonly component: string;
  readonly extend: string;
  readonly keepalive: string | number;
  readonly children: readonly MenuNode[];
}
/** What a client knows after its first response: the routes that it added, the entries of the menu, and the buttons by screen. */
export interface OpenedPages {
  readonly routes: ReadonlyMap<string, MenuNode>;
  readonly entries: readonly MenuNode[];
  readonly buttons: ReadonlyMap<string, readonly string[]>;
}

/** Adds routes, entries and buttons as a client does. */
export function openPages(menus: readonly MenuNode[], files: ReadonlySet<string>, base: string): OpenedPages {
  const routes = new Map<string, MenuNode>();
  const entries: MenuNode[] = [];
  const buttons = new Map<string, readonly string[]>();
  const visit = (nodes: readonly MenuNode[], parent: string): void => {
    const buttonKeys = nodes.filter(({ type }) => type === 'button').map(({ name }) => `${base}/${name}`);
    if (buttonKeys.length > 0) buttons.set(parent, buttonKeys);
    for (const node of nodes.filter(({ type }) => type !== 'button')) {
      const isTab = node.menu_type === 'tab' && files.has(node.component);
      if (node.extend !== 'add_menu_only' && node.type === 'menu' && (isTab || node.menu_type === 'iframe')) {
        // A second route of one name replaces the first.
        if (routes.has(node.name)) throw new Error(`two routes are named ${node.name}`);
        routes.set(node.name, node);
      }
      if (node.extend !== 'add_rules_only' && node.type === 'menu') entries.push(node);
      visit(node.children, `${base}/${node.path}`);
    }
  };
  visit(menus, base);
  return { routes, entries, buttons };
}

const backendFiles = (dialect: Dialect): ReadonlySet<string> =>
  new Set([...SHARED_FILES, RULE_FILE[dialect]].map((file) => `/src/views/backend/${file}.vue`));
const memberFiles = new Set(MEMBER_FILES.map((file) => `/src/views/frontend/user/account/${file}.vue`));

export interface SearchItem {
  readonly field: string;
  readonly operator: string;
  readonly val: string;
  readonly render?: string;
}
/** The search of a list, in the spelling of a dialect. */
export function searchQuery(dialect: Dialect, items: readonly SearchItem[]): string {
  const pairs = items.flatMap((item, index): readonly (readonly [string, string])[] =>
    dialect === 'first'
      ? [['search[]', JSON.stringify({ render: '', ...item })]]
      : Object.entries(item).map(([key, value]) => [`search[${index}][${key}]`, String(value)] as const),
  );
  return pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&');
}

export interface CompatClient {
  readonly dialect: Dialect;
  readonly get: (path: string) => Promise<ApiResponse>;
  readonly post: (path: string, body?: Body) => Promise<ApiResponse>;
  readonly del: (path: string, ids: readonly (number | string)[]) => Promise<ApiResponse>;
  /** A request with files or another body. */
  readonly send: (method: string, path: string, init?: RequestInit) => Promise<ApiResponse>;
  readonly signIn: (credentials?: Body) => Promise<ApiResponse>;
  readonly useToken: (realm: 'admin' | 'member', token: string) => void;
  /** Loads the console. */
  readonly openConsole: () => Promise<OpenedPages & { readonly data: ApiResponse['data'] }>;
  /** Loads the member center. */
  readonly openMemberCenter: () => Promise<OpenedPages & { readonly data: ApiResponse['data'] }>;
}

/** A client of one dialect with the tokens of its sessions, which it sends with every request. */
export function createCompatClient(testServer: TestServer, dialect: Dialect, lang = 'en'): CompatClient {
  const tokens: Record<string, string> = {};
  const send = (method: string, path: string, init: RequestInit = {}): Promise<ApiResponse> =>
    sendRequest(testServer.url + path, {
      ...init,
      method,
      headers: {
        accept: 'application/json, text/plain, */*',
        'think-lang': lang,
        server: 'true',
        ...tokens,
        ...(init.headers as Record<string, string> | undefined),
      },
    });
  const get = (path: string) => send('GET', path);
  const post = (path: string, body: Body = {}) =>
    send('POST', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  const consolePath = dialect === 'first' ? '/admin/index/' : '/admin/Index/';
  return {
    dialect,
    get,
    post,
    send,
    del: (path, ids) => send('DELETE', `${path}?${ids.map((id) => `ids[]=${id}`).join('&')}`),
    signIn: async (credentials = SUPER_ADMIN) => {
      const captcha =
        dialect === 'first' ? { captcha: '', captcha_id: '', loading: true } : { captchaId: '', captchaInfo: '' };
      const response = await post(`${consolePath}login`, { keep: false, ...captcha, ...credentials });
      if (response.code === 1) tokens['batoken'] = response.data.userInfo.token;
      return response;
    },
    useToken: (realm, token) => {
      tokens[realm === 'admin' ? 'batoken' : 'ba-user-token'] = token;
    },
    openConsole: async () => {
      const { data } = await get(`${consolePath}index`);
      return { ...openPages(data.menus, backendFiles(dialect), '/admin'), data };
    },
    openMemberCenter: async () => {
      const { data } = await get(dialect === 'first' ? '/api/user/index' : '/api/index/index?requiredLogin=1');
      return { ...openPages(data.menus, memberFiles, '/user'), data };
    },
  };
}
