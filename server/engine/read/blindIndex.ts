/** Looking for what rows do not hold themselves: a question that names such a text is asked by what it is found by instead. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Cond, Filter } from '../../../common/entity/filter';
import type { ListQuery } from '../../../common/entity/query';
import type { Services } from '../../context';
import { hooksOf, type EntityHookSet } from '../write/entityHooks';

export const createBlindIndexSearch =
  (behaviours: readonly EntityHookSet[], keys: readonly string[]): NonNullable<Services['searchBy']> =>
  (entity, text, field) => {
    const { searchBy: sought } = hooksOf(behaviours, entity);
    return sought === undefined || (field ?? sought.field) !== sought.field ? undefined : sought.by(keys, text);
  };

type SearchServices = Pick<Services, 'searchBy'>;
function rewriteCondition({ searchBy: sought }: SearchServices, entity: AnyEntity, cond: Cond): Filter | undefined {
  const { field, op, value } = cond;
  if ((op !== '=' && op !== 'LIKE') || typeof value !== 'string') return undefined;
  const some = sought?.(entity, value, field);
  return some && { some };
}
function rewriteFilter(kit: SearchServices, entity: AnyEntity, filter: Filter): Filter {
  if ('field' in filter) return rewriteCondition(kit, entity, filter) ?? filter;
  return 'all' in filter
    ? { all: filter.all.map((part) => rewriteFilter(kit, entity, part)) }
    : { some: filter.some.map((part) => rewriteFilter(kit, entity, part)) };
}

/** The question of a list as the database is asked it. */
export function rewriteQuery(kit: SearchServices, entity: AnyEntity, query: ListQuery): ListQuery {
  if (kit.searchBy === undefined) return query;
  const { q, ...rest } = query;
  const where = rewriteFilter(kit, entity, query.where);
  const some = q === undefined ? undefined : kit.searchBy(entity, q);
  return some ? { ...rest, where: { all: [where, { some }] } } : { ...query, where };
}
