/** Who is behind a token: the one way from a header or a socket's handshake to an actor. */
import type { Actor } from '../../common/entity/access';
import { createLookups } from '../platform/lookups';
import { marks } from '../platform/sql';
import type { Services } from '../context';
import { looksLikeApiToken, narrowed, readApiToken, tokenNow, tokenOf, tokenSession } from './apiTokens';
import { hasFactor } from './factors';
import { closedRules } from './memberRules';
import { isDemanded, seeing, staffActor, type Seen, type SeenRow } from './grants';
import { sessionCacheOf, type KeptSession } from './sessionCache';
import { maySupport, seenBySupport } from './support';
import { accessHashes, looksLikeAccess, type Realm } from './tokens';
import { boundedBy, isWallName, looksLikeWall, readWall, wallActor, wallName, wallNow, type LiveWall } from './walls';

export interface Authenticated {
  readonly actor: Actor;
  readonly sessionId: string;
  /** `admin:7`, `member:9`: as in the change log's `actor`. */
  readonly principal: string;
  /** When the access token ends, unix milliseconds. */
  readonly expiresAt: number;
  /** The last use of the session that was written, unix milliseconds; absent where a token stands for it. */
  readonly seenAt?: number;
  /** The API token that was used instead of a session. */
  readonly tokenId?: number;
  /** A screen on a wall: it may look at what its dashboard shows. */
  readonly wallId?: number;
  /** A second factor is demanded and there is none: only setting one up is open. */
  readonly mustEnrol?: true;
  /** Support looks at a member's account until then, unix milliseconds; it changes nothing. */
  readonly supportUntil?: number;
  /** The admin who looks. */
  readonly supportBy?: number;
}

interface Found extends SeenRow {
  readonly hash: string;
  readonly session_id: string;
  readonly principal: number;
  readonly token_end: number;
  readonly session_end: number;
  readonly seen_at: number;
  readonly support: number | null;
}

/** A person, a program, or a screen on a wall: for what such a screen may ask of. */
export async function authenticateAny(
  services: Services,
  realm: Realm,
  token: string,
): Promise<Authenticated | 'expired' | 'unknown'> {
  return realm === 'admin' && looksLikeWall(token) ? byWall(services, token) : authenticate(services, realm, token);
}

/** What a member may do does not follow from the log. */
const UNSEEN: ReturnType<typeof seeing> = { sql: '0 AS head', params: [], seen: () => ({ head: 0 }) };

/** A live session, and how far its rights are known. */
interface Met {
  readonly found: Found;
  readonly seen: Seen;
}

/** The sessions of all who come at the same moment, in one look. */
async function meet(services: Services, realm: Realm, all: readonly (readonly string[])[]) {
  const log = realm === 'admin' ? seeing(services) : UNSEEN;
  const hashes = [...new Set(all.flat())];
  const found = await services.db.rows<Found>(
    `SELECT t.hash, t.session_id, s.principal, t.expires_at AS token_end, s.expires_at AS session_end, s.seen_at, s.support, ${log.sql}
     FROM \`access_token\` t JOIN \`session\` s ON s.id = t.session_id
     WHERE t.hash IN (${marks(hashes.length)}) AND s.realm = ? AND s.revoked_at IS NULL`,
    [...log.params, ...hashes, realm],
  );
  const sessions = new Map(found.map((row): [string, Met] => [row.hash, { found: row, seen: log.seen(row) }]));
  return (own: readonly string[]): Met | undefined => own.map((hash) => sessions.get(hash)).find((met) => met);
}

type Door = Readonly<Record<Realm, (hashes: readonly string[]) => Promise<Met | undefined>>>;
const doors = new WeakMap<Services['db'], Door>();
function doorOf(services: Services): Door {
  const known = doors.get(services.db);
  if (known) return known;
  const door: Door = {
    admin: createLookups((all) => meet(services, 'admin', all)),
    member: createLookups((all) => meet(services, 'member', all)),
  };
  doors.set(services.db, door);
  return door;
}

