/** SQL of the steps of a migration plan, for each database. SQLite's own ALTER TABLE is used only to add and to drop a column. */
import type { Db } from '../../context';
import { quoteIdentifier, quoteIdentifiers } from '../../platform/database/sql';
import type { MigrationStep } from './planMigration';
import type { ColumnShape, IndexShape, TableShape } from './tableShape';

type Dialect = Db['dialect'];

/** Prefix lengths: MariaDB cannot index a whole TEXT. */
const INDEXED_TEXT = { unique: 700, plain: 255 } as const;

/** The statements of a step. On MariaDB each may run again after a crash, since DDL commits by itself there. */
function stepSql(dialect: Dialect, step: MigrationStep): string[] {
  return dialect === 'sqlite' ? sqliteDdl(step) : mariadbDdl(step);
}

/** The statements that create a table. */
export const createTable = (dialect: Dialect, table: TableShape): string[] =>
  stepSql(dialect, { do: 'create_table', table });

function sqliteDdl(step: MigrationStep): string[] {
  switch (step.do) {
    case 'create_table':
      return [
        sqliteTable(step.table, step.table.name),
        ...step.table.indexes.map((index) => sqliteIndex(step.table.name, index)),
        ...(step.table.appendOnly ? sqliteAppendOnlyTriggers(step.table) : []),
      ];
    case 'add_column':
      return [`ALTER TABLE ${quoteIdentifier(step.table)} ADD COLUMN ${columnSql(step.column)}`];
    case 'change_columns':
      return rebuildTable(step.table);
    case 'order_table':
      return step.columns.length === 0 ? [] : rebuildTable(step.table);
    case 'rename_column':
      return [renameColumn(step)];
    case 'drop_column':
      return [`ALTER TABLE ${quoteIdentifier(step.table)} DROP COLUMN ${quoteIdentifier(step.column)}`];
    case 'create_index':
      return [sqliteIndex(step.table.name, step.index)];
    case 'drop_index':
      return [`DROP INDEX IF EXISTS ${quoteIdentifier(step.index.name)}`];
    case 'add_append_only_triggers':
      return sqliteAppendOnlyTriggers(step.table);
    case 'drop_append_only_triggers':
      return dropAppendOnlyTriggers(step.table.name);
    case 'drop_table':
      return [`DROP TABLE IF EXISTS ${quoteIdentifier(step.table)}`];
  }
}

function mariadbDdl(step: MigrationStep): string[] {
  switch (step.do) {
    case 'create_table':
      return [mariadbTable(step.table), ...(step.table.appendOnly ? mariadbAppendOnlyTriggers(step.table) : [])];
    case 'add_column':
      return [`ALTER TABLE ${quoteIdentifier(step.table)} ADD COLUMN IF NOT EXISTS ${columnSql(step.column)}`];
    case 'change_columns':
      return [
        ...step.columns.flatMap((column) => fillNulls(step.table.name, column)),
        modifyColumns(step.table, step.columns),
      ];
    case 'order_table':
      return [
        ...(step.columns.length === 0 ? [] : [moveColumns(step.table, step.columns)]),
        ...step.indexes.flatMap((index) => moveIndex(step.table, index)),
      ];
    case 'rename_column':
      return [renameColumn(step)];
    case 'drop_column':
      return [`ALTER TABLE ${quoteIdentifier(step.table)} DROP COLUMN IF EXISTS ${quoteIdentifier(step.column)}`];
    case 'create_index':
      return [mariadbIndex(step.table, step.index)];
    case 'drop_index':
      return [`DROP INDEX IF EXISTS ${quoteIdentifier(step.index.name)} ON ${quoteIdentifier(step.table.name)}`];
    case 'add_append_only_triggers':
      return mariadbAppendOnlyTriggers(step.table);
    case 'drop_append_only_triggers':
      return dropAppendOnlyTriggers(step.table.name);
    case 'drop_table':
      return [`DROP TABLE IF EXISTS ${quoteIdentifier(step.table)}`];
  }
}

/** Both databases rename the column in its indexes too. */
const renameColumn = ({ table, from, to }: { readonly table: string; readonly from: string; readonly to: string }) =>
  `ALTER TABLE ${quoteIdentifier(table)} RENAME COLUMN ${quoteIdentifier(from)} TO ${quoteIdentifier(to)}`;

/** All statements of a plan, in order. */
export const planSql = (dialect: Dialect, steps: readonly MigrationStep[]): string[] =>
  steps.flatMap((step) => stepSql(dialect, step));

