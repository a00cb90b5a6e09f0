/**
 * CSV export (download, streamed): reads the rows and columns that the reader may see in batches, in list order, and writes them as lines while they
 * are read.
 */
import { grantedRows, readableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn, type Column, type StoredRow } from '../../../common/entity/columns';
import { projectRow } from '../../../common/entity/projectRow';
import type { ListQuery } from '../../../common/query/listQuery';
import { LIMITS } from '../../../common/limits';
import { columnsToFetch, localizeRow } from '../../../common/locales/localizedTitles';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import type { RequestContext } from '../../context';
import { quoteIdentifier, placeholders } from '../../platform/database/sql';
import { createCsvWriter } from './csvWriter';
import { decodeColumns, selectList } from '../../engine/schema/model';
import { createRequestedFilter } from '../../engine/read/readView';
import { loadReferenceTitles } from '../../engine/read/references';
import { joinWithAnd, orderSql, filterToSql } from '../../engine/read/filterToSql';
import { indexHint } from '../../engine/read/indexHint';
import { limitToSearchWindow, findSearchWindow } from '../../engine/read/searchWindow';

/** Rows per query: keeps memory and each read transaction small. */
const BATCH_SIZE = 500;

/** The requested columns, or those of the list; an unreadable column is treated like an unknown one. */
export function resolveColumns({ actor }: RequestContext, entity: AnyEntity, names: unknown): readonly Column[] {
  const readable = new Map(readableColumns(actor, entity).map((column) => [column.name, column]));
  if (names === undefined || names === '') return entity.spec.list.columns.flatMap((name) => readable.get(name) ?? []);
  if (typeof names !== 'string') throw fault('request.malformed');
  return names.split(',').map((field) => {
    const column = readable.get(field);
    if (column === undefined)
      throw fault('request.query', undefined, {
        fields: [{ path: 'columns', code: 'unknown_field', params: { field: truncate(field, LIMITS.keyChars) } }],
      });
    return column;
  });
}

/** The ids of the rows in list order, one more than a file may contain. */
export async function selectRowIds(
  { services, actor }: RequestContext,
  entity: AnyEntity,
  query: ListQuery,
): Promise<readonly number[]> {
  const rows = grantedRows(actor, entity, 'read');
  if (rows === undefined) throw fault('access.denied');
  const { dialect } = services.db;
  const where = joinWithAnd([
    filterToSql(entity, rows, dialect),
    filterToSql(entity, createRequestedFilter(actor, entity, query), dialect),
  ]);
  const found = await services.db.snapshot(async (tx) => {
    const shown = limitToSearchWindow(where, await findSearchWindow(tx, entity, query));
    const table = `${quoteIdentifier(entity.name)}${await indexHint(tx, dialect, entity, query)}`;
    const sql = `SELECT id FROM ${table} WHERE ${shown.sql} ORDER BY ${orderSql(entity, query.sort)} LIMIT ?`;
    return tx.rows<{ id: number }>(sql, [...shown.params, LIMITS.exportRows + 1]);
  });
  return found.map(({ id }) => Number(id));
}

/** The current values of some rows; rows that the reader can no longer see are left out. */
async function renderLines(ctx: RequestContext, entity: AnyEntity, columns: readonly Column[], ids: readonly number[]) {
  const { services, actor, lang } = ctx;
  const rows = grantedRows(actor, entity, 'read');
  if (rows === undefined) return '';
  const id = findColumn(entity, 'id');
  const fetched = columnsToFetch(entity, columns);
  const selected = id === undefined || columns.includes(id) ? fetched : [id, ...fetched];
  const policy = filterToSql(entity, rows, services.db.dialect);
  const sql = `SELECT ${selectList(entity, selected)} FROM ${quoteIdentifier(entity.name)} WHERE id IN (${placeholders(ids.length)}) AND ${policy.sql}`;
  const writer = createCsvWriter(entity, columns, lang);
  return services.db.snapshot(async (tx) => {
    const raw = await tx.rows<object>(sql, [...ids, ...policy.params]);
    const decoded = raw.map((row): StoredRow => decodeColumns(selected, row));
    const byId = new Map(decoded.map((row) => [row['id'], row]));
    const titles = await loadReferenceTitles(services, tx, actor, { columns, rows: decoded }, lang);
    return ids
      .map((rowId) => {
        const row = byId.get(rowId);
        return row
          ? writer.line(projectRow(entity, localizeRow(services.registry, entity, row, lang), columns), titles)
          : '';
      })
      .join('');
  });
}

/** The lines of the rows, read and written in batches. */
export async function* streamRowsInBatches(
  ctx: RequestContext,
  entity: AnyEntity,
  columns: readonly Column[],
  ids: readonly number[],
) {
  for (let index = 0; index < ids.length; index += BATCH_SIZE)
    yield renderLines(ctx, entity, columns, ids.slice(index, index + BATCH_SIZE));
}
