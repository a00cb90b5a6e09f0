/** Follows the change log gapless and in commit order, and hands it on in whole transactions. */
import type { Db, Log } from '../context';
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
  /** The time between two looks has become another. */
  readonly retime: () => void;
  readonly stop: () => Promise<void>;
  readonly stats: () => { readonly reads: number; readonly holes: number; readonly failure: string | null };
}
export interface TailerOptions {
  readonly db: Db;
  readonly log: Log;
  /** Time until the next look at the head; asked before each. */
  readonly pollMs: () => number;
  readonly from: Head;
  /** Handed every transaction once, in order; the next batch waits for it. */
  readonly take: (batch: readonly Entry[]) => Promise<void>;
  /** The log is another one (restored, imported) or no longer holds what comes next: readers start anew at the head. */
  readonly restart: (head: Head, why: 'epoch' | 'floor') => Promise<void>;
  /** Tests: a hole stops the tailer instead of being skipped after some time. */
  readonly strict: boolean;
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms).unref());

interface Tail {
  readonly options: TailerOptions;
  epoch: string;
  position: number;
  /** There is something to read; it is time to look at the head. */
  kicked: boolean;
  polled: boolean;
  stopped: boolean;
  running: Promise<void> | undefined;
  failure: string | null;
  reads: number;
  holes: number;
}

async function restart(tail: Tail, head: Head, why: 'epoch' | 'floor'): Promise<void> {
  tail.epoch = head.epoch;
  tail.position = head.last;
  await tail.options.restart(head, why);
}

/** Rows not yet visible in order would be a bug of the writer; look again before saying so. */
async function readGapless(tail: Tail, limit: number): Promise<readonly Entry[] | undefined> {
  const { db, log } = tail.options;
  for (let tries = 0; tries < HOLE_TRIES && !tail.stopped; tries += 1) {
    tail.reads += 1;
    const batch = await readAfter(db, tail.position, limit);
    if (gapless(batch, tail.position)) return batch;
    tail.holes += 1;
    log.error({ after: tail.position, found: batch[0]?.change.seq }, 'hole in the change log');
    await wait(HOLE_WAIT_MS);
  }
  return undefined;
}

async function skipHole(tail: Tail): Promise<void> {
  if (tail.options.strict) throw new Error(`hole in the change log after ${tail.position}`);
  if (!tail.stopped) await restart(tail, await readHead(tail.options.db), 'floor');
}

/** Hands on one batch of whole transactions; whether there may be more. */
async function advance(tail: Tail): Promise<boolean> {
  for (let limit = BATCH; ; limit *= 4) {
    const batch = await readGapless(tail, limit);
    if (batch === undefined) {
      await skipHole(tail);
      return false;
    }
    const whole = wholeTransactions(batch, limit);
    // One transaction longer than the limit: read more of it.
    if (whole.length === 0 && batch.length > 0) continue;
    if (whole.length > 0) await tail.options.take(whole);
    tail.position = whole.at(-1)?.change.seq ?? tail.position;
    return batch.length === limit;
  }
}

async function checkHead(tail: Tail): Promise<void> {
  const head = await readHead(tail.options.db);
  if (head.epoch !== tail.epoch || head.last < tail.position) await restart(tail, head, 'epoch');
  else if (head.low > tail.position + 1) await restart(tail, head, 'floor');
  else if (head.last > tail.position) tail.kicked = true;
}

async function work(tail: Tail): Promise<void> {
  while ((tail.kicked || tail.polled) && !tail.stopped) {
    if (tail.polled) await checkHead(tail);
    tail.polled = false;
    if (!tail.kicked) continue;
    tail.kicked = false;
    let more = true;
    while (more) more = (await advance(tail)) && !tail.stopped;
  }
}

async function recover(tail: Tail, error: unknown): Promise<void> {
  tail.options.log.error({ err: error }, 'the change log could not be read');
  if (tail.options.strict) tail.failure = String(error);
  await wait(FAILURE_WAIT_MS);
  tail.polled = true;
}

function run(tail: Tail): void {
  if (tail.running !== undefined || tail.stopped || tail.failure !== null) return;
  tail.running = work(tail)
    .catch((error: unknown) => recover(tail, error))
    .finally(() => {
      tail.running = undefined;
      if (tail.kicked || tail.polled) run(tail);
    });
}

export function createTailer(options: TailerOptions): Tailer {
  const { epoch, last: position } = options.from;
  const idle = { kicked: false, polled: false, stopped: false, running: undefined, failure: null, reads: 0, holes: 0 };
  const tail: Tail = { options, epoch, position, ...idle };
  let timer: NodeJS.Timeout;
  const pollLater = () => {
    timer = setTimeout(() => {
      tail.polled = true;
      run(tail);
      pollLater();
    }, options.pollMs());
    timer.unref();
  };
  pollLater();
  return {
    retime: () => {
      clearTimeout(timer);
      pollLater();
    },
    kick: () => {
      tail.kicked = true;
      run(tail);
    },
    stop: async () => {
      tail.stopped = true;
      clearTimeout(timer);
      await tail.running;
    },
    stats: () => ({ reads: tail.reads, holes: tail.holes, failure: tail.failure }),
  };
}
