/** Tails the change log (change data capture): reads new changes in commit order without gaps, and emits whole transactions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LOG_RESTARTED, LOG_TOO_SHORT } from '../../../common/protocol/liveEvents';
import type { Db, Log } from '../../context';
import { toLoggedChange, loadLogHead, type LogHead, type LoggedChange } from './changeLog';

/** The maximal number of changes of one read; a longer transaction is still passed on as a whole. */
const BATCH_ROWS = 2000;
const MAX_GAP_READS = 25;
const GAP_WAIT_MS = 40;
const FAILURE_WAIT_MS = 500;

export interface LogEntry {
  readonly change: LoggedChange;
  /** Its approximate size in memory. */
  readonly bytes: number;
}

const COLUMNS = 'seq, txn, ent, eid, ver, op, img, prev, actor, actor_name, mid, cid, `at`';
const ROW_BYTES = 320;
type ChangeRow = Parameters<typeof toLoggedChange>[0];
const estimateBytes = (text: unknown) => (typeof text === 'string' ? 2 * text.length : 0);

/** A row of the table with its JSON parsed. */
const toLogEntry = (row: ChangeRow): LogEntry => ({
  change: toLoggedChange(row),
  bytes: ROW_BYTES + estimateBytes(row.img) + estimateBytes(row.prev),
});

export async function loadEntriesAfter(db: Db, after: number, limit: number): Promise<LogEntry[]> {
  const sql = `SELECT ${COLUMNS} FROM change_log WHERE seq > ? ORDER BY seq LIMIT ?`;
  return (await db.rows<ChangeRow>(sql, [after, limit])).map(toLogEntry);
}

/** Changes of one entity in a range of the log, oldest first, at most `limit`. */
export async function loadChangeRange(
  db: Db,
  range: { readonly entityName: string; readonly after: number; readonly upTo: number },
  limit: number,
): Promise<LoggedChange[]> {
  const sql = `SELECT ${COLUMNS} FROM change_log WHERE ent = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?`;
  const rows = await db.rows<ChangeRow>(sql, [range.entityName, range.after, range.upTo, limit]);
  return rows.map(toLoggedChange);
}

/** A full batch may end inside a transaction: the incomplete rest stays for the next read. */
function cutToWholeTransactions(batch: readonly LogEntry[], limit: number): readonly LogEntry[] {
  const lastEntry = batch.at(-1);
  if (batch.length < limit || lastEntry === undefined) return batch;
  let end = batch.length;
  while (end > 0 && batch[end - 1]?.change.firstSeqOfTransaction === lastEntry.change.firstSeqOfTransaction) end -= 1;
  return batch.slice(0, end);
}

const isGapless = (batch: readonly LogEntry[], after: number): boolean =>
  batch.every((entry, index) => entry.change.seq === after + index + 1);

export interface Tailer {
  /** Reads the log now. */
  readonly wake: () => void;
  /** The polling interval changed. */
  readonly reschedule: () => void;
  readonly stop: () => Promise<void>;
  readonly stats: () => { readonly reads: number; readonly gaps: number; readonly failure: string | null };
}
export interface TailerOptions {
  readonly db: Db;
  readonly log: Log;
  /** Milliseconds until the next read of the head; called before each. */
  readonly pollMs: () => number;
  readonly start: LogHead;
  /** Receives every transaction once, in order; the next batch waits for its promise. */
  readonly onBatch: (batch: readonly LogEntry[]) => Promise<void>;
  /** The log has another epoch (restored, imported) or no longer contains the next change: clients start again at the head. */
  readonly onRestart: (head: LogHead, why: typeof LOG_RESTARTED | typeof LOG_TOO_SHORT) => Promise<void>;
  /** In tests a gap stops the tailer; otherwise it is skipped after some time. */
  readonly isStrict: boolean;
}

interface TailerState {
  readonly options: TailerOptions;
  epoch: string;
  position: number;
  /** Whether a commit was announced, and whether the polling interval is over. */
  hasNewCommits: boolean;
  isPollDue: boolean;
  isStopped: boolean;
  running: Promise<void> | undefined;
  failure: string | null;
  reads: number;
  gaps: number;
}

