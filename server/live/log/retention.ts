/**
 * Retention: prunes old entries of the change log and of the record history. The change log contains at least the last seven days and at
 * least the last million changes; a client with an older cursor fetches its data again. The history contains the number of days in the
 * settings. The audit log (`admin_log`) is append-only and never pruned.
 */
import type { Db } from '../../context';
import { loadLogHead } from './changeLog';

const CHANGE_LOG_RETENTION_MS = 7 * 86_400_000;
const MIN_ROWS = 1_000_000;
const BATCH_ROWS = 5_000;
const DAY_MS = 86_400_000;

/** Deletes older changes, a few thousand rows per transaction, and raises the lower end of the log. Returns the number of deleted rows. */
export async function deleteExpiredChanges(
  db: Pick<Db, 'rows' | 'transact'>,
  now: number,
  minRows = MIN_ROWS,
): Promise<number> {
  const { last, low } = await loadLogHead(db);
  const [expired] = await db.rows<{ top: number | null }>('SELECT MAX(seq) AS top FROM change_log WHERE `at` < ?', [
    now - CHANGE_LOG_RETENTION_MS,
  ]);
  const end = Math.min(Number(expired?.top ?? 0), last - minRows) + 1;
  for (let from = low; from < end; from += BATCH_ROWS) {
    const to = Math.min(from + BATCH_ROWS, end);
    await db.transact(async (tx) => {
      await tx.run('DELETE FROM change_log WHERE seq < ?', [to]);
      // The head is locked last, as everywhere: its holder waits for no other lock.
      await tx.run('UPDATE change_head SET low = ? WHERE id = 1 AND low < ?', [to, to]);
    });
  }
  return Math.max(0, end - low);
}

/** Milliseconds by which entries are deleted later, because the clocks of two nodes may differ. */
const MAX_CLOCK_SKEW_MS = 3_600_000;
/** Deletes history entries older than a number of days, a few thousand rows per transaction. Returns the number of deleted rows. */
export async function deleteExpiredHistory(
  db: Pick<Db, 'rows' | 'transact'>,
  now: number,
  days: number,
): Promise<number> {
  const before = now - days * DAY_MS - MAX_CLOCK_SKEW_MS;
  const [expired] = await db.rows<{ low: number | null; top: number | null }>(
    'SELECT MIN(seq) AS low, MAX(seq) AS top FROM record_history WHERE `at` < ?',
    [before],
  );
  let deleted = 0;
  for (let from = Number(expired?.low ?? 0); expired?.low != null && from <= Number(expired.top); from += BATCH_ROWS) {
    const upTo = Math.min(from + BATCH_ROWS, Number(expired.top) + 1);
    const sql = 'DELETE FROM record_history WHERE seq < ? AND `at` < ?';
    deleted += (await db.transact((tx) => tx.run(sql, [upTo, before]))).changes;
  }
  return deleted;
}
