/**
 * Backups: writes all rows of one snapshot as JSON lines with counts and a checksum, and verifies such a file. The format is the same for
 * both databases.
 */
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Db, Tx } from '../context';
import { quoteIdentifier } from '../platform/database/sql';

export interface BackupSummary {
  readonly file: string;
  readonly tables: Readonly<Record<string, number>>;
  readonly rows: number;
  readonly sha256: string;
}
/** Rows read at a time. */
const PAGE_SIZE = 1_000;

const TABLES: Readonly<Record<Db['dialect'], string>> = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  mariadb: `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' ORDER BY TABLE_NAME`,
};

/** Bytes and bigints as text that can be parsed back. */
const serializeBigint = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? { $n: value.toString() } : value;

type BackupLine =
  readonly ['table', string] | readonly ['row', unknown] | readonly ['end', Omit<BackupSummary, 'file'>];

/** Writes lines and computes their count and checksum. */
function createBackupWriter(file: string) {
  const zip = createGzip();
  const out = createWriteStream(file, { mode: 0o600 });
  zip.pipe(out);
  const hash = createHash('sha256');
  const writeLine = async (line: BackupLine): Promise<void> => {
    const text = `${JSON.stringify(line, serializeBigint)}\n`;
    if (line[0] !== 'end') hash.update(text);
    if (!zip.write(text)) await once(zip, 'drain');
  };
  const close = async (): Promise<void> => {
    zip.end();
    await finished(out);
  };
  return { put: writeLine, close, hash };
}

async function copyTable(tx: Tx, name: string, writeLine: (line: BackupLine) => Promise<void>): Promise<number> {
  await writeLine(['table', name]);
  let count = 0;
  for (;;) {
    const page = await tx.rows(`SELECT * FROM ${quoteIdentifier(name)} ORDER BY 1 LIMIT ${PAGE_SIZE} OFFSET ${count}`);
    for (const row of page) await writeLine(['row', row]);
    count += page.length;
    if (page.length < PAGE_SIZE) return count;
  }
}

/** Copies every table into a file in `folder`. An incomplete backup keeps its temporary name. */
export async function backUp(db: Db, folder: string, stamp: string): Promise<BackupSummary> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `backup-${stamp}.jsonl.gz`);
  const writer = createBackupWriter(`${file}.part`);
  const tables: Record<string, number> = {};
  await db.snapshot(async (tx) => {
    const names = await tx.rows<{ name: string }>(TABLES[db.dialect]);
    for (const { name } of names) tables[name] = await copyTable(tx, name, writer.put);
  });
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const summary = { tables, rows, sha256: writer.hash.digest('hex') };
  await writer.put(['end', summary]);
  await writer.close();
  renameSync(`${file}.part`, file);
  return { file, ...summary };
}

interface BackupTally {
  readonly hash: Hash;
  readonly tables: Record<string, number>;
  table: string;
  end: Omit<BackupSummary, 'file'> | undefined;
}
function count(tally: BackupTally, text: string): void {
  const line = JSON.parse(text) as BackupLine; // Written by `backUp`; anything else fails the checksum.
  if (line[0] === 'end') {
    [, tally.end] = line;
    return;
  }
  tally.hash.update(`${text}\n`);
  if (line[0] === 'table') {
    [, tally.table] = line;
    tally.tables[tally.table] = 0;
  } else tally.tables[tally.table] = (tally.tables[tally.table] ?? 0) + 1;
}

/** Reads a backup from its first to its last byte and recomputes counts and checksum; throws when they differ. */
export async function verifyBackup(file: string): Promise<Omit<BackupSummary, 'file'>> {
  const tally: BackupTally = { hash: createHash('sha256'), tables: {}, table: '', end: undefined };
  const unzip = createReadStream(file).pipe(createGunzip());
  for await (const text of createInterface({ input: unzip, crlfDelay: Infinity })) count(tally, text);
  const { end } = tally;
  if (end === undefined) throw new Error('The backup is truncated.');
  if (tally.hash.digest('hex') !== end.sha256) throw new Error('The backup does not match its checksum.');
  if (JSON.stringify(tally.tables) !== JSON.stringify(end.tables)) throw new Error('Rows are missing in the backup.');
  return end;
}
