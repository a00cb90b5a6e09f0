/** Data migration: encrypts activation codes stored in clear, and shortens them in all logs that recorded them. */
import type { Registry } from '../../../common/entity/registry';
import { normalizeForSearch } from '../../../common/text/normalize';
import { CODE_GROUP, CODE_GROUPS, CODE_LETTERS, CODE_VISIBLE_LENGTH } from '../../../common/text/activationCode';
import { encryptCode } from '../../access/codes/activationCodes';
import { planSql } from '../../engine/schema/ddl';
import { buildTableShape, type TableShape } from '../../engine/schema/tableShape';
import type { Db, Log, SqlValue, Tx } from '../../context';
import { quoteIdentifier, quoteIdentifiers, placeholders } from '../../platform/database/sql';
import { SYSTEM_TABLES } from '../schema/systemTables';

/** Input of a data migration, for steps that SQL cannot express. */
export interface DataMigrationContext {
  readonly tx: Tx;
  readonly dialect: Db['dialect'];
  readonly registry: Registry;
  /** The keys of the installation. */
  readonly keys: readonly string[];
  readonly log: Log;
}

const GROUP = `[${CODE_LETTERS}]{${CODE_GROUP}}`;
/** A code as the server writes it; normalized columns contain it in lower case. */
const CODE_PATTERN = new RegExp(
  `(?<![0-9A-Za-z])${Array.from({ length: CODE_GROUPS }, () => GROUP).join('-')}(?![0-9A-Za-z])`,
  'gi',
);
const LIKE_PATTERN = `%${Array.from({ length: CODE_GROUPS }, () => '_'.repeat(CODE_GROUP)).join('-')}%`;
const BATCH_SIZE = 200;

/** Tables that may contain recorded codes, with their primary key, the text columns, and the condition for the rows. */
interface CodeLocation {
  readonly table: string;
  readonly key: string;
  readonly texts: readonly string[];
  readonly where: string;
}
const WATCHED_CODES = "data_table = 'activation_code'";
const CODE_LOCATIONS: readonly CodeLocation[] = [
  {
    table: 'change_log',
    key: 'seq',
    texts: ['img', 'prev'],
    where: "ent IN ('activation_code', 'recycle_log', 'sensitive_log', 'notice')",
  },
  { table: 'record_history', key: 'seq', texts: ['diff'], where: "ent = 'activation_code'" },
  { table: 'recycle_log', key: 'id', texts: ['title', 'title_n', 'data'], where: WATCHED_CODES },
  { table: 'sensitive_log', key: 'id', texts: ['title', 'title_n', 'before', 'after'], where: WATCHED_CODES },
  { table: 'notice', key: 'id', texts: ['params'], where: "params LIKE '%activation_code%'" },
  { table: 'mutation_log', key: 'mid', texts: ['response'], where: "response LIKE '%use_status%'" },
];

/** Idempotent: a run after a crash continues. */
export async function encryptCodes(context: DataMigrationContext): Promise<void> {
  await encryptRows(context);
  for (const location of CODE_LOCATIONS) await shortenCodes(context, location);
}

async function encryptRows({ tx, keys }: DataMigrationContext): Promise<void> {
  const select = `SELECT id, code FROM activation_code WHERE sealed IS NULL ORDER BY id LIMIT ${BATCH_SIZE}`;
  for (;;) {
    const rows = await tx.rows<{ id: number; code: string }>(select);
    if (rows.length === 0) return;
    for (const { id, code: whole } of rows) {
      const { code, sealed: encrypted, mark: blindIndex } = encryptCode(keys, whole);
      await tx.run('UPDATE activation_code SET code = ?, code_n = ?, sealed = ?, mark = ?, mark_n = ? WHERE id = ?', [
        ...[code, normalizeForSearch(code), encrypted, blindIndex, blindIndex],
        id,
      ]);
    }
  }
}

async function shortenCodes(context: DataMigrationContext, location: CodeLocation): Promise<void> {
  const { tx, dialect, registry } = context;
  const { table, key, texts, where } = location;
  const likeConditions = texts.map((text) => `${quoteIdentifier(text)} LIKE ?`).join(' OR ');
  const sql = `SELECT ${quoteIdentifier(key)} AS k FROM ${quoteIdentifier(table)} WHERE ${where} AND (${likeConditions})`;
  const found = await tx.rows<{ k: number | string }>(
    sql,
    texts.map(() => LIKE_PATTERN),
  );
  if (found.length === 0) return;
  const shape = getShape(registry, table);
  const runSteps = async (step: 'drop_append_only_triggers' | 'add_append_only_triggers') => {
    if (shape.appendOnly) for (const sql of planSql(dialect, [{ do: step, table: shape }])) await tx.run(sql);
  };
  await runSteps('drop_append_only_triggers');
  for (let index = 0; index < found.length; index += BATCH_SIZE)
    await shortenRows(
      tx,
      location,
      found.slice(index, index + BATCH_SIZE).map(({ k }) => k),
    );
  await runSteps('add_append_only_triggers');
}

function getShape(registry: Registry, name: string): TableShape {
  const entity = registry.get(name);
  const shape = entity ? buildTableShape(entity) : SYSTEM_TABLES.find((table) => table.name === name);
  if (shape === undefined) throw new Error(`there is no table ${name}`);
  return shape;
}

async function shortenRows(
  tx: Tx,
  { table, key, texts }: CodeLocation,
  keys: readonly (number | string)[],
): Promise<void> {
  const sql = `SELECT ${quoteIdentifiers([key, ...texts])} FROM ${quoteIdentifier(table)} WHERE ${quoteIdentifier(key)} IN (${placeholders(keys.length)})`;
  const set = texts.map((text) => `${quoteIdentifier(text)} = ?`).join(', ');
  for (const row of await tx.rows<Readonly<Record<string, SqlValue>>>(sql, keys)) {
    const values = texts.map((text) => shortenInText(row[text] ?? null));
    await tx.run(`UPDATE ${quoteIdentifier(table)} SET ${set} WHERE ${quoteIdentifier(key)} = ?`, [
      ...values,
      row[key] ?? null,
    ]);
  }
}
const shortenInText = (value: SqlValue): SqlValue =>
  typeof value === 'string' ? value.replace(CODE_PATTERN, (code) => code.slice(-CODE_VISIBLE_LENGTH)) : value;
