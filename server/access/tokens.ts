/**
 * Opaque tokens. Access tokens are random and stored as keyed hashes. Refresh tokens are computed from the session and
 * its generation, so that the same successor can be given twice without keeping it anywhere.
 */
import { randomBytes } from 'node:crypto';
import { isSame, macs } from './keys';

export type Realm = 'admin' | 'member';

const ACCESS = /^ba_([au])_[A-Za-z0-9_-]{43}$/;
const REFRESH = /^ba_([au])r_([0-9a-z]{26})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/;
const LETTER = { admin: 'a', member: 'u' } as const;
const realmOf = (letter: string | undefined): Realm => (letter === 'a' ? 'admin' : 'member');

/** Where somebody without a session is sent: both dialects of the product family read it. */
export const loginRoute = (realm: Realm) =>
  realm === 'admin'
    ? { type: 'need login', routeName: 'adminLogin', routePath: '/admin/login' }
    : { type: 'need login', routeName: 'userLogin', routePath: '/user/login' };

/** The header each realm's access token travels in. */
export const TOKEN_HEADER = { admin: 'batoken', member: 'ba-user-token' } as const;

export const newAccessToken = (realm: Realm): string => `ba_${LETTER[realm]}_${randomBytes(32).toString('base64url')}`;
/** Whether a text can be an access token of the realm at all. */
export const looksLikeAccess = (realm: Realm, token: string): boolean => ACCESS.exec(token)?.[1] === LETTER[realm];
/** The hashes a token may be stored under, the current key's first. A reader shows the same token all day. */
export function accessHashes(keys: readonly string[], token: string): readonly string[] {
  const seen = hashed.get(keys) ?? new Map<string, readonly string[]>();
  const hit = seen.get(token);
  if (hit !== undefined) return hit;
  const hashes = macs(keys, 'access', token);
  if (seen.size >= HASHES_KEPT) seen.delete(seen.keys().next().value ?? '');
  hashed.set(keys, seen.set(token, hashes));
  return hashes;
}
/** Nothing here says whether a token is good, only what it hashes to; the oldest are forgotten. */
const HASHES_KEPT = 2_000;
const hashed = new WeakMap<readonly string[], Map<string, readonly string[]>>();

/** 26 characters that sort by nothing and name nobody. */
export const newSessionId = (): string =>
  [...randomBytes(26)].map((byte) => 'abcdefghijkmnpqrstuvwxyz23456789'.charAt(byte % 32)).join('');

export interface RefreshClaims {
  readonly realm: Realm;
  readonly sessionId: string;
  readonly generation: number;
}
const stem = ({ realm, sessionId, generation }: RefreshClaims): string =>
  `ba_${LETTER[realm]}r_${sessionId}.${generation}`;

export function refreshToken(keys: readonly string[], claims: RefreshClaims): string {
  const [mac] = macs(keys, 'refresh', stem(claims));
  return `${stem(claims)}.${mac ?? ''}`;
}

/** The claims of a refresh token that one of our keys signed. */
export function readRefreshToken(keys: readonly string[], token: string): RefreshClaims | undefined {
  const [, letter, sessionId = '', generation = '', mac = ''] = REFRESH.exec(token) ?? [];
  if (letter === undefined) return undefined;
  const claims = { realm: realmOf(letter), sessionId, generation: Number(generation) };
  const genuine = macs(keys, 'refresh', stem(claims)).some((own) => isSame(own, mac));
  return genuine ? claims : undefined;
}
