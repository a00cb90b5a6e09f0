/** Brings stored idempotency keys to the form that names their caller, so that they work for the rest of their time. */
import { idempotencyKey } from '../engine/write/idempotency';
import type { WorkGround } from './sealCodes';

const PAGE = 500;

/** Safe to be run again from wherever it stopped: a key of the new form has a colon, which no plain id has. */
export async function scopeMutations({ tx }: WorkGround): Promise<void> {
  for (;;) {
    const rows = await tx.rows<{ readonly mid: string; readonly actor: string }>(
      `SELECT mid, actor FROM mutation_log WHERE mid NOT LIKE 'k:%' LIMIT ${PAGE}`,
    );
    if (rows.length === 0) return;
    const lists = rows.map(({ mid, actor }) => [idempotencyKey(actor, mid), mid]);
    await tx.runMany('UPDATE mutation_log SET mid = ? WHERE mid = ?', lists);
  }
}
