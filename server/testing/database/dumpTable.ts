/** Describes one table as its database does, without the next id. */
import type { Db } from '../../context';
import { introspectTables } from '../../db/schema/introspect';
import { quoteIdentifier } from '../../platform/database/sql';

/** `SHOW CREATE TABLE` of MariaDB; on SQLite, where each change writes the statement again, its columns in their order and its indexes. */
export async function dumpTable(db: Db, table: string): Promise<string> {
  if (db.dialect === 'sqlite') return JSON.stringify(await introspectTables(db, 'sqlite', table), null, 1);
  const [row] = await db.rows<{ readonly 'Create Table': string }>(`SHOW CREATE TABLE ${quoteIdentifier(table)}`);
  return (row?.['Create Table'] ?? '').replace(/ AUTO_INCREMENT=\d+/, '');
}
