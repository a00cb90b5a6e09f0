/**
 * Sessions (login, refresh, logout, revoke) of both realms: each has a family of access tokens and one chain of refresh tokens, and all its tokens
 * are revoked together.
 */
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { parseSessionEndReason, type SessionEndReason } from '../../../common/protocol/sessionEndReason';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import type { Services, Tx } from '../../context';
import { FACTOR_TABLES } from '../factors/factorOwner';
import {
  browserFamily,
  browserFingerprint,
  matchesFingerprint,
  serializeFingerprint,
  type ClientInfo,
} from './browserFingerprint';
import {
  hashAccessToken,
  loginRoute,
  createAccessToken,
  createSessionId,
  verifyRefreshToken,
  createRefreshToken,
  type RefreshClaims,
} from '../tokens/sessionTokens';
import type { Realm } from '../../../common/realm';

const ACCESS_TOKEN_SECONDS = {
  admin: SERVER_LIMITS.adminAccessTokenSeconds,
  member: SERVER_LIMITS.memberAccessTokenSeconds,
} as const;
/** Idle timeout: a session ends when it is unused for this long. */
const SESSION_IDLE_SECONDS = {
  admin: SERVER_LIMITS.adminSessionIdleSeconds,
  member: SERVER_LIMITS.memberSessionIdleSeconds,
} as const;
/** Lifetime of a session with “remember me”; of any other, see `shortSessionSeconds`. */
const REMEMBERED_SESSION_SECONDS = {
  admin: SERVER_LIMITS.adminRememberedSessionSeconds,
  member: SERVER_LIMITS.memberRememberedSessionSeconds,
} as const;
/** Milliseconds for which an expired access token is distinguished from an unknown one. */
const EXPIRED_TOKEN_KEPT_MS = 3_600_000;

/** Names of stored reasons why a session ended. Signing out is not reported to the client. */
export const SESSION_END = {
  signedOut: 'out',
  /** More sessions than the limit. */
  sessionLimit: 'crowded',
  /** A refresh token was used twice. */
  tokenReuse: 'safety',
  /** Ended from another device of the person. */
  otherDevice: 'elsewhere',
} as const;
/** Why a session ended. */
type EndReason = Exclude<SessionEndReason, 'expired' | 'support'> | typeof SESSION_END.signedOut;

export interface NewSession {
  readonly realm: Realm;
  readonly principal: number;
  readonly isRemembered: boolean;
  readonly ip: string;
  readonly userAgent: string;
  /** The device id; absent without a device token. */
  readonly device?: string;
  /** The admin of a support session, which is short and limited to what the admin may see. */
  readonly support?: number;
}
export interface SessionTokens {
  readonly sessionId: string;
  readonly token: string;
  readonly refreshToken: string;
}

/** Creates a session; ends the oldest one when the principal has too many. */
export async function createSession(services: Services, newSession: NewSession): Promise<SessionTokens> {
  const { realm, principal, isRemembered, ip, userAgent, device, support } = newSession;
  const now = services.clock.now();
  const sessionId = createSessionId();
  const seconds = isRemembered ? REMEMBERED_SESSION_SECONDS[realm] : SERVER_LIMITS.shortSessionSeconds;
  const expiresAt = now + 1000 * (support === undefined ? seconds : SERVER_LIMITS.supportSeconds);
  const opened = await services.db.transact(async (tx) => {
    // A support session never ends a session of the member.
    const ended = support === undefined ? await endExcessSessions(tx, newSession, now) : 0;
    await tx.run(
      'INSERT INTO `session` (id, realm, principal, generation, created_at, seen_at, expires_at, revoked_at, ip, user_agent, device, support) VALUES (?, ?, ?, 0, ?, ?, ?, NULL, ?, ?, ?, ?)',
      [
        ...[sessionId, realm, principal, now, now, expiresAt, ip.slice(0, 64)],
        ...[truncate(userAgent, 255), device ?? null, support ?? null],
      ],
    );
    const token = await issueAccessToken(services, tx, realm, sessionId);
    if (ended > 0) await services.live.sessionsEnded?.(tx, `${realm}:${principal}`);
    return {
      sessionId,
      token,
      refreshToken: createRefreshToken(services.env.appKeys, { realm, sessionId, generation: 0 }),
    };
  });
  services.live.wakeTailer();
  return opened;
}

