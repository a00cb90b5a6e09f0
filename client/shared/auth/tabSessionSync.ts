/**
 * Session synchronization of duplicated tabs: a browser copies the session storage of a tab, so that two tabs hold one chain of refresh
 * tokens. A tab asks its duplicates before it refreshes, and sends them the new tokens: a refresh token that was already exchanged would
 * end the session of all.
 */
import { asRecord, asString } from '../../../common/json';
import { type Tokens } from '../store/session';
import { type Realm } from '../../../common/realm';
import type { TabChannel } from '../store/tabChannel';

/** Tabs of other builds read these messages, so their spelling never changes. */
const MESSAGE_REALMS: Readonly<Record<Realm, string>> = { admin: 'admin', member: 'user' };

interface TokenPosition {
  readonly family: string;
  readonly generation: number;
}
/** Session and position in its chain, which the server writes before the signature. */
function parseTokenPosition(refreshToken: string): TokenPosition | undefined {
  const [family = '', generation = '', signature] = refreshToken.split('.');
  return signature === undefined || !/^\d{1,9}$/.test(generation)
    ? undefined
    : { family, generation: Number(generation) };
}
/** Whether `other` is a later refresh token of the same session. */
export function isLaterToken(ownTokens: string, other: string): boolean {
  const [mine, otherTokens] = [parseTokenPosition(ownTokens), parseTokenPosition(other)];
  return mine !== undefined && mine.family === otherTokens?.family && otherTokens.generation > mine.generation;
}
const isSameFamily = (ownTokens: string, other: string) =>
  parseTokenPosition(ownTokens)?.family === (parseTokenPosition(other)?.family ?? '');

/** Timeout for the response of a duplicate tab, in milliseconds; asked once per refresh. */
const ANSWER_TIMEOUT_MS = 120;

export interface TabSessionSync {
  /** Sends refreshed tokens to the duplicates. */
  readonly announceRefreshed: (realm: Realm, tokens: Tokens) => void;
  /** Sends the end of the session to the duplicates. */
  readonly announceEnded: (realm: Realm, refreshToken: string) => void;
  /** Asks the duplicates for later tokens; they arrive through `onRefreshed`. Resolves after a response or the timeout. */
  readonly requestLaterTokens: (realm: Realm, refreshToken: string) => Promise<void>;
}
export interface TabSessionSyncOptions {
  readonly channel: TabChannel;
  /** The tokens of this tab; undefined for a session that all tabs share. */
  readonly findTokens: (realm: Realm) => Tokens | undefined;
  readonly onRefreshed: (realm: Realm, tokens: Tokens) => void;
  readonly onEnded: (realm: Realm) => void;
}

type Listener = () => void;

export function createTabSessionSync({
  channel,
  findTokens,
  onRefreshed,
  onEnded,
}: TabSessionSyncOptions): TabSessionSync {
  const pendingRequests = new Set<Listener>();
  const acceptTokens = (realm: Realm, ownTokens: Tokens, tokens: Tokens) => {
    if (tokens.token === '' || !isLaterToken(ownTokens.refreshToken, tokens.refreshToken)) return;
    onRefreshed(realm, tokens);
    for (const resolvePending of pendingRequests) resolvePending();
  };
  channel.subscribe((message) => {
    const raw = asRecord(message);
    const realm: Realm = raw?.['realm'] === MESSAGE_REALMS.member ? 'member' : 'admin';
    const ownTokens = findTokens(realm);
    if (raw === undefined || ownTokens === undefined) return;
    const otherTokens: Tokens = {
      token: asString(raw['token'], 512),
      refreshToken: asString(raw['refreshToken'], 512),
    };
    if (raw['kind'] === 'renewed') acceptTokens(realm, ownTokens, otherTokens);
    else if (raw['kind'] === 'ended' && isSameFamily(ownTokens.refreshToken, otherTokens.refreshToken)) onEnded(realm);
    else if (raw['kind'] === 'ask' && isLaterToken(otherTokens.refreshToken, ownTokens.refreshToken))
      channel.post({ kind: 'renewed', realm: MESSAGE_REALMS[realm], ...pickTokens(ownTokens) });
  });
  return {
    announceRefreshed: (realm, tokens) =>
      channel.post({ kind: 'renewed', realm: MESSAGE_REALMS[realm], ...pickTokens(tokens) }),
    announceEnded: (realm, refreshToken) =>
      channel.post({ kind: 'ended', realm: MESSAGE_REALMS[realm], token: '', refreshToken }),
    requestLaterTokens: (realm, refreshToken) =>
      new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          pendingRequests.delete(finish);
          resolve();
        };
        const timer = setTimeout(finish, ANSWER_TIMEOUT_MS);
        pendingRequests.add(finish);
        channel.post({ kind: 'ask', realm: MESSAGE_REALMS[realm], token: '', refreshToken });
      }),
  };
}
const pickTokens = ({ token, refreshToken }: Tokens): Tokens => ({ token, refreshToken });
