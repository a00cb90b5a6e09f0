/** Search on encrypted columns (blind index, HMAC): replaces a searched text by the conditions on its blind index. */
import type { AnyEntity } from '../../common/entity/entity';
import type { Condition, Filter } from '../../common/entity/filter';
import type { ListQuery } from '../../common/query/listQuery';
import type { Services } from '../context';
import { getEntityHooks, type EntityHookSet } from './write/context/entityHooks';

export const createBlindIndexSearch =
  (hookSets: readonly EntityHookSet[], keys: readonly string[]): NonNullable<Services['searchBy']> =>
  (entity, text, field) => {
    const { searchBy } = getEntityHooks(hookSets, entity);
    return searchBy === undefined || (field ?? searchBy.field) !== searchBy.field
      ? undefined
      : searchBy.conditionsFor(keys, text);
  };

type SearchServices = Pick<Services, 'searchBy'>;
function rewriteCondition({ searchBy }: SearchServices, entity: AnyEntity, condition: Condition): Filter | undefined {
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

/** The list query with searched texts replaced by conditions on their blind index, where the entity has one. */
export function rewriteQuery(services: SearchServices, entity: AnyEntity, query: ListQuery): ListQuery {
  if (services.searchBy === undefined) return query;
  const { q, ...rest } = query;
  const where = rewriteFilter(services, entity, query.where);
  const some = q === undefined ? undefined : services.searchBy(entity, q);
  return some ? { ...rest, where: { all: [where, { some }] } } : { ...query, where };
}
