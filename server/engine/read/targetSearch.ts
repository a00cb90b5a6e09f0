/**
 * Quick search by the row that a reference names: `searchTarget` of a reference makes the search of staff find the entries of a member by
 * the member's name. Only columns and rows of the target that the person may read are searched.
 */
import { grantedRows, readableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Condition } from '../../../common/entity/filter';
import type { Column } from '../../../common/entity/columns';
import { quickSearchFilter, splitSearchWords } from '../../../common/query/compileFilter';
import type { ListQuery } from '../../../common/query/listQuery';
import { searchedTargets, searchesTargets } from '../../../common/query/searchedTargets';
import { normalizeForSearch } from '../../../common/text/normalize';
import type { Services } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';
import { rewriteQuery } from '../blindIndex';
import { filterToSql, joinWithAnd, notDeleted } from './filterToSql';
import { findSearchWindow, limitToSearchWindow } from './searchWindow';

/** The newest rows of a target that one word may name; a word that names more is too vague to search by. */
const MAX_TARGETS = 1000;

type SearchServices = Pick<Services, 'db' | 'registry' | 'searchBy'>;

/** The query as the database answers it: searched texts on their blind index, and the rows that the words of the search name. */
export async function prepareQuery(
  services: SearchServices,
  actor: Actor,
  entity: AnyEntity,
  query: ListQuery,
): Promise<ListQuery> {
  const rewritten = rewriteQuery(services, entity, query);
  const { q } = rewritten;
  if (q === undefined || actor.kind !== 'staff' || !searchesTargets(entity, q)) return rewritten;
  const words = splitSearchWords(normalizeForSearch(q));
  const readable = new Set(readableColumns(actor, entity).map(({ name }) => name));
  const columns = searchedTargets(entity).filter(({ name }) => readable.has(name));
  const found = await Promise.all(
    words.map(async (word) => {
      const conditions = columns.map((column) => findTargets(services, actor, column, { ...rewritten, q: word }));
      return [word, (await Promise.all(conditions)).flat()] as const;
    }),
  );
  return { ...rewritten, targets: new Map(found) };
}

async function findTargets(
  { db, registry }: SearchServices,
  actor: Actor,
  { name, options }: Column,
  query: ListQuery & { readonly q: string },
): Promise<readonly Condition[]> {
  const target = registry.get(options.to ?? '');
  const rows = target && grantedRows(actor, target, 'read');
  if (target === undefined || rows === undefined) return [];
  const filter = quickSearchFilter(target, query.q, readableColumns(actor, target));
  const where = joinWithAnd([filterToSql(target, { all: [rows, filter] }, db.dialect), notDeleted(target)]);
  const { sql, params } = limitToSearchWindow(where, await findSearchWindow(db, target, query));
  const statement = `SELECT id FROM ${quoteIdentifier(target.name)} WHERE ${sql} ORDER BY id DESC LIMIT ${MAX_TARGETS}`;
  const found = await db.rows<{ id: number }>(statement, params);
  return found.length === 0 ? [] : [{ field: name, op: 'IN', value: found.map(({ id }) => Number(id)) }];
}
