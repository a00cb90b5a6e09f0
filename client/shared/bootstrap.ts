/** What the console is told after signing in: who, which menus, which rights, which settings. */
import { createContext, useContext } from 'react';
import { rulePath, ruleScreen } from '../../common/adminScreens';
import { api } from './api';
import { asRecord, asText, asWhole } from './persist';
import { siteShown, siteUnitsOf, type SiteUnits } from './site';

export interface MenuNode {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly name: string;
  readonly path: string;
  readonly icon: string;
  /** `tab`, `link` or `iframe`. */
  readonly menu_type: string;
  readonly url: string;
  /** The screen a tab opens. */
  readonly component: string;
  /** Keeps what was typed when its tab is left. */
  readonly keepalive: boolean;
  /** `none`, `add_rules_only` (a route without a menu entry) or `add_menu_only`. */
  readonly extend: string;
  /** Shown above the list of the screen. */
  readonly remark: string;
  readonly children: readonly MenuNode[];
}
export interface SiteConfig {
  readonly siteName: string;
  readonly recordNumber: string;
  readonly version: string;
  readonly cdnUrl: string;
  readonly apiUrl: string;
  readonly upload: Readonly<Record<string, unknown>>;
}
export interface FieldRights {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
}
export interface Bootstrap {
  readonly admin: {
    readonly id: number;
    readonly username: string;
    readonly nickname: string;
    readonly avatar: string;
    readonly lastlogintime: number;
    readonly super: boolean;
  };
  readonly menus: readonly MenuNode[];
  /** `{'/admin/news': ['/admin/news/index', …]}`. */
  readonly permissions: Readonly<Record<string, readonly string[]>>;
  readonly siteConfig: SiteConfig;
  /** What amounts and days of the site follow. */
  readonly site: SiteUnits;
  readonly entities: Readonly<Record<string, FieldRights>>;
  readonly build: string;
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
const entriesOf = <T>(value: unknown, read: (inner: unknown) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(asRecord(value) ?? {}).map(([key, inner]) => [key, read(inner)]));

function menuOf(value: unknown): MenuNode {
  const raw = asRecord(value) ?? {};
  return {
    id: asWhole(raw['id']),
    type: asText(raw['type']),
    title: asText(raw['title']),
    name: asText(raw['name']),
    path: asText(raw['path']),
    icon: asText(raw['icon']),
    menu_type: asText(raw['menu_type']),
    url: asText(raw['url']),
    component: asText(raw['component']),
    keepalive: raw['keepalive'] === 1 || raw['keepalive'] === true,
    extend: asText(raw['extend']),
    remark: asText(raw['remark']),
    children: Array.isArray(raw['children']) ? raw['children'].map(menuOf) : [],
  };
}

/** The site's settings, whatever the server leaves out. */
export function siteConfigOf(value: unknown): SiteConfig {
  const raw = asRecord(value) ?? {};
  return {
    siteName: asText(raw['siteName']) || 'Atrium',
    recordNumber: asText(raw['recordNumber']),
    version: asText(raw['version']),
    cdnUrl: asText(raw['cdnUrl']),
    apiUrl: asText(raw['apiUrl']),
    upload: asRecord(raw['upload']) ?? {},
  };
}

/** Reads the answer of `GET /admin/Index/index`. */
export function bootstrapOf(value: unknown): Bootstrap {
  const raw = asRecord(value) ?? {};
  const admin = asRecord(raw['adminInfo']) ?? {};
  return {
    admin: {
      id: asWhole(admin['id']),
      username: asText(admin['username']),
      nickname: asText(admin['nickname']),
      avatar: asText(admin['avatar']),
      lastlogintime: asWhole(admin['lastlogintime'] ?? admin['last_login_time']),
      super: admin['super'] === true,
    },
    menus: Array.isArray(raw['menus']) ? raw['menus'].map(menuOf) : [],
    permissions: entriesOf(raw['permissions'], texts),
    siteConfig: siteConfigOf(raw['siteConfig']),
    site: siteUnitsOf(raw['siteConfig']),
    entities: entriesOf(raw['entities'], (rights) => ({
      readable: texts(asRecord(rights)?.['readable']),
      writable: texts(asRecord(rights)?.['writable']),
    })),
    build: asText(raw['build']),
  };
}

export const bootstrapApi = api.injectEndpoints({
  endpoints: (build) => ({
    bootstrap: build.query<Bootstrap, undefined>({
      query: () => ({ url: '/admin/Index/index', quiet: true }),
      transformResponse: bootstrapOf,
      onQueryStarted: (_none, { dispatch, queryFulfilled }) => {
        queryFulfilled.then(({ data }) => dispatch(siteShown({ ...data.site }))).catch(() => undefined);
      },
      providesTags: ['Bootstrap'],
      keepUnusedDataFor: 3600,
    }),
  }),
});
export const { useBootstrapQuery } = bootstrapApi;

/** Filled by the console's frame once the bootstrap is there. */
export const BootstrapContext = createContext<Bootstrap | null>(null);
export function useBootstrap(): Bootstrap {
  const bootstrap = useContext(BootstrapContext);
  if (bootstrap === null) throw new Error('useBootstrap needs the console around it');
  return bootstrap;
}

const rulesOf = (menus: readonly MenuNode[]): readonly MenuNode[] =>
  menus.flatMap((node) => [node, ...rulesOf(node.children)]);
/** Whether a rule of type menu gives a screen its route at an address of the console, or at that of one of its records. */
const opensAt = (rule: MenuNode, screen: string, pathname: string): boolean =>
  rule.extend !== 'add_menu_only' &&
  ruleScreen(rule) === screen &&
  `${pathname.toLowerCase()}/`.startsWith(`/admin/${rulePath(rule)}/`);

/** The remark of the rule that opens the screen at this address, elsewhere of the rule named like the screen; empty where it has none. */
export function remarkIn(menus: readonly MenuNode[], screen: string, pathname: string): string {
  const rules = rulesOf(menus).filter(({ type }) => type === 'menu');
  const open = rules.find((rule) => opensAt(rule, screen, pathname)) ?? rules.find(({ name }) => name === screen);
  return open?.remark ?? '';
}

const heldNodes = new WeakMap<Bootstrap['permissions'], ReadonlySet<string>>();

/** Whether a node like `news/edit` is held. The map of the bootstrap is keyed by route path, which staff may change; nodes keep their names. */
export function holdsNode(permissions: Bootstrap['permissions'], node: string): boolean {
  const known = heldNodes.get(permissions);
  const held = known ?? new Set(Object.values(permissions).flat());
  if (!known) heldNodes.set(permissions, held);
  return held.has(`/admin/${node.toLowerCase()}`);
}
