/**
 * Checks the stored files that a row refers to, by id or by path (insecure direct object reference). Knowing either proves no permission for
 * the file: ids count up, and the response contains the file's path; a path in a row would also block the deletion of another person's file.
 */
import { grantedRows } from '../../../../common/entity/access';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Issue } from '../../../../common/entity/issue';
import type { Column } from '../../../../common/entity/columns';
import type { Registry } from '../../../../common/entity/registry';
import { normalizeForSearch } from '../../../../common/text/normalize';
import { placeholders, quoteIdentifier } from '../../../platform/database/sql';
import type { UnitOfWork } from '../context/openUnitOfWork';
import { FILE_ENTITY } from '../../../../common/entity/fileEntity';
import { FILE_KINDS } from '../../read/references';
import { joinWithAnd, notDeleted, filterToSql, type SqlFragment } from '../../read/filterToSql';

/** The entity of stored files, when the column names such files, by id or by path. */
export const findFileEntity = (registry: Registry, { kind }: Column): AnyEntity | undefined =>
  FILE_KINDS.has(kind) ? registry.get(FILE_ENTITY) : undefined;
const isImageColumn = ({ kind }: Column): boolean => kind === 'image' || kind === 'images';
const isByPath = ({ options }: Column): boolean => options.by !== 'id';

/** The condition for files that the actor may read or has uploaded (table `attachment_holder`). */
function referableSql({ ctx: { actor, services } }: Pick<UnitOfWork, 'ctx'>, files: AnyEntity): SqlFragment {
  const heldFilesSql = {
    sql: `id IN (SELECT h.attachment_id FROM ${quoteIdentifier('attachment_holder')} h WHERE h.realm = ? AND h.person_id = ?)`,
    params: [actor.kind, actor.id],
  };
  const scope = grantedRows(actor, files, 'read');
  if (scope === undefined) return heldFilesSql;
  const readable = filterToSql(files, scope, services.db.dialect);
  return { sql: `(${readable.sql} OR ${heldFilesSql.sql})`, params: [...readable.params, ...heldFilesSql.params] };
}

type FileName = string | number;
interface FileNames {
  readonly names: readonly FileName[];
  /** Names that the stored row contains already. */
  readonly existing: readonly FileName[];
}
interface FileRow {
  readonly id: number;
  readonly url: string;
  readonly mimetype: string;
}

/** The ids or paths of files in a value of a column. */
export const readFileNames = (column: Column, value: unknown): readonly FileName[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter((item): item is FileName =>
    isByPath(column) ? typeof item === 'string' && item !== '' : typeof item === 'number',
  );

/** Whether the actor may refer to all these files, by id or by path; takes no lock. */
export async function canReferToFiles(
  unit: Pick<UnitOfWork, 'ctx'>,
  files: AnyEntity,
  column: Column,
  names: readonly FileName[],
): Promise<boolean> {
  const distinct = [...new Set(names)];
  if (distinct.length === 0) return true;
  const key = quoteIdentifier(isByPath(column) ? 'url' : 'id');
  const named = { sql: `${key} IN (${placeholders(distinct.length)})`, params: distinct };
  const where = joinWithAnd([named, notDeleted(files), referableSql(unit, files)]);
  const sql = `SELECT COUNT(DISTINCT ${key}) AS n FROM ${quoteIdentifier(files.name)} WHERE ${where.sql}`;
  const [row] = await unit.ctx.services.db.rows<{ n: number }>(sql, where.params);
  return Number(row?.n ?? 0) === distinct.length;
}

/**
 * Looks up the files and holds a shared lock on them until the transaction ends. An undo restores earlier values of the row, so it needs no
 * permission for the file. Paths that the row contains already may stay, and the system actor may write any path.
 * @returns The issue `missing_row` (by id) or `file` (by path) when a file does not exist or the actor may not refer to it, `picture` when an
 * image column refers to another type of file; undefined when all is well.
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
  if (byPath && (channel === 'undo' || actor.kind === 'system')) return undefined;
  const existingNames = new Set(existing);
  const [addedNames, held] = [
    names.filter((name) => !existingNames.has(name)),
    names.filter((name) => existingNames.has(name)),
  ];
  const permissionConditions = channel === 'undo' ? [] : [referableSql(unit, files)];
  const findByName = (fileNames: readonly FileName[], conditions: readonly SqlFragment[]) =>
    findFiles(unit, files, fileNames, conditions);
  const rows = [...(await findByName(addedNames, permissionConditions)), ...(byPath ? [] : await findByName(held, []))];
  const mimetypes = new Map(
    rows.map(({ id, url, mimetype }): [FileName, string] => [byPath ? url : Number(id), mimetype]),
  );
  if ((byPath ? addedNames : names).some((name) => !mimetypes.has(name)))
    return { path, code: byPath ? 'file' : 'missing_row' };
  const isNotImage = (name: FileName) => !(mimetypes.get(name) ?? '').startsWith('image/');
  return isImageColumn(column) && addedNames.some(isNotImage) ? { path, code: 'picture' } : undefined;
}

/** Paths are searched in their normalized column, which has an index. */
async function findFiles(
  unit: UnitOfWork,
  files: AnyEntity,
  fileNames: readonly FileName[],
  conditions: readonly SqlFragment[],
): Promise<readonly FileRow[]> {
  const [first] = fileNames;
  if (first === undefined) return [];
  const [column, keys] =
    typeof first === 'string'
      ? ['url_n', fileNames.map((name) => normalizeForSearch(String(name)))]
      : ['id', fileNames];
  const where = joinWithAnd([notDeleted(files), ...conditions]);
  return unit.rowStore.selectLocked<FileRow>({
    entity: files,
    columns: 'id, url, mimetype',
    keyColumn: column,
    keys,
    where,
    lock: 'shared',
  });
}
