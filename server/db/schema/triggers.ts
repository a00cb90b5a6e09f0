/**
 * Constraints that the database enforces against every client: a ledger entry follows from its account, an account changes only with an
 * entry, and a member's balance equals its account. Missing triggers are created at every start.
 */
import type { Db, Tx } from '../../context';

interface TriggerDefinition {
  readonly name: string;
  readonly table: string;
  readonly event: 'INSERT' | 'UPDATE' | 'DELETE';
  /** Must be true for every row; NULL counts as false. */
  readonly condition: (concat: (...parts: readonly string[]) => string) => string;
}

const LEDGERS = [
  { kind: 'money', log: 'user_money_log' },
  { kind: 'score', log: 'user_score_log' },
] as const;

/** Protects the ledger: an entry continues the account without a gap, changes it by its amount, and goes below zero only where that is allowed. */
const entryTrigger = ({ kind, log }: (typeof LEDGERS)[number]): TriggerDefinition => ({
  name: `${log}__entry`,
  table: log,
  event: 'INSERT',
  condition: (concat) => `NEW.\`${kind}\` <> 0 AND NEW.\`after\` = NEW.\`before\` + NEW.\`${kind}\` AND EXISTS (
    SELECT 1 FROM \`account\` a WHERE a.id = ${concat(`'${kind}:'`, 'NEW.user_id')} AND a.n + 1 = NEW.n AND a.balance = NEW.\`before\`
    AND (NEW.\`after\` >= 0 OR NEW.\`${kind}\` > 0 OR a.overdraft = 1)
  ) AND NEW.slot = ${concat('NEW.user_id', "':'", 'NEW.n')} AND NEW.hash <> '' AND NEW.idem <> ''`,
});
const entryCondition = (
  concat: Parameters<TriggerDefinition['condition']>[0],
  { kind, log }: (typeof LEDGERS)[number],
): string =>
  `(NEW.kind = '${kind}' AND EXISTS (SELECT 1 FROM \`${log}\` e WHERE e.slot_n = ${concat('NEW.user_id', "':'", 'NEW.n')} AND e.\`after\` = NEW.balance AND e.hash = NEW.hash))`;

export const TRIGGERS: readonly TriggerDefinition[] = [
  ...LEDGERS.map(entryTrigger),
  // Protects new accounts: they begin with the balance 0 and without entries.
  {
    name: 'account__opened',
    table: 'account',
    event: 'INSERT',
    condition: (concat) =>
      `NEW.balance = 0 AND NEW.n = 0 AND NEW.hash = '' AND NEW.id = ${concat('NEW.kind', "':'", 'NEW.user_id')}`,
  },
  // Protects balances: an account changes only with the entry that explains the new balance.
  {
    name: 'account__moved',
    table: 'account',
    event: 'UPDATE',
    condition: (concat) => `NEW.id = OLD.id AND NEW.user_id = OLD.user_id AND NEW.kind = OLD.kind AND (
    (NEW.balance = OLD.balance AND NEW.n = OLD.n AND NEW.hash = OLD.hash)
    OR (NEW.n = OLD.n + 1 AND (${LEDGERS.map((ledger) => entryCondition(concat, ledger)).join(' OR ')})))`,
  },
  // Protects accounts: none is ever deleted.
  { name: 'account__closed', table: 'account', event: 'DELETE', condition: () => '1 = 0' },
  // Protects new members: they begin without balance and points.
  { name: 'user__poor', table: 'user', event: 'INSERT', condition: () => 'NEW.money = 0 AND NEW.score = 0' },
  // Protects balance and points in the row of a member: they equal those of the account.
  {
    name: 'user__figures',
    table: 'user',
    event: 'UPDATE',
    condition: (concat) =>
      LEDGERS.map(
        ({ kind }) =>
          `(NEW.\`${kind}\` = OLD.\`${kind}\` OR EXISTS (SELECT 1 FROM \`account\` a WHERE a.id = ${concat(`'${kind}:'`, 'NEW.id')} AND a.balance = NEW.\`${kind}\`))`,
      ).join(' AND '),
  },
];
const MESSAGE = 'the ledger decides';

const CONCAT = {
  sqlite: (...parts: readonly string[]) => parts.join(' || '),
  mariadb: (...parts: readonly string[]) => `CONCAT(${parts.join(', ')})`,
} as const;

/** The statement that creates a trigger. */
function createTriggerSql(dialect: Db['dialect'], { name, table, event, condition }: TriggerDefinition): string {
  const violated = `NOT COALESCE((${condition(CONCAT[dialect]).replaceAll(/\s+/g, ' ')}), 0)`;
  const head = `CREATE TRIGGER IF NOT EXISTS \`${name}\` BEFORE ${event} ON \`${table}\` FOR EACH ROW`;
  return dialect === 'sqlite'
    ? `${head} WHEN ${violated} BEGIN SELECT RAISE(ABORT, '${MESSAGE}'); END`
    : `${head} BEGIN IF ${violated} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${MESSAGE}'; END IF; END`;
}

const existingNames = async (reader: Pick<Db, 'rows'>, dialect: Db['dialect'], of: 'tables' | 'triggers') => {
  const sqlite = `SELECT name FROM sqlite_master WHERE type = '${of.slice(0, -1)}'`;
  const mariadb =
    of === 'tables'
      ? 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()'
      : 'SELECT trigger_name AS name FROM information_schema.triggers WHERE trigger_schema = DATABASE()';
  const rows = await reader.rows<{ readonly name: string }>(dialect === 'sqlite' ? sqlite : mariadb);
  return new Set(rows.map(({ name }) => name));
};
const LEDGER_TABLES = ['account', 'user', ...LEDGERS.map(({ log }) => log)];

/** Triggers that are missing; none where there are no ledgers. */
export async function missingTriggers(
  reader: Pick<Db, 'rows'>,
  dialect: Db['dialect'],
): Promise<readonly TriggerDefinition[]> {
  const tables = await existingNames(reader, dialect, 'tables');
  if (!LEDGER_TABLES.every((name) => tables.has(name))) return [];
  const existing = await existingNames(reader, dialect, 'triggers');
  return TRIGGERS.filter(({ name }) => !existing.has(name));
}

/** Creates the missing triggers. */
export async function createMissingTriggers(tx: Tx, dialect: Db['dialect']): Promise<void> {
  for (const trigger of await missingTriggers(tx, dialect)) await tx.run(createTriggerSql(dialect, trigger));
}
