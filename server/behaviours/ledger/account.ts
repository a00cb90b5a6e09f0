/** Accounts of members as a booking sees them: locked, so that entries of one account stand in one line. */
import type { Step } from '../../engine/writer';
import { accountId, type LedgerKind } from './chain';

export interface Account {
  readonly id: string;
  readonly balance: number;
  /** How many entries it has. */
  readonly n: number;
  /** The seal of the last one. */
  readonly hash: string;
  /** Whether it may go below zero. */
  readonly overdraft: boolean;
}
interface Raw {
  readonly balance: number;
  readonly n: number;
  readonly hash: string;
  readonly overdraft: number;
}

/** The account, locked until the act ends; made when the member has none yet. */
export async function lockAccount(step: Step, kind: LedgerKind, userId: number): Promise<Account> {
  const id = accountId(kind, userId);
  const known = await read(step, id);
  if (known) return known;
  const again = step.kit.db.dialect === 'mariadb' ? 'ON DUPLICATE KEY UPDATE id = id' : 'ON CONFLICT DO NOTHING';
  await step.tx.run(
    `INSERT INTO \`account\` (id, user_id, kind, balance, n, hash, overdraft) VALUES (?, ?, ?, 0, 0, '', 0) ${again}`,
    [id, userId, kind],
  );
  const made = await read(step, id);
  if (!made) throw new Error(`account ${id} could not be opened`);
  return made;
}

async function read({ tx, kit }: Step, id: string): Promise<Account | undefined> {
  const lock = kit.db.dialect === 'mariadb' ? ' FOR UPDATE' : '';
  const sql = `SELECT balance, n, hash, overdraft FROM \`account\` WHERE id = ?${lock}`;
  const [row] = await tx.rows<Raw>(sql, [id]);
  return (
    row && {
      id,
      balance: Number(row.balance),
      n: Number(row.n),
      hash: row.hash,
      overdraft: Number(row.overdraft) === 1,
    }
  );
}

/** Moves the account on to an entry that was just written; the database refuses anything else. */
export async function moveAccount(
  { tx }: Step,
  id: string,
  entry: { readonly n: number; readonly after: number; readonly hash: string },
): Promise<void> {
  const { changes } = await tx.run('UPDATE `account` SET balance = ?, n = ?, hash = ? WHERE id = ? AND n = ?', [
    ...[entry.after, entry.n, entry.hash],
    ...[id, entry.n - 1],
  ]);
  if (changes !== 1) throw new Error(`account ${id} moved under its lock`);
}
