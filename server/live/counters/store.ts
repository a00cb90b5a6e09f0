/** Counters as they are stored: a checkpoint of the log, moved on by whoever still knows the state it was at. */
import { placeKey, placeOf } from '../../../common/live/measure';
import { sumFrom, type Sum } from '../../../common/text/sums';
import type { Db, SqlValue, Tx } from '../../context';
import type { Fold } from './fold';

export interface Stored {
  readonly epoch: string;
  readonly seq: number;
}
export async function readState(db: Pick<Db, 'rows'>, key: string): Promise<Stored | undefined> {
  const [row] = await db.rows<Stored>('SELECT epoch, seq FROM `counter_state` WHERE id = ?', [key]);
  return row && { epoch: row.epoch, seq: Number(row.seq) };
}

interface CellRow {
  readonly bucket: number;
  readonly dim: string;
  readonly value: string;
}
/** Whether some cell is no exact number any more. Such a counter is not stored: others read the table by numbers. */
export const isTooLarge = (cells: ReadonlyMap<string, Sum>): boolean =>
  [...cells.values()].some((value) => typeof value === 'bigint');

/** Read as digits: older houses stored what is too large for a number. */
export async function readCells(db: Pick<Db, 'rows'>, key: string): Promise<ReadonlyMap<string, Sum>> {
  const rows = await db.rows<CellRow>(
    'SELECT bucket, dim, CAST(value AS CHAR) AS value FROM `counter_cell` WHERE fold = ?',
    [key],
  );
  return new Map(rows.map(({ bucket, dim, value }) => [placeKey(Number(bucket), dim), sumFrom(value)]));
}
/** State and cells of one moment. */
export const readStored = (db: Pick<Db, 'snapshot'>, key: string) =>
  db.snapshot(async (tx) => {
    const state = await readState(tx, key);
    return state && { ...state, cells: await readCells(tx, key) };
  });

const ROWS_A_STATEMENT = 100;
const UPSERT = {
  sqlite: ' ON CONFLICT(id) DO UPDATE SET value = excluded.value',
  mariadb: ' ON DUPLICATE KEY UPDATE value = VALUES(value)',
} as const;

async function writeCells(tx: Tx, dialect: Db['dialect'], fold: Fold, keys: readonly string[]): Promise<void> {
  const rows = keys.map((key): SqlValue[] => {
    const { bucket, dim } = placeOf(key);
    return [`${fold.key}|${key}`, fold.key, bucket, dim, Number(fold.cells.get(key) ?? 0)];
  });
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const part = rows.slice(from, from + ROWS_A_STATEMENT);
    const values = part.map(() => '(?, ?, ?, ?, ?)').join(', ');
    await tx.run(
      `INSERT INTO \`counter_cell\` (id, fold, bucket, dim, value) VALUES ${values}${UPSERT[dialect]}`,
      part.flat(),
    );
  }
}

/** What is to be stored of a fold, as it is at one moment. */
export interface Checkpoint {
  readonly fold: Fold;
  readonly seq: number;
  readonly keys: readonly string[];
  /** Nothing of what is stored is to be trusted. */
  readonly whole: boolean;
}
/**
 * Moves the stored counter on. Cells are stored as whole values, and `keys` holds at least what moved since the stored state:
 * so it does not matter who stored that state, only that it is not ahead. False: it is, nothing was written.
 */
export async function writeStored(db: Db, epoch: string, { fold, seq, keys, whole }: Checkpoint): Promise<boolean> {
  return db.transact(async (tx) => {
    const known = await readState(tx, fold.key);
    if (known !== undefined && known.epoch === epoch && known.seq > seq) return false;
    if (known === undefined) {
      await tx.run('INSERT INTO `counter_state` (id, epoch, seq) VALUES (?, ?, ?)', [fold.key, epoch, seq]);
    } else if (known.seq !== seq || known.epoch !== epoch) {
      const fence = await tx.run(
        'UPDATE `counter_state` SET seq = ?, epoch = ? WHERE id = ? AND seq = ? AND epoch = ?',
        [...[seq, epoch, fold.key], ...[known.seq, known.epoch]],
      );
      if (fence.changes === 0) return false;
    }
    if (whole) await tx.run('DELETE FROM `counter_cell` WHERE fold = ?', [fold.key]);
    await writeCells(tx, db.dialect, fold, keys);
    return true;
  });
}

/** Takes a stored counter away: whoever starts counts its rows. */
export const forgetStored = (db: Db, key: string): Promise<void> =>
  db.transact(async (tx) => {
    await tx.run('DELETE FROM `counter_state` WHERE id = ?', [key]);
    await tx.run('DELETE FROM `counter_cell` WHERE fold = ?', [key]);
  });
