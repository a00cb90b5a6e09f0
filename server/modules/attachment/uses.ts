/** Where files are used: fields that hold them, and texts that show them. */
import { grantedRows, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { columnsOf, type Column, type StoredRow } from '../../../common/entity/meta';
import type { Registry } from '../../../common/entity/registry';
import { columnsReferringTo, refersToSql, referenceValues } from '../../engine/read/references';
import { allOf, living, whereSql, type Sql } from '../../engine/read/where';
import type { Services, Tx } from '../../context';
import { ident } from '../../platform/sql';

export interface Use {
  readonly entity: string;
  readonly field: string;
  /** 0: a record the reader may not see; that it exists is told. */
  readonly id: number;
  readonly title: string;
  /** A field holds the file: while it does, the file cannot be deleted. Otherwise a text shows it. */
  readonly held: boolean;
}
export interface Reading {
  readonly services: Pick<Services, 'registry' | 'db'>;
  readonly tx: Tx;
  readonly actor: Actor;
}
/** More are counted, not shown. */
const SHOWN = 50;

const WORDY: ReadonlySet<string> = new Set(['rich_text', 'json', 'array', 'key_values']);
const isWordy = ({ kind, options }: Column): boolean =>
  WORDY.has(kind) || (kind === 'text' && (options.lines !== undefined || (options.max ?? 0) > 255));

/** Columns whose text may name a file by its address. */
export const wordyColumns = (registry: Registry): readonly (readonly [AnyEntity, Column])[] =>
  registry.all
    .filter(({ spec }) => spec.base !== 'log' && !spec.personal)
    .flatMap((entity) => [...columnsOf(entity).values()].filter(isWordy).map((column) => [entity, column] as const));

const escaped = (text: string): string => text.replace(/[!%_]/g, (sign) => `!${sign}`);
const names = (column: Column, urls: readonly string[]): Sql => ({
  sql: `(${urls.map(() => `${ident(column.name)} LIKE ? ESCAPE '!'`).join(' OR ')})`,
  params: urls.map((url) => `%${escaped(url)}%`),
});

/** Every living record that uses one of the files; titles only of those the reader may read. */
export async function usesOf(reading: Reading, files: AnyEntity, rows: readonly StoredRow[]): Promise<readonly Use[]> {
  const { registry, db } = reading.services;
  const uses: Use[] = [];
  for (const [entity, column] of columnsReferringTo(registry, files)) {
    const values = referenceValues(column, rows);
    if (values.length > 0)
      uses.push(...(await found(reading, entity, column, refersToSql(column, values, db.dialect), true)));
  }
  const urls = rows.flatMap(({ url }) => (typeof url === 'string' && url !== '' ? [url] : []));
  if (urls.length === 0) return uses;
  for (const [entity, column] of wordyColumns(registry))
    uses.push(...(await found(reading, entity, column, names(column, urls), false)));
  return uses;
}

async function found(
  { services: kit, tx, actor }: Reading,
  entity: AnyEntity,
  column: Column,
  clause: Sql,
  held: boolean,
): Promise<readonly Use[]> {
  const title = entity.spec.fields[entity.spec.title] === undefined ? 'id' : ident(entity.spec.title);
  const ask = (where: Sql) =>
    tx.rows<{ id: number; title: string | number | null }>(
      `SELECT id, ${title} AS title FROM ${ident(entity.name)} WHERE ${where.sql} ORDER BY id LIMIT ${SHOWN}`,
      where.params,
    );
  const all = await ask(allOf([living(entity), clause]));
  if (all.length === 0) return [];
  const scope = grantedRows(actor, entity, 'read');
  const seen =
    scope === undefined ? [] : await ask(allOf([living(entity), clause, whereSql(entity, scope, kit.db.dialect)]));
  const known = new Map(seen.map((row) => [Number(row.id), String(row.title ?? '')]));
  return all.map(({ id }) => {
    const told = known.get(Number(id));
    return {
      entity: entity.name,
      field: column.name,
      id: told === undefined ? 0 : Number(id),
      title: told ?? '',
      held,
    };
  });
}
