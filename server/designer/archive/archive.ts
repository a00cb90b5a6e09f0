/**
 * Archives the data that a job drops, for its rollback: every row of a table, or the dropped columns of every row, as the database stores
 * them. The archive is in the database, so that backups and other nodes have it too. Copying is part of a migration: it bypasses the write
 * path, and no revision changes.
 */
import type { Db, SqlValue, Tx } from '../../context';
import { placeholders, quoteIdentifier, quoteIdentifiers } from '../../platform/database/sql';

const BATCH_SIZE = 500;

/** The owner of an archive: the recorded definition that no longer has the values. */
export interface Archive {
  readonly recordId: number;
  readonly table: string;
}
type Progress = () => Promise<void>;
type RawRow = Readonly<Record<string, SqlValue>>;

/** Copies the columns of all rows that are not archived yet. `onBatch` may throw to stop. */
export async function archiveRows(
  db: Db,
  { recordId, table }: Archive,
  columns: readonly string[],
  onBatch: Progress,
): Promise<number> {
  const select = `SELECT id, ${quoteIdentifiers(columns)} FROM ${quoteIdentifier(table)} WHERE id > ? ORDER BY id LIMIT ${BATCH_SIZE}`;
  let count = 0;
  for (let last = await lastArchived(db, recordId); ;) {
    const rows = await db.rows<RawRow>(select, [last]);
    const newest = rows.at(-1);
    if (newest === undefined) return count;
    await db.transact((tx) => insertArchived(tx, { recordId, table }, columns, rows));
    last = Number(newest['id']);
    count += rows.length;
    await onBatch();
  }
}

async function lastArchived(db: Pick<Db, 'rows'>, recordId: number): Promise<number> {
  const [row] = await db.rows<{ readonly last: number | null }>(
    'SELECT MAX(row_id) AS last FROM `archived_row` WHERE record_id = ?',
    [recordId],
  );
  return Number(row?.last ?? 0);
}

async function insertArchived(
  tx: Tx,
  { recordId, table }: Archive,
  columns: readonly string[],
  rows: readonly RawRow[],
): Promise<void> {
  const lists = rows.map((row) => [
    ...[recordId, table, Number(row['id'])],
    JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))),
  ]);
  const values = lists.map((list) => `(${placeholders(list.length)})`).join(', ');
  await tx.run(`INSERT INTO \`archived_row\` (record_id, ent, row_id, data) VALUES ${values}`, lists.flat());
}

interface ArchivedRow {
  readonly row_id: number;
  readonly data: string;
}
/** Writes the archived values of these columns back: as new rows where the table has none with the id, else into the existing row. */
export async function restoreRows(
  db: Db,
  { recordId, table }: Archive,
  existingColumns: ReadonlySet<string>,
  onBatch: Progress,
): Promise<number> {
  const select = `SELECT row_id, data FROM \`archived_row\` WHERE record_id = ? AND row_id > ? ORDER BY row_id LIMIT ${BATCH_SIZE}`;
  let count = 0;
  for (let last = 0; ;) {
    const rows = await db.rows<ArchivedRow>(select, [recordId, last]);
    const newest = rows.at(-1);
    if (newest === undefined) return count;
    await db.transact(async (tx) => {
      for (const row of rows) await restoreRow(tx, table, row, existingColumns);
    });
    last = Number(newest.row_id);
    count += rows.length;
    await onBatch();
  }
}

async function restoreRow(tx: Tx, table: string, row: ArchivedRow, existingColumns: ReadonlySet<string>) {
  const values = Object.entries(JSON.parse(row.data) as RawRow).filter(([name]) => existingColumns.has(name));
  if (values.length === 0) return;
  const name = quoteIdentifier(table);
  const assignments = values.map(([column]) => `${quoteIdentifier(column)} = ?`).join(', ');
  const params = values.map(([, value]) => value);
  const { changes } = await tx.run(`UPDATE ${name} SET ${assignments} WHERE id = ?`, [...params, row.row_id]);
  // MariaDB counts only rows whose values differ
  const isStored = changes > 0 || (await tx.rows(`SELECT 1 FROM ${name} WHERE id = ?`, [row.row_id])).length > 0;
  // Only an archive of whole rows has the column; the values of single columns of a row that was purged meanwhile are of no use.
  const isWholeRow = values.some(([column]) => column === 'create_time');
  if (isStored || !isWholeRow) return;
  const columns = ['id', ...values.map(([column]) => column)];
  await tx.run(`INSERT INTO ${name} (${quoteIdentifiers(columns)}) VALUES (${placeholders(columns.length)})`, [
    row.row_id,
    ...params,
  ]);
}

/** Deletes an archive, because its values are stored again. */
export const deleteArchive = (tx: Pick<Tx, 'run'>, recordId: number): Promise<unknown> =>
  tx.run('DELETE FROM `archived_row` WHERE record_id = ?', [recordId]);

/** Whether an archive still has values. */
export const hasArchive = async (db: Pick<Db, 'rows'>, recordId: number): Promise<boolean> =>
  (await db.rows('SELECT 1 FROM `archived_row` WHERE record_id = ? LIMIT 1', [recordId])).length > 0;
