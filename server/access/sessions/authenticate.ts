/**
 * Authentication: maps the session token of a request (header `batoken` for admins, `ba-user-token` for members) or of a socket handshake
 * (WebSocket) to an actor.
 */
import type { Actor } from '../../../common/entity/access';
import { createBatchLoader } from '../../platform/database/batchLoader';
import { placeholders } from '../../platform/database/sql';
import type { Services } from '../../context';
import {
  isApiTokenFormat,
  limitToScopes,
  verifyApiToken,
  loadApiToken,
  parseApiTokenId,
  apiTokenSessionId,
} from '../tokens/apiTokens';
import { hasFactor } from '../factors/factorStore';
import { loadDisabledRules } from '../rbac/loadDisabledRules';
import { limitToMethod } from '../rbac/methodLimits';
import {
  isSecondFactorRequired,
  logPositionColumns,
  loadStaffActorAt,
  type LogPosition,
  type LogPositionRow,
} from '../rbac/permissionCache';
import { getSessionCache, type CachedSession } from './sessionCache';
import { canSupport, limitToSupport } from '../rbac/supportAccess';
import { hashAccessToken, isAccessTokenFormat } from '../tokens/sessionTokens';
import type { Realm } from '../../../common/realm';
import { limitToCardAuthor, createKioskActor } from '../kiosk/kioskActor';
import { isKioskPrincipal, kioskPrincipal } from '../kiosk/kioskPrincipal';
import { isKioskTokenFormat, verifyKioskToken, loadKiosk, type ActiveKiosk } from '../kiosk/kioskTokens';

export interface Authenticated {
  readonly actor: Actor;
  readonly sessionId: string;
  /** `admin:7`, `member:9`: as in the change log's `actor`. */
  readonly principal: string;
  /** Unix milliseconds at which the access token expires. */
  readonly expiresAt: number;
  /** The last stored use of the session in Unix milliseconds; absent for API tokens and kiosk displays. */
  readonly seenAt?: number;
  /** The id of the API token of the request. */
  readonly tokenId?: number;
  /** The id of the kiosk display of the request. */
  readonly kioskId?: number;
  /** A second factor is required and missing: only its setup is allowed. */
  readonly mustEnrol?: true;
  /** The end of a support session in Unix milliseconds; it may only read. */
  readonly supportUntil?: number;
  /** The admin of the support session. */
  readonly supportBy?: number;
}

interface SessionTokenRow extends LogPositionRow {
  readonly hash: string;
  readonly session_id: string;
  readonly principal: number;
  readonly token_end: number;
  readonly session_end: number;
  readonly seen_at: number;
  readonly support: number | null;
}

/**
 * Authenticates the access token of a session, an API token or a kiosk display. `engine/http/dispatch.ts` reads the token from the header
 * `batoken` or `ba-user-token` (`TOKEN_HEADER`).
 */
export async function authenticateAny(
  services: Services,
  realm: Realm,
  token: string,
): Promise<Authenticated | 'expired' | 'unknown'> {
  return realm === 'admin' && isKioskTokenFormat(token)
    ? authenticateKiosk(services, token)
    : authenticate(services, realm, token);
}

/** The actor of a session with the permissions that are granted for a request method. A kiosk display is bounded by its scope alone. */
export const actorForMethod = ({ actor, kioskId }: Authenticated, method: string): Actor =>
  kioskId === undefined ? limitToMethod(actor, method) : actor;

/** Permissions of members are not cached by log position. */
const NO_LOG_COLUMNS: ReturnType<typeof logPositionColumns> = {
  sql: '0 AS head',
  params: [],
  read: () => ({ head: 0 }),
};

/** A valid session and the log position it was read at. */
interface SessionLookup {
  readonly row: SessionTokenRow;
  readonly logPosition: LogPosition;
}

/** Loads the sessions of simultaneous requests in one query. */
async function loadSessions(services: Services, realm: Realm, tokenHashSets: readonly (readonly string[])[]) {
  const positionColumns = realm === 'admin' ? logPositionColumns(services) : NO_LOG_COLUMNS;
  const hashes = [...new Set(tokenHashSets.flat())];
  const found = await services.db.rows<SessionTokenRow>(
    `SELECT t.hash, t.session_id, s.principal, t.expires_at AS token_end, s.expires_at AS session_end, s.seen_at, s.support, ${positionColumns.sql}
     FROM \`access_token\` t JOIN \`session\` s ON s.id = t.session_id
     WHERE t.hash IN (${placeholders(hashes.length)}) AND s.realm = ? AND s.revoked_at IS NULL`,
    [...positionColumns.params, ...hashes, realm],
  );
  const sessions = new Map(
    found.map((row): [string, SessionLookup] => [row.hash, { row, logPosition: positionColumns.read(row) }]),
  );
  return (tokenHashes: readonly string[]): SessionLookup | undefined =>
    tokenHashes.map((hash) => sessions.get(hash)).find((lookup) => lookup);
}

