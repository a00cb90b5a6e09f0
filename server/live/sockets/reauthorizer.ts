/** Changes of rights take effect in the order of the log: nothing after such a change is told under the rights before it. */
import { createHash, randomUUID } from 'node:crypto';
import type { Actor } from '../../../common/entity/access';
import type { Registry } from '../../../common/entity/registry';
import type { ActorRef, ServerToClient } from '../../../common/protocol/liveEvents';
import type { CommittedChange, Db, Services, Log, Tx } from '../../context';
import { appendChanges, type LoggedChange } from '../log/changeLog';
import { disconnectWithNotice, endTopicSubscriptions, type Connection } from './connection';
import { TIMING } from '../timing';
import { resolveSpec } from '../topics/subscriptionSpec';
import type { TopicRegistry } from '../topics/topicRegistry';
import { isKioskPrincipal, kioskScopeOf } from '../../access/kiosk/kioskTokens';

/** Whose rights a change may concern. */
export type PermissionAudience = 'staff' | 'members' | 'walls' | readonly string[];
type Notice = Parameters<ServerToClient['authz']>[0];
type Reason = Notice['why'];
/** Whose rows an admin reaches; undefined when he may not come. */
type ScopeLookup = (adminId: number) => Actor['scope'] | undefined;

const principals = (prefix: string, ...ids: unknown[]): PermissionAudience => [
  ...new Set(ids.filter((id) => typeof id === 'number').map((id) => `${prefix}:${id}`)),
];
/** What the menu of each side is made of. */
const MENU_TABLES = { admin: 'menu_rule', member: 'user_rule' } as const;
/** No noun: what the log calls the end of somebody's sessions. */
const SESSION_ENDED = 'session';
/** Tells every node, in the order of everything else, that sessions of somebody ended; the last step of that transaction. */
export async function logSessionEnd(tx: Tx, dialect: Db['dialect'], principal: string, at: number): Promise<void> {
  const who = { actor: principal, actor_name: '', mid: null, cid: randomUUID() };
  const change = { ...who, ent: SESSION_ENDED, eid: 0, ver: 0, op: 'x' as const, img: null, prev: null, at };
  await appendChanges(tx, dialect, { changes: [change], history: [] });
}

/** What of a member's row decides who it is and whether it may be here; everything else changes with every entry of a ledger. */
const MEMBER_ACCESS_COLUMNS = ['status', 'group_id', 'username', 'nickname', 'delete_time'];

/** By entity; the nouns of signing in and of rights, as `server/access` keeps them. */
const AUDIENCE_BY_ENTITY: Readonly<Record<string, (change: CommittedChange) => PermissionAudience | undefined>> = {
  admin: ({ eid }) => principals('admin', eid),
  admin_group: () => 'staff',
  board: () => 'walls',
  preference: ({ img }) => (img?.['name'] === 'dashboard' ? 'walls' : undefined),
  wall_screen: () => 'walls',
  api_token: ({ img, prev }) => principals('admin', img?.['admin_id'], prev?.['admin_id']),
  menu_rule: () => 'staff',
  user: ({ eid, op, prev }) =>
    op === 'u' && prev && !MEMBER_ACCESS_COLUMNS.some((name) => name in prev) ? [] : principals('member', eid),
  user_group: () => 'members',
  user_rule: () => 'members',
  enterprise_staff: ({ img, prev }) => principals('member', img?.['uid'], prev?.['uid']),
  [SESSION_ENDED]: ({ actor }) => [actor],
};
/** Whether an admin came, went or took another group: whose rows others reach depends on that. Signing in does not move him. */
export const changesRowScopes = ({ ent, op, prev }: CommittedChange): boolean =>
  ent === 'admin' && (op !== 'u' || prev === null || 'group_arr' in prev);
/** Undefined: the change has nothing to do with rights. */
export const resolveAudience = (change: CommittedChange): PermissionAudience | undefined =>
  AUDIENCE_BY_ENTITY[change.ent]?.(change);
/** Whose sessions a change ended, or may have. Who was just made may be connected before this is read, and has lost nothing. */
export function findSignedOutPrincipals(change: LoggedChange): readonly string[] {
  const { ent, op, prev } = change;
  const removed = op === 'd' || op === 'x';
  const endsSessions = ent === SESSION_ENDED || (ent === 'user' && (removed || (prev !== null && 'status' in prev)));
  const audience = endsSessions ? resolveAudience(change) : undefined;
  return typeof audience === 'object' ? audience : [];
}