function sqlLiteral(value: string | number): string {
  if (typeof value === 'number') return String(value);
  // the two databases read a backslash differently, and no default needs one
  if (value.includes('\\')) throw new Error('a default cannot contain a backslash');
  return `'${value.replaceAll("'", "''")}'`;
}
const defaultSql = ({ default: value }: ColumnShape) => (value === null ? '' : ` DEFAULT ${sqlLiteral(value)}`);
const columnSql = (column: ColumnShape): string =>
  `${quoteIdentifier(column.name)} ${column.type}${column.notNull ? ' NOT NULL' : ''}${defaultSql(column)}`;

function sqliteTable(table: TableShape, name: string): string {
  const lines = table.columns.map((column) => {
    if (column.name !== table.primary) return columnSql(column);
    // in SQLite a primary key of exactly this type is the rowid, which needs no separate index
    if (column.type === 'BIGINT')
      return `${quoteIdentifier(column.name)} INTEGER PRIMARY KEY${table.auto ? ' AUTOINCREMENT' : ''}`;
    return `${columnSql(column)} PRIMARY KEY`;
  });
  return `CREATE TABLE IF NOT EXISTS ${quoteIdentifier(name)} (${lines.join(', ')})`;
}
const sqliteIndex = (table: string, index: IndexShape): string =>
  `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${quoteIdentifier(index.name)} ON ${quoteIdentifier(table)} (${quoteIdentifiers(index.columns)})`;

const triggerNames = (table: string) => ({ update: `${table}__no_update`, delete: `${table}__no_delete` });
type AppendOnlyTable = Pick<TableShape, 'name' | 'keptMs' | 'columns'>;
/** The time of a row in milliseconds: system tables have `at`, entities the seconds of `create_time`. */
const rowTimeSql = ({ columns }: AppendOnlyTable): string =>
  columns.some(({ name }) => name === 'at') ? 'OLD.`at`' : 'OLD.`create_time` * 1000';
/** The condition for rows of an append-only table that a verb is refused for; undefined: for all rows. */
const retentionCondition = (verb: string, table: AppendOnlyTable, nowMs: string): string | undefined =>
  verb === 'delete' && table.keptMs !== undefined ? `${rowTimeSql(table)} > ${nowMs} - ${table.keptMs}` : undefined;
const sqliteAppendOnlyTriggers = (table: AppendOnlyTable): string[] =>
  Object.entries(triggerNames(table.name)).map(([verb, name]) => {
    const condition = retentionCondition(verb, table, "CAST(strftime('%s', 'now') AS INTEGER) * 1000");
    const whenClause = condition === undefined ? '' : `WHEN ${condition} `;
    return `CREATE TRIGGER IF NOT EXISTS ${quoteIdentifier(name)} BEFORE ${verb.toUpperCase()} ON ${quoteIdentifier(table.name)} ${whenClause}BEGIN SELECT RAISE(ABORT, 'append-only'); END`;
  });
const mariadbAppendOnlyTriggers = (table: AppendOnlyTable): string[] =>
  Object.entries(triggerNames(table.name)).map(([verb, name]) => {
    const condition = retentionCondition(verb, table, 'UNIX_TIMESTAMP() * 1000');
    const raiseError = "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'append-only'";
    const body = condition === undefined ? raiseError : `IF ${condition} THEN ${raiseError}; END IF`;
    return `CREATE TRIGGER IF NOT EXISTS ${quoteIdentifier(name)} BEFORE ${verb.toUpperCase()} ON ${quoteIdentifier(table.name)} FOR EACH ROW ${body}`;
  });
const dropAppendOnlyTriggers = (table: string): string[] =>
  Object.values(triggerNames(table)).map((name) => `DROP TRIGGER IF EXISTS ${quoteIdentifier(name)}`);
/** Reads from the triggers whether a table is append-only: for all rows, for rows younger than a time, or not at all. */
export function parseAppendOnly(
  table: string,
  triggers: readonly { readonly name: string; readonly body: string }[],
): Pick<TableShape, 'appendOnly' | 'keptMs'> {
  const names = triggerNames(table);
  const bodies = new Map(triggers.map(({ name, body }) => [name, body]));
  const retention = /OLD\.`(?:at|create_time)`(?: \* 1000)? > .* - (\d+)/.exec(bodies.get(names.delete) ?? '')?.[1];
  const appendOnly = Object.values(names).every((name) => bodies.has(name));
  return { appendOnly, ...(retention === undefined ? {} : { keptMs: Number(retention) }) };
}

/**
 * SQLite's documented procedure for all other changes: a new table takes over rows, numbering, indexes and triggers. No table has foreign
 * keys, so dropping the old one cascades to none.
 */