async function restartAt(
  state: TailerState,
  head: LogHead,
  why: typeof LOG_RESTARTED | typeof LOG_TOO_SHORT,
): Promise<void> {
  state.epoch = head.epoch;
  state.position = head.last;
  await state.options.onRestart(head, why);
}

/** A gap would be a bug of the writer: reads again before it is reported. */
async function loadGapless(state: TailerState, limit: number): Promise<readonly LogEntry[] | undefined> {
  const { db, log } = state.options;
  for (let attempt = 0; attempt < MAX_GAP_READS && !state.isStopped; attempt += 1) {
    state.reads += 1;
    const batch = await loadEntriesAfter(db, state.position, limit);
    if (isGapless(batch, state.position)) return batch;
    state.gaps += 1;
    log.error({ after: state.position, found: batch[0]?.change.seq }, 'the change log has a gap; it is read again');
    await sleep(GAP_WAIT_MS, undefined, { ref: false });
  }
  return undefined;
}

async function skipGap(state: TailerState): Promise<void> {
  if (state.options.isStrict) throw new Error(`gap in the change log after ${state.position}`);
  if (!state.isStopped) await restartAt(state, await loadLogHead(state.options.db), LOG_TOO_SHORT);
}

/** Passes on one batch of whole transactions; returns whether there may be more. */
async function deliverNextBatch(state: TailerState): Promise<boolean> {
  for (let limit = BATCH_ROWS; ; limit *= 4) {
    const batch = await loadGapless(state, limit);
    if (batch === undefined) {
      await skipGap(state);
      return false;
    }
    const complete = cutToWholeTransactions(batch, limit);
    // One transaction longer than the limit: read more of it.
    if (complete.length === 0 && batch.length > 0) continue;
    if (complete.length > 0) await state.options.onBatch(complete);
    state.position = complete.at(-1)?.change.seq ?? state.position;
    return batch.length === limit;
  }
}

async function checkHead(state: TailerState): Promise<void> {
  const head = await loadLogHead(state.options.db);
  if (head.epoch !== state.epoch || head.last < state.position) await restartAt(state, head, LOG_RESTARTED);
  else if (head.low > state.position + 1) await restartAt(state, head, LOG_TOO_SHORT);
  else if (head.last > state.position) state.hasNewCommits = true;
}

async function drain(state: TailerState): Promise<void> {
  while ((state.hasNewCommits || state.isPollDue) && !state.isStopped) {
    if (state.isPollDue) await checkHead(state);
    state.isPollDue = false;
    if (!state.hasNewCommits) continue;
    state.hasNewCommits = false;
    let more = true;
    while (more) more = (await deliverNextBatch(state)) && !state.isStopped;
  }
}

async function recover(state: TailerState, error: unknown): Promise<void> {
  state.options.log.error({ err: error }, 'reading the change log failed; it is read again');
  if (state.options.isStrict) state.failure = String(error);
  await sleep(FAILURE_WAIT_MS, undefined, { ref: false });
  state.isPollDue = true;
}

function startDraining(state: TailerState): void {
  if (state.running !== undefined || state.isStopped || state.failure !== null) return;
  state.running = drain(state)
    .catch((error: unknown) => recover(state, error))
    .finally(() => {
      state.running = undefined;
      if (state.hasNewCommits || state.isPollDue) startDraining(state);
    });
}

export function createTailer(options: TailerOptions): Tailer {
  const { epoch, last: position } = options.start;
  const initial = {
    hasNewCommits: false,
    isPollDue: false,
    isStopped: false,
    running: undefined,
    failure: null,
    reads: 0,
    gaps: 0,
  };
  const state: TailerState = { options, epoch, position, ...initial };
  let timer: NodeJS.Timeout;
  const pollLater = () => {
    timer = setTimeout(() => {
      state.isPollDue = true;
      startDraining(state);
      pollLater();
    }, options.pollMs());
    timer.unref();
  };
  pollLater();
  return {
    reschedule: () => {
      clearTimeout(timer);
      pollLater();
    },
    wake: () => {
      state.hasNewCommits = true;
      startDraining(state);
    },
    stop: async () => {
      state.isStopped = true;
      clearTimeout(timer);
      await state.running;
    },
    stats: () => ({ reads: state.reads, gaps: state.gaps, failure: state.failure }),
  };
}