/** `expired`: the session lives and may be refreshed. `unknown`: never given, revoked, over, or of the other realm. */
export async function authenticate(
  services: Services,
  realm: Realm,
  token: string,
): Promise<Authenticated | 'expired' | 'unknown'> {
  if (realm === 'admin' && looksLikeApiToken(token)) return byApiToken(services, token);
  if (!looksLikeAccess(realm, token)) return 'unknown';
  const hashes = accessHashes(services.env.appKeys, token);
  const load = () => readSession(services, realm, hashes);
  const session = await sessionCacheOf(services).get(hashes[0] ?? '', load, ({ isCacheable }) => isCacheable);
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
    ...(isBare(actor) ? { mustEnrol: true } : {}),
  };
}

/** The session of a token as the database has it; undefined when it or its principal may not act. */
async function readSession(
  services: Services,
  realm: Realm,
  hashes: readonly string[],
): Promise<KeptSession | undefined> {
  const met = await doorOf(services)[realm](hashes);
  if (!met) return undefined;
  const { found, seen } = met;
  const id = Number(found.principal);
  const support = found.support === null ? null : Number(found.support);
  const actor = await seenNow(services, await actorNow(services, realm, id, seen), support);
  if (!actor) return undefined;
  // Second factors are not in the change log, and a look for support depends on two people: both are read each time.
  const isCacheable = support === null && !(realm === 'admin' && (await isDemanded(services, id)));
  return {
    ...{ actor, support, isCacheable, principal: `${realm}:${id}`, sessionId: found.session_id },
    ...{ tokenEnd: Number(found.token_end), sessionEnd: Number(found.session_end) },
    seenAt: Number(found.seen_at),
  };
}

/** The actor as it stands; during a look of support, as the admin who looks may see it now, and nobody once that admin may not look. */
async function seenNow(
  services: Services,
  actor: Actor | undefined,
  adminId: number | null,
): Promise<Actor | undefined> {
  if (adminId === null || actor === undefined) return actor;
  const [head] = await services.db.rows<{ readonly last: number }>('SELECT last FROM `change_head` WHERE id = 1');
  const admin = await staffNow(services, Number(adminId), { head: Number(head?.last ?? 0) });
  return admin && maySupport(admin) ? seenBySupport(services.registry, actor, admin) : undefined;
}

const bareActors = new WeakMap<Actor, Actor>();
const bare = new WeakSet<Actor>();
/** Whether an actor has nothing but its name, because the second factor it must have is missing. */
export const isBare = (actor: Actor): boolean => bare.has(actor);

/** The actor without any right while it must set up a second factor first; the same object for the same actor. */
async function enrolled(services: Services, actor: Actor | undefined): Promise<Actor | undefined> {
  if (!actor || !(await isDemanded(services, actor.id)) || (await hasFactor(services.db, actor.id))) return actor;
  const stripped = bareActors.get(actor) ?? { ...actor, super: false, nodes: new Set<string>(), scope: [] };
  bareActors.set(actor, stripped);
  bare.add(stripped);
  return stripped;
}
const staffNow = async (services: Services, id: number, seen: Seen): Promise<Actor | undefined> =>
  enrolled(services, await staffActor(services, id, seen));

async function byApiToken(services: Services, token: string): Promise<Authenticated | 'unknown'> {
  const found = await readApiToken(services, token);
  const owner = found && (await staffNow(services, found.adminId, found));
  if (!found || !owner) return 'unknown';
  return {
    actor: narrowed(services.registry, owner, found),
    ...(isBare(owner) ? { mustEnrol: true } : {}),
    sessionId: tokenSession(found.id),
    principal: `admin:${found.adminId}`,
    expiresAt: found.end * 1000,
    tokenId: found.id,
  };
}

async function byWall(services: Services, token: string): Promise<Authenticated | 'unknown'> {
  const wall = await readWall(services, token);
  const actor = await actorBehind(services, wall);
  if (!wall || !actor) return 'unknown';
  const name = wallName(wall.id);
  return {
    actor,
    ...{ sessionId: name, principal: name, expiresAt: wall.end * 1000, wallId: wall.id },
  };
}
const wallOf = async (services: Services, name: string): Promise<Actor | undefined> =>
  actorBehind(services, await wallNow(services, name));

