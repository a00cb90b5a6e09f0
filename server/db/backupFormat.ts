/**
 * The format of a backup, the same for both databases: gzipped JSON lines. Each table is one line with its description, followed by a line for
 * each row; the last line has the counts and the checksum of all lines before it.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import type { SqlValue } from '../context';
import type { TableShape } from '../engine/schema/tableShape';
import { IDENTIFIER } from '../platform/database/sql';

/** A table with the last id that it assigned; null when the database assigns none. */
export interface BackupTable {
  readonly shape: TableShape;
  readonly lastId: number | null;
}
export type BackupValue = string | number | null | { readonly $n: string } | { readonly $b: string };
export type BackupRow = Readonly<Record<string, BackupValue>>;
export interface BackupTotals {
  readonly tables: Readonly<Record<string, number>>;
  readonly rows: number;
  readonly sha256: string;
}
export type BackupLine =
  readonly ['table', string, BackupTable] | readonly ['row', BackupRow] | readonly ['end', BackupTotals];

/** The file is damaged, incomplete or no backup of this format. */
export class BackupFileError extends Error {}

const identifier = z.string().regex(IDENTIFIER);
const column = z.strictObject({
  name: identifier,
  type: z.string().regex(/^(?:BIGINT|DOUBLE|TEXT|LONGTEXT|BLOB|LONGBLOB|VARCHAR\(\d{1,5}\))$/),
  notNull: z.boolean(),
  default: z.union([z.string().regex(/^[^\\]*$/), z.number(), z.null()]),
});
/** Statements are built from these descriptions, and a checksum does not show who wrote them. */
const backupTable = z.strictObject({
  shape: z.strictObject({
    name: identifier,
    columns: z.array(column).min(1),
    primary: identifier,
    auto: z.boolean(),
    indexes: z.array(z.strictObject({ name: identifier, unique: z.boolean(), columns: z.array(identifier).min(1) })),
    appendOnly: z.boolean(),
    keptMs: z.number().int().min(0).exactOptional(),
  }),
  lastId: z.number().int().min(0).nullable(),
});

const CHUNK_BYTES = 1_048_576;

/** Whole numbers beyond 2^53 become digits, bytes become base64. */
function encodeValue(value: unknown): unknown {
  if (typeof value === 'bigint') return { $n: value.toString() };
  return value instanceof Uint8Array ? { $b: Buffer.from(value).toString('base64') } : value;
}
/** A row of the database as a line of the backup. */
export const serializeRow = (row: object): string =>
  JSON.stringify(['row', Object.fromEntries(Object.entries(row).map(([name, value]) => [name, encodeValue(value)]))]);

/** A value to store: both databases convert digits exactly to the type of an integer column. */
export function parseBackupValue(value: BackupValue | undefined): SqlValue {
  if (value === undefined) throw new BackupFileError('A row of the backup has no value for a column of its table.');
  if (value === null || typeof value !== 'object') return value;
  return '$n' in value ? value.$n : Buffer.from(value.$b, 'base64');
}

/**
 * Reads the lines of a backup from the first to the last. After the last line it compares counts and checksum: throws `BackupFileError` when
 * they differ.
 */
export async function* readBackup(file: string): AsyncGenerator<BackupLine, void, undefined> {
  const hash = createHash('sha256');
  const tables: Record<string, number> = {};
  let table = '';
  let totals: BackupTotals | undefined;
  for await (const text of readLines(file)) {
    if (totals !== undefined) throw new BackupFileError('The backup has lines after its end.');
    const line = parseLine(text);
    if (line[0] === 'end') [, totals] = line;
    else {
      hash.update(`${text}\n`);
      if (line[0] === 'table') [, table] = line;
      tables[table] = line[0] === 'table' ? 0 : (tables[table] ?? 0) + 1;
    }
    yield line;
  }
  if (totals === undefined) throw new BackupFileError('The backup is truncated.');
  if (hash.digest('hex') !== totals.sha256) throw new BackupFileError('The backup does not match its checksum.');
  if (JSON.stringify(tables) !== JSON.stringify(totals.tables))
    throw new BackupFileError('Rows are missing in the backup.');
}

function parseLine(text: string): BackupLine {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    line = undefined;
  }
  if (!Array.isArray(line) || !['table', 'row', 'end'].includes(String(line[0])))
    throw new BackupFileError('The backup has a line that cannot be read.');
  if (line[0] === 'table' && line[2] === undefined)
    throw new BackupFileError('The backup has no descriptions of its tables: an older version wrote it.');
  if (line[0] === 'table') return ['table', ...parseTable(line[1], line[2])];
  return line as unknown as BackupLine; // the checksum shows whether `backUp` wrote it
}

function parseTable(name: unknown, value: unknown): readonly [string, BackupTable] {
  const { success, data } = backupTable.safeParse(value);
  if (!success || data.shape.name !== name)
    throw new BackupFileError(`The description of the table ${JSON.stringify(name)} in the backup is not valid.`);
  return [name, data];
}

/** Splits at line feeds only: `readline` also splits at U+2028, which JSON texts can contain. */
async function* readLines(file: string): AsyncGenerator<string, void, undefined> {
  const unzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // the error destroys the last stream, whose reader throws it
  pipeline(createReadStream(file), unzip, () => undefined);
  unzip.setEncoding('utf8');
  let incompleteLine = '';
  try {
    for await (const chunk of unzip as AsyncIterable<string>) {
      const lines = `${incompleteLine}${chunk}`.split('\n');
      incompleteLine = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw new BackupFileError(`The backup cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  if (incompleteLine !== '') throw new BackupFileError('The backup is truncated.');
}
