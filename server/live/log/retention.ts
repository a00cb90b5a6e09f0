/** How far back the change log reaches: seven days or a million changes, whichever is more; cursors older than that start anew. And how far the histories of records do. */
import type { Db } from '../../context';
import { readLogHead } from './changeLog';

const RETENTION_MS = 7 * 86_400_000;
const MIN_ROWS = 1_000_000;
const BATCH_ROWS = 5_000;
const DAY_MS = 86_400_000;

/** Deletes what is older, a few thousand rows a transaction, and moves the log's lower end with them. Answers how many went. */
export async function trimChangeLog(
  db: Pick<Db, 'rows' | 'transact'>,
  now: number,
  minRows = MIN_ROWS,
): Promise<number> {
  const { last, low } = await readLogHead(db);
  const [expired] = await db.rows<{ top: number | null }>('SELECT MAX(seq) AS top FROM change_log WHERE `at` < ?', [
    now - RETENTION_MS,
  ]);
  const end = Math.min(Number(expired?.top ?? 0), last - minRows) + 1;
  for (let from = low; from < end; from += BATCH_ROWS) {
    const to = Math.min(from + BATCH_ROWS, end);
    await db.transact(async (tx) => {
      await tx.run('DELETE FROM change_log WHERE seq < ?', [to]);
      // the head last, as everywhere: whoever holds it waits for nobody
      await tx.run('UPDATE change_head SET low = ? WHERE id = 1 AND low < ?', [to, to]);
    });
  }
  return Math.max(0, end - low);
}

/** The clocks of a node and of its database may differ by less. */
const MAX_CLOCK_SKEW_MS = 3_600_000;
/** Forgets versions of records older than so many days, a few thousand rows a transaction. Answers how many went. */
export async function trimRecordHistory(db: Pick<Db, 'rows' | 'transact'>, now: number, days: number): Promise<number> {
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
