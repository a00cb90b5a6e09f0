/** Fills normalized columns that were added to existing rows: SQL has no NFKC. */
import type { AnyEntity } from '../../../common/entity/entity';
import { getColumns, type Column } from '../../../common/entity/columns';
import type { Registry } from '../../../common/entity/registry';
import { normalizedValue } from '../../engine/schema/model';
import { normalizedColumnName } from '../../engine/schema/tableShape';
import type { Db } from '../../context';
import { placeholders, quoteIdentifier } from '../../platform/database/sql';

const BATCH_SIZE = 500;

/** A non-empty text has a non-empty normalized value, so an empty one was never filled. */
export async function fillNormalizedColumns(db: Db, registry: Registry): Promise<void> {
  for (const entity of registry.all) {
    if (entity.spec.base === 'log') continue;
    for (const column of getColumns(entity).values()) {
      if (column.hasSearchColumn) await fillColumn(db, entity, column);
    }
  }
}

async function fillColumn(db: Db, entity: AnyEntity, column: Column): Promise<void> {
  const table = quoteIdentifier(entity.name);
  const [value, normalized] = [quoteIdentifier(column.name), quoteIdentifier(normalizedColumnName(column.name))];
  const select = `SELECT id, ${value} AS text FROM ${table} WHERE ${value} IS NOT NULL AND ${normalized} IS NULL AND id > ? ORDER BY id LIMIT ${BATCH_SIZE}`;
  for (let last = 0; ;) {
    const rows = await db.rows<{ id: number; text: string }>(select, [last]);
    const newest = rows.at(-1);
    if (newest === undefined) return;
    await db.transact(async (tx) => {
      for (const [text, ids] of idsByText(rows)) {
        // a row that was written since the read has its own normalized value
        const unchanged = `${normalized} IS NULL AND ${value} = ?`;
        const sql = `UPDATE ${table} SET ${normalized} = ? WHERE id IN (${placeholders(ids.length)}) AND ${unchanged}`;
        await tx.run(sql, [normalizedValue(column, text), ...ids, text]);
      }
    });
    last = newest.id;
  }
}

function idsByText(rows: readonly { readonly id: number; readonly text: string }[]): ReadonlyMap<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const { id, text } of rows) {
    const ids = groups.get(text);
    if (ids === undefined) groups.set(text, [id]);
    else ids.push(id);
  }
  return groups;
}
