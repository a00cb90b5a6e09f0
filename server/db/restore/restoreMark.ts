/** The mark of a restore in progress: a table that exists until the database is complete, so that no server starts on a half of it. */
import { createTable } from '../../engine/schema/ddl';
import type { TableShape } from '../../engine/schema/tableShape';
import type { Db, Tx } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';

const MARK_TABLE: TableShape = {
  name: 'restore_unfinished',
  columns: [
    { name: 'id', type: 'BIGINT', notNull: true, default: null },
    { name: 'started_at', type: 'BIGINT', notNull: true, default: null },
  ],
  primary: 'id',
  auto: false,
  indexes: [],
  appendOnly: false,
};

/** The database cannot take this backup; the message is for the operator. */
export class RestoreRefusedError extends Error {}

const UNFINISHED =
  'A restore into this database did not finish. Delete the database, create an empty one and restore the backup again.';

const listTables = async (reader: Pick<Db, 'rows'>, dialect: Db['dialect']): Promise<readonly string[]> => {
  const rows = await reader.rows<{ readonly name: string }>(
    dialect === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  return rows.map(({ name }) => name);
};

/** Throws on a database whose restore did not finish. */
export async function assertNoUnfinishedRestore(db: Db): Promise<void> {
  if (!(await listTables(db, db.dialect)).includes(MARK_TABLE.name)) return;
  // Operators read this error: a stack trace would not help them.
  throw Object.assign(new RestoreRefusedError(UNFINISHED), { stack: UNFINISHED });
}

/** Marks an empty database. Throws `RestoreRefusedError` when it has tables; of two restores at once the second one fails. */
export const markRestore = (db: Db, now: number): Promise<void> =>
  db.transact(async (tx) => {
    const tables = await listTables(tx, db.dialect);
    if (tables.includes(MARK_TABLE.name)) throw new RestoreRefusedError(UNFINISHED);
    if (tables.length > 0)
      throw new RestoreRefusedError(
        `The database is not empty: it has ${tables.length} tables. A backup can only be restored into an empty database.`,
      );
    for (const sql of createTable(db.dialect, MARK_TABLE)) await tx.run(sql);
    await tx.run(`INSERT INTO ${quoteIdentifier(MARK_TABLE.name)} (id, started_at) VALUES (1, ?)`, [now]);
  });

/** Removes the mark of a complete database. */
export const removeRestoreMark = async (tx: Tx): Promise<void> => {
  await tx.run(`DROP TABLE ${quoteIdentifier(MARK_TABLE.name)}`);
};
