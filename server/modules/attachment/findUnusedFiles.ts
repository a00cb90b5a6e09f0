/** Finds unused files: no field and no text of any row refers to them. Deleted rows count, since they may be restored. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Registry } from '../../../common/entity/registry';
import { findReferringColumns } from '../../engine/read/references';
import { notDeleted } from '../../engine/read/filterToSql';
import type { Tx } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';
import { textColumns } from './findReferences';

export interface UnusedFile {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly size: number;
  readonly mimetype: string;
  readonly last_upload_time: number;
}
/** Seconds. A new file may belong to a form that is not saved yet. */
export const UNUSED_FILE_MIN_AGE_SECONDS = 24 * 3600;
const PAGE_SIZE = 500;
const ADDRESS_PATTERN = /(?:https?:\/)?\/[^\s"'<>()\\]+/g;

/** All references of all rows: ids of attachments, and URLs. */
async function collectReferences(tx: Tx, registry: Registry, files: AnyEntity): Promise<ReadonlySet<string>> {
  const references = new Set<string>();
  for (const [entity, { name }] of findReferringColumns(registry, files)) {
    const sql = `SELECT DISTINCT ${quoteIdentifier(name)} AS value FROM ${quoteIdentifier(entity.name)} WHERE ${quoteIdentifier(name)} IS NOT NULL`;
    for (const { value } of await tx.rows<{ value: string | number }>(sql))
      for (const reference of parseReferences(value)) references.add(reference);
  }
  for (const [entity, { name }] of textColumns(registry))
    await collectAddresses(tx, { table: entity.name, name, key: 'id' }, references);
  await collectAddresses(tx, { table: 'draft', name: 'patch', key: 'id' }, references);
  return references;
}
function parseReferences(value: string | number): readonly string[] {
  const text = String(value);
  if (!text.startsWith('[')) return [text];
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.map(String) : [];
}

interface TextColumn {
  readonly table: string;
  readonly name: string;
  readonly key: string;
}
/** Reads page by page: texts may be long and many. */
async function collectAddresses(tx: Tx, { table, name, key }: TextColumn, references: Set<string>): Promise<void> {
  const [column, id] = [quoteIdentifier(name), quoteIdentifier(key)];
  let lastId: string | number | undefined;
  for (;;) {
    const afterClause = lastId === undefined ? '' : `AND ${id} > ?`;
    const sql = `SELECT ${id} AS id, ${column} AS text FROM ${quoteIdentifier(table)} WHERE ${column} LIKE '%/%' ${afterClause} ORDER BY ${id} LIMIT ${PAGE_SIZE}`;
    const rows = await tx.rows<{ id: string | number; text: string }>(sql, lastId === undefined ? [] : [lastId]);
    for (const { text } of rows) for (const [address] of text.matchAll(ADDRESS_PATTERN)) references.add(address);
    lastId = rows.at(-1)?.id;
    if (rows.length < PAGE_SIZE || lastId === undefined) return;
  }
}

/** Attachments without references that are older than a day and not deleted, the largest first. */
export async function findUnusedFiles(
  tx: Tx,
  registry: Registry,
  files: AnyEntity,
  nowSeconds: number,
): Promise<readonly UnusedFile[]> {
  const references = await collectReferences(tx, registry, files);
  const { sql, params } = notDeleted(files);
  const rows = await tx.rows<UnusedFile>(
    `SELECT id, name, url, size, mimetype, last_upload_time FROM ${quoteIdentifier(files.name)} WHERE ${sql} AND COALESCE(last_upload_time, 0) < ? ORDER BY size DESC, id`,
    [...params, nowSeconds - UNUSED_FILE_MIN_AGE_SECONDS],
  );
  return rows
    .filter(({ id, url }) => !references.has(String(id)) && !references.has(url))
    .map(({ name, url, mimetype, ...numbers }) => ({
      name,
      url,
      mimetype,
      id: Number(numbers.id),
      size: Number(numbers.size),
      last_upload_time: Number(numbers.last_upload_time),
    }));
}
