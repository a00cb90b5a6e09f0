/** Sessions of both realms: a family of access tokens and one chain of refresh tokens, ended as a whole. */
import { LIMITS } from '../../common/limits';
import { endingIn, type Ending } from '../../common/protocol/endings';
import { fault } from '../../common/protocol/faults';
import { beginning } from '../../common/text/clean';
import type { Services, Tx } from '../context';
import { browserFamily, browserOf, isSameBrowser, storedBrowser, type Shown } from './browsers';
import {
  accessHashes,
  loginRoute,
  newAccessToken,
  newSessionId,
  readRefreshToken,
  refreshToken,
  type Realm,
  type RefreshClaims,
} from './tokens';

/** Seconds. */
const ACCESS_LIFE = { admin: LIMITS.accessTokenAdmin, member: LIMITS.accessTokenMember } as const;
/** Unused for this long, a session is over. */
const IDLE_LIFE = { admin: LIMITS.sessionIdleAdmin, member: LIMITS.sessionIdleMember } as const;
const KEPT_LIFE = { admin: LIMITS.sessionKeepAdmin, member: LIMITS.sessionKeepMember } as const;
/** How long an expired access token is still told from an unknown one, milliseconds. */
const REMEMBERED = 3_600_000;

/** What ended a session; of having signed out oneself nobody is told. */
type Ended = Exclude<Ending, 'expired' | 'support'> | 'out';

export interface Opening {
  readonly realm: Realm;
  readonly principal: number;
  readonly keep: boolean;
  readonly ip: string;
  readonly userAgent: string;
  /** Identifies the browser; absent where it shows no note. */
  readonly device?: string;
  /** The admin who looks at a member's account for support: for a short while, and with his eyes only. */
  readonly support?: number;
}
export interface Tokens {
  readonly sessionId: string;
  readonly token: string;
  readonly refreshToken: string;
}

/** Opens a session; the oldest one ends when the principal has too many. */
export async function openSession(services: Services, opening: Opening): Promise<Tokens> {
  const { realm, principal, keep, ip, userAgent, device, support } = opening;
  const now = services.clock.now();
  const sessionId = newSessionId();
  const life = keep ? KEPT_LIFE[realm] : LIMITS.sessionShort;
  const end = now + 1000 * (support === undefined ? life : LIMITS.supportSeconds);
  const opened = await services.db.transact(async (tx) => {
    // Support never puts out the member whom it helps.
    const ended = support === undefined ? await endOldest(tx, opening, now) : 0;
    await tx.run(
      'INSERT INTO `session` (id, realm, principal, generation, created_at, seen_at, expires_at, revoked_at, ip, user_agent, device, support) VALUES (?, ?, ?, 0, ?, ?, ?, NULL, ?, ?, ?, ?)',
      [
        ...[sessionId, realm, principal, now, now, end, ip.slice(0, 64)],
        ...[beginning(userAgent, 255), device ?? null, support ?? null],
      ],
    );
    const token = await issueAccess(services, tx, realm, sessionId);
    if (ended > 0) await services.live.endedWithin?.(tx, `${realm}:${principal}`);
    return { sessionId, token, refreshToken: refreshToken(services.env.appKeys, { realm, sessionId, generation: 0 }) };
  });
  services.live.nudge();
  return opened;
}

async function endOldest(tx: Tx, { realm, principal }: Opening, now: number): Promise<number> {
  const live = await tx.rows<{ readonly id: string }>(
    'SELECT id FROM `session` WHERE realm = ? AND principal = ? AND support IS NULL AND revoked_at IS NULL AND expires_at > ? ORDER BY seen_at DESC, created_at DESC',
    [realm, principal, now],
  );
  const oldest = live.slice(LIMITS.sessionsPerPrincipal - 1);
  for (const { id } of oldest) await end(tx, id, now, 'crowded');
  return oldest.length;
}

async function issueAccess(services: Services, tx: Tx, realm: Realm, sessionId: string): Promise<string> {
  const now = services.clock.now();
  const token = newAccessToken(realm);
  const [hash = ''] = accessHashes(services.env.appKeys, token);
  // Long expired ones go; fresh ones stay, because other tabs may still hold them and must hear "expired", not "unknown".
  await tx.run('DELETE FROM `access_token` WHERE session_id = ? AND expires_at < ?', [sessionId, now - REMEMBERED]);
  await tx.run('INSERT INTO `access_token` (hash, session_id, expires_at) VALUES (?, ?, ?)', [
    hash,
    sessionId,
    now + 1000 * ACCESS_LIFE[realm],
  ]);
  return token;
}

