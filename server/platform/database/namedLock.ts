/** An advisory lock with a name: only one process at a time has it, of all that share a database. */
import type { Db } from '../../context';

const LOCK_TIMEOUT_S = 120;

/**
 * Waits for the named lock and runs work while holding it. On SQLite there is only one process, so no lock is needed. MariaDB releases the lock
 * when the connection ends, also after a crash.
 */
export async function withNamedLock<T>(
  db: Pick<Db, 'dialect' | 'snapshot'>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  if (db.dialect === 'sqlite') return work();
  const lockNameSql = `CONCAT(?, ':', LEFT(SHA1(DATABASE()), 40))`;
  return db.snapshot(async (tx) => {
    const [lockResult] = await tx.rows<{ got: number | null }>(
      `SELECT GET_LOCK(${lockNameSql}, ${LOCK_TIMEOUT_S}) AS got`,
      [name],
    );
    if (lockResult?.got !== 1) throw new Error(`another node has held “${name}” for ${LOCK_TIMEOUT_S} seconds`);
    try {
      return await work();
    } finally {
      await tx.rows(`SELECT RELEASE_LOCK(${lockNameSql}) AS released`, [name]);
    }
  });
}
