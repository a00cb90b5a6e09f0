/** Stores checkpoints of the dashboard counters: the cells as of a sequence number of the change log, advanced by any up-to-date node. */
import { formatCellKey, parseCellKey } from '../../../common/live/measure';
import { parseSum, type ExactSum } from '../../../common/text/exactSum';
import type { Db, SqlValue, Tx } from '../../context';
import type { Aggregate } from './aggregate';

export interface CounterState {
  readonly epoch: string;
  readonly seq: number;
}
export async function loadCounterState(db: Pick<Db, 'rows'>, key: string): Promise<CounterState | undefined> {
  const [row] = await db.rows<CounterState>('SELECT epoch, seq FROM `counter_state` WHERE id = ?', [key]);
  return row && { epoch: row.epoch, seq: Number(row.seq) };
}

interface CellRow {
  readonly bucket: number;
  readonly dim: string;
  readonly value: string;
}
/** Whether a cell is beyond exact numbers. Such a counter is not stored, since the column is numeric. */
export const isTooLarge = (cells: ReadonlyMap<string, ExactSum>): boolean =>
  [...cells.values()].some((value) => typeof value === 'bigint');

/** Read as text: older versions stored values beyond exact numbers. */
export async function loadCounterCells(db: Pick<Db, 'rows'>, key: string): Promise<ReadonlyMap<string, ExactSum>> {
  const rows = await db.rows<CellRow>(
    'SELECT bucket, dim, CAST(value AS CHAR) AS value FROM `counter_cell` WHERE fold = ?',
    [key],
  );
  return new Map(rows.map(({ bucket, dim, value }) => [formatCellKey(Number(bucket), dim), parseSum(value)]));
}
/** The sequence number and cells of one moment. */
export const loadCounter = (db: Pick<Db, 'snapshot'>, key: string) =>
  db.snapshot(async (tx) => {
    const state = await loadCounterState(tx, key);
    return state && { ...state, cells: await loadCounterCells(tx, key) };
  });

const ROWS_PER_STATEMENT = 100;
const UPSERT = {
  sqlite: ' ON CONFLICT(id) DO UPDATE SET value = excluded.value',
  mariadb: ' ON DUPLICATE KEY UPDATE value = VALUES(value)',
} as const;

async function writeCells(
  tx: Tx,
  dialect: Db['dialect'],
  aggregate: Aggregate,
  keys: readonly string[],
): Promise<void> {
  const rows = keys.map((key): SqlValue[] => {
    const { quarterHour, group } = parseCellKey(key);
    return [`${aggregate.key}|${key}`, aggregate.key, quarterHour, group, Number(aggregate.cells.get(key) ?? 0)];
  });
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const chunk = rows.slice(from, from + ROWS_PER_STATEMENT);
    const values = chunk.map(() => '(?, ?, ?, ?, ?)').join(', ');
    await tx.run(
      `INSERT INTO \`counter_cell\` (id, fold, bucket, dim, value) VALUES ${values}${UPSERT[dialect]}`,
      chunk.flat(),
    );
  }
}

/** A copy of the changed cells, to be stored. */
export interface Checkpoint {
  readonly aggregate: Aggregate;
  readonly seq: number;
  readonly keys: readonly string[];
  /** Whether all stored cells must be replaced. */
  readonly replacesAll: boolean;
}
/**
 * Advances the stored counter. Cells are stored as absolute values, and `keys` contains at least what changed since the stored state,
 * so it does not matter which node stored it. False when the stored state is ahead: nothing was written.
 */
export async function writeCheckpoint(
  db: Db,
  epoch: string,
  { aggregate, seq, keys, replacesAll }: Checkpoint,
): Promise<boolean> {
  return db.transact(async (tx) => {
    const stored = await loadCounterState(tx, aggregate.key);
    if (stored !== undefined && stored.epoch === epoch && stored.seq > seq) return false;
    if (stored === undefined) {
      await tx.run('INSERT INTO `counter_state` (id, epoch, seq) VALUES (?, ?, ?)', [aggregate.key, epoch, seq]);
    } else if (stored.seq !== seq || stored.epoch !== epoch) {
      const updated = await tx.run(
        'UPDATE `counter_state` SET seq = ?, epoch = ? WHERE id = ? AND seq = ? AND epoch = ?',
        [...[seq, epoch, aggregate.key], ...[stored.seq, stored.epoch]],
      );
      if (updated.changes === 0) return false;
    }
    if (replacesAll) await tx.run('DELETE FROM `counter_cell` WHERE fold = ?', [aggregate.key]);
    await writeCells(tx, db.dialect, aggregate, keys);
    return true;
  });
}

/** Deletes a stored counter; the next start recounts it. */
export const deleteCounter = (db: Db, key: string): Promise<void> =>
  db.transact(async (tx) => {
    await tx.run('DELETE FROM `counter_state` WHERE id = ?', [key]);
    await tx.run('DELETE FROM `counter_cell` WHERE fold = ?', [key]);
  });
