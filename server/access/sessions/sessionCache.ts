/** Sessions that were authenticated a moment ago, so that a request costs no statement for its token. */
import type { Actor } from '../../../common/entity/access';
import type { Clock, Db } from '../../context';
import { createRowCache } from '../../platform/rowCache';

/** A session as it is kept: only what does not change without a line in the change log, or is compared with the clock. */
export interface CachedSession {
  /** `admin:7`, `member:9`. */
  readonly principal: string;
  readonly sessionId: string;
  readonly actor: Actor;
  /** When its token and the session end, unix milliseconds. */
  readonly tokenEnd: number;
  readonly sessionEnd: number;
  /** The last use as it was read, unix milliseconds. */
  readonly seenAt: number;
  readonly support: number | null;
  /** Whether the answer may be kept until the change log says otherwise. */
  readonly isCacheable: boolean;
}
/** Whose sessions a change concerns: of one realm, or of principals. */
export type SessionSelector = 'staff' | 'members' | readonly string[];

export interface SessionCache {
  readonly get: (
    hash: string,
    load: () => Promise<CachedSession | undefined>,
    isCacheable: (session: CachedSession) => boolean,
  ) => Promise<CachedSession | undefined>;
  readonly drop: (selector: SessionSelector) => void;
  /** Sessions of a principal end in a transaction that is not committed yet: they are not kept until it must be over. */
  readonly suspend: (principal: string) => void;
  readonly clear: () => void;
}

/** Longer than a transaction may last, milliseconds. */
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
/** The one session cache of a database. */
export function sessionCacheOf({ db, clock }: { readonly db: Db; readonly clock: Clock }): SessionCache {
  const cache = caches.get(db) ?? createSessionCache(clock);
  caches.set(db, cache);
  return cache;
}