type SessionLoaders = Readonly<Record<Realm, (hashes: readonly string[]) => Promise<SessionLookup | undefined>>>;
const sessionLoaders = new WeakMap<Services['db'], SessionLoaders>();
function getSessionLoaders(services: Services): SessionLoaders {
  const cached = sessionLoaders.get(services.db);
  if (cached) return cached;
  const loaders: SessionLoaders = {
    admin: createBatchLoader((tokenHashSets) => loadSessions(services, 'admin', tokenHashSets)),
    member: createBatchLoader((tokenHashSets) => loadSessions(services, 'member', tokenHashSets)),
  };
  sessionLoaders.set(services.db, loaders);
  return loaders;
}

/**
 * Authenticates the access token of a session, or an API token. `expired`: the session is valid and may be refreshed. `unknown`: the token was
 * never issued, was revoked, or belongs to the other realm, or the session has ended.
 */
export async function authenticate(
  services: Services,
  realm: Realm,
  token: string,
): Promise<Authenticated | 'expired' | 'unknown'> {
  if (realm === 'admin' && isApiTokenFormat(token)) return authenticateApiToken(services, token);
  if (!isAccessTokenFormat(realm, token)) return 'unknown';
  const hashes = hashAccessToken(services.env.appKeys, token);
  const load = () => loadSession(services, realm, hashes);
  const session = await getSessionCache(services).get(hashes[0] ?? '', load, ({ isCacheable }) => isCacheable);
  const now = services.clock.now();
  if (!session || session.sessionEnd <= now) return 'unknown';
  if (session.tokenEnd <= now) return 'expired';
  const { actor, sessionId, principal, tokenEnd, sessionEnd, seenAt, support } = session;
  return {
    actor,
    sessionId,
    principal,
    seenAt,
    expiresAt: Math.min(tokenEnd, sessionEnd),
    ...(support === null ? {} : { supportUntil: sessionEnd, supportBy: support }),
    ...(isMissingSecondFactor(actor) ? { mustEnrol: true } : {}),
  };
}

/** Reads the session of a token; undefined when it or its principal may not act. */
async function loadSession(
  services: Services,
  realm: Realm,
  hashes: readonly string[],
): Promise<CachedSession | undefined> {
  const lookup = await getSessionLoaders(services)[realm](hashes);
  if (!lookup) return undefined;
  const { row, logPosition } = lookup;
  const id = Number(row.principal);
  const support = row.support === null ? null : Number(row.support);
  const actor = await applySupportView(services, await loadActor(services, realm, id, logPosition), support);
  if (!actor) return undefined;
  // Second factors are not in the change log, and a support session depends on two principals: both are read each time.
  const isCacheable = support === null && !(realm === 'admin' && (await isSecondFactorRequired(services, id)));
  return {
    actor,
    support,
    isCacheable,
    principal: `${realm}:${id}`,
    sessionId: row.session_id,
    tokenEnd: Number(row.token_end),
    sessionEnd: Number(row.session_end),
    seenAt: Number(row.seen_at),
  };
}

/** The actor of a session. In a support session it is limited to what the admin may see, and undefined once the admin may not open one. */
async function applySupportView(
  services: Services,
  actor: Actor | undefined,
  adminId: number | null,
): Promise<Actor | undefined> {
  if (adminId === null || actor === undefined) return actor;
  const [head] = await services.db.rows<{ readonly last: number }>('SELECT last FROM `change_head` WHERE id = 1');
  const admin = await loadStaffActor(services, Number(adminId), { head: Number(head?.last ?? 0) });
  return admin && canSupport(admin) ? limitToSupport(services.registry, actor, admin) : undefined;
}

const strippedActors = new WeakMap<Actor, Actor>();
const actorsMissingFactor = new WeakSet<Actor>();
/** Whether an actor has no permissions because its required second factor is missing. */
export const isMissingSecondFactor = (actor: Actor): boolean => actorsMissingFactor.has(actor);

/** The actor without permissions while its required second factor is missing. The same actor gives the same object. */
async function stripUnlessEnrolled(services: Services, actor: Actor | undefined): Promise<Actor | undefined> {
  if (
    !actor ||
    !(await isSecondFactorRequired(services, actor.id)) ||
    (await hasFactor(services.db, { realm: 'admin', id: actor.id }))
  )
    return actor;
  const stripped = strippedActors.get(actor) ?? { ...actor, isSuper: false, permissions: new Set<string>(), scope: [] };
  strippedActors.set(actor, stripped);
  actorsMissingFactor.add(stripped);
  return stripped;
}
const loadStaffActor = async (services: Services, id: number, seen: LogPosition): Promise<Actor | undefined> =>
  stripUnlessEnrolled(services, await loadStaffActorAt(services, id, seen));

async function authenticateApiToken(services: Services, token: string): Promise<Authenticated | 'unknown'> {
  const found = await verifyApiToken(services, token);
  const owner = found && (await loadStaffActor(services, found.adminId, found));
  if (!found || !owner) return 'unknown';
  return {
    actor: limitToScopes(services.registry, owner, found),
    ...(isMissingSecondFactor(owner) ? { mustEnrol: true } : {}),
    sessionId: apiTokenSessionId(found.id),
    principal: `admin:${found.adminId}`,
    expiresAt: found.expiresAt * 1000,
    tokenId: found.id,
  };
}

