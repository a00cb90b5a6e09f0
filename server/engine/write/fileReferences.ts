/**
 * Which stored files a writer may name, by id or by path. Neither proves anything: ids count up, and the answer gives the path of the
 * file; a path in a row keeps the file of another person from being removed.
 */
import { grantedRows } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Issue } from '../../../common/entity/issue';
import type { Column } from '../../../common/entity/meta';
import type { Registry } from '../../../common/entity/registry';
import { normalize } from '../../../common/text/clean';
import { ident, marks } from '../../platform/sql';
import { inSets } from '../../platform/together';
import type { UnitOfWork } from './unitOfWork';
import { ATTACHMENTS, FILES } from '../read/references';
import { shareClause } from './hookContext';
import { allOf, living, whereSql, type Sql } from '../read/where';

/** The entity of stored files, when the column names such files, by id or by path. */
export const filesOf = (registry: Registry, { kind }: Column): AnyEntity | undefined =>
  FILES.has(kind) ? registry.get(ATTACHMENTS) : undefined;
const isPictureColumn = ({ kind }: Column): boolean => kind === 'image' || kind === 'images';
const isByPath = ({ options }: Column): boolean => options.by !== 'id';

/** Files the actor may read, and files the actor has uploaded, which `attachment_holder` knows. */
function referableSql({ ctx: { actor, services } }: UnitOfWork, files: AnyEntity): Sql {
  const held = {
    sql: `id IN (SELECT h.attachment_id FROM ${ident('attachment_holder')} h WHERE h.realm = ? AND h.person_id = ?)`,
    params: [actor.realm, actor.id],
  };
  const scope = grantedRows(actor, files, 'read');
  if (scope === undefined) return held;
  const readable = whereSql(files, scope, services.db.dialect);
  return { sql: `(${readable.sql} OR ${held.sql})`, params: [...readable.params, ...held.params] };
}

type Name = string | number;
interface FileNames {
  readonly names: readonly Name[];
  /** Names the row holds already. */
  readonly kept: readonly Name[];
}
interface Found {
  readonly id: number;
  readonly url: string;
  readonly mimetype: string;
}

/** The ids or paths of files in a value of a column. */
export const fileNamesOf = (column: Column, value: unknown): readonly Name[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter((one): one is Name =>
    isByPath(column) ? typeof one === 'string' && one !== '' : typeof one === 'number',
  );

/**
 * Looks up the files and holds them with a shared lock until the act ends. An undo puts back what the row held before, so it needs no
 * right to the file itself. Paths that the row holds already stay, and the system writes any path.
 * @returns `missing_row` or `file` when a file is gone or not the writer's to name, `picture` when a picture column names another kind.
 */
export async function fileIssue(
  unit: UnitOfWork,
  files: AnyEntity,
  column: Column,
  { names, kept }: FileNames,
): Promise<Issue | undefined> {
  const { channel, actor } = unit.ctx;
  const { name: path } = column;
  const byPath = isByPath(column);
  if (byPath && (channel === 'undo' || actor.realm === 'system')) return undefined;
  const old = new Set(kept);
  const [given, held] = [names.filter((name) => !old.has(name)), names.filter((name) => old.has(name))];
  const isNameable = channel === 'undo' ? [] : [referableSql(unit, files)];
  const find = (wanted: readonly Name[], conditions: readonly Sql[]) => findFiles(unit, files, wanted, conditions);
  const rows = [...(await find(given, isNameable)), ...(byPath ? [] : await find(held, []))];
  const found = new Map(rows.map(({ id, url, mimetype }): [Name, string] => [byPath ? url : Number(id), mimetype]));
  if ((byPath ? given : names).some((name) => !found.has(name))) return { path, code: byPath ? 'file' : 'missing_row' };
  const isWrong = (name: Name) => !(found.get(name) ?? '').startsWith('image/');
  return isPictureColumn(column) && given.some(isWrong) ? { path, code: 'picture' } : undefined;
}

/** Paths are found by their normalized column, which has the index. */
async function findFiles(
  unit: UnitOfWork,
  files: AnyEntity,
  wanted: readonly Name[],
  conditions: readonly Sql[],
): Promise<readonly Found[]> {
  const [first] = wanted;
  if (first === undefined) return [];
  const [column, keys] =
    typeof first === 'string' ? ['url_n', wanted.map((name) => normalize(String(name)))] : ['id', wanted];
  const where = allOf([living(files), ...conditions]);
  const lock = shareClause(unit.ctx.services.db.dialect);
  const part = `files ${column} ${where.sql}${lock} ${JSON.stringify(where.params)}`;
  return inSets(unit.tx, part, keys, async (all, tx) => {
    const every = [...new Set(all.flat())];
    const sql = `SELECT id, url, mimetype FROM ${ident(files.name)} WHERE ${column} IN (${marks(every.length)}) AND ${where.sql} ORDER BY id${lock}`;
    const rows = await tx.rows<Found>(sql, [...every, ...where.params]);
    return all.map(() => rows);
  });
}
