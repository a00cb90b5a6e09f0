/** Prevents open redirects: validates redirect targets from outside. Only screens of the same app are allowed, otherwise its home. */
import { trimTrailingSlashes } from '../../../common/text/normalize';
import { asRecord } from '../../../common/json';
import type { Realm } from '../../../common/realm';

/** The fixed paths of an app. */
export interface AppPaths {
  readonly home: string;
  /** The first screen, which `home` opens through the loading route. */
  readonly front: string;
  readonly login: string;
  readonly loading: string;
}
export const APP_PATHS: Readonly<Record<Realm, AppPaths>> = {
  admin: { home: '/admin', front: '/admin/dashboard', login: '/admin/login', loading: '/admin/loading' },
  member: { home: '/user', front: '/user/overview', login: '/user/login', loading: '/user/loading' },
};
export const NOT_FOUND_PATH = '/404';
export const FORBIDDEN_PATH = '/401';

const MAX_PATH_LENGTH = 2_000;
const MAX_QUERY_LENGTH = 2_048;
const MAX_QUERY_KEYS = 50;
/** Placeholder origin: only the normalized path counts. */
const ANY_ORIGIN = 'http://any.invalid';
/** Browsers and servers interpret control characters, spaces and backslashes differently. */
// eslint-disable-next-line no-control-regex
const UNSAFE_CHARACTERS = /[\u0000-\u0020\u007f\\]/;
const UNSAFE_ENCODING = /%(?:0[0-9a-f]|1[0-9a-f]|2e|2f|5c|7f|25)/i;
const IFRAME_PATH = /^\/(?:admin|user)\/iframe\/[^/]+$/;

/** The normalized path and query of a screen of the app; `undefined` for everything else. */
export function sanitizeAppPath(raw: unknown, { home, login, loading }: AppPaths): string | undefined {
  if (typeof raw !== 'string' || raw.length > MAX_PATH_LENGTH || UNSAFE_CHARACTERS.test(raw)) return undefined;
  if (raw !== home && !raw.startsWith(`${home}/`) && !raw.startsWith(`${home}?`)) return undefined;
  if (!URL.canParse(raw, ANY_ORIGIN)) return undefined;
  const { origin, pathname, search } = new URL(raw, ANY_ORIGIN);
  const isInside = pathname === home || pathname.startsWith(`${home}/`);
  if (origin !== ANY_ORIGIN || !isInside || pathname.includes('//')) return undefined;
  if (UNSAFE_ENCODING.test(pathname) && !IFRAME_PATH.test(pathname)) return undefined;
  const normalizedPath = trimTrailingSlashes(pathname) || home;
  return normalizedPath === login || normalizedPath === loading ? undefined : normalizedPath + search;
}

/** The top-level texts of a JSON query; everything else is dropped. */
export function parseFlatQuery(raw: string | null): URLSearchParams {
  const params = new URLSearchParams();
  if (raw === null || raw.length > MAX_QUERY_LENGTH) return params;
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
  } catch {
    return params;
  }
  for (const [key, value] of Object.entries(asRecord(parsed) ?? {}).slice(0, MAX_QUERY_KEYS)) {
    if (typeof value === 'string' && key !== '__proto__') params.append(key, value);
  }
  return params;
}

/** The loading route that carries an address: its path, and its query as JSON. */
export function createLoadingPath({ loading }: AppPaths, pathname: string, search: string): string {
  const query = JSON.stringify(Object.fromEntries(new URLSearchParams(search)));
  return `${loading}?${new URLSearchParams({ url: pathname, query }).toString()}`;
}

/** The address that a loading route carries; `undefined` if the app has no such screen. */
export function readLoadingPath(paths: AppPaths, search: URLSearchParams): string | undefined {
  const appPath = sanitizeAppPath(search.get('url'), paths);
  if (appPath === undefined) return undefined;
  const queryStart = appPath.indexOf('?');
  const params = new URLSearchParams(queryStart < 0 ? '' : appPath.slice(queryStart));
  for (const [key, value] of parseFlatQuery(search.get('query'))) params.set(key, value);
  const query = params.toString();
  return (queryStart < 0 ? appPath : appPath.slice(0, queryStart)) + (query === '' ? '' : `?${query}`);
}

/** The target after sign-in: a path of the app, otherwise its home. */
export const safeRedirectPath = (to: string | null, paths: AppPaths): string =>
  sanitizeAppPath(to, paths) ?? paths.home;
