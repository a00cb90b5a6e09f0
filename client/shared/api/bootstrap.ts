/** The console's first response after sign-in: person, menus, permissions and settings. */
import { createContext, useContext } from 'react';
import { rulePath, ruleScreen } from '../../../common/adminScreens';
import { api } from './api';
import { asRecord, asString, asInteger, asStringList } from '../../../common/json';
import { siteUpdated, parseSiteLocale, type SiteLocale } from '../store/siteSettings';

export interface MenuNode {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  /** The title in English; empty without one. */
  readonly title_en: string;
  readonly name: string;
  readonly path: string;
  readonly icon: string;
  /** `tab`, `link` or `iframe`. */
  readonly menu_type: string;
  readonly url: string;
  /** The screen that a tab opens. */
  readonly component: string;
  /** The screen stays mounted while its tab is in the background. */
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
export interface FieldPermissions {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
}
/** The definition of an entity that was designed in the console, as the server sends it. */
export interface StoredDefinition {
  readonly name: string;
  readonly spec: unknown;
}
export interface Bootstrap {
  readonly admin: {
    readonly id: number;
    readonly username: string;
    readonly nickname: string;
    readonly avatar: string;
    /** Unix seconds of the sign-in before this session; 0: none is known. */
    readonly previousLoginTime: number;
    readonly super: boolean;
  };
  readonly menus: readonly MenuNode[];
  /** `{'/admin/news': ['/admin/news/index', …]}`. */
  readonly permissions: Readonly<Record<string, readonly string[]>>;
  readonly siteConfig: SiteConfig;
  /** Currency and time zone of the site. */
  readonly site: SiteLocale;
  readonly entities: Readonly<Record<string, FieldPermissions>>;
  /** The designed entities that the admin may read; the same array while they stay the same. */
  readonly definitions: readonly StoredDefinition[];
  readonly build: string;
  /** The menu rules that the admin marked, in order. */
  readonly favorites: readonly number[];
  /** The first steps are shown. */
  readonly gettingStarted: boolean;
}

const mapValues = <T>(value: unknown, read: (entry: unknown) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(asRecord(value) ?? {}).map(([key, entry]) => [key, read(entry)]));

function parseMenuNode(value: unknown): MenuNode {
  const raw = asRecord(value) ?? {};
  return {
    id: asInteger(raw['id']),
    type: asString(raw['type']),
    title: asString(raw['title']),
    title_en: asString(raw['title_en']),
    name: asString(raw['name']),
    path: asString(raw['path']),
    icon: asString(raw['icon']),
    menu_type: asString(raw['menu_type']),
    url: asString(raw['url']),
    component: asString(raw['component']),
    keepalive: raw['keepalive'] === 1 || raw['keepalive'] === true,
    extend: asString(raw['extend']),
    remark: asString(raw['remark']),
    children: Array.isArray(raw['children']) ? raw['children'].map(parseMenuNode) : [],
  };
}

/** Parses the site settings; missing ones become empty. */
export function parseSiteConfig(value: unknown): SiteConfig {
  const raw = asRecord(value) ?? {};
  return {
    siteName: asString(raw['siteName']) || 'Atrium',
    recordNumber: asString(raw['recordNumber']),
    version: asString(raw['version']),
    cdnUrl: asString(raw['cdnUrl']),
    apiUrl: asString(raw['apiUrl']),
    upload: asRecord(raw['upload']) ?? {},
  };
}

const parseDefinitions = (value: unknown): readonly StoredDefinition[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : []).flatMap((entry) => {
    const raw = asRecord(entry);
    return raw ? [{ name: asString(raw['name']), spec: raw['spec'] }] : [];
  });

/** Parses the response of `GET /admin/Index/index`. */
export function parseBootstrap(value: unknown): Bootstrap {
  const raw = asRecord(value) ?? {};
  const admin = asRecord(raw['adminInfo']) ?? {};
  return {
    admin: {
      id: asInteger(admin['id']),
      username: asString(admin['username']),
      nickname: asString(admin['nickname']),
      avatar: asString(admin['avatar']),
      previousLoginTime: asInteger(raw['previous_login_time']),
      super: admin['super'] === true,
    },
    menus: Array.isArray(raw['menus']) ? raw['menus'].map(parseMenuNode) : [],
    permissions: mapValues(raw['permissions'], asStringList),
    siteConfig: parseSiteConfig(raw['siteConfig']),
    site: parseSiteLocale(raw['siteConfig']),
    entities: mapValues(raw['entities'], (permissions) => ({
      readable: asStringList(asRecord(permissions)?.['readable']),
      writable: asStringList(asRecord(permissions)?.['writable']),
    })),
    definitions: parseDefinitions(raw['definitions']),
    build: asString(raw['build']),
    favorites: Array.isArray(raw['favorites']) ? raw['favorites'].map(asInteger) : [],
    gettingStarted: raw['gettingStarted'] === true,
  };
}

export const bootstrapApi = api.injectEndpoints({
  endpoints: (build) => ({
    bootstrap: build.query<Bootstrap, undefined>({
      query: () => ({ url: '/admin/Index/index', isSilent: true }),
      transformResponse: parseBootstrap,
      onQueryStarted: (_none, { dispatch, queryFulfilled }) => {
        queryFulfilled.then(({ data }) => dispatch(siteUpdated({ ...data.site }))).catch(() => undefined);
      },
      providesTags: ['Bootstrap'],
      keepUnusedDataFor: 3600,
    }),
  }),
});
export const { useBootstrapQuery } = bootstrapApi;

/** Provided by the console's frame once the bootstrap has arrived. */
export const BootstrapContext = createContext<Bootstrap | null>(null);
export function useBootstrap(): Bootstrap {
  const bootstrap = useContext(BootstrapContext);
  if (bootstrap === null) throw new Error('useBootstrap needs a BootstrapContext above it');
  return bootstrap;
}

const flattenMenu = (menus: readonly MenuNode[]): readonly MenuNode[] =>
  menus.flatMap((node) => [node, ...flattenMenu(node.children)]);
/** Whether a menu rule opens the screen at this address, or at the address of one of its records. */
const isOpenAt = (rule: MenuNode, screen: string, pathname: string): boolean =>
  rule.extend !== 'add_menu_only' &&
  ruleScreen(rule) === screen &&
  `${pathname.toLowerCase()}/`.startsWith(`/admin/${rulePath(rule)}/`);

/** The remark of the rule that opens the screen at this address, otherwise of the rule named like the screen; empty if it has none. */
export function findRemark(menus: readonly MenuNode[], screen: string, pathname: string): string {
  const rules = flattenMenu(menus).filter(({ type }) => type === 'menu');
  const openRule = rules.find((rule) => isOpenAt(rule, screen, pathname)) ?? rules.find(({ name }) => name === screen);
  return openRule?.remark ?? '';
}

const grantedPermissions = new WeakMap<Bootstrap['permissions'], ReadonlySet<string>>();

/**
 * Whether a permission key like `news/edit` is granted. The bootstrap keys its lists by route path, which staff may change; permission
 * keys are stable.
 */
export function isPermissionGranted(permissions: Bootstrap['permissions'], permission: string): boolean {
  const cached = grantedPermissions.get(permissions);
  const granted = cached ?? new Set(Object.values(permissions).flat());
  if (!cached) grantedPermissions.set(permissions, granted);
  return granted.has(`/admin/${permission.toLowerCase()}`);
}