async function authenticateKiosk(services: Services, token: string): Promise<Authenticated | 'unknown'> {
  const kiosk = await verifyKioskToken(services, token);
  const actor = await kioskOwnerActor(services, kiosk);
  if (!kiosk || !actor) return 'unknown';
  const name = kioskPrincipal(kiosk.id);
  return { actor, sessionId: name, principal: name, expiresAt: kiosk.end * 1000, kioskId: kiosk.id };
}
const loadKioskActor = async (services: Services, name: string): Promise<Actor | undefined> =>
  kioskOwnerActor(services, await loadKiosk(services, name));

/** The owner of a kiosk display within the permissions of the admin who saved its cards, both as stored now. */
async function kioskOwnerActor(services: Services, kiosk: ActiveKiosk | undefined): Promise<Actor | undefined> {
  const owner = kiosk && (await loadStaffActor(services, kiosk.adminId, kiosk));
  if (!kiosk || !owner || isMissingSecondFactor(owner)) return undefined;
  const { arrangedBy } = kiosk;
  const bounded =
    arrangedBy === null || arrangedBy === kiosk.adminId
      ? owner
      : limitToCardAuthor(owner, await loadStaffActor(services, arrangedBy, kiosk));
  return createKioskActor(services.registry, bounded, kiosk);
}

const loadActor = (services: Services, realm: Realm, id: number, seen: LogPosition): Promise<Actor | undefined> =>
  realm === 'admin' ? loadStaffActor(services, id, seen) : loadMemberActor(services, id);

/** Reloads the actor of an authenticated session from the database; undefined when the session or the principal ended. */
export async function reloadActor(
  services: Services,
  principal: string,
  sessionId: string,
): Promise<Actor | undefined> {
  if (isKioskPrincipal(principal)) return loadKioskActor(services, principal);
  const [realm, id = ''] = principal.split(':');
  if (realm !== 'admin' && realm !== 'member') return undefined;
  const tokenId = parseApiTokenId(sessionId);
  if (tokenId !== undefined) return loadTokenActor(services, Number(id), tokenId);
  const [found] = await services.db.rows<{ readonly head: number; readonly support: number | null }>(
    `SELECT support, (SELECT last FROM \`change_head\` WHERE id = 1) AS head FROM \`session\`
     WHERE id = ? AND realm = ? AND principal = ? AND revoked_at IS NULL AND expires_at > ?`,
    [sessionId, realm, Number(id), services.clock.now()],
  );
  if (!found) return undefined;
  return applySupportView(
    services,
    await loadActor(services, realm, Number(id), { head: Number(found.head) }),
    found.support,
  );
}

async function loadTokenActor(services: Services, adminId: number, tokenId: number): Promise<Actor | undefined> {
  const found = await loadApiToken(services, tokenId);
  if (found?.adminId !== adminId) return undefined;
  const owner = await loadStaffActor(services, adminId, found);
  return owner && limitToScopes(services.registry, owner, found);
}

interface MemberRow {
  readonly id: number;
  readonly username: string;
  readonly nickname: string | null;
  readonly company_id: number | null;
  readonly rules: string | null;
}

/** The rules of a member's group; a member without a group belongs to the oldest one. */
const GROUP_RULES_SQL = `(SELECT g.rules FROM \`user_group\` g WHERE g.status = 1 AND g.delete_time IS NULL AND g.id = COALESCE(u.group_id,
  (SELECT MIN(d.id) FROM \`user_group\` d WHERE d.status = 1 AND d.delete_time IS NULL)))`;
const parseRules = (text: string | null): readonly string[] => {
  const rules: unknown = text === null ? [] : JSON.parse(text);
  return Array.isArray(rules) ? rules.map(String) : [];
};

async function loadMemberActor(services: Services, id: number): Promise<Actor | undefined> {
  const [[row], disabledRules] = await Promise.all([
    services.db.rows<MemberRow>(
      `SELECT u.id, u.username, u.nickname, (SELECT MIN(s.company_id) FROM \`enterprise_staff\` s
       WHERE s.uid = u.id AND s.status = 1 AND s.delete_time IS NULL) AS company_id, ${GROUP_RULES_SQL} AS rules
     FROM \`user\` u WHERE u.id = ? AND u.status = 1 AND u.delete_time IS NULL`,
      [id],
    ),
    loadDisabledRules(services),
  ]);
  if (!row) return undefined;
  return {
    kind: 'member',
    id,
    name: row.nickname ?? row.username,
    isSuper: false,
    permissions: new Set(parseRules(row.rules)),
    ...(disabledRules.size === 0 ? {} : { disabledRules }),
    scope: [],
    company_id: row.company_id === null ? null : Number(row.company_id),
  };
}
