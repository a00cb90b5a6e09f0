/** Looking for what rows do not hold themselves: a question that names such a text is asked by what it is found by instead. */
import type { AnyEntity } from '../../common/entity/entity';
import type { Cond, Filter } from '../../common/entity/filter';
import type { ListQuery } from '../../common/entity/query';
import type { Kit } from '../kit';
import { stepsOf, type Behaviour } from './behaviour';

export const soughtBy =
  (behaviours: readonly Behaviour[], keys: readonly string[]): NonNullable<Kit['sought']> =>
  (entity, text, field) => {
    const { sought } = stepsOf(behaviours, entity);
    return sought === undefined || (field ?? sought.field) !== sought.field ? undefined : sought.by(keys, text);
  };

type Asks = Pick<Kit, 'sought'>;
function condBy({ sought }: Asks, entity: AnyEntity, cond: Cond): Filter | undefined {
  const { field, op, value } = cond;
  if ((op !== '=' && op !== 'LIKE') || typeof value !== 'string') return undefined;
  const some = sought?.(entity, value, field);
  return some && { some };
}
function filterBy(kit: Asks, entity: AnyEntity, filter: Filter): Filter {
  if ('field' in filter) return condBy(kit, entity, filter) ?? filter;
  return 'all' in filter
    ? { all: filter.all.map((part) => filterBy(kit, entity, part)) }
    : { some: filter.some.map((part) => filterBy(kit, entity, part)) };
}

/** The question of a list as the database is asked it. */
export function asFound(kit: Asks, entity: AnyEntity, query: ListQuery): ListQuery {
  if (kit.sought === undefined) return query;
  const { q, ...rest } = query;
  const where = filterBy(kit, entity, query.where);
  const some = q === undefined ? undefined : kit.sought(entity, q);
  return some ? { ...rest, where: { all: [where, { some }] } } : { ...query, where };
}