const isAffected = (connection: Connection, audience: PermissionAudience): boolean => {
  // A screen on a wall depends on its owner, on the dashboard and on its own row: it is looked at whenever staff is.
  if (isKioskPrincipal(connection.principal)) return audience !== 'members';
  if (audience === 'walls') return false;
  const isSupportSession = connection.supportBy !== undefined;
  if (audience === 'staff') return connection.realm === 'admin' || isSupportSession;
  if (audience === 'members') return connection.realm === 'member';
  return (
    audience.includes(connection.principal) || (isSupportSession && audience.includes(`admin:${connection.supportBy}`))
  );
};
/** Whose rows it reaches may follow from the groups of others. */
const hasLimitedScope = (connection: Connection): boolean =>
  connection.realm === 'admin' && connection.actor.scope !== 'all' && !isKioskPrincipal(connection.principal);
const hasScopeChanged = (connection: Connection, scopeOf: ScopeLookup): boolean =>
  JSON.stringify(connection.actor.scope) !==
  JSON.stringify(scopeOf(Number(connection.principal.slice('admin:'.length))));
const reasonOf = (change: LoggedChange): Reason =>
  change.ent === MENU_TABLES.admin || change.ent === MENU_TABLES.member
    ? 'menu'
    : change.ent.endsWith('_group')
      ? 'group'
      : 'status';
/** A rule of the menu that took rights along, or gave some. */
const asPermissionChange = (notice: Notice): Notice => (notice.why === 'menu' ? { ...notice, why: 'rule' } : notice);
/** Members are not told who on the staff did something, and the house itself has no name. */
const actorRefFor = ({ actor, actor_name }: LoggedChange, { realm }: Connection): ActorRef | undefined =>
  realm === 'admin' && actor_name !== '' && actor.startsWith('admin:') ? { id: actor, name: actor_name } : undefined;
const noticeFor = (change: LoggedChange, connection: Connection): Notice => {
  const by = actorRefFor(change, connection);
  return { why: reasonOf(change), ...(by === undefined ? {} : { by }) };
};

/** The same on every node for the same rights, and tells nothing about them. */
export const permissionFingerprint = (actor: Actor): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        actor.super,
        [...actor.nodes].sort(),
        actor.scope,
        actor.company_id,
        kioskScopeOf(actor)?.fingerprint,
        [...(actor.closed ?? [])].sort(),
        [...(actor.hiddenEntities ?? [])].sort(),
      ]),
    )
    .digest('base64url')
    .slice(0, 16);

/** Changes with what somebody may do and with the menu: told with the bootstrap and with each proof on a socket, so that neither misses what the other knows. */
export async function permissionVersion(
  { db, registry }: Pick<Services, 'db' | 'registry'>,
  actor: Actor,
): Promise<string> {
  const menuTable = MENU_TABLES[actor.realm === 'member' ? 'member' : 'admin'];
  if (registry.get(menuTable) === undefined) return permissionFingerprint(actor);
  const [menu] = await db.rows<Record<'n' | 'last' | 'writes', number | string | null>>(
    `SELECT COUNT(*) AS n, MAX(id) AS last, SUM(revision) AS writes FROM \`${menuTable}\``,
  );
  return [permissionFingerprint(actor), menu?.['n'], menu?.['last'], menu?.['writes']]
    .map((part) => String(part ?? 0))
    .join('.');
}

export interface ReauthorizerOptions {
  readonly log: Log;
  readonly db: Db;
  readonly registry: Registry;
  readonly topics: TopicRegistry;
  /** The last number of the log that was taken. */
  readonly position: () => number;
  readonly connections: () => Iterable<Connection>;
  /** The actor as the database has it now; undefined when the session or its owner may no longer be served. */
  readonly loadActor: (principal: string, sessionId: string) => Promise<Actor | undefined>;
  /** Whose rows everybody reaches now, by one reading. */
  readonly loadRowScopes: () => Promise<ScopeLookup>;
}

/** Everybody whose reach became another because somebody else moved: one reading tells, however many look on. */
async function findScopeChanges(
  { connections, loadRowScopes }: ReauthorizerOptions,
  scopeChanges: readonly LoggedChange[],
): Promise<[Connection, Notice][]> {
  const last = scopeChanges.at(-1);
  const scopedConnections = last ? [...connections()].filter(hasLimitedScope) : [];
  if (last === undefined || scopedConnections.length === 0) return [];
  const scopeOf = await loadRowScopes();
  return scopedConnections
    .filter((connection) => hasScopeChanged(connection, scopeOf))
    .map((connection) => [connection, { ...noticeFor(last, connection), why: 'group' }]);
}

