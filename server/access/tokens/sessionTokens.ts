/**
 * Opaque tokens of sessions. There is no session cookie: the client sends them in headers. Access tokens are random and stored as HMACs.
 * Refresh tokens are computed from the session and its generation, so that the same successor can be issued twice without being stored.
 */
import { randomBytes } from 'node:crypto';
import type { Realm } from '../../../common/realm';
import { isTimingSafeEqual, computeHmacs } from '../crypto/crypto';

const ACCESS_TOKEN = /^ba_([au])_[A-Za-z0-9_-]{43}$/;
const REFRESH_TOKEN = /^ba_([au])r_([0-9a-z]{26})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/;
const LETTER = { admin: 'a', member: 'u' } as const;
const getRealm = (letter: string | undefined): Realm => (letter === 'a' ? 'admin' : 'member');

/** The login route that a 302 response names, in both spellings that clients read. */
export const loginRoute = (realm: Realm) =>
  realm === 'admin'
    ? { type: 'need login', routeName: 'adminLogin', routePath: '/admin/login' }
    : { type: 'need login', routeName: 'userLogin', routePath: '/user/login' };

/** The request header that carries the session token (access token) of each realm: `batoken` for admins, `ba-user-token` for members. */
export const TOKEN_HEADER = { admin: 'batoken', member: 'ba-user-token' } as const;

export const createAccessToken = (realm: Realm): string =>
  `ba_${LETTER[realm]}_${randomBytes(32).toString('base64url')}`;
/** Whether a text has the format of an access token of the realm. */
export const isAccessTokenFormat = (realm: Realm, token: string): boolean =>
  ACCESS_TOKEN.exec(token)?.[1] === LETTER[realm];
/** The HMACs a token may be stored under, that of the current key first. They are cached, since a client presents the same token often. */
export function hashAccessToken(keys: readonly string[], token: string): readonly string[] {
  const cached = hashCache.get(keys) ?? new Map<string, readonly string[]>();
  const hit = cached.get(token);
  if (hit !== undefined) return hit;
  const hashes = computeHmacs(keys, 'access', token);
  if (cached.size >= MAX_CACHED_HASHES) cached.delete(cached.keys().next().value ?? '');
  hashCache.set(keys, cached.set(token, hashes));
  return hashes;
}
/** A cache of hashes, not of valid tokens; the oldest entries are removed. */
const MAX_CACHED_HASHES = 2_000;
const hashCache = new WeakMap<readonly string[], Map<string, readonly string[]>>();

/** A random session id of 26 characters. */
export const createSessionId = (): string =>
  [...randomBytes(26)].map((byte) => 'abcdefghijkmnpqrstuvwxyz23456789'.charAt(byte % 32)).join('');

export interface RefreshClaims {
  readonly realm: Realm;
  readonly sessionId: string;
  readonly generation: number;
}
const getPayload = ({ realm, sessionId, generation }: RefreshClaims): string =>
  `ba_${LETTER[realm]}r_${sessionId}.${generation}`;

export function createRefreshToken(keys: readonly string[], claims: RefreshClaims): string {
  const [signature] = computeHmacs(keys, 'refresh', getPayload(claims));
  return `${getPayload(claims)}.${signature ?? ''}`;
}

/** The claims of a refresh token with a valid signature; undefined otherwise. */
export function verifyRefreshToken(keys: readonly string[], token: string): RefreshClaims | undefined {
  const [, letter, sessionId = '', generation = '', signature = ''] = REFRESH_TOKEN.exec(token) ?? [];
  if (letter === undefined) return undefined;
  const claims = { realm: getRealm(letter), sessionId, generation: Number(generation) };
  const isGenuine = computeHmacs(keys, 'refresh', getPayload(claims)).some((expected) =>
    isTimingSafeEqual(expected, signature),
  );
  return isGenuine ? claims : undefined;
}
