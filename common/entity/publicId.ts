/** Rows whose own id stays in the server: members and guests get the value of another field as `id`, in answers and frames alike. */
import type { AnyEntity } from './entity';
import { integer } from './field';
import type { Filter } from './filter';

/** Numbers below this: exact in JavaScript, and of 48 random bits. */
export const PUBLIC_ID_LIMIT = 2 ** 48;
/** A random number that stands for the id, for rows that have no number of their own. `server/hooks/catalogue/publicIdHooks.ts` sets it. */
export const publicIdField = () => integer({ readonly: true, min: 1 });
export const publicIdLabels = { en: 'Public number', 'zh-cn': '公开编号' } as const;

/** The reader; only the kind of actor decides. */
interface Reader {
  readonly kind: string;
}
/** The field an actor knows rows by: `id` for staff and the system, the entity's `publicId` for others where there is one. */
export const idFieldFor = ({ kind }: Reader, { spec }: AnyEntity): string =>
  kind === 'member' || kind === 'guest' ? (spec.publicId ?? 'id') : 'id';

/** An actor's filter over stored rows: what it asks of `id` is asked of the field the actor knows rows by. */
export function storedFilter(actor: Reader, entity: AnyEntity, filter: Filter): Filter {
  const field = idFieldFor(actor, entity);
  return field === 'id' ? filter : replaceIdField(filter, field);
}

function replaceIdField(filter: Filter, replacement: string): Filter {
  if ('field' in filter) return filter.field === 'id' ? { ...filter, field: replacement } : filter;
  return 'all' in filter
    ? { all: filter.all.map((part) => replaceIdField(part, replacement)) }
    : { some: filter.some.map((part) => replaceIdField(part, replacement)) };
}