async function endExcessSessions(tx: Tx, { realm, principal }: NewSession, now: number): Promise<number> {
  const activeSessions = await tx.rows<{ readonly id: string }>(
    'SELECT id FROM `session` WHERE realm = ? AND principal = ? AND support IS NULL AND revoked_at IS NULL AND expires_at > ? ORDER BY seen_at DESC, created_at DESC',
    [realm, principal, now],
  );
  const excessSessions = activeSessions.slice(SERVER_LIMITS.sessionsPerPrincipal - 1);
  for (const { id } of excessSessions) await markSessionEnded(tx, id, now, SESSION_END.sessionLimit);
  return excessSessions.length;
}

async function issueAccessToken(services: Services, tx: Tx, realm: Realm, sessionId: string): Promise<string> {
  const now = services.clock.now();
  const token = createAccessToken(realm);
  const [hash = ''] = hashAccessToken(services.env.appKeys, token);
  // Deletes long expired tokens; recent ones stay, because other tabs may still use them and must get "expired", not "unknown".
  await tx.run('DELETE FROM `access_token` WHERE session_id = ? AND expires_at < ?', [
    sessionId,
    now - EXPIRED_TOKEN_KEPT_MS,
  ]);
  await tx.run('INSERT INTO `access_token` (hash, session_id, expires_at) VALUES (?, ?, ?)', [
    hash,
    sessionId,
    now + 1000 * ACCESS_TOKEN_SECONDS[realm],
  ]);
  return token;
}

interface SessionRow {
  readonly realm: Realm;
  readonly principal: number;
  readonly generation: number;
  readonly seen_at: number;
  readonly expires_at: number;
  readonly revoked_at: number | null;
  readonly support: number | null;
  readonly user_agent: string;
  readonly browser: string | null;
}
export interface RefreshedSession extends SessionTokens {
  readonly realm: Realm;
}

/**
 * Exchanges a refresh token. The newest token is rotated. The one before it gets the same new token again (its response may have been
 * lost) until that new token is used. Any older token counts as stolen and ends the session, as does the previous token from a different
 * browser. A different IP address alone does not. Throws `auth.refresh` when the session has ended.
 */
export async function refreshSession(
  services: Services,
  { token, ...client }: ClientInfo & { readonly token: string },
  onTokenReuse?: (owner: { readonly realm: Realm; readonly principal: number }) => Promise<void>,
): Promise<RefreshedSession> {
  const claims = verifyRefreshToken(services.env.appKeys, token);
  if (!claims) throw refreshRequired('admin');
  const result = await services.db.transact((tx) => refreshInTransaction(services, tx, claims, client));
  if (result === 'ended') throw refreshRequired(claims.realm);
  if ('reusedByPrincipal' in result) {
    services.log.warn(
      { event: 'session.reused', session: claims.sessionId.slice(0, 6), realm: claims.realm },
      'refresh token reuse: a used token was sent again',
    );
    await endSession(services, claims.sessionId, SESSION_END.tokenReuse);
    await onTokenReuse?.({ realm: claims.realm, principal: result.reusedByPrincipal });
    throw refreshRequired(claims.realm);
  }
  return result;
}

