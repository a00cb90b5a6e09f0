/** Where an address given from outside may lead: only to an own screen of the own side, else to its front (T2.01, T2.02). */
import { withoutEndSlashes } from '../../common/text/clean';
import { asRecord } from './persist';
import type { Realm } from './session';

/** The addresses of a side that mean something by themselves. */
export interface Side {
  readonly home: string;
  /** The child that `home` opens by way of its loading route. */
  readonly front: string;
  readonly login: string;
  readonly loading: string;
}
export const SIDES: Readonly<Record<Realm, Side>> = {
  admin: { home: '/admin', front: '/admin/dashboard', login: '/admin/login', loading: '/admin/loading' },
  user: { home: '/user', front: '/user/overview', login: '/user/login', loading: '/user/loading' },
};
export const MISSING = '/404';
export const NO_POWER = '/401';

const LONGEST_PATH = 2_000;
const LONGEST_QUERY = 2_048;
const MOST_KEYS = 50;
/** Stands for any origin: only the path that is left after normalisation counts. */
const ANY = 'http://any.invalid';
/** Control characters, spaces and backslashes are what browsers and servers read differently. */
// eslint-disable-next-line no-control-regex
const DOUBTFUL = /[\u0000-\u0020\u007f\\]/;
const DOUBTFUL_CODE = /%(?:0[0-9a-f]|1[0-9a-f]|2e|2f|5c|7f|25)/i;
const FRAMED = /^\/(?:admin|user)\/iframe\/[^/]+$/;

/** Path and query of an own screen of the side, normalised; `undefined` for everything else. */
export function ownPath(raw: unknown, { home, login, loading }: Side): string | undefined {
  if (typeof raw !== 'string' || raw.length > LONGEST_PATH || DOUBTFUL.test(raw)) return undefined;
  if (raw !== home && !raw.startsWith(`${home}/`) && !raw.startsWith(`${home}?`)) return undefined;
  if (!URL.canParse(raw, ANY)) return undefined;
  const { origin, pathname, search } = new URL(raw, ANY);
  const inside = pathname === home || pathname.startsWith(`${home}/`);
  if (origin !== ANY || !inside || pathname.includes('//')) return undefined;
  if (DOUBTFUL_CODE.test(pathname) && !FRAMED.test(pathname)) return undefined;
  const within = withoutEndSlashes(pathname) || home;
  return within === login || within === loading ? undefined : within + search;
}

/** The flat texts of a JSON query; everything else in it is left out. */
export function flatQuery(raw: string | null): URLSearchParams {
  const params = new URLSearchParams();
  if (raw === null || raw.length > LONGEST_QUERY) return params;
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
  } catch {
    return params;
  }
  for (const [key, value] of Object.entries(asRecord(parsed) ?? {}).slice(0, MOST_KEYS)) {
    if (typeof value === 'string' && key !== '__proto__') params.append(key, value);
  }
  return params;
}

/** The loading route that remembers an address: the path, and its query as JSON. */
export function loadingPath({ loading }: Side, pathname: string, search: string): string {
  const query = JSON.stringify(Object.fromEntries(new URLSearchParams(search)));
  return `${loading}?${new URLSearchParams({ url: pathname, query }).toString()}`;
}

/** What a loading route remembers; `undefined` when it is nothing this side may open. */
export function rememberedPath(side: Side, search: URLSearchParams): string | undefined {
  const own = ownPath(search.get('url'), side);
  if (own === undefined) return undefined;
  const at = own.indexOf('?');
  const params = new URLSearchParams(at < 0 ? '' : own.slice(at));
  for (const [key, value] of flatQuery(search.get('query'))) params.set(key, value);
  const query = params.toString();
  return (at < 0 ? own : own.slice(0, at)) + (query === '' ? '' : `?${query}`);
}

/** Where a signed-in person goes on: an own path of the side, else its home. */
export const onwardPath = (to: string | null, side: Side): string => ownPath(to, side) ?? side.home;
