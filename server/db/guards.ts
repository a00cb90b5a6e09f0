/**
 * What the database itself refuses, whoever asks: an entry of a ledger that does not follow from its account, an account
 * that moves without an entry, and a member's figure that is not its account's. Made at every start if missing.
 */
import type { Db, Tx } from '../context';

interface Guard {
  readonly name: string;
  readonly table: string;
  readonly event: 'INSERT' | 'UPDATE' | 'DELETE';
  /** Must hold for every row; NULL counts as broken. */
  readonly law: (joined: (...parts: readonly string[]) => string) => string;
}

const LEDGERS = [
  { kind: 'money', log: 'user_money_log' },
  { kind: 'score', log: 'user_score_log' },
] as const;

const entryGuard = ({ kind, log }: (typeof LEDGERS)[number]): Guard => ({
  name: `${log}__entry`,
  table: log,
  event: 'INSERT',
  law: (joined) => `NEW.\`${kind}\` <> 0 AND NEW.\`after\` = NEW.\`before\` + NEW.\`${kind}\` AND EXISTS (
    SELECT 1 FROM \`account\` a WHERE a.id = ${joined(`'${kind}:'`, 'NEW.user_id')} AND a.n + 1 = NEW.n AND a.balance = NEW.\`before\`
    AND (NEW.\`after\` >= 0 OR NEW.\`${kind}\` > 0 OR a.overdraft = 1)
  ) AND NEW.slot = ${joined('NEW.user_id', "':'", 'NEW.n')} AND NEW.hash <> '' AND NEW.idem <> ''`,
});
const entryOf = (joined: Parameters<Guard['law']>[0], { kind, log }: (typeof LEDGERS)[number]): string =>
  `(NEW.kind = '${kind}' AND EXISTS (SELECT 1 FROM \`${log}\` e WHERE e.slot_n = ${joined('NEW.user_id', "':'", 'NEW.n')} AND e.\`after\` = NEW.balance AND e.hash = NEW.hash))`;

export const GUARDS: readonly Guard[] = [
  ...LEDGERS.map(entryGuard),
  {
    name: 'account__opened',
    table: 'account',
    event: 'INSERT',
    law: (joined) =>
      `NEW.balance = 0 AND NEW.n = 0 AND NEW.hash = '' AND NEW.id = ${joined('NEW.kind', "':'", 'NEW.user_id')}`,
  },
  {
    name: 'account__moved',
    table: 'account',
    event: 'UPDATE',
    law: (joined) => `NEW.id = OLD.id AND NEW.user_id = OLD.user_id AND NEW.kind = OLD.kind AND (
    (NEW.balance = OLD.balance AND NEW.n = OLD.n AND NEW.hash = OLD.hash)
    OR (NEW.n = OLD.n + 1 AND (${LEDGERS.map((ledger) => entryOf(joined, ledger)).join(' OR ')})))`,
  },
  { name: 'account__closed', table: 'account', event: 'DELETE', law: () => '1 = 0' },
  { name: 'user__poor', table: 'user', event: 'INSERT', law: () => 'NEW.money = 0 AND NEW.score = 0' },
  {
    name: 'user__figures',
    table: 'user',
    event: 'UPDATE',
    law: (joined) =>
      LEDGERS.map(
        ({ kind }) =>
          `(NEW.\`${kind}\` = OLD.\`${kind}\` OR EXISTS (SELECT 1 FROM \`account\` a WHERE a.id = ${joined(`'${kind}:'`, 'NEW.id')} AND a.balance = NEW.\`${kind}\`))`,
      ).join(' AND '),
  },
];
const MESSAGE = 'the ledger decides';

const JOINED = {
  sqlite: (...parts: readonly string[]) => parts.join(' || '),
  mariadb: (...parts: readonly string[]) => `CONCAT(${parts.join(', ')})`,
} as const;

/** The statement that makes a guard. */
function guardSql(dialect: Db['dialect'], { name, table, event, law }: Guard): string {
  const broken = `NOT COALESCE((${law(JOINED[dialect]).replaceAll(/\s+/g, ' ')}), 0)`;
  const head = `CREATE TRIGGER IF NOT EXISTS \`${name}\` BEFORE ${event} ON \`${table}\` FOR EACH ROW`;
  return dialect === 'sqlite'
    ? `${head} WHEN ${broken} BEGIN SELECT RAISE(ABORT, '${MESSAGE}'); END`
    : `${head} BEGIN IF ${broken} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${MESSAGE}'; END IF; END`;
}

const namesIn = async (reader: Pick<Db, 'rows'>, dialect: Db['dialect'], of: 'tables' | 'triggers') => {
  const sqlite = `SELECT name FROM sqlite_master WHERE type = '${of.slice(0, -1)}'`;
  const mariadb =
    of === 'tables'
      ? 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()'
      : 'SELECT trigger_name AS name FROM information_schema.triggers WHERE trigger_schema = DATABASE()';
  const rows = await reader.rows<{ readonly name: string }>(dialect === 'sqlite' ? sqlite : mariadb);
  return new Set(rows.map(({ name }) => name));
};
const OWN_TABLES = ['account', 'user', ...LEDGERS.map(({ log }) => log)];

/** Guards that should be there and are not; none where there are no ledgers. */
export async function missingGuards(reader: Pick<Db, 'rows'>, dialect: Db['dialect']): Promise<readonly Guard[]> {
  const tables = await namesIn(reader, dialect, 'tables');
  if (!OWN_TABLES.every((name) => tables.has(name))) return [];
  const there = await namesIn(reader, dialect, 'triggers');
  return GUARDS.filter(({ name }) => !there.has(name));
}

/** Makes what is missing. */
export async function standGuard(tx: Tx, dialect: Db['dialect']): Promise<void> {
  for (const guard of await missingGuards(tx, dialect)) await tx.run(guardSql(dialect, guard));
}
