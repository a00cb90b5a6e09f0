/**
 * Replay after a reconnect: reads the changes that the client missed, from the ring buffer, and older ones from the database. Returns the
 * reason when the client must fetch again instead.
 */
import { LOG_TOO_SHORT, type Change } from '../../../common/protocol/liveEvents';
import type { Db } from '../../context';
import { foldChanges, type FoldedChange } from './projectChange';
import { loadLogHead, type LoggedChange } from '../log/changeLog';
import { TIMING } from '../timing';
import type { Fanout } from './fanout';
import type { RingBuffer } from '../log/ringBuffer';
import type { ResolvedTopic } from './subscriptionSpec';
import { loadChangeRange } from '../log/tailer';
import { projectTopicChanges } from './topicRegistry';

/** The changes older than the ring buffer that were read. */
interface OlderChanges {
  readonly upTo: number;
  readonly changes: readonly LoggedChange[];
}
export type OlderChangesResult = OlderChanges | typeof LOG_TOO_SHORT;
/** The ring buffer has advanced past the older changes that were read: read them once more. */
export const READ_OLDER_AGAIN = 'again';
type FoldedChanges = ReadonlyMap<number, FoldedChange>;

/** The maximum number of log rows to read for one client; with more, fetching the list again is cheaper. */
const MAX_OLDER_ROWS = 10_000;

interface CatchUpReaderOptions {
  readonly db: Db;
  readonly ring: RingBuffer;
  readonly fanout: Fanout;
}
interface CatchUpRequest {
  readonly entityName: string;
  readonly since: number;
  readonly older: OlderChangesResult | undefined;
}
/** The changes that one request may still fold, so that a request with many old cursors cannot occupy the process. */
export interface FoldBudget {
  remaining: number;
  /** The ranges already counted; topics of one entity with the same cursor share a range. */
  readonly chargedRanges: Set<string>;
}
export const createFoldBudget = (): FoldBudget => ({ remaining: 2 * MAX_OLDER_ROWS, chargedRanges: new Set() });
export interface CatchUpReader {
  /** Reads changes older than the ring buffer; equal requests share one query. */
  readonly loadOlder: (entityName: string, after: number) => Promise<OlderChangesResult>;
  /** `LOG_TOO_SHORT`: the log no longer contains the changes, or reading them costs more than a new fetch. */
  readonly foldSince: (
    request: CatchUpRequest,
    budget: FoldBudget,
  ) => FoldedChanges | typeof LOG_TOO_SHORT | typeof READ_OLDER_AGAIN;
  /** The projected changes; undefined when they are too many. */
  readonly projectFor: (resolvedTopic: ResolvedTopic, foldedChanges: FoldedChanges) => readonly Change[] | undefined;
}

async function loadOlderChanges(db: Db, entityName: string, after: number, upTo: number): Promise<OlderChangesResult> {
  const changes = await loadChangeRange(db, { entityName, after, upTo }, MAX_OLDER_ROWS);
  const head = await loadLogHead(db);
  return after + 1 < head.low || changes.length === MAX_OLDER_ROWS ? LOG_TOO_SHORT : { upTo, changes };
}

const fitsInFrame = (changes: readonly Change[]): boolean =>
  changes.length <= TIMING.catchUpRows && JSON.stringify(changes).length <= TIMING.catchUpChars;

export function createCatchUpReader({ db, ring, fanout }: CatchUpReaderOptions): CatchUpReader {
  const pendingReads = new Map<string, Promise<OlderChangesResult>>();
  /** Projections of a folded range by topic, shared by all returning clients. */
  const projectedByRange = new WeakMap<FoldedChanges, Map<string, readonly Change[] | undefined>>();
  return {
    loadOlder: (entityName, after) => {
      const upTo = ring.oldestSeq() - 1;
      const key = `${entityName}:${after}:${upTo}`;
      const pendingRead =
        pendingReads.get(key) ?? loadOlderChanges(db, entityName, after, upTo).finally(() => pendingReads.delete(key));
      pendingReads.set(key, pendingRead);
      return pendingRead;
    },
    foldSince: ({ entityName, since, older }, budget) => {
      const now = fanout.position();
      const range = `${entityName}:${since}`;
      if (!budget.chargedRanges.has(range)) {
        budget.remaining -=
          ring.countChangesOf(entityName, since, now) + (typeof older === 'object' ? older.changes.length : 0);
        if (budget.remaining < 0) return LOG_TOO_SHORT;
        budget.chargedRanges.add(range);
      }
      const cached = fanout.foldedChanges(entityName, since, now);
      if (cached !== undefined) return cached;
      if (older === LOG_TOO_SHORT) return older;
      if (older === undefined || older.upTo + 1 < ring.oldestSeq()) return READ_OLDER_AGAIN;
      return foldChanges([...older.changes, ...ring.getChanges(entityName, older.upTo, now)]);
    },
    projectFor: (resolvedTopic, foldedChanges) => {
      const byTopic = projectedByRange.get(foldedChanges) ?? new Map<string, readonly Change[] | undefined>();
      projectedByRange.set(foldedChanges, byTopic);
      if (byTopic.has(resolvedTopic.name)) return byTopic.get(resolvedTopic.name);
      const changes = projectTopicChanges(resolvedTopic, foldedChanges);
      byTopic.set(resolvedTopic.name, fitsInFrame(changes) ? changes : undefined);
      return byTopic.get(resolvedTopic.name);
    },
  };
}
