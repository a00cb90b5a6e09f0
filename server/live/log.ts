/** The change log: every committed change once, numbered without a gap in commit order by a ticket taken as the last step. */
import type { Json } from '../../common/entity/field';
import type { StoredRow } from '../../common/entity/meta';
import type { Db, SqlValue, Tx } from '../context';
import type { Statement } from '../platform/sql';
import { linkHere, linkThere, type Link, type SealedEntry } from './chain';

/** c created, u updated, d moved to the recycle state, r restored, x gone for good. */
export type ChangeOp = 'c' | 'u' | 'd' | 'r' | 'x';

export interface ChangeToLog {
  readonly ent: string;
  readonly eid: number;
  /** Revision after the change. */
  readonly ver: number;
  readonly op: ChangeOp;
  /** Stored row after the change without secrets, long values as `{ h: SHA-256 in hex, n: length }`; null when it is gone. */
  readonly img: StoredRow | null;
  /** Old values of the changed columns in the same form (the whole row when it is gone); null when it is new. So before = {...img, ...prev}. */
  readonly prev: StoredRow | null;
  /** `admin:7`, `member:9`, `system`, `guest`. */
  readonly actor: string;
  readonly actor_name: string;
  readonly mid: string | null;
  /** The change-set: one act, one bulk, one import. */
  readonly cid: string;
  /** Unix milliseconds. */
  readonly at: number;
}
export interface LoggedChange extends ChangeToLog {
  readonly seq: number;
  /** First seq of the same transaction. */
  readonly txn: number;
}

/** One row of a record's history: full values before and after, kept far longer than the log. */
export interface HistoryEntry {
  /** Which of the tail's changes it tells of. */
  readonly change: number;
  readonly channel: string;
  readonly ip: string;
  readonly diff: Readonly<Record<string, readonly [before: Json, after: Json]>>;
}
export interface Tail {
  readonly changes: readonly ChangeToLog[];
  readonly history: readonly HistoryEntry[];
  /** Entries of the journal among the changes, to be linked into its chain. */
  readonly journal?: readonly SealedEntry[];
  /** The answer to keep for a repeated mutation id: the number of the tail's last change belongs between the two texts. */
  readonly answer?: { readonly mid: string; readonly before: string; readonly after: string };
}
/** A tail among those that share a transaction. */
interface Placed extends Tail {
  /** How many numbers lie between its last change and the last of all. */
  readonly behind: number;
}
function placed(tails: readonly Tail[]): readonly Placed[] {
  let behind = countOf(tails);
  return tails.map((tail) => {
    behind -= tail.changes.length;
    return { ...tail, behind };
  });
}
const countOf = (tails: readonly Tail[]): number => tails.reduce((sum, { changes }) => sum + changes.length, 0);
/** How many numbers a change lies before the last of all. */
const backTo = ({ changes, behind }: Placed, change: number): number => behind + changes.length - 1 - change;

const LOG_COLUMNS = 'seq, txn, ent, eid, ver, op, img, prev, actor, actor_name, mid, cid, `at`';
const HISTORY_COLUMNS = 'seq, cid, ent, eid, revision, op, actor, actor_name, channel, ip, `at`, diff';
const ROWS_A_STATEMENT = 100;

/**
 * Appends the changes of a transaction and returns the last number. Must be its last step: the head row stays locked until
 * commit, so numbers follow commit order, a rollback leaves no gap, and a reader that saw n has seen everything before n.
 */
export async function appendChanges(tx: Tx, dialect: Db['dialect'], tail: Tail): Promise<number> {
  const [last = 0] = await appendTails(tx, dialect, [tail]);
  return last;
}

/** The same for several acts in one transaction: the last number of each. */
export const appendTails = (tx: Tx, dialect: Db['dialect'], tails: readonly Tail[]): Promise<readonly number[]> =>
  dialect === 'mariadb'
    ? appendAtOnce(placed(tails), (sql, params) => tx.rows(`BEGIN NOT ATOMIC ${sql}; END`, params))
    : appendInSteps(tx, placed(tails));

/** The same where nothing at all comes after: the head is locked within the server alone, from the ticket to the commit. */
export const appendAndCommit = (tx: Tx, dialect: Db['dialect'], tails: readonly Tail[]): Promise<readonly number[]> =>
  tx.commitWith === undefined ? appendTails(tx, dialect, tails) : appendAtOnce(placed(tails), tx.commitWith);

const lastOf = (tails: readonly Placed[], last: number): readonly number[] => tails.map(({ behind }) => last - behind);

/** SQLite has one writer and no way to the server: plain statements. */
async function appendInSteps(tx: Tx, tails: readonly Placed[]): Promise<readonly number[]> {
  const [head] = await tx.rows<{ last: number; chain: string | null }>(
    'UPDATE change_head SET last = last + ? WHERE id = 1 RETURNING last, chain',
    [countOf(tails)],
  );
  if (!head) throw new Error('change_head has no row');
  const last = Number(head.last);
  const rest = [
    ...statements(tails, (n) => ({ sql: 'CAST(? AS INTEGER)', params: [last - n] })),
    ...linkHere(head.chain, linksIn(tails), (n) => last - n),
  ];
  for (const { sql, params } of rest) await tx.run(sql, params);
  return lastOf(tails, last);
}

