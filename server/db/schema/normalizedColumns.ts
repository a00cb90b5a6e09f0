/** Fills normalized columns that were added to existing rows: SQL has no NFKC. */
import type { AnyEntity } from '../../../common/entity/entity';
import { getColumns, type Column } from '../../../common/entity/columns';
import type { Registry } from '../../../common/entity/registry';
import { normalizedValue } from '../../engine/schema/model';
import { normalizedColumnName } from '../../engine/schema/tableShape';
import type { Db, Tx } from '../../context';
import { placeholders, quoteIdentifier } from '../../platform/database/sql';

const BATCH_SIZE = 500;

/** What is filled after a batch; `share` is the part of the column's rows, from 0 to 1. */
export interface FillProgress {
  readonly column: string;
  readonly count: number;
  readonly share: number;
}
type OnBatch = (progress: FillProgress) => Promise<void>;

/** A non-empty text has a non-empty normalized value, so an empty one was never filled. `onBatch` may throw to stop. */
export async function fillNormalizedColumns(
  db: Db,
  registry: Registry,
  onBatch: OnBatch = () => Promise.resolve(),
): Promise<void> {
  for (const entity of registry.all) {
    if (entity.spec.base === 'log') continue;
    for (const column of getColumns(entity).values()) {
      if (column.hasSearchColumn) await fillColumn(db, entity, column, onBatch);
    }
  }
}

interface TextRow {
  readonly id: number;
  readonly text: string;
}

async function fillColumn(db: Db, entity: AnyEntity, column: Column, onBatch: OnBatch): Promise<void> {
  const table = quoteIdentifier(entity.name);
  const [value, normalized] = [quoteIdentifier(column.name), quoteIdentifier(normalizedColumnName(column.name))];
  const select = `SELECT id, ${value} AS text FROM ${table} WHERE ${value} IS NOT NULL AND ${normalized} IS NULL AND id > ? ORDER BY id LIMIT ${BATCH_SIZE}`;
  const [greatest] = await db.rows<{ id: number | null }>(`SELECT MAX(id) AS id FROM ${table}`);
  for (let last = 0, count = 0; ;) {
    const rows = await db.rows<TextRow>(select, [last]);
    const newest = rows.at(-1);
    if (newest === undefined) return;
    await db.transact((tx) => fillRows(tx, { table, value, normalized, column }, rows));
    last = Number(newest.id);
    count += rows.length;
    await onBatch({ column: column.name, count, share: Math.min(1, last / Math.max(1, Number(greatest?.id ?? 0))) });
  }
}

interface FilledColumn {
  readonly table: string;
  readonly value: string;
  readonly normalized: string;
  readonly column: Column;
}

/** Fills one batch in one statement, however many texts differ. */
async function fillRows(tx: Tx, target: FilledColumn, rows: readonly TextRow[]): Promise<void> {
  const { table, value, normalized, column } = target;
  const byId = `CASE id ${rows.map(() => 'WHEN ? THEN ?').join(' ')} END`;
  // a row that was written since the read has its own normalized value
  const unchanged = `${normalized} IS NULL AND ${value} = ${byId}`;
  await tx.run(
    `UPDATE ${table} SET ${normalized} = ${byId} WHERE id IN (${placeholders(rows.length)}) AND ${unchanged}`,
    [
      ...rows.flatMap(({ id, text }) => [id, normalizedValue(column, text)]),
      ...rows.map(({ id }) => id),
      ...rows.flatMap(({ id, text }) => [id, text]),
    ],
  );
}
