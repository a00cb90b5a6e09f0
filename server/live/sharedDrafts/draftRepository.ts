/**
 * SQL of the shared drafts: a snapshot (`shared_draft`) and the updates after it (`shared_draft_update`), numbered without gaps. Every write
 * locks the row of the draft first, so that the nodes of a cluster number one after the other. `storeDraft.ts` decides when to store.
 */
import { createHash, randomBytes } from 'node:crypto';
import { LIMITS } from '../../../common/limits';
import type { SharedDraftTarget } from '../../../common/protocol/sharedDraft';
import type { Db, Tx } from '../../context';
import { placeholders, quoteIdentifier, rowLockClause } from '../../platform/database/sql';
import type { DraftWriter } from './people/draftWriters';
import { parseSuggesters, printSuggesters, type DraftSuggester } from './suggestions/suggesters';

export interface StoredSharedDraft {
  readonly epoch: string;
  /** SHA-256 of the stored text that the draft continues; empty for an empty text. */
  readonly base: string;
  readonly writers: readonly DraftWriter[];
  readonly suggesters: readonly DraftSuggester[];
  /** The number of the newest update. */
  readonly last: number;
  /** The number of the newest update that the snapshot contains. */
  readonly snapshotNumber: number;
  /** Updates that the caller does not know, in order. */
  readonly updates: readonly Uint8Array[];
}
/** The text of the record, or undefined when the record is missing or deleted. */
export type RecordText = { readonly html: string | null } | undefined;

export const draftKey = ({ e, id, f }: SharedDraftTarget): string => `${e}:${id}:${f}`;
/** SHA-256 of a stored text in hex, as in the images of the change log; empty for an empty text. */
export const hashText = (html: string | null): string =>
  html === null ? '' : createHash('sha256').update(html).digest('hex');

interface DraftRow {
  readonly epoch: string;
  readonly snapshot: string;
  readonly snapshot_n: number;
  readonly last_n: number;
  readonly base_hash: string;
  readonly writers: string;
  readonly suggesters: string | null;
}
const encodeBytes = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const decodeBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** Locks the record and reads its text, so that it does not change before the transaction ends. */
export async function lockText(tx: Tx, dialect: Db['dialect'], { e, id, f }: SharedDraftTarget): Promise<RecordText> {
  const sql = `SELECT ${quoteIdentifier(f)} AS html, delete_time FROM ${quoteIdentifier(e)} WHERE id = ?`;
  const [row] = await tx.rows<{ html: string | null; delete_time: number | null }>(sql + rowLockClause(dialect), [id]);
  return row === undefined || row.delete_time !== null ? undefined : { html: row.html };
}

/** Reads a draft with the updates after number `known`; undefined when there is none. */
export async function readDraft(
  tx: Pick<Tx, 'rows'>,
  key: string,
  afterUpdate: number,
  lock = '',
): Promise<StoredSharedDraft | undefined> {
  const columns = 'epoch, snapshot, snapshot_n, last_n, base_hash, writers, suggesters';
  const [row] = await tx.rows<DraftRow>(`SELECT ${columns} FROM shared_draft WHERE id = ?${lock}`, [key]);
  if (row === undefined) return undefined;
  const [snapshotNumber, last] = [Number(row.snapshot_n), Number(row.last_n)];
  const updates = afterUpdate < snapshotNumber ? [decodeBytes(row.snapshot)] : [];
  if (last > Math.max(afterUpdate, snapshotNumber)) {
    const sql = 'SELECT body FROM shared_draft_update WHERE draft = ? AND n > ? ORDER BY n';
    for (const { body } of await tx.rows<{ body: string }>(sql, [key, Math.max(afterUpdate, snapshotNumber)]))
      updates.push(decodeBytes(body));
  }
  const writers = JSON.parse(row.writers) as readonly DraftWriter[]; // written by this file
  const suggesters = parseSuggesters(row.suggesters);
  return { epoch: row.epoch, base: row.base_hash, writers, suggesters, last, snapshotNumber, updates };
}

/** Stores a new draft with its first state. */
export async function insertDraft(
  tx: Tx,
  target: SharedDraftTarget,
  {
    state,
    base,
    now,
    suggesters = [],
  }: {
    readonly state: Uint8Array;
    readonly base: string;
    readonly now: number;
    readonly suggesters?: readonly DraftSuggester[];
  },
): Promise<StoredSharedDraft> {
  const epoch = randomBytes(12).toString('base64url');
  await tx.run(
    'INSERT INTO shared_draft (id, ent, eid, field, epoch, snapshot, snapshot_n, last_n, base_hash, writers, suggesters, `at`) VALUES (?, ?, ?, ?, ?, ?, 1, 1, ?, ?, ?, ?)',
    [
      ...[draftKey(target), target.e, target.id, target.f, epoch, encodeBytes(state), base, '[]'],
      ...[printSuggesters(suggesters), now],
    ],
  );
  return { epoch, base, writers: [], suggesters, last: 1, snapshotNumber: 1, updates: [state] };
}