/** One round trip on MariaDB, since every other writer waits while the head is locked. */
async function appendAtOnce(tails: readonly Placed[], say: NonNullable<Tx['commitWith']>): Promise<readonly number[]> {
  const seqBefore = (n: number) => ({ sql: '@seq - ?', params: [n] });
  const steps = [
    { sql: 'UPDATE change_head SET last = (@seq := last + ?) WHERE id = 1', params: [countOf(tails)] },
    ...statements(tails, seqBefore),
    ...linkThere(linksIn(tails), seqBefore),
    { sql: 'SELECT @seq AS last', params: [] },
  ];
  const answers: unknown[] = await say(
    steps.map((step) => step.sql).join('; '),
    steps.flatMap((step) => step.params),
  );
  const [head] = answers.flat();
  const last = typeof head === 'object' && head !== null && 'last' in head ? Number(head.last) : NaN;
  if (!Number.isSafeInteger(last)) throw new Error('the change log gave no number');
  return lastOf(tails, last);
}

const linksIn = (tails: readonly Placed[]): readonly Link[] =>
  tails.flatMap((tail) =>
    (tail.journal ?? []).map(({ change, ...entry }) => ({ ...entry, behind: backTo(tail, change) })),
  );

/** Everything that follows the ticket; `seqBefore(n)` is the number n places before the last. */
function statements(tails: readonly Placed[], seqBefore: (n: number) => Statement): Statement[] {
  const log = tails.flatMap((tail) => {
    const txn = seqBefore(backTo(tail, 0));
    return tail.changes.map((change, i) => valuesOf([seqBefore(backTo(tail, i)), txn], logRow(change)));
  });
  const history = tails.flatMap((tail) =>
    tail.history.flatMap((entry) => {
      const change = tail.changes[entry.change];
      return change ? [valuesOf([seqBefore(backTo(tail, entry.change))], historyRow(change, entry))] : [];
    }),
  );
  return [
    ...inserts('change_log', LOG_COLUMNS, log),
    ...inserts('record_history', HISTORY_COLUMNS, history),
    ...tails.flatMap((tail) => keep(tail, seqBefore)),
  ];
}

function keep({ answer, behind }: Placed, seqBefore: (n: number) => Statement): Statement[] {
  if (!answer) return [];
  const seq = seqBefore(behind);
  const sql = `UPDATE mutation_log SET response = CONCAT(?, ${seq.sql}, ?) WHERE mid = ?`;
  return [{ sql, params: [answer.before, ...seq.params, answer.after, answer.mid] }];
}

const valuesOf = (numbers: readonly Statement[], values: readonly SqlValue[]): Statement => ({
  sql: `(${[...numbers.map((number) => number.sql), ...values.map(() => '?')].join(',')})`,
  params: [...numbers.flatMap((number) => number.params), ...values],
});

function inserts(table: string, columns: string, rows: readonly Statement[]): Statement[] {
  const parts = Array.from({ length: Math.ceil(rows.length / ROWS_A_STATEMENT) }, (_, i) =>
    rows.slice(i * ROWS_A_STATEMENT, (i + 1) * ROWS_A_STATEMENT),
  );
  return parts.map((part) => ({
    sql: `INSERT INTO ${table} (${columns}) VALUES ${part.map((row) => row.sql).join(',')}`,
    params: part.flatMap((row) => row.params),
  }));
}

const jsonText = (value: StoredRow | null) => (value === null ? null : JSON.stringify(value));
const logRow = (c: ChangeToLog): SqlValue[] => [
  ...[c.ent, c.eid, c.ver, c.op, jsonText(c.img), jsonText(c.prev)],
  ...[c.actor, c.actor_name, c.mid, c.cid, c.at],
];
const historyRow = (c: ChangeToLog, { channel, ip, diff }: HistoryEntry): SqlValue[] => [
  ...[c.cid, c.ent, c.eid, c.ver, c.op, c.actor, c.actor_name, channel, ip, c.at, JSON.stringify(diff)],
];

type RawChange = { readonly [K in keyof LoggedChange]: unknown };
const parsed = (text: unknown) => (typeof text === 'string' ? (JSON.parse(text) as StoredRow) : null);

/** A row of `change_log` as read from either database. */
export const loggedChange = (raw: RawChange): LoggedChange => ({
  seq: Number(raw.seq),
  txn: Number(raw.txn),
  ent: String(raw.ent),
  eid: Number(raw.eid),
  ver: Number(raw.ver),
  op: String(raw.op) as ChangeOp, // written by logRow only
  img: parsed(raw.img),
  prev: parsed(raw.prev),
  actor: String(raw.actor),
  actor_name: String(raw.actor_name),
  mid: typeof raw.mid === 'string' ? raw.mid : null,
  cid: String(raw.cid),
  at: Number(raw.at),
});

/** Changes after a number, in order. Reads what is committed; a hole is impossible (see `appendChanges`). */
export async function changesAfter(db: Pick<Db, 'rows'>, seq: number, limit: number): Promise<LoggedChange[]> {
  const sql = `SELECT ${LOG_COLUMNS} FROM change_log WHERE seq > ? ORDER BY seq LIMIT ?`;
  return (await db.rows<RawChange>(sql, [seq, limit])).map(loggedChange);
}

/** The log's head: which database life it is, the last number given and the oldest kept. */
export interface Head {
  readonly epoch: string;
  readonly last: number;
  readonly low: number;
}
export async function readHead(db: Pick<Db, 'rows'>): Promise<Head> {
  const [head] = await db.rows<Head>('SELECT epoch, last, low FROM change_head WHERE id = 1');
  if (!head) throw new Error('change_head has no row');
  return { epoch: head.epoch, last: Number(head.last), low: Number(head.low) };
}
