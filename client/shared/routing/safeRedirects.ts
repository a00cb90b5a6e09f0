/** Where an address given from outside may lead: only to an own screen of the own side, else to its front (T2.01, T2.02). */
import { trimTrailingSlashes } from '../../../common/text/normalize';
import { asRecord } from '../../../common/json';
import type { Realm } from '../../../common/realm';

/** The addresses of a side that mean something by themselves. */
export interface AppPaths {
  readonly home: string;
  /** The child that `home` opens by way of its loading route. */
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
/** Stands for any origin: only the path that is left after normalisation counts. */
const ANY_ORIGIN = 'http://any.invalid';
/** Control characters, spaces and backslashes are what browsers and servers read differently. */
// eslint-disable-next-line no-control-regex
const UNSAFE_CHARACTERS = /[\u0000-\u0020\u007f\\]/;
const UNSAFE_ENCODING = /%(?:0[0-9a-f]|1[0-9a-f]|2e|2f|5c|7f|25)/i;
const IFRAME_PATH = /^\/(?:admin|user)\/iframe\/[^/]+$/;

/** Path and query of an own screen of the side, normalised; `undefined` for everything else. */
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

/** The flat texts of a JSON query; everything else in it is left out. */
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

/** The loading route that remembers an address: the path, and its query as JSON. */
export function createLoadingPath({ loading }: AppPaths, pathname: string, search: string): string {
  const query = JSON.stringify(Object.fromEntries(new URLSearchParams(search)));
  return `${loading}?${new URLSearchParams({ url: pathname, query }).toString()}`;
}

/** What a loading route remembers; `undefined` when it is nothing this side may open. */
export function readLoadingPath(paths: AppPaths, search: URLSearchParams): string | undefined {
  const appPath = sanitizeAppPath(search.get('url'), paths);
  if (appPath === undefined) return undefined;
  const queryStart = appPath.indexOf('?');
  const params = new URLSearchParams(queryStart < 0 ? '' : appPath.slice(queryStart));
  for (const [key, value] of parseFlatQuery(search.get('query'))) params.set(key, value);
  const query = params.toString();
  return (queryStart < 0 ? appPath : appPath.slice(0, queryStart)) + (query === '' ? '' : `?${query}`);
}

/** Where a signed-in person goes on: an own path of the side, else its home. */
export const safeRedirectPath = (to: string | null, paths: AppPaths): string =>
  sanitizeAppPath(to, paths) ?? paths.home;
