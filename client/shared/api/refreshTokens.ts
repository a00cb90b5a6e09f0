/** Refreshes an expired access token: one refresh at a time per realm, across all tabs of the browser. */
import { asRecord, asString } from '../../../common/json';
import type { Tokens } from '../store/session';
import type { Realm } from '../../../common/realm';
import { sendRequest, type Transport } from './transport';

/** `unreachable`: the server did not respond; the session stays valid and the call may be retried later. */
export type TokenRefreshResult = 'refreshed' | 'ended' | 'unreachable';
export type RefreshTokens = (realm: Realm, failedToken: string) => Promise<TokenRefreshResult>;

/** The token type in the response of the server. */
const REFRESH_TOKEN_TYPES: Readonly<Record<Realm, string>> = { admin: 'admin-refresh', member: 'user-refresh' };
/** Web Locks are shared with tabs of other builds, so these names never change. */
const LOCK_NAMES: Readonly<Record<Realm, string>> = { admin: 'atrium-refresh-admin', member: 'atrium-refresh-user' };

export interface TokenRefreshOptions {
  readonly transport: Transport;
  /** The tokens of this tab. */
  readonly findTokens: (realm: Realm) => Tokens | undefined;
  /** The tokens in storage, which another tab may have refreshed; null if that session ended, `undefined` if the session is not shared. */
  readonly findStoredTokens: (realm: Realm) => Tokens | null | undefined;
  /** Asks duplicates of this tab for later tokens of its unshared session; `findTokens` returns them afterwards. */
  readonly askOtherTabs: (realm: Realm, refreshToken: string) => Promise<void>;
  /** Device tokens of earlier sign-ins, separated by spaces: they prove that the session belongs to this browser. */
  readonly getDeviceTokens?: (realm: Realm) => string;
  readonly onRefreshed: (realm: Realm, tokens: Tokens) => void;
  readonly onEnded: (realm: Realm) => void;
  /** Runs the work under a browser-wide lock (Web Locks). */
  readonly withLock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

export async function withBrowserLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return work();
  return navigator.locks.request(name, work);
}

async function requestTokens(
  options: TokenRefreshOptions,
  realm: Realm,
  refreshToken: string,
): Promise<TokenRefreshResult> {
  const { transport, onRefreshed, onEnded } = options;
  const deviceTokens = options.getDeviceTokens?.(realm) ?? '';
  const reply = await sendRequest(transport, {
    url: '/api/common/refreshToken',
    method: 'POST',
    body: { refresh_token: refreshToken, ...(deviceTokens === '' ? {} : { device: deviceTokens }) },
  });
  if (reply.kind !== 'response' || reply.envelope === undefined || reply.status >= 500 || reply.status === 429) {
    return 'unreachable';
  }
  const data = asRecord(reply.envelope.data);
  const token = asString(data?.['token'], 512);
  if (reply.envelope.code !== 1 || data?.['type'] !== REFRESH_TOKEN_TYPES[realm] || token === '') {
    onEnded(realm);
    return 'ended';
  }
  onRefreshed(realm, {
    token,
    refreshToken: asString(data['refresh_token'] ?? data['refreshToken'], 512) || refreshToken,
  });
  return 'refreshed';
}

async function refreshOnce(
  options: TokenRefreshOptions,
  realm: Realm,
  failedToken: string,
): Promise<TokenRefreshResult> {
  const stored = options.findStoredTokens(realm);
  if (stored && stored.token !== failedToken) {
    options.onRefreshed(realm, stored);
    return 'refreshed';
  }
  const before = options.findTokens(realm);
  if (stored === undefined && before !== undefined) await options.askOtherTabs(realm, before.refreshToken);
  const currentTokens = options.findTokens(realm);
  if (stored === null || currentTokens === undefined) {
    options.onEnded(realm);
    return 'ended';
  }
  return currentTokens.token === failedToken ? requestTokens(options, realm, currentTokens.refreshToken) : 'refreshed';
}

export function createTokenRefresh(options: TokenRefreshOptions): RefreshTokens {
  const inFlight = new Map<Realm, Promise<TokenRefreshResult>>();
  return (realm, failedToken) => {
    const currentTokens = options.findTokens(realm);
    if (currentTokens && currentTokens.token !== failedToken) return Promise.resolve('refreshed');
    const current = inFlight.get(realm);
    if (current) return current;
    const refresh = options
      .withLock(LOCK_NAMES[realm], () => refreshOnce(options, realm, failedToken))
      .finally(() => inFlight.delete(realm));
    inFlight.set(realm, refresh);
    return refresh;
  };
}
