/** Looking for what rows do not hold themselves: a question that names such a text is asked by what it is found by instead. */
import type { AnyEntity } from '../../common/entity/entity';
import type { Condition, Filter } from '../../common/entity/filter';
import type { ListQuery } from '../../common/entity/listQuery';
import type { Services } from '../context';
import { hooksOf, type EntityHookSet } from './write/context/entityHooks';

export const createBlindIndexSearch =
  (hookSets: readonly EntityHookSet[], keys: readonly string[]): NonNullable<Services['searchBy']> =>
  (entity, text, field) => {
    const { searchBy: searchBy } = hooksOf(hookSets, entity);
    return searchBy === undefined || (field ?? searchBy.field) !== searchBy.field
      ? undefined
      : searchBy.conditionsFor(keys, text);
  };

type SearchServices = Pick<Services, 'searchBy'>;
function rewriteCondition(
  { searchBy: searchBy }: SearchServices,
  entity: AnyEntity,
  condition: Condition,
): Filter | undefined {
  const { field, op, value } = condition;
  if ((op !== '=' && op !== 'LIKE') || typeof value !== 'string') return undefined;
  const some = searchBy?.(entity, value, field);
  return some && { some };
}
function rewriteFilter(services: SearchServices, entity: AnyEntity, filter: Filter): Filter {
  if ('field' in filter) return rewriteCondition(services, entity, filter) ?? filter;
  return 'all' in filter
    ? { all: filter.all.map((part) => rewriteFilter(services, entity, part)) }
    : { some: filter.some.map((part) => rewriteFilter(services, entity, part)) };
}

/** The question of a list as the database is asked it. */
export function rewriteQuery(services: SearchServices, entity: AnyEntity, query: ListQuery): ListQuery {
  if (services.searchBy === undefined) return query;
  const { q, ...rest } = query;
  const where = rewriteFilter(services, entity, query.where);
  const some = q === undefined ? undefined : services.searchBy(entity, q);
  return some ? { ...rest, where: { all: [where, { some }] } } : { ...query, where };
}
