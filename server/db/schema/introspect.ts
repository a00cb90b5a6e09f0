/** Reads the schema of a database in the form that the definitions produce. */
import { parseAppendOnly } from '../../engine/schema/ddl';
import type { ColumnShape, IndexShape, TableShape } from '../../engine/schema/tableShape';
import type { Db } from '../../context';

type Reader = Pick<Db, 'rows'>;

/** Every table in a fixed order: two schemas are equal when their descriptions are equal. */
export async function introspectSchema(reader: Reader, dialect: Db['dialect']): Promise<TableShape[]> {
  return sortSchema(await introspectTables(reader, dialect));
}

/** Every table, or one by name, with its columns in the order in which the table has them. */
export const introspectTables = (reader: Reader, dialect: Db['dialect'], only?: string): Promise<TableShape[]> =>
  dialect === 'sqlite' ? introspectSqlite(reader, only) : introspectMariadb(reader, only);

/** One table as the database has it now; undefined when it has none. Reads only the description of this table. */
export async function introspectTable(
  reader: Reader,
  dialect: Db['dialect'],
  name: string,
): Promise<TableShape | undefined> {
  if (SURROGATE.test(name)) return undefined;
  const tables = dialect === 'sqlite' ? await introspectSqlite(reader, name) : await introspectMariadb(reader, name);
  // MariaDB compares the names in its description without case and trailing spaces.
  return sortSchema(tables).find((table) => table.name === name);
}
/** Characters above U+FFFF: identifiers of MariaDB have none, and it refuses to compare them with such a text. */
const SURROGATE = /[\uD800-\uDFFF]/;

const byName = <T extends { readonly name: string }>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => (a.name < b.name ? -1 : 1));
/** The same schema sorted by name, since the order of columns has no meaning. */
export const sortSchema = (tables: readonly TableShape[]): TableShape[] =>
  byName(tables).map((table) => ({ ...table, columns: byName(table.columns), indexes: byName(table.indexes) }));

/** `'it''s'` → it's, `0` → 0. */
function readDefault(text: string | null): string | number | null {
  if (text === null || text === 'NULL') return null;
  if (!text.startsWith("'")) return Number(text);
  return text.slice(1, -1).replaceAll("''", "'").replaceAll("\\'", "'");
}
const readType = (text: string): string =>
  text.toUpperCase() === 'INTEGER' ? 'BIGINT' : text.toUpperCase().replace(/^(BIGINT|DOUBLE)\(.*\)$/, '$1');

function groupByTable<T extends { readonly tbl: string }>(rows: readonly T[]): (table: string) => T[] {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(row.tbl, [...(groups.get(row.tbl) ?? []), row]);
  return (table) => groups.get(table) ?? [];
}

interface RawColumn {
  readonly tbl: string;
  readonly name: string;
  readonly type: string;
  readonly required: number;
  readonly value: string | null;
  readonly pk: number;
  readonly auto: number;
}
interface RawIndexColumn {
  readonly tbl: string;
  readonly name: string;
  readonly is_unique: number;
  readonly col: string;
}
interface RawTrigger {
  readonly tbl: string;
  readonly name: string;
  readonly body: string;
}

const columnShape = (raw: RawColumn): ColumnShape => ({
  name: raw.name,
  type: readType(raw.type),
  notNull: raw.required === 1 || raw.pk > 0,
  default: readDefault(raw.value),
});
function indexShapes(rows: readonly RawIndexColumn[]): IndexShape[] {
  const names = [...new Set(rows.map((row) => row.name))];
  return names.map((name) => {
    const parts = rows.filter((row) => row.name === name);
    return { name, unique: parts[0]?.is_unique === 1, columns: parts.map((row) => row.col) };
  });
}

interface RawSchema {
  readonly tables: readonly { readonly name: string }[];
  readonly columns: readonly RawColumn[];
  readonly indexes: readonly RawIndexColumn[];
  readonly triggers: readonly RawTrigger[];
}
function buildTables({ tables, columns, indexes, triggers }: RawSchema): TableShape[] {
  const columnsOf = groupByTable(columns);
  const indexesOf = groupByTable(indexes);
  const triggersOf = groupByTable(triggers);
  return tables.map(({ name }) => ({
    name,
    columns: columnsOf(name).map(columnShape),
    primary: columnsOf(name).find((column) => column.pk > 0)?.name ?? '',
    auto: columnsOf(name).some((column) => column.auto === 1),
    indexes: indexShapes(indexesOf(name)),
    ...parseAppendOnly(name, triggersOf(name)),
  }));
}

async function introspectSqlite({ rows }: Reader, only?: string): Promise<TableShape[]> {
  const named = only === undefined ? '' : ' AND m.name = ?';
  const ownTables = `m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'${named}`;
  const params = only === undefined ? [] : [only];
  return buildTables({
    tables: await rows(`SELECT m.name FROM sqlite_master m WHERE ${ownTables}`, params),
    columns: await rows(
      `SELECT m.name AS tbl, c.name, c.type, c."notnull" AS required, c.dflt_value AS value, c.pk,
         c.pk > 0 AND m.sql LIKE '%AUTOINCREMENT%' AS auto
       FROM sqlite_master m, pragma_table_info(m.name) c WHERE ${ownTables} ORDER BY c.cid`,
      params,
    ),
    indexes: await rows(
      `SELECT m.name AS tbl, l.name, l."unique" AS is_unique, i.name AS col
       FROM sqlite_master m, pragma_index_list(m.name) l, pragma_index_info(l.name) i
       WHERE ${ownTables} AND l.origin = 'c' ORDER BY l.name, i.seqno`,
      params,
    ),
    triggers: await rows(
      `SELECT m.tbl_name AS tbl, m.name, m.sql AS body FROM sqlite_master m WHERE m.type = 'trigger'${only === undefined ? '' : ' AND m.tbl_name = ?'}`,
      params,
    ),
  });
}

async function introspectMariadb({ rows }: Reader, only?: string): Promise<TableShape[]> {
  const where = (schema: string, table: string) =>
    `${schema} = DATABASE()${only === undefined ? '' : ` AND ${table} = ?`}`;
  const params = only === undefined ? [] : [only];
  return buildTables({
    tables: await rows(
      `SELECT table_name AS name FROM information_schema.tables WHERE ${where('table_schema', 'table_name')} AND table_type = 'BASE TABLE'`,
      params,
    ),
    columns: await rows(
      `SELECT table_name AS tbl, column_name AS name, column_type AS type, is_nullable = 'NO' AS required,
         column_default AS value, column_key = 'PRI' AS pk, extra LIKE '%auto_increment%' AS auto
       FROM information_schema.columns WHERE ${where('table_schema', 'table_name')} ORDER BY ordinal_position`,
      params,
    ),
    indexes: await rows(
      `SELECT table_name AS tbl, index_name AS name, non_unique = 0 AS is_unique, column_name AS col
       FROM information_schema.statistics WHERE ${where('table_schema', 'table_name')} AND index_name <> 'PRIMARY' ORDER BY index_name, seq_in_index`,
      params,
    ),
    triggers: await rows(
      `SELECT event_object_table AS tbl, trigger_name AS name, action_statement AS body FROM information_schema.triggers WHERE ${where('trigger_schema', 'event_object_table')}`,
      params,
    ),
  });
}
