/**
 * The change log (a transactional outbox): contains every committed change once, numbered without gaps in commit order. A transaction
 * takes its numbers in its last statement.
 */
import type { Json } from '../../../common/entity/field';
import type { StoredRow } from '../../../common/entity/columns';
import type { Db, SqlValue, Tx } from '../../context';
import type { SqlStatement } from '../../platform/database/sql';
import { chainInProcess, buildChainSql, type ChainLink, type ChainedAuditEntry } from './auditChain';

/** The kind of a change, as the column `op` stores it and as history entries have it on the wire. `deleted`: into the recycle bin. */
export const CHANGE_OPS = { created: 'c', updated: 'u', deleted: 'd', restored: 'r', purged: 'x' } as const;
export type ChangeOp = (typeof CHANGE_OPS)[keyof typeof CHANGE_OPS];

export interface ChangeToLog {
  readonly entityName: string;
  readonly rowId: number;
  /** Revision after the change. */
  readonly revision: number;
  readonly op: ChangeOp;
  /** The stored row after the change without secrets, long values as `{ h: SHA-256 in hex, n: length }`; null after a purge. */
  readonly image: StoredRow | null;
  /** The old values of the changed columns in the same form (the whole row after a purge); null for a new row. The row before is `{ ...image, ...previousValues }`. */
  readonly previousValues: StoredRow | null;
  /** `admin:7`, `member:9`, `system`, `guest`. */
  readonly actor: string;
  readonly actorName: string;
  readonly idempotencyKey: string | null;
  /** The id of the change set: one action, one bulk edit or one import. */
  readonly cid: string;
  /** Unix milliseconds. */
  readonly at: number;
}
export interface LoggedChange extends ChangeToLog {
  readonly seq: number;
  /** The first sequence number of the same transaction. */
  readonly firstSeqOfTransaction: number;
}

/** One history entry of a row: full values before and after, stored far longer than the log. */
export interface HistoryEntryToLog {
  /** The index of its change in the batch. */
  readonly changeIndex: number;
  readonly channel: string;
  readonly ip: string;
  readonly diff: Readonly<Record<string, readonly [before: Json, after: Json]>>;
}
export interface CommitBatch {
  readonly changes: readonly ChangeToLog[];
  readonly history: readonly HistoryEntryToLog[];
  /** The audit entries among the changes, to be linked into the hash chain. */
  readonly auditEntries?: readonly ChainedAuditEntry[];
  /** The response to store under the idempotency key; the sequence number of the last change goes between the two texts. */
  readonly storedResponse?: { readonly key: string; readonly before: string; readonly after: string };
}
/** A batch among those that share a transaction. */
interface SequencedBatch extends CommitBatch {
  /** Distance of its last sequence number from the last one of the transaction. */
  readonly offsetFromEnd: number;
}
function sequenceBatches(batches: readonly CommitBatch[]): readonly SequencedBatch[] {
  let offsetFromEnd = countChanges(batches);
  return batches.map((batch) => {
    offsetFromEnd -= batch.changes.length;
    return { ...batch, offsetFromEnd };
  });
}
const countChanges = (batches: readonly CommitBatch[]): number =>
  batches.reduce((sum, { changes }) => sum + changes.length, 0);
/** Distance of a change's sequence number from the last one of the transaction. */
const offsetOfChange = ({ changes, offsetFromEnd }: SequencedBatch, change: number): number =>
  offsetFromEnd + changes.length - 1 - change;

const LOG_COLUMNS = 'seq, txn, ent, eid, ver, op, img, prev, actor, actor_name, mid, cid, `at`';
const HISTORY_COLUMNS = 'seq, cid, ent, eid, revision, op, actor, actor_name, channel, ip, `at`, diff';
const ROWS_PER_STATEMENT = 100;

/**
 * Appends the changes of a transaction to the change log: assigns each change the next sequence number from the row of `change_head`, and
 * returns the last one. It must be the last step: that row stays locked until the commit, so numbers follow commit order, a rollback leaves
 * no gap, and a reader that saw n has seen everything before n.
 */
export async function appendChanges(tx: Tx, dialect: Db['dialect'], batch: CommitBatch): Promise<number> {
  const [last = 0] = await appendBatches(tx, dialect, [batch]);
  return last;
}