type RefreshResult = RefreshedSession | 'ended' | { readonly reusedByPrincipal: number };
async function refreshInTransaction(
  services: Services,
  tx: Tx,
  claims: RefreshClaims,
  client: ClientInfo,
): Promise<RefreshResult> {
  const { realm, sessionId, generation } = claims;
  const now = services.clock.now();
  const idleSince = now - SESSION_IDLE_SECONDS[realm] * 1000;
  const { changes } = await tx.run(
    'UPDATE `session` SET generation = generation + 1, seen_at = ? WHERE id = ? AND realm = ? AND generation = ? AND revoked_at IS NULL AND expires_at > ? AND seen_at > ?',
    [now, sessionId, realm, generation, now, idleSince],
  );
  const [sessionRow] = await tx.rows<SessionRow>(
    'SELECT realm, principal, generation, seen_at, expires_at, revoked_at, support, user_agent, browser FROM `session` WHERE id = ? AND realm = ?',
    [sessionId, realm],
  );
  // A support session ends before its token does.
  if (!sessionRow || sessionRow.support !== null) return 'ended';
  if (sessionRow.revoked_at !== null || sessionRow.expires_at <= now || sessionRow.seen_at <= idleSince) return 'ended';
  const principal = Number(sessionRow.principal);
  const browser = browserFingerprint(services.env.appKeys, realm, principal, client);
  const known = sessionRow.browser ?? browserFamily(sessionRow.user_agent);
  if (changes === 0) {
    const isPredecessor = Number(sessionRow.generation) === generation + 1;
    if (!isPredecessor || !matchesFingerprint(known, browser)) return { reusedByPrincipal: principal };
    await tx.run('UPDATE `session` SET seen_at = ? WHERE id = ?', [now, sessionId]);
  } else
    await tx.run('UPDATE `session` SET browser = ? WHERE id = ?', [serializeFingerprint(browser, known), sessionId]);
  const access = await issueAccessToken(services, tx, realm, sessionId);
  const next = createRefreshToken(services.env.appKeys, { realm, sessionId, generation: generation + 1 });
  return { realm, sessionId, token: access, refreshToken: next };
}

const refreshRequired = (realm: Realm) => fault('auth.refresh', undefined, { data: loginRoute(realm) });

const markSessionEnded = async (tx: Tx, sessionId: string, now: number, reason: EndReason): Promise<void> => {
  await tx.run('UPDATE `session` SET revoked_at = ?, ended = ? WHERE id = ? AND revoked_at IS NULL', [
    ...[now, reason],
    sessionId,
  ]);
  await tx.run('DELETE FROM `access_token` WHERE session_id = ?', [sessionId]);
};

/** Why sessions of a principal end, and the session that does not. */
export interface SessionEndOptions {
  readonly reason: EndReason;
  readonly exceptSessionId?: string | undefined;
}

interface SessionOwnerRow {
  readonly id: string;
  readonly realm: string;
  readonly principal: number;
}

/** Ends one session with all its tokens (logout). */
export async function endSession(services: Services, sessionId: string, reason: EndReason): Promise<void> {
  await services.db.transact(async (tx) => {
    await markSessionEnded(tx, sessionId, services.clock.now(), reason);
    const [owner] = await tx.rows<SessionOwnerRow>('SELECT id, realm, principal FROM `session` WHERE id = ?', [
      sessionId,
    ]);
    if (owner) await services.live.sessionsEnded?.(tx, `${owner.realm}:${owner.principal}`);
  });
  services.live.wakeTailer();
}

interface EndedSessionRow {
  readonly generation: number;
  readonly expires_at: number;
  readonly seen_at: number;
  readonly revoked_at: number | null;
  readonly ended: string | null;
  readonly support: number | null;
}
/** Why the session of a refresh token ended; only for the holder of its last token. Undefined while it is valid. */
export async function findEndReason(
  { db, env, clock }: Services,
  token: string,
): Promise<SessionEndReason | undefined> {
  const claims = verifyRefreshToken(env.appKeys, token);
  if (!claims) return undefined;
  const [row] = await db.rows<EndedSessionRow>(
    'SELECT generation, expires_at, seen_at, revoked_at, ended, support FROM `session` WHERE id = ? AND realm = ?',
    [claims.sessionId, claims.realm],
  );
  if (!row) return 'expired';
  // A lost response leaves the browser one generation behind.
  if (Number(row.generation) > claims.generation + 1) return undefined;
  if (row.revoked_at !== null) return parseSessionEndReason(row.ended);
  const now = clock.now();
  const isIdle = Number(row.seen_at) <= now - SESSION_IDLE_SECONDS[claims.realm] * 1000;
  if (Number(row.expires_at) > now && !isIdle) return undefined;
  return row.support === null ? 'expired' : 'support';
}