/** Over how long so many readers ask again, in milliseconds: all at once they would be a load of their own. */
export const computeJitter = (connectionCount: number): number =>
  Math.min(TIMING.reauthorizeMaxMs, Math.max(0, connectionCount - TIMING.reauthorizeBurst) * TIMING.reauthorizeMsEach);

/** Somebody whose rights or menu became others, with the topics that ended. */
interface Reauthorization {
  readonly connection: Connection;
  readonly notice: Notice;
  readonly endedTopics: ReadonlySet<string>;
}
function notifyAll(reauthorizations: readonly Reauthorization[]): void {
  const jitter = computeJitter(reauthorizations.length);
  for (const { connection, notice, endedTopics } of reauthorizations) {
    connection.socket.emit('authz', jitter === 0 ? notice : { ...notice, jitter });
    if (endedTopics.size > 0) connection.socket.emit('reset', { t: [...endedTopics], why: 'perm', jitter });
  }
}

export function createReauthorizer(options: ReauthorizerOptions) {
  const { registry, topics } = options;

  /** Topics the actor would now be given under another name belong to rights it no longer has. */
  const findOutdatedTopics = (connection: Connection): ReadonlySet<string> => {
    const endedTopics = new Set<string>();
    for (const { topic, spec } of connection.subscriptions.values()) {
      const resolved = resolveSpec(registry, connection, spec);
      if ('ok' in resolved || resolved.name !== topic.name) endedTopics.add(topic.name);
    }
    return endedTopics;
  };
  /** What holds from now on; whom it concerns is told once everybody was judged. */
  const applyActor = (
    connection: Connection,
    actor: Actor | undefined,
    notice: Notice,
  ): Reauthorization | undefined => {
    if (!connection.socket.connected) return undefined;
    if (actor === undefined) {
      disconnectWithNotice(connection, topics, { code: 401 });
      return undefined;
    }
    const changed = permissionFingerprint(connection.actor) !== permissionFingerprint(actor);
    connection.actor = actor;
    if (changed) connection.permissionsChangedAt = options.position();
    const finalNotice = changed ? asPermissionChange(notice) : notice;
    if (!changed && finalNotice.why !== 'rule' && finalNotice.why !== 'menu') return undefined;
    const endedTopics = findOutdatedTopics(connection);
    endTopicSubscriptions(connection, topics, endedTopics);
    return { connection, notice: finalNotice, endedTopics };
  };
  /** Looks again at what some sockets may do. */
  const reauthorize = async (affected: ReadonlyMap<Connection, Notice>): Promise<void> => {
    const actorsBySession = new Map<string, Promise<Actor | undefined>>();
    const loadActor = (connection: Connection) => {
      const key = `${connection.principal} ${connection.sessionId}`;
      const cached = actorsBySession.get(key) ?? options.loadActor(connection.principal, connection.sessionId);
      actorsBySession.set(key, cached);
      return cached;
    };
    const reauthorizeOne = async ([connection, notice]: readonly [Connection, Notice]) => {
      try {
        return applyActor(connection, await loadActor(connection), notice);
      } catch (error) {
        // Rights that cannot be read are no rights.
        options.log.error({ err: error, principal: connection.principal }, 'rights could not be read');
        disconnectWithNotice(connection, topics, { code: 503, retry: 5 });
        return undefined;
      }
    };
    notifyAll(
      (await Promise.all([...affected].map(reauthorizeOne))).filter((reauthorization) => reauthorization !== undefined),
    );
  };
  return {
    mark: (connection: Connection) => permissionVersion(options, connection.actor),
    /** Without a change that could be named. */
    recompute: (connections: readonly Connection[], why: Reason) =>
      reauthorize(new Map(connections.map((connection) => [connection, { why }]))),
    /** After some changes and before anything later is told. */
    changed: async (changes: readonly LoggedChange[]): Promise<void> => {
      const affected = new Map<Connection, Notice>(await findScopeChanges(options, changes.filter(changesRowScopes)));
      for (const change of changes) {
        const audience = resolveAudience(change);
        if (audience === undefined) continue;
        for (const connection of options.connections())
          if (isAffected(connection, audience)) affected.set(connection, noticeFor(change, connection));
      }
      if (affected.size > 0) await reauthorize(affected);
    },
  };
}