/** The same for several units of work in one transaction; returns the last sequence number of each. */
export const appendBatches = (
  tx: Tx,
  dialect: Db['dialect'],
  batches: readonly CommitBatch[],
): Promise<readonly number[]> =>
  dialect === 'mariadb'
    ? appendInCompoundStatement(sequenceBatches(batches), (sql, params) =>
        tx.rows(`BEGIN NOT ATOMIC ${sql}; END`, params),
      )
    : appendInSeparateStatements(tx, sequenceBatches(batches));

/** The same together with the commit in one round trip: the head is locked only inside the database server. */
export const appendAndCommit = (
  tx: Tx,
  dialect: Db['dialect'],
  batches: readonly CommitBatch[],
): Promise<readonly number[]> =>
  tx.commitWith === undefined
    ? appendBatches(tx, dialect, batches)
    : appendInCompoundStatement(sequenceBatches(batches), tx.commitWith);

const lastSeqOfEach = (batches: readonly SequencedBatch[], last: number): readonly number[] =>
  batches.map(({ offsetFromEnd }) => last - offsetFromEnd);

/** SQLite has one writer and no round trips: plain statements. */
async function appendInSeparateStatements(tx: Tx, batches: readonly SequencedBatch[]): Promise<readonly number[]> {
  const [head] = await tx.rows<{ last: number; chain: string | null }>(
    'UPDATE change_head SET last = last + ? WHERE id = 1 RETURNING last, chain',
    [countChanges(batches)],
  );
  if (!head) throw new Error('change_head has no row');
  const last = Number(head.last);
  const statements = [
    ...buildStatements(batches, (n) => ({ sql: 'CAST(? AS INTEGER)', params: [last - n] })),
    ...chainInProcess(head.chain, collectChainLinks(batches), (n) => last - n),
  ];
  for (const { sql, params } of statements) await tx.run(sql, params);
  return lastSeqOfEach(batches, last);
}

/** One round trip on MariaDB, since all other writers wait while the head is locked. */
async function appendInCompoundStatement(
  batches: readonly SequencedBatch[],
  execute: NonNullable<Tx['commitWith']>,
): Promise<readonly number[]> {
  const seqFromEnd = (n: number) => ({ sql: '@seq - ?', params: [n] });
  const statements = [
    { sql: 'UPDATE change_head SET last = (@seq := last + ?) WHERE id = 1', params: [countChanges(batches)] },
    ...buildStatements(batches, seqFromEnd),
    ...buildChainSql(collectChainLinks(batches), seqFromEnd),
    { sql: 'SELECT @seq AS last', params: [] },
  ];
  const results: unknown[] = await execute(
    statements.map((statement) => statement.sql).join('; '),
    statements.flatMap((statement) => statement.params),
  );
  const [head] = results.flat();
  const last = typeof head === 'object' && head !== null && 'last' in head ? Number(head.last) : NaN;
  if (!Number.isSafeInteger(last)) throw new Error('the change log returned no sequence number');
  return lastSeqOfEach(batches, last);
}

const collectChainLinks = (batches: readonly SequencedBatch[]): readonly ChainLink[] =>
  batches.flatMap((batch) =>
    (batch.auditEntries ?? []).map(({ changeIndex, ...entry }) => ({
      ...entry,
      offsetFromEnd: offsetOfChange(batch, changeIndex),
    })),
  );

/** The statements after the sequence numbers are taken; `seqFromEnd(n)` is the sequence number n before the last. */
function buildStatements(batches: readonly SequencedBatch[], seqFromEnd: (n: number) => SqlStatement): SqlStatement[] {
  const log = batches.flatMap((batch) => {
    const txn = seqFromEnd(offsetOfChange(batch, 0));
    return batch.changes.map((change, i) => valuesTuple([seqFromEnd(offsetOfChange(batch, i)), txn], toLogRow(change)));
  });
  const history = batches.flatMap((batch) =>
    batch.history.flatMap((entry) => {
      const change = batch.changes[entry.changeIndex];
      return change
        ? [valuesTuple([seqFromEnd(offsetOfChange(batch, entry.changeIndex))], toHistoryRow(change, entry))]
        : [];
    }),
  );
  return [
    ...insertStatements('change_log', LOG_COLUMNS, log),
    ...insertStatements('record_history', HISTORY_COLUMNS, history),
    ...batches.flatMap((batch) => responseStatements(batch, seqFromEnd)),
  ];
}

