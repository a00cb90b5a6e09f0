/** Data migration: adds the caller to stored idempotency keys, so that they stay valid until they expire. */
import { formatStoredKey } from '../../engine/write/commit/idempotency';
import type { DataMigrationContext } from './encryptCodes';

const PAGE_SIZE = 500;

/** Idempotent: a key of the new form has a colon, which no old key has. */
export async function scopeIdempotencyKeys({ tx }: DataMigrationContext): Promise<void> {
  for (;;) {
    const rows = await tx.rows<{ readonly mid: string; readonly actor: string }>(
      `SELECT mid, actor FROM mutation_log WHERE mid NOT LIKE 'k:%' LIMIT ${PAGE_SIZE}`,
    );
    if (rows.length === 0) return;
    const parameterLists = rows.map(({ mid, actor }) => [formatStoredKey(actor, mid), mid]);
    await tx.runMany('UPDATE mutation_log SET mid = ? WHERE mid = ?', parameterLists);
  }
}