/** The session of a refresh token of any generation. */
export const parseRefreshTokenSessionId = (services: Services, realm: Realm, token: string): string | undefined => {
  const claims = verifyRefreshToken(services.env.appKeys, token);
  return claims?.realm === realm ? claims.sessionId : undefined;
};

/** Ends all sessions of a principal except one, and all support sessions of an admin, within the caller's transaction; returns their number. */
export async function endSessionsInTx(
  tx: Tx,
  realm: Realm,
  principal: number,
  now: number,
  { reason, exceptSessionId }: SessionEndOptions,
): Promise<number> {
  const activeSessions = await tx.rows<{ readonly id: string }>(
    'SELECT id FROM `session` WHERE ((realm = ? AND principal = ?) OR support = ?) AND revoked_at IS NULL',
    [realm, principal, realm === 'admin' ? principal : null],
  );
  const others = activeSessions.filter(({ id }) => id !== exceptSessionId);
  for (const { id } of others) await markSessionEnded(tx, id, now, reason);
  // Open tickets between password and second factor become invalid.
  const { ticket, person } = FACTOR_TABLES[realm];
  await tx.run(`DELETE FROM ${ticket} WHERE ${person} = ?`, [principal]);
  return others.length;
}

/** Ends all sessions of a principal except one; returns their number. */
export async function endSessions(
  services: Services,
  realm: Realm,
  principal: number,
  options: SessionEndOptions,
): Promise<number> {
  const count = await services.db.transact(async (tx) => {
    const ended = await endSessionsInTx(tx, realm, principal, services.clock.now(), options);
    if (ended > 0) await services.live.sessionsEnded?.(tx, `${realm}:${principal}`);
    return ended;
  });
  services.live.wakeTailer();
  return count;
}

export interface SessionListRow {
  readonly id: string;
  readonly created_at: number;
  readonly seen_at: number;
  readonly expires_at: number;
  readonly ip: string;
  readonly user_agent: string;
  /** The admin of a support session. */
  readonly support: number | null;
}
/** The device id of a session; all windows and sign-ins of one browser are one device. */
export async function findSessionDeviceId({ db }: Pick<Services, 'db'>, sessionId: string): Promise<string> {
  const [row] = await db.rows<{ readonly device: string | null }>('SELECT device FROM `session` WHERE id = ?', [
    sessionId,
  ]);
  return row?.device ?? sessionId;
}

/** The valid sessions of a principal, the last used first. */
export const listActiveSessions = (
  { db, clock }: Services,
  realm: Realm,
  principal: number,
): Promise<SessionListRow[]> =>
  db.rows<SessionListRow>(
    'SELECT id, created_at, seen_at, expires_at, ip, user_agent, support FROM `session` WHERE realm = ? AND principal = ? AND revoked_at IS NULL AND expires_at > ? ORDER BY seen_at DESC, id',
    [realm, principal, clock.now()],
  );

/** Ends one session of a principal; false when it has none of that id. */
export async function endOwnSession(services: Services, realm: Realm, principal: number, id: string): Promise<boolean> {
  const isOwnSession = (await listActiveSessions(services, realm, principal)).some((session) => session.id === id);
  if (isOwnSession) await endSession(services, id, SESSION_END.otherDevice);
  return isOwnSession;
}
