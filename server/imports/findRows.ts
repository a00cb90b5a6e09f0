/** Finds the rows that the cells of an import file refer to: by title or id for foreign keys, by the key column for existing rows. */
import { grantedRows, readableColumns, type Actor } from '../../common/entity/access';
import { findColumn, type Column } from '../../common/entity/columns';
import type { AnyEntity } from '../../common/entity/entity';
import { MATCH_ALL } from '../../common/entity/filter';
import { readValue } from '../../common/entity/readValue';
import type { SqlValue } from '../context';
import { filterToSql, joinWithAnd, notDeleted } from '../engine/read/filterToSql';
import { normalizedValue } from '../engine/schema/model';
import { normalizedColumnName } from '../engine/schema/tableShape';
import type { HookContext } from '../engine/write/context/hookContext';
import { placeholders, quoteIdentifier } from '../platform/database/sql';

const VALUES_PER_STATEMENT = 500;

/** The ids of the rows with each value; several ids where the value is ambiguous. */
export type FoundIds = ReadonlyMap<string, readonly number[]>;

/** A text in the form in which values of the column are compared; undefined when no row can have it. */
export function toComparedText(column: Column, text: string): string | undefined {
  if (column.hasSearchColumn) return normalizedValue(column, text) ?? undefined;
  const read = readValue(column, text.trim());
  return 'value' in read && (typeof read.value === 'string' || typeof read.value === 'number')
    ? String(read.value)
    : undefined;
}

const sqlValue = ({ store }: Column, text: string): SqlValue =>
  store === 'integer' || store === 'double' ? Number(text) : text;

/** The rows that the actor may read with these values in a column. An admin can refer to rows of a list it cannot read by id only. */
export async function findIdsBy(
  hook: Pick<HookContext, 'tx' | 'services'>,
  actor: Actor,
  entity: AnyEntity,
  column: Column,
  texts: readonly string[],
): Promise<FoundIds> {
  const found = new Map<string, number[]>();
  const scope = grantedRows(actor, entity, 'read');
  const isReadable = readableColumns(actor, entity).some(({ name }) => name === column.name);
  const wanted = [...new Set(texts.map((text) => toComparedText(column, text)).filter((text) => text !== undefined))];
  if (scope === undefined || !isReadable) return found;
  const name = quoteIdentifier(column.hasSearchColumn ? normalizedColumnName(column.name) : column.name);
  for (let from = 0; from < wanted.length; from += VALUES_PER_STATEMENT) {
    const part = wanted.slice(from, from + VALUES_PER_STATEMENT);
    const where = joinWithAnd([
      { sql: `${name} IN (${placeholders(part.length)})`, params: part.map((text) => sqlValue(column, text)) },
      notDeleted(entity),
      filterToSql(entity, scope, hook.services.db.dialect),
    ]);
    const sql = `SELECT id, ${name} AS found FROM ${quoteIdentifier(entity.name)} WHERE ${where.sql} ORDER BY id`;
    for (const row of await hook.tx.rows<{ id: number; found: string | number }>(sql, where.params)) {
      const ids = found.get(String(row.found)) ?? [];
      ids.push(Number(row.id));
      found.set(String(row.found), ids);
    }
  }
  return found;
}

/** Returns those of the ids that exist, in the rows that the actor may refer to. */
export async function findExistingIds(
  hook: Pick<HookContext, 'tx' | 'services'>,
  actor: Actor,
  entity: AnyEntity,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  const scope = grantedRows(actor, entity, 'read') ?? MATCH_ALL;
  const column = findColumn(entity, 'id');
  for (let from = 0; from < ids.length && column !== undefined; from += VALUES_PER_STATEMENT) {
    const part = ids.slice(from, from + VALUES_PER_STATEMENT);
    const where = joinWithAnd([
      { sql: `id IN (${placeholders(part.length)})`, params: part },
      notDeleted(entity),
      filterToSql(entity, scope, hook.services.db.dialect),
    ]);
    const sql = `SELECT id FROM ${quoteIdentifier(entity.name)} WHERE ${where.sql}`;
    for (const { id } of await hook.tx.rows<{ id: number }>(sql, where.params)) found.add(Number(id));
  }
  return found;
}