/** Appends an update to a locked draft. */
export async function appendUpdate(
  tx: Tx,
  key: string,
  change: {
    readonly n: number;
    readonly update: Uint8Array;
    readonly base: string;
    readonly writers: readonly DraftWriter[];
    readonly suggesters: readonly DraftSuggester[];
    readonly now: number;
  },
): Promise<void> {
  await tx.run('INSERT INTO shared_draft_update (draft, n, body) VALUES (?, ?, ?)', [
    ...[key, change.n, encodeBytes(change.update)],
  ]);
  await tx.run(
    'UPDATE shared_draft SET last_n = ?, base_hash = ?, writers = ?, suggesters = ?, `at` = ? WHERE id = ?',
    [...[change.n, change.base, JSON.stringify(change.writers), printSuggesters(change.suggesters), change.now, key]],
  );
}

/** The suggesters of a draft, which is locked until the transaction ends. */
export async function lockSuggesters(
  tx: Tx,
  dialect: Db['dialect'],
  target: SharedDraftTarget,
): Promise<readonly DraftSuggester[]> {
  const sql = `SELECT suggesters FROM shared_draft WHERE id = ?${rowLockClause(dialect)}`;
  const [row] = await tx.rows<Pick<DraftRow, 'suggesters'>>(sql, [draftKey(target)]);
  return parseSuggesters(row?.suggesters ?? null);
}
export async function setSuggesters(tx: Tx, key: string, suggesters: readonly DraftSuggester[]): Promise<void> {
  await tx.run('UPDATE shared_draft SET suggesters = ? WHERE id = ?', [printSuggesters(suggesters), key]);
}

/** Sets the text that a locked draft continues. */
export async function setBase(tx: Tx, key: string, base: string, writers: readonly DraftWriter[]): Promise<void> {
  await tx.run('UPDATE shared_draft SET base_hash = ?, writers = ? WHERE id = ?', [base, JSON.stringify(writers), key]);
}

/** A state that contains all updates of a draft up to a number. */
interface CompactedDraft {
  readonly epoch: string;
  readonly n: number;
  readonly state: Uint8Array;
}
/** Replaces an older snapshot of the same draft, and deletes the updates that the new one contains; keeps those after it. */
export async function replaceSnapshot(
  tx: Tx,
  key: string,
  { epoch, n, state }: CompactedDraft,
  beforeDelete: () => Promise<void>,
): Promise<void> {
  const sql = 'UPDATE shared_draft SET snapshot = ?, snapshot_n = ? WHERE id = ? AND epoch = ? AND snapshot_n < ?';
  const { changes } = await tx.run(sql, [encodeBytes(state), n, key, epoch, n]);
  if (changes === 0) return;
  await beforeDelete();
  await tx.run('DELETE FROM shared_draft_update WHERE draft = ? AND n <= ?', [key, n]);
}
/** The keys of drafts that open slowly: many updates after the snapshot, or any after one of at least so many characters. */
export async function listLongDrafts(
  db: Pick<Db, 'rows'>,
  limits: { readonly updates: number; readonly characters: number },
): Promise<readonly string[]> {
  const sql =
    'SELECT id FROM shared_draft WHERE last_n - snapshot_n >= ? OR (last_n > snapshot_n AND LENGTH(snapshot) >= ?) ORDER BY id';
  return (await db.rows<{ id: string }>(sql, [limits.updates, limits.characters])).map(({ id }) => id);
}

/** What a draft in memory knows of the stored one. */
export interface KnownDraft {
  readonly key: string;
  readonly epoch: string;
  readonly base: string;
  readonly last: number;
}
/** Those of the drafts whose stored state is another, or that are no longer stored. */
export async function listChangedDrafts<D extends KnownDraft>(
  db: Pick<Db, 'rows'>,
  drafts: readonly D[],
): Promise<readonly D[]> {
  const columns = 'id, epoch, base_hash, last_n';
  const sql = `SELECT ${columns} FROM shared_draft WHERE id IN (${placeholders(drafts.length)})`;
  const keys = drafts.map(({ key }) => key);
  const rows = await db.rows<Pick<DraftRow, 'epoch' | 'base_hash' | 'last_n'> & { readonly id: string }>(sql, keys);
  const stored = new Map(rows.map((row) => [row.id, row]));
  return drafts.filter(({ key, epoch, base, last }) => {
    const row = stored.get(key);
    return row?.epoch !== epoch || row.base_hash !== base || Number(row.last_n) !== last;
  });
}

/** Deletes a locked draft. */
export async function deleteSharedDraft(tx: Tx, key: string): Promise<void> {
  await tx.run('DELETE FROM shared_draft_update WHERE draft = ?', [key]);
  await tx.run('DELETE FROM shared_draft_editor WHERE draft = ?', [key]);
  await tx.run('DELETE FROM shared_draft WHERE id = ?', [key]);
}

/** Deletes drafts that nobody changed for a long time; returns their number. An open one starts over from the record. */
export const deleteExpiredSharedDrafts = (db: Pick<Db, 'transact'>, now: number): Promise<number> =>
  db.transact(async (tx) => {
    const before = now - LIMITS.sharedDraftDays * 86_400_000;
    await tx.run('DELETE FROM shared_draft_update WHERE draft IN (SELECT id FROM shared_draft WHERE `at` < ?)', [
      before,
    ]);
    await tx.run('DELETE FROM shared_draft_editor WHERE `at` < ?', [before]);
    return (await tx.run('DELETE FROM shared_draft WHERE `at` < ?', [before])).changes;
  });
