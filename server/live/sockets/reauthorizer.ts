/**
 * Disconnects the sockets of revoked or ended sessions and of accounts that may no longer connect (disabled, deleted, or without a
 * required second factor). Reauthorizes open connections after permission changes, in log order: a connection receives no change under
 * permissions that an earlier change revoked.
 */
import type { Actor } from '../../../common/entity/access';
import type { Registry } from '../../../common/entity/registry';
import { PERMISSIONS_CHANGED, type ActorRef, type ServerToClient } from '../../../common/protocol/liveEvents';
import type { Db, Log } from '../../context';
import type { LoggedChange } from '../log/changeLog';
import { changesRowScopes, resolveAudience, type PermissionAudience } from '../permissions/permissionAudience';
import { MENU_TABLES, permissionFingerprint, permissionVersion } from '../permissions/permissionVersion';
import { disconnectWithNotice, endTopicSubscriptions, type Connection } from './connection';
import { TIMING } from '../timing';
import { resolveSpec } from '../topics/subscriptionSpec';
import type { TopicRegistry } from '../topics/topicRegistry';
import { isKioskPrincipal } from '../../access/kiosk/kioskPrincipal';

type Notice = Parameters<ServerToClient['authz']>[0];
type Reason = Notice['why'];
/** The row scope of an admin; undefined for an admin without access. */
type ScopeLookup = (adminId: number) => Actor['scope'] | undefined;

const isAffected = (connection: Connection, audience: PermissionAudience): boolean => {
  // A kiosk display depends on its owner, the dashboard and its own row, so every staff change affects it.
  if (isKioskPrincipal(connection.principal)) return audience !== 'members';
  if (audience === 'kiosks') return false;
  const isSupportSession = connection.supportBy !== undefined;
  if (audience === 'staff') return connection.realm === 'admin' || isSupportSession;
  if (audience === 'members') return connection.realm === 'member';
  return (
    audience.includes(connection.principal) || (isSupportSession && audience.includes(`admin:${connection.supportBy}`))
  );
};
/** Whether the row scope of a connection may depend on the groups of other admins. */
const hasLimitedScope = (connection: Connection): boolean =>
  connection.realm === 'admin' && connection.actor.scope !== 'all' && !isKioskPrincipal(connection.principal);
const hasScopeChanged = (connection: Connection, scopeOf: ScopeLookup): boolean =>
  JSON.stringify(connection.actor.scope) !==
  JSON.stringify(scopeOf(Number(connection.principal.slice('admin:'.length))));
const getReason = (change: LoggedChange): Reason =>
  change.entityName === MENU_TABLES.admin || change.entityName === MENU_TABLES.member
    ? 'menu'
    : change.entityName.endsWith('_group')
      ? 'group'
      : 'status';
/** A menu change that also changed permissions is announced as `rule`. */
const asPermissionChange = (notice: Notice): Notice => (notice.why === 'menu' ? { ...notice, why: 'rule' } : notice);
/** Only staff sees who made a change; the system has no name. */
const actorRefFor = ({ actor, actorName }: LoggedChange, { realm }: Connection): ActorRef | undefined =>
  realm === 'admin' && actorName !== '' && actor.startsWith('admin:') ? { id: actor, name: actorName } : undefined;
const noticeFor = (change: LoggedChange, connection: Connection): Notice => {
  const by = actorRefFor(change, connection);
  return { why: getReason(change), ...(by === undefined ? {} : { by }) };
};

export interface ReauthorizerOptions {
  readonly log: Log;
  readonly db: Db;
  readonly registry: Registry;
  readonly topics: TopicRegistry;
  /** The sequence number of the last change that this node processed. */
  readonly position: () => number;
  readonly connections: () => Iterable<Connection>;
  /** Loads the current actor; undefined for an ended or revoked session and for an account that may no longer connect. */
  readonly loadActor: (principal: string, sessionId: string) => Promise<Actor | undefined>;
  /** Reads the row scopes of all admins at once. */
  readonly loadRowScopes: () => Promise<ScopeLookup>;
}

/** The connections whose row scope changed because another admin changed group; one query serves all. */
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

/** Milliseconds over which this many clients spread their refetch, so that they do not all come at once. */
export const computeJitter = (connectionCount: number): number =>
  Math.min(TIMING.reauthorizeMaxMs, Math.max(0, connectionCount - TIMING.reauthorizeBurst) * TIMING.reauthorizeMsEach);

