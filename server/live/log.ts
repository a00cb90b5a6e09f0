/** The change log: every committed change once, numbered without a gap in commit order by a ticket taken as the last step. */
import type { Json } from '../../common/entity/field';
import type { StoredRow } from '../../common/entity/meta';
import type { Db, SqlValue, Tx } from '../kit';

/** c created, u updated, d moved to the recycle state, r restored, x gone for good. */
export type ChangeOp = 'c' | 'u' | 'd' | 'r' | 'x';

/** What a long value is logged as: its SHA-256 in hex and its length in characters. */
export interface LongMark {
  readonly h: string;
  readonly n: number;
}

export interface ChangeToLog {
  readonly ent: string;
  readonly eid: number;
  /** Revision after the change. */
  readonly ver: number;
  readonly op: ChangeOp;
  /** Stored row after the change without secrets, long values as marks; null when it is gone. */
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
  /** The answer to keep for a repeated mutation id; gets the number of the last change. */
  readonly answer?: { readonly mid: string; readonly response: (seq: number) => string };
}

const LOG_COLUMNS = 'seq, txn, ent, eid, ver, op, img, prev, actor, actor_name, mid, cid, `at`';
const HISTORY_COLUMNS = 'seq, cid, ent, eid, revision, op, actor, actor_name, channel, ip, `at`, diff';
const ROWS_A_STATEMENT = 100;

/**
 * Appends the changes of a transaction and returns the last number. Must be its last step: the head row stays locked until
 * commit, so numbers follow commit order, a rollback leaves no gap, and a reader that saw n has seen everything before n.
 */
export async function appendChanges(tx: Tx, dialect: Db['dialect'], tail: Tail): Promise<number> {
  const last = await takeTicket(tx, dialect, tail.changes.length);
  const first = last - tail.changes.length + 1;
  await insertMany(
    tx,
    'change_log',
    LOG_COLUMNS,
    tail.changes.map((change, i) => logRow(change, first + i, first)),
  );
  await insertMany(tx, 'record_history', HISTORY_COLUMNS, historyRows(tail, first));
  if (tail.answer) {
    const { mid, response } = tail.answer;
    await tx.run('UPDATE mutation_log SET response = ? WHERE mid = ?', [response(last), mid]);
  }
  return last;
}

async function takeTicket(tx: Tx, dialect: Db['dialect'], count: number): Promise<number> {
  if (dialect === 'mariadb') {
    const { insertId } = await tx.run('UPDATE change_head SET last = LAST_INSERT_ID(last + ?) WHERE id = 1', [count]);
    return Number(insertId);
  }
  const [head] = await tx.rows<{ last: number }>('UPDATE change_head SET last = last + ? WHERE id = 1 RETURNING last', [
    count,
  ]);
  if (!head) throw new Error('change_head has no row');
  return Number(head.last);
}

const jsonText = (value: StoredRow | null) => (value === null ? null : JSON.stringify(value));
const logRow = (c: ChangeToLog, seq: number, txn: number): SqlValue[] => [
  ...[seq, txn, c.ent, c.eid, c.ver, c.op, jsonText(c.img), jsonText(c.prev)],
  ...[c.actor, c.actor_name, c.mid, c.cid, c.at],
];

function historyRows(tail: Tail, first: number): SqlValue[][] {
  return tail.history.flatMap(({ change, channel, ip, diff }) => {
    const c = tail.changes[change];
    if (!c) return [];
    const who = [c.actor, c.actor_name, channel, ip, c.at, JSON.stringify(diff)];
    return [[first + change, c.cid, c.ent, c.eid, c.ver, c.op, ...who]];
  });
}

async function insertMany(tx: Tx, table: string, columns: string, rows: readonly SqlValue[][]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    const part = rows.slice(at, at + ROWS_A_STATEMENT);
    const marks = part.map((row) => `(${row.map(() => '?').join(',')})`).join(',');
    await tx.run(`INSERT INTO ${table} (${columns}) VALUES ${marks}`, part.flat());
  }
}

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
