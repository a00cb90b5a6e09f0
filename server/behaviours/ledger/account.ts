/** Accounts of members as a booking sees them: locked, so that entries of one account stand in one line. */
import { lockClause } from '../../engine/write/hookContext';
import type { HookContext } from '../../engine/write/writer';
import type { Tx } from '../../context';
import { marks } from '../../platform/sql';
import { inSets, writeInSets } from '../../platform/together';
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
  readonly id: string;
  readonly balance: number;
  readonly n: number;
  readonly hash: string;
  readonly overdraft: number;
}

/** The account, locked until the act ends; made when the member has none yet. */
export async function lockAccount(hook: HookContext, kind: LedgerKind, userId: number): Promise<Account> {
  const id = accountId(kind, userId);
  const known = await read(hook, id);
  if (known) return known;
  const again = hook.services.db.dialect === 'mariadb' ? 'ON DUPLICATE KEY UPDATE id = id' : 'ON CONFLICT DO NOTHING';
  await hook.tx.run(
    `INSERT INTO \`account\` (id, user_id, kind, balance, n, hash, overdraft) VALUES (?, ?, ?, 0, 0, '', 0) ${again}`,
    [id, userId, kind],
  );
  const made = await read(hook, id);
  if (!made) throw new Error(`account ${id} could not be opened`);
  return made;
}

/** What the account stands at just now, for a first judgement; nobody waits for it. */
export async function viewAccount({ tx }: HookContext, kind: LedgerKind, userId: number) {
  const [account] = await readAll(tx, '', [accountId(kind, userId)]);
  return account ?? { balance: 0, overdraft: false };
}

function read({ tx, services }: HookContext, id: string): Promise<Account | undefined> {
  tx.batch?.claimLock(`account:${id}`);
  return inSets(tx, 'lock accounts', id, (ids, shared) => readAll(shared, lockClause(services.db.dialect), ids));
}

async function readAll(tx: Tx, lock: string, ids: readonly string[]) {
  const sql = `SELECT id, balance, n, hash, overdraft FROM \`account\` WHERE id IN (${marks(ids.length)}) ORDER BY id${lock}`;
  const rows = await tx.rows<Raw>(sql, ids);
  const accounts = new Map(rows.map((row) => [row.id, accountOf(row)]));
  return ids.map((id) => accounts.get(id));
}

const accountOf = ({ id, balance, n, hash, overdraft }: Raw): Account => ({
  id,
  balance: Number(balance),
  n: Number(n),
  hash,
  overdraft: Number(overdraft) === 1,
});

/** Moves the account on to an entry that was just written; the database refuses anything else. */
export async function moveAccount(
  { tx }: HookContext,
  id: string,
  entry: { readonly n: number; readonly after: number; readonly hash: string },
): Promise<void> {
  const sql = 'UPDATE `account` SET balance = ?, n = ?, hash = ? WHERE id = ? AND n = ?';
  const move = [...[entry.after, entry.n, entry.hash], ...[id, entry.n - 1]];
  await writeInSets(tx, 'move accounts', move, async (moves, shared) => {
    if ((await shared.runMany(sql, moves)) !== moves.length) throw new Error('an account moved under its lock');
    return moves;
  });
}
