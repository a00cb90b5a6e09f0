/** Ledger accounts of members: locked by a booking, so that the entries of one account form one sequence. */
import { rowLockClause } from '../../platform/database/sql';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Tx } from '../../context';
import { placeholders } from '../../platform/database/sql';
import { runBatched, runBatchedWrite } from '../../platform/database/txBatch';
import type { LedgerKind } from '../../../common/ledgerKind';
import { ledgerAccountId } from './ledgerChain';

export interface Account {
  readonly id: string;
  readonly balance: number;
  /** Number of entries. */
  readonly n: number;
  /** HMAC of the last entry. */
  readonly hash: string;
  /** Whether the balance may be negative. */
  readonly overdraft: boolean;
}
interface AccountRow {
  readonly id: string;
  readonly balance: number;
  readonly n: number;
  readonly hash: string;
  readonly overdraft: number;
}

/** Locks the account until the transaction ends; creates it when the member has none. */
export async function lockAccount(hook: HookContext, kind: LedgerKind, userId: number): Promise<Account> {
  const id = ledgerAccountId(kind, userId);
  const known = await loadLockedAccount(hook, id);
  if (known) return known;
  const onConflict =
    hook.services.db.dialect === 'mariadb' ? 'ON DUPLICATE KEY UPDATE id = id' : 'ON CONFLICT DO NOTHING';
  await hook.tx.run(
    `INSERT INTO \`account\` (id, user_id, kind, balance, n, hash, overdraft) VALUES (?, ?, ?, 0, 0, '', 0) ${onConflict}`,
    [id, userId, kind],
  );
  const created = await loadLockedAccount(hook, id);
  if (!created) throw new Error(`account ${id} could not be created`);
  return created;
}

/** The current balance, read without a lock for a first check. */
export async function loadLedgerAccount({ tx }: HookContext, kind: LedgerKind, userId: number) {
  const [account] = await loadLedgerAccounts(tx, '', [ledgerAccountId(kind, userId)]);
  return account ?? { balance: 0, overdraft: false };
}

function loadLockedAccount({ tx, services }: HookContext, id: string): Promise<Account | undefined> {
  tx.batch?.claimLock(`account:${id}`);
  return runBatched(tx, 'lock accounts', id, (ids, shared) =>
    loadLedgerAccounts(shared, rowLockClause(services.db.dialect), ids),
  );
}

async function loadLedgerAccounts(tx: Tx, lock: string, ids: readonly string[]) {
  const sql = `SELECT id, balance, n, hash, overdraft FROM \`account\` WHERE id IN (${placeholders(ids.length)}) ORDER BY id${lock}`;
  const rows = await tx.rows<AccountRow>(sql, ids);
  const accounts = new Map(rows.map((row) => [row.id, toAccount(row)]));
  return ids.map((id) => accounts.get(id));
}

const toAccount = ({ id, balance, n, hash, overdraft }: AccountRow): Account => ({
  id,
  balance: Number(balance),
  n: Number(n),
  hash,
  overdraft: Number(overdraft) === 1,
});

/** Updates the account to the new entry; the database refuses any other update. */
export async function advanceAccount(
  { tx }: HookContext,
  id: string,
  entry: { readonly n: number; readonly after: number; readonly hash: string },
): Promise<void> {
  const sql = 'UPDATE `account` SET balance = ?, n = ?, hash = ? WHERE id = ? AND n = ?';
  const advance = [...[entry.after, entry.n, entry.hash], ...[id, entry.n - 1]];
  await runBatchedWrite(tx, 'advance accounts', advance, async (advances, shared) => {
    if ((await shared.runMany(sql, advances)) !== advances.length)
      throw new Error('the account was updated by another transaction although its row is locked');
    return advances;
  });
}
