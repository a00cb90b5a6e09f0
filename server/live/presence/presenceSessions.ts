/** The presence sessions of connections, each with the public id of its tab. */
import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../common/entity/access';
import type { Connection } from '../sockets/connection';

/** The presence state of one connection. */
export interface PresenceSession {
  readonly connection: Connection;
  /** Its public id; not the socket id, which would allow others to act for it. */
  readonly tabId: string;
  /** Counts its events: an event is outdated when a newer one arrived while it waited for the database. */
  eventNumber: number;
  isHidden: boolean;
  /** The entity of its presence room. */
  entityName: string | undefined;
  /** The permissions of its last check. */
  actor: Actor;
}
export interface PresenceSessions {
  readonly get: (connection: Connection) => PresenceSession | undefined;
  /** The session of a connection, created if it has none. */
  readonly getOrCreate: (connection: Connection) => PresenceSession;
  readonly byTabId: (tabId: string) => PresenceSession | undefined;
  readonly all: () => Iterable<PresenceSession>;
  readonly remove: (connection: Connection) => void;
}

export function createPresenceSessions(): PresenceSessions {
  const sessions = new Map<Connection, PresenceSession>();
  const byTabId = new Map<string, PresenceSession>();
  const createSession = (connection: Connection): PresenceSession => {
    const tabId = randomBytes(9).toString('base64url');
    const session: PresenceSession = {
      connection,
      tabId,
      eventNumber: 0,
      isHidden: connection.isHidden,
      entityName: undefined,
      actor: connection.actor,
    };
    sessions.set(connection, session);
    byTabId.set(tabId, session);
    return session;
  };
  return {
    get: (connection) => sessions.get(connection),
    getOrCreate: (connection) => sessions.get(connection) ?? createSession(connection),
    byTabId: (tabId) => byTabId.get(tabId),
    all: () => sessions.values(),
    remove: (connection) => {
      byTabId.delete(sessions.get(connection)?.tabId ?? '');
      sessions.delete(connection);
    },
  };
}