function responseStatements(
  { storedResponse, offsetFromEnd }: SequencedBatch,
  seqFromEnd: (n: number) => SqlStatement,
): SqlStatement[] {
  if (!storedResponse) return [];
  const seq = seqFromEnd(offsetFromEnd);
  const sql = `UPDATE mutation_log SET response = CONCAT(?, ${seq.sql}, ?) WHERE mid = ?`;
  return [{ sql, params: [storedResponse.before, ...seq.params, storedResponse.after, storedResponse.key] }];
}

const valuesTuple = (numbers: readonly SqlStatement[], values: readonly SqlValue[]): SqlStatement => ({
  sql: `(${[...numbers.map((number) => number.sql), ...values.map(() => '?')].join(',')})`,
  params: [...numbers.flatMap((number) => number.params), ...values],
});

function insertStatements(table: string, columns: string, rows: readonly SqlStatement[]): SqlStatement[] {
  const chunks = Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, i) =>
    rows.slice(i * ROWS_PER_STATEMENT, (i + 1) * ROWS_PER_STATEMENT),
  );
  return chunks.map((chunk) => ({
    sql: `INSERT INTO ${table} (${columns}) VALUES ${chunk.map((row) => row.sql).join(',')}`,
    params: chunk.flatMap((row) => row.params),
  }));
}

const toJsonText = (value: StoredRow | null) => (value === null ? null : JSON.stringify(value));
const toLogRow = (c: ChangeToLog): SqlValue[] => [
  ...[c.entityName, c.rowId, c.revision, c.op, toJsonText(c.image), toJsonText(c.previousValues)],
  ...[c.actor, c.actorName, c.idempotencyKey, c.cid, c.at],
];
const toHistoryRow = (c: ChangeToLog, { channel, ip, diff }: HistoryEntryToLog): SqlValue[] => [
  ...[c.cid, c.entityName, c.rowId, c.revision, c.op, c.actor, c.actorName, channel, ip, c.at, JSON.stringify(diff)],
];

/** The columns of `change_log`; their short names stay. */
type ChangeRow = Readonly<
  Record<
    'seq' | 'txn' | 'ent' | 'eid' | 'ver' | 'op' | 'img' | 'prev' | 'actor' | 'actor_name' | 'mid' | 'cid' | 'at',
    unknown
  >
>;
const parseJsonText = (text: unknown) => (typeof text === 'string' ? (JSON.parse(text) as StoredRow) : null);

/** A row of `change_log` as read from either database. */
export const toLoggedChange = (row: ChangeRow): LoggedChange => ({
  seq: Number(row.seq),
  firstSeqOfTransaction: Number(row.txn),
  entityName: String(row.ent),
  rowId: Number(row.eid),
  revision: Number(row.ver),
  op: String(row.op) as ChangeOp, // written by toLogRow only
  image: parseJsonText(row.img),
  previousValues: parseJsonText(row.prev),
  actor: String(row.actor),
  actorName: String(row.actor_name),
  idempotencyKey: typeof row.mid === 'string' ? row.mid : null,
  cid: String(row.cid),
  at: Number(row.at),
});

/** The committed changes after a sequence number, in order; without gaps (see `appendChanges`). */
export async function loadChangesAfter(db: Pick<Db, 'rows'>, seq: number, limit: number): Promise<LoggedChange[]> {
  const sql = `SELECT ${LOG_COLUMNS} FROM change_log WHERE seq > ? ORDER BY seq LIMIT ?`;
  return (await db.rows<ChangeRow>(sql, [seq, limit])).map(toLoggedChange);
}

/** The head of the log: its epoch, the last sequence number and the oldest stored one. */
export interface LogHead {
  readonly epoch: string;
  readonly last: number;
  readonly low: number;
}
export async function loadLogHead(db: Pick<Db, 'rows'>): Promise<LogHead> {
  const [head] = await db.rows<LogHead>('SELECT epoch, last, low FROM change_head WHERE id = 1');
  if (!head) throw new Error('change_head has no row');
  return { epoch: head.epoch, last: Number(head.last), low: Number(head.low) };
}
