/** Finds references to files: fields that hold them, and rich texts that show them. */
import { grantedRows, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { getColumns, type Column, type StoredRow } from '../../../common/entity/columns';
import type { Registry } from '../../../common/entity/registry';
import { findReferringColumns, createReferenceSql, referenceValues } from '../../engine/read/references';
import { joinWithAnd, notDeleted, filterToSql, type SqlFragment } from '../../engine/read/filterToSql';
import type { Services, Tx } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';

export interface FileReference {
  readonly entity: string;
  readonly field: string;
  /** 0: a row that the reader may not see; only its existence is reported. */
  readonly id: number;
  readonly title: string;
  /** Whether a field holds the file, which blocks its deletion; otherwise a text shows it. */
  readonly held: boolean;
}
export interface ReferenceContext {
  readonly services: Pick<Services, 'registry' | 'db'>;
  readonly tx: Tx;
  readonly actor: Actor;
}
/** Further references are counted, not listed. */
const MAX_PER_COLUMN = 50;

const TEXT_KINDS: ReadonlySet<string> = new Set(['rich_text', 'json', 'array', 'key_values']);
const isTextColumn = ({ kind, options }: Column): boolean =>
  TEXT_KINDS.has(kind) || (kind === 'text' && (options.lines !== undefined || (options.max ?? 0) > 255));

/** Columns whose text may contain the URL of a file. */
export const textColumns = (registry: Registry): readonly (readonly [AnyEntity, Column])[] =>
  registry.all
    .filter(({ spec }) => spec.base !== 'log' && !spec.personal)
    .flatMap((entity) =>
      [...getColumns(entity).values()].filter(isTextColumn).map((column) => [entity, column] as const),
    );

const escapeLike = (text: string): string => text.replace(/[!%_]/g, (char) => `!${char}`);
const containsAnyUrl = (column: Column, urls: readonly string[]): SqlFragment => ({
  sql: `(${urls.map(() => `${quoteIdentifier(column.name)} LIKE ? ESCAPE '!'`).join(' OR ')})`,
  params: urls.map((url) => `%${escapeLike(url)}%`),
});

/** Every row that uses one of the files and is not deleted; titles only of rows that the reader may read. */
export async function findReferences(
  context: ReferenceContext,
  files: AnyEntity,
  rows: readonly StoredRow[],
): Promise<readonly FileReference[]> {
  const { registry, db } = context.services;
  const references: FileReference[] = [];
  for (const [entity, column] of findReferringColumns(registry, files)) {
    const values = referenceValues(column, rows);
    if (values.length > 0)
      references.push(
        ...(await findInColumn(context, entity, column, createReferenceSql(column, values, db.dialect), true)),
      );
  }
  const urls = rows.flatMap(({ url }) => (typeof url === 'string' && url !== '' ? [url] : []));
  if (urls.length === 0) return references;
  for (const [entity, column] of textColumns(registry))
    references.push(...(await findInColumn(context, entity, column, containsAnyUrl(column, urls), false)));
  return references;
}

async function findInColumn(
  { services, tx, actor }: ReferenceContext,
  entity: AnyEntity,
  column: Column,
  clause: SqlFragment,
  blocksDeletion: boolean,
): Promise<readonly FileReference[]> {
  const title = entity.spec.fields[entity.spec.title] === undefined ? 'id' : quoteIdentifier(entity.spec.title);
  const select = (where: SqlFragment) =>
    tx.rows<{ id: number; title: string | number | null }>(
      `SELECT id, ${title} AS title FROM ${quoteIdentifier(entity.name)} WHERE ${where.sql} ORDER BY id LIMIT ${MAX_PER_COLUMN}`,
      where.params,
    );
  const rowsInColumn = await select(joinWithAnd([notDeleted(entity), clause]));
  if (rowsInColumn.length === 0) return [];
  const scope = grantedRows(actor, entity, 'read');
  const visible =
    scope === undefined
      ? []
      : await select(joinWithAnd([notDeleted(entity), clause, filterToSql(entity, scope, services.db.dialect)]));
  const titles = new Map(visible.map((row) => [Number(row.id), String(row.title ?? '')]));
  return rowsInColumn.map(({ id }) => {
    const visibleTitle = titles.get(Number(id));
    return {
      entity: entity.name,
      field: column.name,
      id: visibleTitle === undefined ? 0 : Number(id),
      title: visibleTitle ?? '',
      held: blocksDeletion,
    };
  });
}
