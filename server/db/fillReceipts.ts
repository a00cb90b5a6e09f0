/** Gives entries from before receipt numbers a number each. */
import { normalize } from '../../common/text/clean';
import { newReceipt } from '../behaviours/ledger/receipt';
import { ident } from '../platform/sql';
import type { WorkGround } from './sealCodes';

const LOGS = ['user_money_log', 'user_score_log'] as const;
const PAGE = 500;
const MESSAGE = 'append-only';

/** Safe to be run again from wherever it stopped. */
export async function fillReceipts(ground: WorkGround): Promise<void> {
  for (const log of LOGS) {
    if (!(await isMissing(ground, log))) continue;
    // the database refuses every change of an entry while this trigger exists
    await ground.tx.run(`DROP TRIGGER IF EXISTS ${ident(`${log}__no_update`)}`);
    try {
      while (await fillPage(ground, log));
    } finally {
      await ground.tx.run(noUpdate(ground, log));
    }
  }
}

async function isMissing({ tx }: WorkGround, log: string): Promise<boolean> {
  return (await tx.rows(`SELECT id FROM ${ident(log)} WHERE receipt IS NULL LIMIT 1`)).length > 0;
}

async function fillPage({ tx }: WorkGround, log: string): Promise<boolean> {
  const sql = `SELECT id FROM ${ident(log)} WHERE receipt IS NULL ORDER BY id LIMIT ${PAGE}`;
  const rows = await tx.rows<{ readonly id: number }>(sql);
  const lists = rows.map(({ id }) => {
    const receipt = newReceipt();
    return [receipt, normalize(receipt), Number(id)];
  });
  if (lists.length === 0) return false;
  await tx.runMany(`UPDATE ${ident(log)} SET receipt = ?, receipt_n = ? WHERE id = ?`, lists);
  return true;
}

function noUpdate({ dialect }: WorkGround, log: string): string {
  const head = `CREATE TRIGGER IF NOT EXISTS ${ident(`${log}__no_update`)} BEFORE UPDATE ON ${ident(log)}`;
  return dialect === 'sqlite'
    ? `${head} BEGIN SELECT RAISE(ABORT, '${MESSAGE}'); END`
    : `${head} FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${MESSAGE}'`;
}
