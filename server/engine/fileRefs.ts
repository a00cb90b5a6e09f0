/** Which stored files a writer may name by id. An id alone proves nothing: ids count up, and the answer gives the path of the file. */
import { grantedRows } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import type { Issue } from '../../common/entity/issue';
import type { Column } from '../../common/entity/meta';
import { ident, marks } from '../platform/sql';
import { inSets } from '../platform/together';
import type { Act } from './act';
import { ATTACHMENTS } from './refs';
import { shareClause } from './rows';
import { allOf, living, whereSql, type Sql } from './where';

export const isFileEntity = ({ name }: AnyEntity): boolean => name === ATTACHMENTS;
const isPictureColumn = ({ kind }: Column): boolean => kind === 'image' || kind === 'images';

/** Files the actor may read, and files the actor has uploaded, which `attachment_holder` knows. */
function nameableSql({ ctx: { actor, kit } }: Act, files: AnyEntity): Sql {
  const held = {
    sql: `id IN (SELECT h.attachment_id FROM ${ident('attachment_holder')} h WHERE h.realm = ? AND h.person_id = ?)`,
    params: [actor.realm, actor.id],
  };
  const scope = grantedRows(actor, files, 'read');
  if (scope === undefined) return held;
  const readable = whereSql(files, scope, kit.db.dialect);
  return { sql: `(${readable.sql} OR ${held.sql})`, params: [...readable.params, ...held.params] };
}

interface Named {
  readonly ids: readonly number[];
  /** Ids the row holds already. */
  readonly kept: readonly number[];
}
interface Found {
  readonly id: number;
  readonly mimetype: string;
}

/**
 * Looks up the files and holds them with a shared lock until the act ends. An undo puts back what the row held before, so it needs no
 * right to the file itself.
 * @returns `missing_row` when a file is gone or not the writer's to name, `picture` when a picture column names another kind of file.
 */
export async function fileIssue(
  act: Act,
  files: AnyEntity,
  column: Column,
  { ids, kept }: Named,
): Promise<Issue | undefined> {
  const { channel, kit } = act.ctx;
  const { name: path } = column;
  const isNameable = channel === 'undo' ? [] : [nameableSql(act, files)];
  const old = new Set(kept);
  const [given, held] = [ids.filter((id) => !old.has(id)), ids.filter((id) => old.has(id))];
  const lock = shareClause(kit.db.dialect);
  const find = async (wanted: readonly number[], conditions: readonly Sql[]): Promise<readonly Found[]> => {
    if (wanted.length === 0) return [];
    const where = allOf([living(files), ...conditions]);
    const part = `files ${where.sql}${lock} ${JSON.stringify(where.params)}`;
    return inSets(act.tx, part, wanted, async (all, tx) => {
      const every = [...new Set(all.flat())];
      const sql = `SELECT id, mimetype FROM ${ident(files.name)} WHERE id IN (${marks(every.length)}) AND ${where.sql} ORDER BY id${lock}`;
      const rows = await tx.rows<Found>(sql, [...every, ...where.params]);
      return all.map(() => rows);
    });
  };
  const found = new Map(
    [...(await find(given, isNameable)), ...(await find(held, []))].map((row) => [Number(row.id), row.mimetype]),
  );
  if (ids.some((id) => !found.has(id))) return { path, code: 'missing_row' };
  const isWrong = (id: number) => !(found.get(id) ?? '').startsWith('image/');
  return isPictureColumn(column) && given.some(isWrong) ? { path, code: 'picture' } : undefined;
}
