/** Backups: writes all tables of one snapshot into a file, and verifies such a file. `backupFormat.ts` describes the format. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Db, SqlValue, Tx } from '../context';
import { quoteIdentifier } from '../platform/database/sql';
import { readBackup, serializeRow, type BackupRow, type BackupTable, type BackupTotals } from './backupFormat';
import { introspectTables } from './schema/introspect';
import { MIGRATION_TABLE } from './schema/systemTables';

export interface BackupSummary extends BackupTotals {
  readonly file: string;
}
/** Rows read at a time. */
const PAGE_SIZE = 1_000;

/** Writes lines and computes their checksum. */
function createBackupWriter(file: string) {
  const zip = createGzip();
  const out = createWriteStream(file, { mode: 0o600 });
  zip.pipe(out);
  const hash = createHash('sha256');
  const write = async (text: string): Promise<void> => {
    if (!zip.write(text)) await once(zip, 'drain');
  };
  const writeLine = (line: string): Promise<void> => {
    const text = `${line}\n`;
    hash.update(text);
    return write(text);
  };
  const close = async (totals: Omit<BackupTotals, 'sha256'>): Promise<BackupTotals> => {
    const summary = { ...totals, sha256: hash.digest('hex') };
    await write(`${JSON.stringify(['end', summary])}\n`);
    zip.end();
    await finished(out);
    return summary;
  };
  return { writeLine, close };
}
type WriteLine = ReturnType<typeof createBackupWriter>['writeLine'];

/** The last id that each table assigned, which can be higher than that of its rows. */
async function readLastIds(tx: Tx, dialect: Db['dialect']): Promise<ReadonlyMap<string, number>> {
  const sqlite = async () => {
    const found = await tx.rows(`SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'`);
    return found.length === 0
      ? []
      : tx.rows<{ name: string; id: number }>('SELECT name, seq AS id FROM sqlite_sequence');
  };
  const mariadb = () =>
    tx.rows<{ name: string; id: number }>(
      'SELECT table_name AS name, auto_increment - 1 AS id FROM information_schema.tables WHERE table_schema = DATABASE() AND auto_increment IS NOT NULL',
    );
  const rows = dialect === 'sqlite' ? await sqlite() : await mariadb();
  return new Map(rows.map(({ name, id }) => [name, Number(id)]));
}

async function copyTable(tx: Tx, { shape, lastId }: BackupTable, writeLine: WriteLine): Promise<number> {
  await writeLine(JSON.stringify(['table', shape.name, { shape, lastId }]));
  const [table, key] = [quoteIdentifier(shape.name), quoteIdentifier(shape.primary)];
  let count = 0;
  for (let last: SqlValue | undefined; ;) {
    const page: readonly Readonly<Record<string, SqlValue>>[] = await tx.rows(
      `SELECT * FROM ${table}${last === undefined ? '' : ` WHERE ${key} > ?`} ORDER BY ${key} LIMIT ${PAGE_SIZE}`,
      last === undefined ? [] : [last],
    );
    for (const row of page) await writeLine(serializeRow(row));
    count += page.length;
    if (page.length < PAGE_SIZE) return count;
    last = page.at(-1)?.[shape.primary];
  }
}

/** Copies every table into a file in `folder`. An incomplete backup keeps its temporary name. */
export async function backUp(db: Db, folder: string, stamp: string): Promise<BackupSummary> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `backup-${stamp}.jsonl.gz`);
  const writer = createBackupWriter(`${file}.part`);
  const tables: Record<string, number> = {};
  await db.snapshot(async (tx) => {
    const lastIds = await readLastIds(tx, db.dialect);
    for (const shape of await introspectTables(tx, db.dialect)) {
      const lastId = shape.auto ? (lastIds.get(shape.name) ?? 0) : null;
      tables[shape.name] = await copyTable(tx, { shape, lastId }, writer.writeLine);
    }
  });
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const totals = await writer.close({ tables, rows });
  renameSync(`${file}.part`, file);
  return { file, ...totals };
}

export interface BackupContents {
  readonly totals: BackupTotals;
  readonly tables: readonly BackupTable[];
  /** The log of migrations. */
  readonly migrations: readonly BackupRow[];
}

/** Reads a backup to its end and compares counts and checksum. Throws `BackupFileError` when they differ. */
export async function verifyBackup(file: string): Promise<BackupContents> {
  const tables: BackupTable[] = [];
  const migrations: BackupRow[] = [];
  let totals: BackupTotals = { tables: {}, rows: 0, sha256: '' };
  for await (const line of readBackup(file)) {
    if (line[0] === 'table') tables.push(line[2]);
    else if (line[0] === 'end') [, totals] = line;
    else if (tables.at(-1)?.shape.name === MIGRATION_TABLE.name) migrations.push(line[1]);
  }
  return { totals, tables, migrations };
}
