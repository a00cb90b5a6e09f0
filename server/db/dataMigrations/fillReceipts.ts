/** Data migration: gives ledger entries without a receipt number one. */
import { normalizeForSearch } from '../../../common/text/normalize';
import { createReceiptNumber } from '../../hooks/ledger/receiptNumber';
import { quoteIdentifier } from '../../platform/database/sql';
import type { DataMigrationContext } from './encryptCodes';

const LEDGER_TABLES = ['user_money_log', 'user_score_log'] as const;
const PAGE_SIZE = 500;
const MESSAGE = 'append-only';

/** Idempotent: a run after a crash continues. */
export async function fillReceipts(context: DataMigrationContext): Promise<void> {
  for (const log of LEDGER_TABLES) {
    if (!(await hasMissingReceipts(context, log))) continue;
    // The database refuses every update of an entry while this trigger exists.
    await context.tx.run(`DROP TRIGGER IF EXISTS ${quoteIdentifier(`${log}__no_update`)}`);
    try {
      while (await fillPage(context, log));
    } finally {
      await context.tx.run(createNoUpdateTrigger(context, log));
    }
  }
}

async function hasMissingReceipts({ tx }: DataMigrationContext, log: string): Promise<boolean> {
  return (await tx.rows(`SELECT id FROM ${quoteIdentifier(log)} WHERE receipt IS NULL LIMIT 1`)).length > 0;
}

async function fillPage({ tx }: DataMigrationContext, log: string): Promise<boolean> {
  const sql = `SELECT id FROM ${quoteIdentifier(log)} WHERE receipt IS NULL ORDER BY id LIMIT ${PAGE_SIZE}`;
  const rows = await tx.rows<{ readonly id: number }>(sql);
  const parameterLists = rows.map(({ id }) => {
    const receipt = createReceiptNumber();
    return [receipt, normalizeForSearch(receipt), Number(id)];
  });
  if (parameterLists.length === 0) return false;
  await tx.runMany(`UPDATE ${quoteIdentifier(log)} SET receipt = ?, receipt_n = ? WHERE id = ?`, parameterLists);
  return true;
}

function createNoUpdateTrigger({ dialect }: DataMigrationContext, log: string): string {
  const head = `CREATE TRIGGER IF NOT EXISTS ${quoteIdentifier(`${log}__no_update`)} BEFORE UPDATE ON ${quoteIdentifier(log)}`;
  return dialect === 'sqlite'
    ? `${head} BEGIN SELECT RAISE(ABORT, '${MESSAGE}'); END`
    : `${head} FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${MESSAGE}'`;
}
