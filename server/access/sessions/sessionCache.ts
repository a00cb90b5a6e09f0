/** A cache of authenticated sessions, so that a request needs no query for its token. */
import type { Actor } from '../../../common/entity/access';
import type { Clock, Db } from '../../context';
import { createRowCache } from '../../platform/rowCache';

/** A cached session: only values that change with an entry of the change log, or that are compared with the clock. */
export interface CachedSession {
  /** `admin:7`, `member:9`. */
  readonly principal: string;
  readonly sessionId: string;
  readonly actor: Actor;
  /** The ends of token and session in Unix milliseconds. */
  readonly tokenEnd: number;
  readonly sessionEnd: number;
  /** The last stored use in Unix milliseconds. */
  readonly seenAt: number;
  readonly support: number | null;
  /** Whether the session may be cached until the change log invalidates it. */
  readonly isCacheable: boolean;
}
/** The sessions that a change affects: those of a realm or of principals. */
export type SessionSelector = 'staff' | 'members' | readonly string[];

export interface SessionCache {
  readonly get: (
    hash: string,
    load: () => Promise<CachedSession | undefined>,
    isCacheable: (session: CachedSession) => boolean,
  ) => Promise<CachedSession | undefined>;
  readonly drop: (selector: SessionSelector) => void;
  /**
   * Called within a transaction that ends the principal's sessions. Its sessions are not cached until the transaction must have ended, since
   * other requests can still read them as valid before the commit.
   */
  readonly suspend: (principal: string) => void;
  readonly clear: () => void;
}

/** Milliseconds, longer than a transaction may last. */
const SUSPENDED_MS = 15_000;

function createSessionCache(clock: Clock): SessionCache {
  const cache = createRowCache<CachedSession | undefined>(clock);
  const suspended = new Map<string, number>();
  const isSuspended = (principal: string): boolean => (suspended.get(principal) ?? 0) > clock.now();
  const drop = (selector: SessionSelector): void =>
    cache.invalidate((session) => {
      if (session === undefined) return true;
      const isStaff = session.principal.startsWith('admin:');
      if (typeof selector === 'string') return isStaff === (selector === 'staff');
      return selector.includes(session.principal);
    });
  return {
    get: (hash, load, isCacheable) =>
      cache.get(
        hash,
        load,
        (session) => session !== undefined && !isSuspended(session.principal) && isCacheable(session),
      ),
    drop,
    suspend: (principal) => {
      const now = clock.now();
      for (const [other, until] of suspended) if (until <= now) suspended.delete(other);
      suspended.set(principal, now + SUSPENDED_MS);
      drop([principal]);
    },
    clear: () => cache.invalidate(),
  };
}

const caches = new WeakMap<Db, SessionCache>();
/** The session cache of a database; there is one per database. */
export function getSessionCache({ db, clock }: { readonly db: Db; readonly clock: Clock }): SessionCache {
  const cache = caches.get(db) ?? createSessionCache(clock);
  caches.set(db, cache);
  return cache;
}
