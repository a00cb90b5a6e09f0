/** Fills normalized columns that were added to existing rows: SQL has no NFKC. */
import type { AnyEntity } from '../../../common/entity/entity';
import { columnsOf, type Column } from '../../../common/entity/columns';
import type { Registry } from '../../../common/entity/registry';
import { normalizedValue } from '../../engine/schema/model';
import { normalizedColumnName } from '../../engine/schema/tableShape';
import type { Db } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';

const BATCH_SIZE = 500;

/** A non-empty text has a non-empty normalized value, so an empty one was never filled. */
export async function fillNormalizedColumns(db: Db, registry: Registry): Promise<void> {
  for (const entity of registry.all) {
    if (entity.spec.base === 'log') continue;
    for (const column of columnsOf(entity).values()) {
      if (column.hasSearchColumn) await fillColumn(db, entity, column);
    }
  }
}

async function fillColumn(db: Db, entity: AnyEntity, column: Column): Promise<void> {
  const table = quoteIdentifier(entity.name);
  const [value, normalized] = [quoteIdentifier(column.name), quoteIdentifier(normalizedColumnName(column.name))];
  const select = `SELECT id, ${value} AS text FROM ${table} WHERE ${value} IS NOT NULL AND ${normalized} IS NULL ORDER BY id LIMIT ${BATCH_SIZE}`;
  for (;;) {
    const rows = await db.rows<{ id: number; text: string }>(select);
    if (rows.length === 0) return;
    await db.transact(async (tx) => {
      for (const { id, text } of rows) {
        await tx.run(`UPDATE ${table} SET ${normalized} = ? WHERE id = ?`, [normalizedValue(column, text), id]);
      }
    });
  }
}