/** A connection whose permissions or menu changed, with the topics that ended. */
interface Reauthorization {
  readonly connection: Connection;
  readonly notice: Notice;
  readonly endedTopics: ReadonlySet<string>;
}
function notifyAll(reauthorizations: readonly Reauthorization[]): void {
  const jitter = computeJitter(reauthorizations.length);
  for (const { connection, notice, endedTopics } of reauthorizations) {
    connection.socket.emit('authz', jitter === 0 ? notice : { ...notice, jitter });
    if (endedTopics.size > 0)
      connection.socket.emit('reset', { t: [...endedTopics], why: PERMISSIONS_CHANGED, jitter });
  }
}

/** Topics whose spec resolves to another name under the new permissions, or whose entity has a new definition. */
function findOutdatedTopics({ registry }: ReauthorizerOptions, connection: Connection): ReadonlySet<string> {
  const endedTopics = new Set<string>();
  for (const { topic, spec } of connection.subscriptions.values()) {
    const resolved = resolveSpec(registry, connection, spec);
    if ('ok' in resolved || resolved.name !== topic.name || resolved.entity !== topic.entity)
      endedTopics.add(topic.name);
  }
  return endedTopics;
}

/**
 * Gives a connection its new actor and ends outdated topics. Without an actor (an ended or revoked session, or an account that
 * may no longer connect) it disconnects the socket with code 401. Returns undefined when the client needs no notice.
 */
function reauthorizeOrDisconnect(
  options: ReauthorizerOptions,
  connection: Connection,
  actor: Actor | undefined,
  notice: Notice,
): Reauthorization | undefined {
  if (!connection.socket.connected) return undefined;
  if (actor === undefined) {
    disconnectWithNotice(connection, options.topics, { code: 401 });
    return undefined;
  }
  const changed = permissionFingerprint(connection.actor) !== permissionFingerprint(actor);
  connection.actor = actor;
  if (changed) connection.permissionsChangedAt = options.position();
  const finalNotice = changed ? asPermissionChange(notice) : notice;
  if (!changed && finalNotice.why !== 'rule' && finalNotice.why !== 'menu') return undefined;
  const endedTopics = findOutdatedTopics(options, connection);
  endTopicSubscriptions(connection, options.topics, endedTopics);
  return { connection, notice: finalNotice, endedTopics };
}

/** Loads the actor of every affected session once, applies all, then notifies all. */
async function reauthorize(options: ReauthorizerOptions, affected: ReadonlyMap<Connection, Notice>): Promise<void> {
  const actorsBySession = new Map<string, Promise<Actor | undefined>>();
  const loadActor = (connection: Connection) => {
    const key = `${connection.principal} ${connection.sessionId}`;
    const cached = actorsBySession.get(key) ?? options.loadActor(connection.principal, connection.sessionId);
    actorsBySession.set(key, cached);
    return cached;
  };
  const reauthorizeOne = async ([connection, notice]: readonly [Connection, Notice]) => {
    try {
      return reauthorizeOrDisconnect(options, connection, await loadActor(connection), notice);
    } catch (error) {
      // Permissions that cannot be read count as none.
      options.log.error(
        { err: error, principal: connection.principal },
        'reading the permissions of a connection failed',
      );
      disconnectWithNotice(connection, options.topics, { code: 503, retry: 5 });
      return undefined;
    }
  };
  const reauthorizations = await Promise.all([...affected].map(reauthorizeOne));
  notifyAll(reauthorizations.filter((reauthorization) => reauthorization !== undefined));
}

export interface Reauthorizer {
  /** The permission version that the `auth` acknowledgement carries. */
  readonly loadVersion: (connection: Connection) => Promise<string>;
  /** Reloads the permissions of connections where no single change is the cause. */
  readonly recompute: (connections: readonly Connection[], why: Reason) => Promise<void>;
  /** Reloads the permissions that some changes affect; called before anything later is published. */
  readonly applyChanges: (changes: readonly LoggedChange[]) => Promise<void>;
}

export const createReauthorizer = (options: ReauthorizerOptions): Reauthorizer => ({
  loadVersion: (connection) => permissionVersion(options, connection.actor),
  recompute: (connections, why) =>
    reauthorize(options, new Map(connections.map((connection) => [connection, { why }]))),
  applyChanges: async (changes) => {
    const affected = new Map<Connection, Notice>(await findScopeChanges(options, changes.filter(changesRowScopes)));
    for (const change of changes) {
      const audience = resolveAudience(change);
      if (audience === undefined) continue;
      for (const connection of options.connections())
        // The menu concerns everybody; a later change of a group only those whose permissions it changes.
        if (isAffected(connection, audience) && affected.get(connection)?.why !== 'menu')
          affected.set(connection, noticeFor(change, connection));
    }
    if (affected.size > 0) await reauthorize(options, affected);
  },
});