interface Family {
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
export interface Refreshed extends Tokens {
  readonly realm: Realm;
}

/**
 * Exchanges a refresh token. The newest one moves the chain on; its predecessor is answered with the same successor for as
 * long as that one was never used; anything older was stolen or copied, and ends the family. So does a predecessor that comes from
 * another browser than the one that moved the chain on: two browsers then hold the same token. Another address alone does not matter.
 */
export async function refreshSession(
  services: Services,
  { token, ...shown }: Shown & { readonly token: string },
  onReuse?: (owner: { readonly realm: Realm; readonly principal: number }) => Promise<void>,
): Promise<Refreshed> {
  const claims = readRefreshToken(services.env.appKeys, token);
  if (!claims) throw needed('admin');
  const outcome = await services.db.transact((tx) => refreshIn(services, tx, claims, shown));
  if (outcome === 'over') throw needed(claims.realm);
  if ('reusedOf' in outcome) {
    services.log.warn(
      { event: 'session.reused', session: claims.sessionId.slice(0, 6), realm: claims.realm },
      'a used refresh token came back',
    );
    await endSession(services, claims.sessionId, 'safety');
    await onReuse?.({ realm: claims.realm, principal: outcome.reusedOf });
    throw needed(claims.realm);
  }
  return outcome;
}

type Outcome = Refreshed | 'over' | { readonly reusedOf: number };
async function refreshIn(services: Services, tx: Tx, claims: RefreshClaims, shown: Shown): Promise<Outcome> {
  const { realm, sessionId, generation } = claims;
  const now = services.clock.now();
  const idleSince = now - IDLE_LIFE[realm] * 1000;
  const { changes } = await tx.run(
    'UPDATE `session` SET generation = generation + 1, seen_at = ? WHERE id = ? AND realm = ? AND generation = ? AND revoked_at IS NULL AND expires_at > ? AND seen_at > ?',
    [now, sessionId, realm, generation, now, idleSince],
  );
  const [family] = await tx.rows<Family>(
    'SELECT realm, principal, generation, seen_at, expires_at, revoked_at, support, user_agent, browser FROM `session` WHERE id = ? AND realm = ?',
    [sessionId, realm],
  );
  // A look of support is over before its token is.
  if (!family || family.support !== null) return 'over';
  if (family.revoked_at !== null || family.expires_at <= now || family.seen_at <= idleSince) return 'over';
  const principal = Number(family.principal);
  const browser = browserOf(services.env.appKeys, realm, principal, shown);
  const known = family.browser ?? browserFamily(family.user_agent);
  if (changes === 0) {
    const isPredecessor = Number(family.generation) === generation + 1;
    if (!isPredecessor || !isSameBrowser(known, browser)) return { reusedOf: principal };
    await tx.run('UPDATE `session` SET seen_at = ? WHERE id = ?', [now, sessionId]);
  } else await tx.run('UPDATE `session` SET browser = ? WHERE id = ?', [storedBrowser(browser, known), sessionId]);
  const access = await issueAccess(services, tx, realm, sessionId);
  const next = refreshToken(services.env.appKeys, { realm, sessionId, generation: generation + 1 });
  return { realm, sessionId, token: access, refreshToken: next };
}

const needed = (realm: Realm) => fault('auth.refresh', undefined, { data: loginRoute(realm) });

const end = async (tx: Tx, sessionId: string, now: number, why: Ended): Promise<void> => {
  await tx.run('UPDATE `session` SET revoked_at = ?, ended = ? WHERE id = ? AND revoked_at IS NULL', [
    ...[now, why],
    sessionId,
  ]);
  await tx.run('DELETE FROM `access_token` WHERE session_id = ?', [sessionId]);
};

/** Which sessions end with somebody's: all but one, and why. */
export interface Parting {
  readonly why: Ended;
  readonly except?: string | undefined;
}

interface Owner {
  readonly id: string;
  readonly realm: string;
  readonly principal: number;
}

/** Ends one session, with every token of its family. */
export async function endSession(services: Services, sessionId: string, why: Ended): Promise<void> {
  await services.db.transact(async (tx) => {
    await end(tx, sessionId, services.clock.now(), why);
    const [owner] = await tx.rows<Owner>('SELECT id, realm, principal FROM `session` WHERE id = ?', [sessionId]);
    if (owner) await services.live.endedWithin?.(tx, `${owner.realm}:${owner.principal}`);
  });
  services.live.nudge();
}

interface Over {
  readonly generation: number;
  readonly expires_at: number;
  readonly seen_at: number;
  readonly revoked_at: number | null;
  readonly ended: string | null;
  readonly support: number | null;
}
/** Why the session of a refresh token is over: told to who holds its last token and to nobody else; undefined while it lives. */
export async function endingOf({ db, env, clock }: Services, token: string): Promise<Ending | undefined> {
  const claims = readRefreshToken(env.appKeys, token);
  if (!claims) return undefined;
  const [row] = await db.rows<Over>(
    'SELECT generation, expires_at, seen_at, revoked_at, ended, support FROM `session` WHERE id = ? AND realm = ?',
    [claims.sessionId, claims.realm],
  );
  if (!row) return 'expired';
  // An exchange whose answer was lost left the browser one behind.
  if (Number(row.generation) > claims.generation + 1) return undefined;
  if (row.revoked_at !== null) return endingIn(row.ended);
  const now = clock.now();
  const idle = Number(row.seen_at) <= now - IDLE_LIFE[claims.realm] * 1000;
  if (Number(row.expires_at) > now && !idle) return undefined;
  return row.support === null ? 'expired' : 'support';
}

/** The session a refresh token belongs to, whatever its generation. */
export const sessionOfRefresh = (services: Services, realm: Realm, token: string): string | undefined => {
  const claims = readRefreshToken(services.env.appKeys, token);
  return claims?.realm === realm ? claims.sessionId : undefined;
};

/** Ends every session of a principal, but for one, and every look of an admin at a member's account, within the caller's transaction; answers how many. */
export async function revokeWithin(
  tx: Tx,
  realm: Realm,
  principal: number,
  now: number,
  { why, except }: Parting,
): Promise<number> {
  const live = await tx.rows<{ readonly id: string }>(
    'SELECT id FROM `session` WHERE ((realm = ? AND principal = ?) OR support = ?) AND revoked_at IS NULL',
    [realm, principal, realm === 'admin' ? principal : null],
  );
  const others = live.filter(({ id }) => id !== except);
  for (const { id } of others) await end(tx, id, now, why);
  // Who was between the password and the second factor begins anew.
  if (realm === 'admin') await tx.run('DELETE FROM `factor_ticket` WHERE admin_id = ?', [principal]);
  return others.length;
}

/** Ends every session of a principal, but for one; answers how many. */
export async function revokeSessions(
  services: Services,
  realm: Realm,
  principal: number,
  parting: Parting,
): Promise<number> {
  const count = await services.db.transact(async (tx) => {
    const ended = await revokeWithin(tx, realm, principal, services.clock.now(), parting);
    if (ended > 0) await services.live.endedWithin?.(tx, `${realm}:${principal}`);
    return ended;
  });
  services.live.nudge();
  return count;
}

export interface OwnSession {
  readonly id: string;
  readonly created_at: number;
  readonly seen_at: number;
  readonly expires_at: number;
  readonly ip: string;
  readonly user_agent: string;
  /** The admin who looks, where it is a look of support. */
  readonly support: number | null;
}
/** What tells the device of a session from others: windows and sign-ins of one browser are one device. */
export async function deviceOfSession({ db }: Pick<Services, 'db'>, sessionId: string): Promise<string> {
  const [row] = await db.rows<{ readonly device: string | null }>('SELECT device FROM `session` WHERE id = ?', [
    sessionId,
  ]);
  return row?.device ?? sessionId;
}

/** The living sessions of a principal, the one used last first. */
export const sessionsOf = ({ db, clock }: Services, realm: Realm, principal: number): Promise<OwnSession[]> =>
  db.rows<OwnSession>(
    'SELECT id, created_at, seen_at, expires_at, ip, user_agent, support FROM `session` WHERE realm = ? AND principal = ? AND revoked_at IS NULL AND expires_at > ? ORDER BY seen_at DESC, id',
    [realm, principal, clock.now()],
  );

/** Ends one session of a principal; false when it has none of that name. */
export async function endOwnSession(services: Services, realm: Realm, principal: number, id: string): Promise<boolean> {
  const own = (await sessionsOf(services, realm, principal)).some((session) => session.id === id);
  if (own) await endSession(services, id, 'elsewhere');
  return own;
}
