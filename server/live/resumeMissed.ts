/** What a returning reader missed: from memory, from the database where memory no longer reaches, or nothing but advice to fetch again. */
import type { Change } from '../../common/protocol/live';
import type { Db } from '../context';
import { compact, type Missed } from './delta';
import { readHead, type LoggedChange } from './log';
import { PACE } from './pace';
import type { Passes } from './passes';
import type { Ring } from './ring';
import type { Blueprint } from './spec';
import { readRange } from './tailer';
import { changesFor } from './topics';

/** Changes older than the ring, as far as they were read. */
interface Older {
  readonly upTo: number;
  readonly changes: readonly LoggedChange[];
}
export type OlderOrFloor = Older | 'floor';
type MissedRows = ReadonlyMap<number, Missed>;

/** The most log rows read to catch one reader up; more than that and a fresh list is cheaper. */
const OLDER_ROWS = 10_000;

interface Sources {
  readonly db: Db;
  readonly ring: Ring;
  readonly passes: Passes;
}
interface Asked {
  readonly ent: string;
  readonly since: number;
  readonly older: OlderOrFloor | undefined;
}
/** Changes one request may still have folded: nobody may keep the process busy by coming back to many places at once. */
export interface Budget {
  left: number;
  /** Ranges paid for; topics of one entity that stand at one place share theirs. */
  readonly paid: Set<string>;
}
export const requestBudget = (): Budget => ({ left: 2 * OLDER_ROWS, paid: new Set() });
export interface MissedReader {
  /** Reads what lies before the ring; readers who ask the same share one query. */
  readonly older: (ent: string, after: number) => Promise<OlderOrFloor>;
  /** `again`: the ring has moved past what was read. `floor`: the log no longer holds it. */
  readonly since: (asked: Asked, budget: Budget) => MissedRows | 'floor' | 'again';
  /** The changes to tell; undefined when they are too many. */
  readonly changes: (blueprint: Blueprint, missed: MissedRows) => readonly Change[] | undefined;
}

async function readOlder(db: Db, ent: string, after: number, upTo: number): Promise<OlderOrFloor> {
  const changes = await readRange(db, { ent, after, upTo }, OLDER_ROWS);
  const head = await readHead(db);
  return after + 1 < head.low || changes.length === OLDER_ROWS ? 'floor' : { upTo, changes };
}

const tellable = (changes: readonly Change[]): boolean =>
  changes.length <= PACE.catchUpRows && JSON.stringify(changes).length <= PACE.catchUpChars;

export function createMissedReader({ db, ring, passes }: Sources): MissedReader {
  const reading = new Map<string, Promise<OlderOrFloor>>();
  /** Catch-ups already made for a folded range, by topic: a thousand returning readers cost one. */
  const made = new WeakMap<MissedRows, Map<string, readonly Change[] | undefined>>();
  return {
    older: (ent, after) => {
      const upTo = ring.low() - 1;
      const key = `${ent}:${after}:${upTo}`;
      const started = reading.get(key) ?? readOlder(db, ent, after, upTo).finally(() => reading.delete(key));
      reading.set(key, started);
      return started;
    },
    since: ({ ent, since, older }, budget) => {
      const now = passes.position();
      const range = `${ent}:${since}`;
      if (!budget.paid.has(range)) {
        budget.left -= ring.count(ent, since, now) + (typeof older === 'object' ? older.changes.length : 0);
        if (budget.left < 0) return 'floor';
        budget.paid.add(range);
      }
      const held = passes.missed(ent, since, now);
      if (held !== undefined) return held;
      if (older === 'floor') return older;
      if (older === undefined || older.upTo + 1 < ring.low()) return 'again';
      return compact([...older.changes, ...ring.of(ent, older.upTo, now)]);
    },
    changes: (blueprint, missed) => {
      const known = made.get(missed) ?? new Map<string, readonly Change[] | undefined>();
      made.set(missed, known);
      if (known.has(blueprint.name)) return known.get(blueprint.name);
      const changes = changesFor(blueprint, missed);
      known.set(blueprint.name, tellable(changes) ? changes : undefined);
      return known.get(blueprint.name);
    },
  };
}
