/** What the ledgers of a database hold, read beside the house and without its help; and the same with a fault in it, which is taken back at once. */
import { entities } from '../../common/entities/index';
import { registryOf } from '../../common/entity/registry';
import { readEnv } from '../../config/env';
import { verifyLedger } from '../db/verifyLedger';
import type { Db, Tx } from '../context';
import { openDb } from '../platform/db';
import { createLog } from '../platform/log';

export type Kind = 'money' | 'score';
export interface Entry {
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
export interface Account {
  readonly kind: Kind;
  readonly member: number;
  readonly balance: number;
  readonly n: number;
}
export interface Stored {
  /** In the order of their ids. */
  readonly entries: Readonly<Record<Kind, readonly Entry[]>>;
  readonly accounts: readonly Account[];
  /** What the members' rows show. */
  readonly figures: readonly { readonly member: number; readonly money: number; readonly score: number }[];
  /** How many entries the change log told of. */
  readonly told: Readonly<Record<Kind, number>>;
  /** What `verifyLedger` finds: sequence, sums, seals, guards. */
  readonly laws: readonly string[];
}
export interface Books {
  readonly read: () => Promise<Stored>;
  /** What would be read after these statements, which nothing guards against; afterwards all is as it was. */
  readonly tampered: (statements: readonly string[]) => Promise<Stored>;
  /** Does it for good. */
  readonly spoil: (statements: readonly string[]) => Promise<void>;
  readonly end: () => Promise<void>;
}

const registry = registryOf(entities);
const PAGE = 20_000;

/** `keys`: those of the installation, as its environment names them. */
export async function openBooks(databaseUrl: string, keys: string): Promise<Books> {
  const { database, appKeys } = readEnv({ DATABASE_URL: databaseUrl, APP_KEYS: keys });
  const db = await openDb({ database, log: createLog({ level: 'silent' }) });
  return {
    read: () => db.snapshot((tx) => readBooks(tx, db.dialect, appKeys)),
    tampered: (statements) => tamper(db, statements, (tx) => readBooks(tx, db.dialect, appKeys)),
    spoil: (statements) => db.transact((tx) => unguarded(tx, statements)),
    end: () => db.close(),
  };
}

class TakenBack extends Error {}

async function unguarded(tx: Tx, statements: readonly string[]): Promise<void> {
  const triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'";
  for (const { name } of await tx.rows<{ readonly name: string }>(triggers)) await tx.run(`DROP TRIGGER \`${name}\``);
  for (const statement of statements) await tx.run(statement);
}

/** On SQLite, where a transaction takes back what it did to triggers too. */
async function tamper(db: Db, statements: readonly string[], read: (tx: Tx) => Promise<Stored>): Promise<Stored> {
  const seen: Stored[] = [];
  const undone = db.transact(async (tx) => {
    await unguarded(tx, statements);
    seen.push(await read(tx));
    throw new TakenBack();
  });
  await undone.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  const [stored] = seen;
  if (stored === undefined) throw new Error('nothing was read');
  return stored;
}

async function readBooks(tx: Tx, dialect: Db['dialect'], keys: readonly string[]): Promise<Stored> {
  const { findings } = await verifyLedger(tx, { registry, keys, dialect });
  return {
    entries: { money: await entriesOf(tx, 'money'), score: await entriesOf(tx, 'score') },
    accounts: await accountsOf(tx),
    figures: (await tx.rows<Record<string, unknown>>('SELECT id, money, score FROM `user`')).map((row) => ({
      ...{ member: Number(row['id']), money: Number(row['money']), score: Number(row['score']) },
    })),
    told: { money: await toldOf(tx, 'user_money_log'), score: await toldOf(tx, 'user_score_log') },
    laws: findings.map(({ where, what }) => `${where}: ${what}`),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

async function entriesOf(tx: Tx, kind: Kind): Promise<Entry[]> {
  const entries: Entry[] = [];
  const sql = `SELECT * FROM \`user_${kind}_log\` WHERE id > ? ORDER BY id LIMIT ${PAGE}`;
  for (let more = true; more;) {
    const rows = await tx.rows<Record<string, unknown>>(sql, [entries.at(-1)?.id ?? 0]);
    entries.push(
      ...rows.map((row) => ({
        ...{ id: Number(row['id']), member: Number(row['user_id']), n: Number(row['n']), amount: Number(row[kind]) },
        ...{ before: Number(row['before']), after: Number(row['after']), memo: textOf(row['memo']) },
        ...{ type: textOf(row['type']), idem: textOf(row['idem']), hash: textOf(row['hash']) },
        ref: typeof row['ref'] === 'string' ? row['ref'] : null,
      })),
    );
    more = rows.length === PAGE;
  }
  return entries;
}

async function accountsOf(tx: Tx): Promise<Account[]> {
  const rows = await tx.rows<Record<string, unknown>>('SELECT user_id, kind, balance, n FROM `account`');
  return rows.map((row) => ({
    kind: row['kind'] === 'score' ? 'score' : 'money',
    ...{ member: Number(row['user_id']), balance: Number(row['balance']), n: Number(row['n']) },
  }));
}

async function toldOf(tx: Tx, entity: string): Promise<number> {
  const sql = "SELECT COUNT(*) AS n FROM change_log WHERE ent = ? AND op = 'c'";
  const [row] = await tx.rows<{ readonly n: number }>(sql, [entity]);
  return Number(row?.n);
}
