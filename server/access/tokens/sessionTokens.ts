/**
 * Opaque tokens. Access tokens are random and stored as keyed hashes. Refresh tokens are computed from the session and
 * its generation, so that the same successor can be given twice without keeping it anywhere.
 */
import { randomBytes } from 'node:crypto';
import { isTimingSafeEqual, hmacs } from '../crypto/crypto';

export type Realm = 'admin' | 'member';

const ACCESS_TOKEN = /^ba_([au])_[A-Za-z0-9_-]{43}$/;
const REFRESH_TOKEN = /^ba_([au])r_([0-9a-z]{26})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/;
const LETTER = { admin: 'a', member: 'u' } as const;
const realmOf = (letter: string | undefined): Realm => (letter === 'a' ? 'admin' : 'member');

/** Where somebody without a session is sent: both dialects of the product family read it. */
export const loginRoute = (realm: Realm) =>
  realm === 'admin'
    ? { type: 'need login', routeName: 'adminLogin', routePath: '/admin/login' }
    : { type: 'need login', routeName: 'userLogin', routePath: '/user/login' };

/** The header each realm's access token travels in. */
export const TOKEN_HEADER = { admin: 'batoken', member: 'ba-user-token' } as const;

export const createAccessToken = (realm: Realm): string =>
  `ba_${LETTER[realm]}_${randomBytes(32).toString('base64url')}`;
/** Whether a text can be an access token of the realm at all. */
export const isAccessTokenFormat = (realm: Realm, token: string): boolean =>
  ACCESS_TOKEN.exec(token)?.[1] === LETTER[realm];
/** The hashes a token may be stored under, the current key's first. A reader shows the same token all day. */
export function hashAccessToken(keys: readonly string[], token: string): readonly string[] {
  const cached = hashCache.get(keys) ?? new Map<string, readonly string[]>();
  const hit = cached.get(token);
  if (hit !== undefined) return hit;
  const hashes = hmacs(keys, 'access', token);
  if (cached.size >= MAX_CACHED_HASHES) cached.delete(cached.keys().next().value ?? '');
  hashCache.set(keys, cached.set(token, hashes));
  return hashes;
}
/** Nothing here says whether a token is good, only what it hashes to; the oldest are forgotten. */
const MAX_CACHED_HASHES = 2_000;
const hashCache = new WeakMap<readonly string[], Map<string, readonly string[]>>();

/** 26 characters that sort by nothing and name nobody. */
export const createSessionId = (): string =>
  [...randomBytes(26)].map((byte) => 'abcdefghijkmnpqrstuvwxyz23456789'.charAt(byte % 32)).join('');

export interface RefreshClaims {
  readonly realm: Realm;
  readonly sessionId: string;
  readonly generation: number;
}
const payloadOf = ({ realm, sessionId, generation }: RefreshClaims): string =>
  `ba_${LETTER[realm]}r_${sessionId}.${generation}`;

export function createRefreshToken(keys: readonly string[], claims: RefreshClaims): string {
  const [signature] = hmacs(keys, 'refresh', payloadOf(claims));
  return `${payloadOf(claims)}.${signature ?? ''}`;
}

/** The claims of a refresh token that one of our keys signed. */
export function verifyRefreshToken(keys: readonly string[], token: string): RefreshClaims | undefined {
  const [, letter, sessionId = '', generation = '', signature = ''] = REFRESH_TOKEN.exec(token) ?? [];
  if (letter === undefined) return undefined;
  const claims = { realm: realmOf(letter), sessionId, generation: Number(generation) };
  const isGenuine = hmacs(keys, 'refresh', payloadOf(claims)).some((expected) =>
    isTimingSafeEqual(expected, signature),
  );
  return isGenuine ? claims : undefined;
}
