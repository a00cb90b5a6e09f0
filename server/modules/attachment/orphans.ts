/** Files nobody uses: looked for in every field and text of every record, also of deleted ones, which may come back. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Registry } from '../../../common/entity/registry';
import { columnsReferringTo } from '../../engine/read/references';
import { living } from '../../engine/read/where';
import type { Tx } from '../../context';
import { ident } from '../../platform/sql';
import { wordyColumns } from './uses';

export interface Orphan {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly size: number;
  readonly mimetype: string;
  readonly last_upload_time: number;
}
/** A file that was just stored may belong to a form that is not saved yet. */
export const YOUNG_SECONDS = 24 * 3600;
const PAGE = 500;
const ADDRESS = /(?:https?:\/)?\/[^\s"'<>()\\]+/g;

/** Everything that is named anywhere: ids of attachments, and addresses. */
async function used(tx: Tx, registry: Registry, files: AnyEntity): Promise<ReadonlySet<string>> {
  const marks = new Set<string>();
  for (const [entity, { name }] of columnsReferringTo(registry, files)) {
    const sql = `SELECT DISTINCT ${ident(name)} AS value FROM ${ident(entity.name)} WHERE ${ident(name)} IS NOT NULL`;
    for (const { value } of await tx.rows<{ value: string | number }>(sql))
      for (const one of entries(value)) marks.add(one);
  }
  for (const [entity, { name }] of wordyColumns(registry))
    await readTexts(tx, { table: entity.name, name, key: 'id' }, marks);
  await readTexts(tx, { table: 'draft', name: 'patch', key: 'id' }, marks);
  return marks;
}
function entries(value: string | number): readonly string[] {
  const text = String(value);
  if (!text.startsWith('[')) return [text];
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.map(String) : [];
}

interface Texts {
  readonly table: string;
  readonly name: string;
  readonly key: string;
}
/** Page by page: texts may be long and many. */
async function readTexts(tx: Tx, { table, name, key }: Texts, marks: Set<string>): Promise<void> {
  const [column, id] = [ident(name), ident(key)];
  let after: string | number | undefined;
  for (;;) {
    const beyond = after === undefined ? '' : `AND ${id} > ?`;
    const sql = `SELECT ${id} AS id, ${column} AS text FROM ${ident(table)} WHERE ${column} LIKE '%/%' ${beyond} ORDER BY ${id} LIMIT ${PAGE}`;
    const rows = await tx.rows<{ id: string | number; text: string }>(sql, after === undefined ? [] : [after]);
    for (const { text } of rows) for (const [address] of text.matchAll(ADDRESS)) marks.add(address);
    after = rows.at(-1)?.id;
    if (rows.length < PAGE || after === undefined) return;
  }
}

/** Living attachments that are named nowhere and are older than a day, the biggest first. */
export async function orphansOf(
  tx: Tx,
  registry: Registry,
  files: AnyEntity,
  nowSeconds: number,
): Promise<readonly Orphan[]> {
  const marks = await used(tx, registry, files);
  const { sql, params } = living(files);
  const rows = await tx.rows<Orphan>(
    `SELECT id, name, url, size, mimetype, last_upload_time FROM ${ident(files.name)} WHERE ${sql} AND COALESCE(last_upload_time, 0) < ? ORDER BY size DESC, id`,
    [...params, nowSeconds - YOUNG_SECONDS],
  );
  return rows
    .filter(({ id, url }) => !marks.has(String(id)) && !marks.has(url))
    .map(({ name, url, mimetype, ...numbers }) => ({
      ...{ name, url, mimetype, id: Number(numbers.id), size: Number(numbers.size) },
      last_upload_time: Number(numbers.last_upload_time),
    }));
}
