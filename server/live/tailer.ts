/** Follows the change log gapless and in commit order, and hands it on in whole transactions. */
import type { Db, Log } from '../kit';
import { loggedChange, readHead, type Head, type LoggedChange } from './log';

/** Longest batch read at once; a transaction longer than this is still handed on in one piece. */
const BATCH = 2000;
const HOLE_TRIES = 25;
const HOLE_WAIT_MS = 40;
const FAILURE_WAIT_MS = 500;

export interface Entry {
  readonly change: LoggedChange;
  /** About what it weighs in memory. */
  readonly bytes: number;
}

const COLUMNS = 'seq, txn, ent, eid, ver, op, img, prev, actor, actor_name, mid, cid, `at`';
const ROW_BYTES = 320;
type Raw = Parameters<typeof loggedChange>[0];
const weight = (text: unknown) => (typeof text === 'string' ? 2 * text.length : 0);

/** A row of the table as the rest of the server sees it; JSON is parsed here and nowhere else. */
const entryOf = (raw: Raw): Entry => ({
  change: loggedChange(raw),
  bytes: ROW_BYTES + weight(raw.img) + weight(raw.prev),
});

export async function readAfter(db: Db, after: number, limit: number): Promise<Entry[]> {
  const sql = `SELECT ${COLUMNS} FROM change_log WHERE seq > ? ORDER BY seq LIMIT ?`;
  return (await db.rows<Raw>(sql, [after, limit])).map(entryOf);
}

/** Changes of one entity in a range of the log, oldest first, at most `limit`. */
export async function readRange(
  db: Db,
  range: { readonly ent: string; readonly after: number; readonly upTo: number },
  limit: number,
): Promise<LoggedChange[]> {
  const sql = `SELECT ${COLUMNS} FROM change_log WHERE ent = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?`;
  const rows = await db.rows<Raw>(sql, [range.ent, range.after, range.upTo, limit]);
  return rows.map(loggedChange);
}

/** A batch that fills its limit may end inside a transaction: that rest is left for the next read. */
function wholeTransactions(batch: readonly Entry[], limit: number): readonly Entry[] {
  const tail = batch.at(-1);
  if (batch.length < limit || tail === undefined) return batch;
  let end = batch.length;
  while (end > 0 && batch[end - 1]?.change.txn === tail.change.txn) end -= 1;
  return batch.slice(0, end);
}

const gapless = (batch: readonly Entry[], after: number): boolean =>
  batch.every((entry, at) => entry.change.seq === after + at + 1);

export interface Tailer {
  /** Something was committed: look now. */
  readonly kick: () => void;
  readonly stop: () => Promise<void>;
  readonly stats: () => { readonly reads: number; readonly holes: number; readonly failure: string | null };
}
export interface TailerOptions {
  readonly db: Db;
  readonly log: Log;
  readonly pollMs: number;
  readonly from: Head;
  /** Handed every transaction once, in order; the next batch waits for it. */
  readonly take: (batch: readonly Entry[]) => Promise<void>;
  /** The log is another one (restored, imported) or no longer holds what comes next: readers start anew at the head. */
  readonly restart: (head: Head, why: 'epoch' | 'floor') => Promise<void>;
  /** Tests: a hole stops the tailer instead of being skipped after some time. */
  readonly strict: boolean;
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms).unref());

export function createTailer(options: TailerOptions): Tailer {
  const { db, log } = options;
  let { epoch, last: position } = options.from;
  let kicked = false;
  let poll = false;
  let stopped = false;
  let running: Promise<void> | undefined;
  const counts = { reads: 0, holes: 0 };
  let failure: string | null = null;

  const restart = async (head: Head, why: 'epoch' | 'floor') => {
    epoch = head.epoch;
    position = head.last;
    await options.restart(head, why);
  };
  /** Rows not yet visible in order would be a bug of the writer; look again before saying so. */
  const readGapless = async (limit: number): Promise<readonly Entry[] | undefined> => {
    for (let tries = 0; tries < HOLE_TRIES && !stopped; tries += 1) {
      counts.reads += 1;
      const batch = await readAfter(db, position, limit);
      if (gapless(batch, position)) return batch;
      counts.holes += 1;
      log.error({ after: position, found: batch[0]?.change.seq }, 'hole in the change log');
      await wait(HOLE_WAIT_MS);
    }
    return undefined;
  };
  const advance = async (): Promise<boolean> => {
    for (let limit = BATCH; ; limit *= 4) {
      const batch = await readGapless(limit);
      if (batch === undefined) {
        if (options.strict) throw new Error(`hole in the change log after ${position}`);
        if (!stopped) await restart(await readHead(db), 'floor');
        return false;
      }
      const whole = wholeTransactions(batch, limit);
      if (whole.length === 0 && batch.length > 0) continue;
      if (whole.length > 0) await options.take(whole);
      position = whole.at(-1)?.change.seq ?? position;
      return batch.length === limit;
    }
  };
  const checkHead = async () => {
    const head = await readHead(db);
    if (head.epoch !== epoch || head.last < position) await restart(head, 'epoch');
    else if (head.low > position + 1) await restart(head, 'floor');
    else if (head.last > position) kicked = true;
  };
  const work = async () => {
    while ((kicked || poll) && !stopped) {
      if (poll) await checkHead();
      poll = false;
      if (!kicked) continue;
      kicked = false;
      while ((await advance()) && !stopped);
    }
  };
  const run = () => {
    if (running !== undefined || stopped || failure !== null) return;
    running = work()
      .catch(async (error: unknown) => {
        log.error({ err: error }, 'the change log could not be read');
        if (options.strict) failure = String(error);
        await wait(FAILURE_WAIT_MS);
        poll = true;
      })
      .finally(() => {
        running = undefined;
        if (kicked || poll) run();
      });
  };
  const timer = setInterval(() => {
    poll = true;
    run();
  }, options.pollMs);
  timer.unref();

  return {
    kick: () => {
      kicked = true;
      run();
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
    stats: () => ({ ...counts, failure }),
  };
}
