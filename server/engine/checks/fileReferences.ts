/**
 * Which stored files a writer may name, by id or by path. Neither proves anything: ids count up, and the answer gives the path of the
 * file; a path in a row keeps the file of another person from being removed.
 */
import { grantedRows } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Issue } from '../../../common/entity/issue';
import type { Column } from '../../../common/entity/columns';
import type { Registry } from '../../../common/entity/registry';
import { normalizeForSearch } from '../../../common/text/normalize';
import { quoteIdentifier, placeholders } from '../../platform/database/sql';
import { batched } from '../../platform/database/txBatch';
import type { UnitOfWork } from '../transaction/unitOfWork';
import { FILE_ENTITY } from '../../../common/entity/fileEntity';
import { FILE_KINDS } from '../read/references';
import { shareLockClause } from '../hooks/hookContext';
import { allOf, notDeleted, whereSql, type Sql } from '../read/where';

/** The entity of stored files, when the column names such files, by id or by path. */
export const fileEntityOf = (registry: Registry, { kind }: Column): AnyEntity | undefined =>
  FILE_KINDS.has(kind) ? registry.get(FILE_ENTITY) : undefined;
const isPictureColumn = ({ kind }: Column): boolean => kind === 'image' || kind === 'images';
const isByPath = ({ options }: Column): boolean => options.by !== 'id';

/** Files the actor may read, and files the actor has uploaded, which `attachment_holder` knows. */
function referableSql({ ctx: { actor, services } }: UnitOfWork, files: AnyEntity): Sql {
  const held = {
    sql: `id IN (SELECT h.attachment_id FROM ${quoteIdentifier('attachment_holder')} h WHERE h.realm = ? AND h.person_id = ?)`,
    params: [actor.realm, actor.id],
  };
  const scope = grantedRows(actor, files, 'read');
  if (scope === undefined) return held;
  const readable = whereSql(files, scope, services.db.dialect);
  return { sql: `(${readable.sql} OR ${held.sql})`, params: [...readable.params, ...held.params] };
}

type FileName = string | number;
interface FileNames {
  readonly names: readonly FileName[];
  /** Names the row holds already. */
  readonly existing: readonly FileName[];
}
interface FileRow {
  readonly id: number;
  readonly url: string;
  readonly mimetype: string;
}

/** The ids or paths of files in a value of a column. */
export const fileNamesOf = (column: Column, value: unknown): readonly FileName[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter((item): item is FileName =>
    isByPath(column) ? typeof item === 'string' && item !== '' : typeof item === 'number',
  );

/**
 * Looks up the files and holds them with a shared lock until the act ends. An undo puts back what the row held before, so it needs no
 * right to the file itself. Paths that the row holds already stay, and the system writes any path.
 * @returns `missing_row` or `file` when a file is gone or not the writer's to name, `picture` when a picture column names another kind.
 */
export async function checkFileReferences(
  unit: UnitOfWork,
  files: AnyEntity,
  column: Column,
  { names, existing }: FileNames,
): Promise<Issue | undefined> {
  const { channel, actor } = unit.ctx;
  const { name: path } = column;
  const byPath = isByPath(column);
  if (byPath && (channel === 'undo' || actor.realm === 'system')) return undefined;
  const existingNames = new Set(existing);
  const [addedNames, held] = [
    names.filter((name) => !existingNames.has(name)),
    names.filter((name) => existingNames.has(name)),
  ];
  const permissionConditions = channel === 'undo' ? [] : [referableSql(unit, files)];
  const findByName = (fileNames: readonly FileName[], conditions: readonly Sql[]) =>
    findFiles(unit, files, fileNames, conditions);
  const rows = [...(await findByName(addedNames, permissionConditions)), ...(byPath ? [] : await findByName(held, []))];
  const mimetypes = new Map(
    rows.map(({ id, url, mimetype }): [FileName, string] => [byPath ? url : Number(id), mimetype]),
  );
  if ((byPath ? addedNames : names).some((name) => !mimetypes.has(name)))
    return { path, code: byPath ? 'file' : 'missing_row' };
  const isNotImage = (name: FileName) => !(mimetypes.get(name) ?? '').startsWith('image/');
  return isPictureColumn(column) && addedNames.some(isNotImage) ? { path, code: 'picture' } : undefined;
}

/** Paths are found by their normalized column, which has the index. */
async function findFiles(
  unit: UnitOfWork,
  files: AnyEntity,
  fileNames: readonly FileName[],
  conditions: readonly Sql[],
): Promise<readonly FileRow[]> {
  const [first] = fileNames;
  if (first === undefined) return [];
  const [column, keys] =
    typeof first === 'string'
      ? ['url_n', fileNames.map((name) => normalizeForSearch(String(name)))]
      : ['id', fileNames];
  const where = allOf([notDeleted(files), ...conditions]);
  const lock = shareLockClause(unit.ctx.services.db.dialect);
  const batchKey = `files ${column} ${where.sql}${lock} ${JSON.stringify(where.params)}`;
  return batched(unit.tx, batchKey, keys, async (keySets, tx) => {
    const allKeys = [...new Set(keySets.flat())];
    const sql = `SELECT id, url, mimetype FROM ${quoteIdentifier(files.name)} WHERE ${column} IN (${placeholders(allKeys.length)}) AND ${where.sql} ORDER BY id${lock}`;
    const rows = await tx.rows<FileRow>(sql, [...allKeys, ...where.params]);
    return keySets.map(() => rows);
  });
}