function rebuildTable(table: TableShape): string[] {
  const { name, columns, primary, auto, indexes, appendOnly } = table;
  const temporaryName = `${name.slice(0, 58)}__new`;
  const values = columns.map((column) =>
    column.notNull && column.default !== null && column.name !== primary
      ? `COALESCE(${quoteIdentifier(column.name)}, ${sqlLiteral(column.default)})`
      : quoteIdentifier(column.name),
  );
  const autoincrementSql = [
    `DELETE FROM sqlite_sequence WHERE name = '${temporaryName}'`,
    `INSERT INTO sqlite_sequence (name, seq) SELECT '${temporaryName}', seq FROM sqlite_sequence WHERE name = '${name}'`,
  ];
  return [
    `DROP TABLE IF EXISTS ${quoteIdentifier(temporaryName)}`,
    sqliteTable(table, temporaryName),
    `INSERT INTO ${quoteIdentifier(temporaryName)} (${quoteIdentifiers(columns.map((column) => column.name))}) SELECT ${values.join(', ')} FROM ${quoteIdentifier(name)}`,
    ...(auto ? autoincrementSql : []),
    `DROP TABLE ${quoteIdentifier(name)}`,
    `ALTER TABLE ${quoteIdentifier(temporaryName)} RENAME TO ${quoteIdentifier(name)}`,
    ...indexes.map((index) => sqliteIndex(name, index)),
    ...(appendOnly ? sqliteAppendOnlyTriggers(table) : []),
  ];
}

function indexPart(table: TableShape, { unique, columns }: IndexShape): string {
  const parts = columns.map((name) => {
    const isText = table.columns.some((column) => column.name === name && column.type.endsWith('TEXT'));
    return isText
      ? `${quoteIdentifier(name)}(${unique ? INDEXED_TEXT.unique : INDEXED_TEXT.plain})`
      : quoteIdentifier(name);
  });
  return `(${parts.join(', ')})`;
}
const mariadbIndex = (table: TableShape, index: IndexShape): string =>
  `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${quoteIdentifier(index.name)} ON ${quoteIdentifier(table.name)} ${indexPart(table, index)}`;

function mariadbTable(table: TableShape): string {
  const lines = [
    ...table.columns.map((column) =>
      table.auto && column.name === table.primary ? `${columnSql(column)} AUTO_INCREMENT` : columnSql(column),
    ),
    `PRIMARY KEY (${quoteIdentifier(table.primary)})`,
    ...table.indexes.map(
      (index) => `${index.unique ? 'UNIQUE ' : ''}KEY ${quoteIdentifier(index.name)} ${indexPart(table, index)}`,
    ),
  ];
  // NOPAD and binary: two texts are equal only when they are identical, as in SQLite
  const options = 'ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin';
  return `CREATE TABLE IF NOT EXISTS ${quoteIdentifier(table.name)} (${lines.join(', ')}) ${options}`;
}

/** Fills NULLs with the default before the column becomes NOT NULL. */
const fillNulls = (table: string, column: ColumnShape): string[] =>
  column.notNull && column.default !== null
    ? [
        `UPDATE ${quoteIdentifier(table)} SET ${quoteIdentifier(column.name)} = ${sqlLiteral(column.default)} WHERE ${quoteIdentifier(column.name)} IS NULL`,
      ]
    : [];
const modifyColumns = (table: TableShape, columns: readonly ColumnShape[]): string =>
  `ALTER TABLE ${quoteIdentifier(table.name)} ${columns.map((column) => `MODIFY COLUMN ${columnSql(column)}`).join(', ')}`;

/** Moves columns behind those that precede them in the table; the server reads the clauses one after the other. */
function moveColumns(table: TableShape, columns: readonly ColumnShape[]): string {
  const names = table.columns.map(({ name }) => name);
  const clauses = columns.map((column) => {
    const before = names[names.indexOf(column.name) - 1];
    return `MODIFY COLUMN ${columnSql(column)} ${before === undefined ? 'FIRST' : `AFTER ${quoteIdentifier(before)}`}`;
  });
  return `ALTER TABLE ${quoteIdentifier(table.name)} ${clauses.join(', ')}`;
}

/** Moves an index to the end: the server ignores a drop and a new index of the same name in one statement. */
function moveIndex(table: TableShape, { name, ...index }: IndexShape): string[] {
  const alter = `ALTER TABLE ${quoteIdentifier(table.name)}`;
  const temporaryName = quoteIdentifier(`${name.slice(0, 58)}__new`);
  const added = `${index.unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${temporaryName} ${indexPart(table, { name, ...index })}`;
  return [
    `${alter} ADD ${added}`,
    `${alter} DROP INDEX ${quoteIdentifier(name)}, RENAME INDEX ${temporaryName} TO ${quoteIdentifier(name)}`,
  ];
}
