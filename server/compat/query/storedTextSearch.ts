/** Searches of columns of JSON, and of texts that our lists do not search, by the text that older clients show: our route has no operator for them. */
import type { Column } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import { grantedRows, notDeletedFilter } from '../../../common/entity/access';
import { MATCH_ALL } from '../../../common/entity/filter';
import { LIMITS } from '../../../common/limits';
import { defaultSort } from '../../../common/query/compileFilter';
import { filterToSql, joinWithAnd, type SqlFragment } from '../../engine/read/filterToSql';
import { findSearchWindow, limitToSearchWindow } from '../../engine/read/searchWindow';
import { selectRowsWhere } from '../../engine/read/selectRowsWhere';
import { quoteIdentifier } from '../../platform/database/sql';
import type { FieldTranslation } from '../controllers';
import { tooManyFound } from './idCondition';
import type { RowSource } from '../rowSource';

interface StoredTextSearch {
  readonly entity: AnyEntity;
  readonly column: Column;
  readonly field: FieldTranslation | undefined;
  readonly text: string;
  readonly source: RowSource;
}
/**
 * Columns of JSON, lists of names that are shown with their labels, and short texts without a search column; others are not shown as text, or
 * their definition excludes the search.
 */
export const hasStoredTextSearch = (
  { kind, long, hasSearchColumn, options }: Column,
  field: FieldTranslation | undefined,
): boolean =>
  kind === 'json' ||
  (kind === 'array' && field !== undefined) ||
  (kind === 'text' && !long && !hasSearchColumn && options.operators === undefined);

/**
 * The ids of the readable rows whose shown value contains the text, in any case, among the rows that a quick search reads. Error:
 * `request.query` for more than `LIMITS.maxBulkIds` of them.
 */
export async function findIdsByStoredText(search: StoredTextSearch): Promise<readonly number[]> {
  const { ctx } = search.source;
  const { db } = ctx.services;
  const granted = grantedRows(ctx.actor, search.entity, 'read');
  if (granted === undefined) return [];
  const readable = { all: [granted, notDeletedFilter(ctx.actor, search.entity, MATCH_ALL)] };
  const query = { page: 1, limit: 1, sort: defaultSort(search.entity), where: MATCH_ALL, q: search.text };
  const window = await findSearchWindow(db, search.entity, query);
  const rowScopeSql = limitToSearchWindow(filterToSql(search.entity, readable, db.dialect), window);
  const ids = await (isStoredAsShown(search) ? findByText(search, rowScopeSql) : findByShownValue(search, rowScopeSql));
  if (ids.length > LIMITS.maxBulkIds) throw tooManyFound();
  return ids;
}

/** Lists of names are shown with their labels, and some texts have another form there. */
const isStoredAsShown = ({ column: { kind }, field }: StoredTextSearch): boolean =>
  kind === 'json' || (kind === 'text' && field === undefined);

/** A value that is shown as JSON contains the text as typed; in any other one, its characters are escaped as they are stored. */
async function findByText({ entity, column, field, text, source }: StoredTextSearch, rowScopeSql: SqlFragment) {
  const searchedText = column.kind === 'json' && field === undefined ? JSON.stringify(text).slice(1, -1) : text;
  const contains = { sql: `INSTR(LOWER(${quoteIdentifier(column.name)}), LOWER(?)) > 0`, params: [searchedText] };
  const where = joinWithAnd([rowScopeSql, contains]);
  const sql = `SELECT id FROM ${quoteIdentifier(entity.name)} WHERE ${where.sql} ORDER BY id DESC LIMIT ?`;
  const rows = await source.ctx.services.db.rows<{ id: number }>(sql, [...where.params, LIMITS.maxBulkIds + 1]);
  return rows.map(({ id }) => Number(id));
}

async function findByShownValue({ entity, column, field, text, source }: StoredTextSearch, rowScopeSql: SqlFragment) {
  const rows = await selectRowsWhere(source.ctx.services.db, entity, rowScopeSql, ' ORDER BY id DESC');
  const toShown = (value: unknown, row: (typeof rows)[number]) => field?.toCompat(value, row, source) ?? value;
  const isFound = (row: (typeof rows)[number]) =>
    listTexts(toShown(row[column.name], row)).some((shown) => shown.toLowerCase().includes(text.toLowerCase()));
  return rows.filter(isFound).map(({ id }) => Number(id));
}
const listTexts = (shown: unknown): readonly string[] =>
  Array.isArray(shown) || typeof shown === 'string'
    ? [shown].flat().map(String)
    : Object.entries(shown ?? {})
        .flat()
        .map(String);
