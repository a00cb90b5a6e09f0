/** Who is behind a token: the one way from a header or a socket's handshake to an actor. */
import type { Actor } from '../../common/entity/access';
import { marks } from '../platform/sql';
import type { Kit } from '../kit';
import { staffActor } from './grants';
import { accessHashes, looksLikeAccess, type Realm } from './tokens';

export interface Authenticated {
  readonly actor: Actor;
  readonly sessionId: string;
  /** `admin:7`, `member:9`: as in the change log's `actor`. */
  readonly principal: string;
  /** When the access token ends, unix milliseconds. */
  readonly expiresAt: number;
}

interface Found {
  readonly session_id: string;
  readonly principal: number;
  readonly token_end: number;
  readonly session_end: number;
  readonly head: number;
}

/** `expired`: the session lives and may be refreshed. `unknown`: never given, revoked, over, or of the other realm. */
export async function authenticate(
  kit: Kit,
  realm: Realm,
  token: string,
): Promise<Authenticated | 'expired' | 'unknown'> {
  if (!looksLikeAccess(realm, token)) return 'unknown';
  const hashes = accessHashes(kit.env.appKeys, token);
  const [found] = await kit.db.rows<Found>(
    `SELECT t.session_id, s.principal, t.expires_at AS token_end, s.expires_at AS session_end,
       (SELECT last FROM \`change_head\` WHERE id = 1) AS head
     FROM \`access_token\` t JOIN \`session\` s ON s.id = t.session_id
     WHERE t.hash IN (${marks(hashes.length)}) AND s.realm = ? AND s.revoked_at IS NULL`,
    [...hashes, realm],
  );
  const now = kit.clock.now();
  if (!found || Number(found.session_end) <= now) return 'unknown';
  const id = Number(found.principal);
  const actor = await actorNow(kit, realm, id, Number(found.head));
  if (!actor) return 'unknown';
  if (Number(found.token_end) <= now) return 'expired';
  return { actor, sessionId: found.session_id, principal: `${realm}:${id}`, expiresAt: Number(found.token_end) };
}

const actorNow = (kit: Kit, realm: Realm, id: number, head: number): Promise<Actor | undefined> =>
  realm === 'admin' ? staffActor(kit, id, head) : memberActor(kit, id);

/** The actor of a session that was authenticated before, as the database has it now; `undefined` when either is over. */
export async function actorOf(kit: Kit, principal: string, sessionId: string): Promise<Actor | undefined> {
  const [realm, id = ''] = principal.split(':');
  if (realm !== 'admin' && realm !== 'member') return undefined;
  const [found] = await kit.db.rows<{ readonly head: number }>(
    `SELECT (SELECT last FROM \`change_head\` WHERE id = 1) AS head FROM \`session\`
     WHERE id = ? AND realm = ? AND principal = ? AND revoked_at IS NULL AND expires_at > ?`,
    [sessionId, realm, Number(id), kit.clock.now()],
  );
  return found && actorNow(kit, realm, Number(id), Number(found.head));
}

interface MemberRow {
  readonly id: number;
  readonly username: string;
  readonly nickname: string | null;
  readonly company_id: number | null;
}

async function memberActor(kit: Kit, id: number): Promise<Actor | undefined> {
  const [row] = await kit.db.rows<MemberRow>(
    `SELECT u.id, u.username, u.nickname, (SELECT MIN(s.company_id) FROM \`enterprise_staff\` s
       WHERE s.uid = u.id AND s.status = 1 AND s.delete_time IS NULL) AS company_id
     FROM \`user\` u WHERE u.id = ? AND u.status = 1 AND u.delete_time IS NULL`,
    [id],
  );
  if (!row) return undefined;
  return {
    realm: 'member',
    id,
    name: row.nickname ?? row.username,
    super: false,
    nodes: new Set(),
    scope: [],
    company_id: row.company_id === null ? null : Number(row.company_id),
  };
}
