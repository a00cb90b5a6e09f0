/** Reads the ledgers of a database without the server; can also read them after tampering that is rolled back. */
import { stringOrEmpty } from '../../common/json';
import { entities } from '../../common/entities/index';
import { createRegistry } from '../../common/entity/registry';
import { readEnv } from '../../config/env';
import { verifyLedger } from '../db/verify/verifyLedger';
import type { Db, Tx } from '../context';
import type { LedgerKind } from '../../common/ledgerKind';
import { openDb } from '../platform/database/openDb';
import { createLog } from '../platform/log';

export interface LedgerEntry {
  readonly id: number;
  readonly member: number;
  readonly n: number;
  readonly amount: number;
  readonly before: number;
  readonly after: number;
  readonly memo: string;
  readonly type: string;
  readonly idem: string;
  readonly ref: string | null;
  readonly hash: string;
}
export interface LedgerAccount {
  readonly kind: LedgerKind;
  readonly member: number;
  readonly balance: number;
  readonly n: number;
}
export interface LedgerSnapshot {
  /** In the order of their ids. */
  readonly entries: Readonly<Record<LedgerKind, readonly LedgerEntry[]>>;
  readonly accounts: readonly LedgerAccount[];
  /** Balances in the members' rows. */
  readonly memberBalances: readonly { readonly member: number; readonly money: number; readonly score: number }[];
  /** Number of entries in the change log. */
  readonly loggedEntries: Readonly<Record<LedgerKind, number>>;
  /** Findings of `verifyLedger`: sequence, sums, hash chain, triggers. */
  readonly violations: readonly string[];
}
export interface LedgerReader {
  readonly read: () => Promise<LedgerSnapshot>;
  /** Reads after these statements, which run without triggers and are rolled back. */
  readonly readTampered: (statements: readonly string[]) => Promise<LedgerSnapshot>;
  /** Runs the statements without triggers and commits them. */
  readonly corrupt: (statements: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

const registry = createRegistry(entities);
const PAGE = 20_000;

/** `keys`: the value of `APP_KEYS`. */
export async function openLedgerReader(databaseUrl: string, keys: string): Promise<LedgerReader> {
  const { database, appKeys } = readEnv({ DATABASE_URL: databaseUrl, APP_KEYS: keys });
  const db = await openDb({ database, log: createLog({ level: 'silent' }) });
  return {
    read: () => db.snapshot((tx) => loadLedger(tx, db.dialect, appKeys)),
    readTampered: (statements) => readAfterTampering(db, statements, (tx) => loadLedger(tx, db.dialect, appKeys)),
    corrupt: (statements) => db.transact((tx) => runWithoutTriggers(tx, statements)),
    close: () => db.close(),
  };
}

class RollbackError extends Error {}

async function runWithoutTriggers(tx: Tx, statements: readonly string[]): Promise<void> {
  const triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'";
  for (const { name } of await tx.rows<{ readonly name: string }>(triggers)) await tx.run(`DROP TRIGGER \`${name}\``);
  for (const statement of statements) await tx.run(statement);
}

/** On SQLite, where a transaction also rolls back changes of triggers. */
async function readAfterTampering(
  db: Db,
  statements: readonly string[],
  read: (tx: Tx) => Promise<LedgerSnapshot>,
): Promise<LedgerSnapshot> {
  const snapshots: LedgerSnapshot[] = [];
  const rolledBack = db.transact(async (tx) => {
    await runWithoutTriggers(tx, statements);
    snapshots.push(await read(tx));
    throw new RollbackError();
  });
  await rolledBack.catch((error: unknown) => {
    if (!(error instanceof RollbackError)) throw error;
  });
  const [snapshot] = snapshots;
  if (snapshot === undefined) throw new Error('nothing was read');
  return snapshot;
}

async function loadLedger(tx: Tx, dialect: Db['dialect'], keys: readonly string[]): Promise<LedgerSnapshot> {
  const { findings } = await verifyLedger(tx, { registry, keys, dialect });
  return {
    entries: { money: await loadEntries(tx, 'money'), score: await loadEntries(tx, 'score') },
    accounts: await loadAccounts(tx),
    memberBalances: (await tx.rows<Record<string, unknown>>('SELECT id, money, score FROM `user`')).map((row) => ({
      member: Number(row['id']),
      money: Number(row['money']),
      score: Number(row['score']),
    })),
    loggedEntries: { money: await countLogged(tx, 'user_money_log'), score: await countLogged(tx, 'user_score_log') },
    violations: findings.map(({ where, what }) => `${where}: ${what}`),
  };
}

async function loadEntries(tx: Tx, kind: LedgerKind): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  const sql = `SELECT * FROM \`user_${kind}_log\` WHERE id > ? ORDER BY id LIMIT ${PAGE}`;
  for (let hasMore = true; hasMore;) {
    const rows = await tx.rows<Record<string, unknown>>(sql, [entries.at(-1)?.id ?? 0]);
    entries.push(
      ...rows.map((row) => ({
        id: Number(row['id']),
        member: Number(row['user_id']),
        n: Number(row['n']),
        amount: Number(row[kind]),
        before: Number(row['before']),
        after: Number(row['after']),
        memo: stringOrEmpty(row['memo']),
        type: stringOrEmpty(row['type']),
        idem: stringOrEmpty(row['idem']),
        hash: stringOrEmpty(row['hash']),
        ref: typeof row['ref'] === 'string' ? row['ref'] : null,
      })),
    );
    hasMore = rows.length === PAGE;
  }
  return entries;
}

async function loadAccounts(tx: Tx): Promise<LedgerAccount[]> {
  const rows = await tx.rows<Record<string, unknown>>('SELECT user_id, kind, balance, n FROM `account`');
  return rows.map((row) => ({
    kind: row['kind'] === 'score' ? 'score' : 'money',
    member: Number(row['user_id']),
    balance: Number(row['balance']),
    n: Number(row['n']),
  }));
}

async function countLogged(tx: Tx, entity: string): Promise<number> {
  const sql = "SELECT COUNT(*) AS n FROM change_log WHERE ent = ? AND op = 'c'";
  const [row] = await tx.rows<{ readonly n: number }>(sql, [entity]);
  return Number(row?.n);
}