/** The owner of a wall within the rights of the admin who arranged its cards, as both are now. */
async function actorBehind(services: Services, wall: LiveWall | undefined): Promise<Actor | undefined> {
  const owner = wall && (await staffNow(services, wall.adminId, wall));
  if (!wall || !owner || isBare(owner)) return undefined;
  const { arrangedBy } = wall;
  const bounded =
    arrangedBy === null || arrangedBy === wall.adminId
      ? owner
      : boundedBy(owner, await staffNow(services, arrangedBy, wall));
  return wallActor(services.registry, bounded, wall);
}

const actorNow = (services: Services, realm: Realm, id: number, seen: Seen): Promise<Actor | undefined> =>
  realm === 'admin' ? staffNow(services, id, seen) : memberActor(services, id);

/** The actor of a session that was authenticated before, as the database has it now; `undefined` when either is over. */
export async function actorOf(services: Services, principal: string, sessionId: string): Promise<Actor | undefined> {
  if (isWallName(principal)) return wallOf(services, principal);
  const [realm, id = ''] = principal.split(':');
  if (realm !== 'admin' && realm !== 'member') return undefined;
  const tokenId = tokenOf(sessionId);
  if (tokenId !== undefined) return tokenActor(services, Number(id), tokenId);
  const [found] = await services.db.rows<{ readonly head: number; readonly support: number | null }>(
    `SELECT support, (SELECT last FROM \`change_head\` WHERE id = 1) AS head FROM \`session\`
     WHERE id = ? AND realm = ? AND principal = ? AND revoked_at IS NULL AND expires_at > ?`,
    [sessionId, realm, Number(id), services.clock.now()],
  );
  if (!found) return undefined;
  return seenNow(services, await actorNow(services, realm, Number(id), { head: Number(found.head) }), found.support);
}

async function tokenActor(services: Services, adminId: number, tokenId: number): Promise<Actor | undefined> {
  const found = await tokenNow(services, tokenId);
  if (found?.adminId !== adminId) return undefined;
  const owner = await staffNow(services, adminId, found);
  return owner && narrowed(services.registry, owner, found);
}

interface MemberRow {
  readonly id: number;
  readonly username: string;
  readonly nickname: string | null;
  readonly company_id: number | null;
  readonly rules: string | null;
}

/** What a member's group gives; who has none is of the oldest one. */
const GROUP = `(SELECT g.rules FROM \`user_group\` g WHERE g.status = 1 AND g.delete_time IS NULL AND g.id = COALESCE(u.group_id,
  (SELECT MIN(d.id) FROM \`user_group\` d WHERE d.status = 1 AND d.delete_time IS NULL)))`;
const rulesIn = (text: string | null): readonly string[] => {
  const rules: unknown = text === null ? [] : JSON.parse(text);
  return Array.isArray(rules) ? rules.map(String) : [];
};

async function memberActor(services: Services, id: number): Promise<Actor | undefined> {
  const [[row], closed] = await Promise.all([
    services.db.rows<MemberRow>(
      `SELECT u.id, u.username, u.nickname, (SELECT MIN(s.company_id) FROM \`enterprise_staff\` s
       WHERE s.uid = u.id AND s.status = 1 AND s.delete_time IS NULL) AS company_id, ${GROUP} AS rules
     FROM \`user\` u WHERE u.id = ? AND u.status = 1 AND u.delete_time IS NULL`,
      [id],
    ),
    closedRules(services),
  ]);
  if (!row) return undefined;
  return {
    realm: 'member',
    id,
    name: row.nickname ?? row.username,
    super: false,
    nodes: new Set(rulesIn(row.rules)),
    ...(closed.size === 0 ? {} : { closed }),
    scope: [],
    company_id: row.company_id === null ? null : Number(row.company_id),
  };
}
