/** The sockets that ever said where they are, each with the public name others know its tab by. */
import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../common/entity/access';
import type { Connection } from '../sockets/connection';

/** One socket's place in the house. */
export interface PresenceSession {
  readonly connection: Connection;
  /** Its public name: not the socket's id, with which one could speak for it. */
  readonly tag: string;
  /** Counts its events: one that waited for the database while another came is out of date. */
  eventNumber: number;
  isHidden: boolean;
  /** The entity whose room it is in. */
  entityName: string | undefined;
  /** The rights it was judged by. */
  actor: Actor;
}
export interface PresenceSessions {
  readonly get: (connection: Connection) => PresenceSession | undefined;
  /** The peer's seat, given to it now if it has none. */
  readonly getOrCreate: (connection: Connection) => PresenceSession;
  readonly byTag: (tag: string) => PresenceSession | undefined;
  readonly all: () => Iterable<PresenceSession>;
  readonly remove: (connection: Connection) => void;
}

export function createPresenceSessions(): PresenceSessions {
  const sessions = new Map<Connection, PresenceSession>();
  const byTag = new Map<string, PresenceSession>();
  const createSession = (connection: Connection): PresenceSession => {
    const tag = randomBytes(9).toString('base64url');
    const session: PresenceSession = {
      connection,
      tag,
      eventNumber: 0,
      isHidden: connection.isHidden,
      entityName: undefined,
      actor: connection.actor,
    };
    sessions.set(connection, session);
    byTag.set(tag, session);
    return session;
  };
  return {
    get: (connection) => sessions.get(connection),
    getOrCreate: (connection) => sessions.get(connection) ?? createSession(connection),
    byTag: (tag) => byTag.get(tag),
    all: () => sessions.values(),
    remove: (connection) => {
      byTag.delete(sessions.get(connection)?.tag ?? '');
      sessions.delete(connection);
    },
  };
}
