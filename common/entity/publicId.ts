/** Public ids: members and guests get the value of another field as `id`, in responses and frames, so that the real id stays in the server. */
import type { AnyEntity } from './entity';
import { integer } from './field';
import type { Filter } from './filter';

/** Public ids are below this number: 48 random bits, exact in JavaScript. */
export const PUBLIC_ID_LIMIT = 2 ** 48;
/** A random number in place of the id, for rows without another public number. `server/engine/write/context/publicIdHooks.ts` sets it. */
export const publicIdField = () => integer({ readonly: true, min: 1 });
export const publicIdLabels = { en: 'Public number', 'zh-cn': '公开编号' } as const;

/** The reader; only the kind of actor decides. */
interface Reader {
  readonly kind: string;
}
/** The field whose value an actor gets as id: `id` for staff and the system, otherwise the `publicId` of the entity if it has one. */
export const getIdField = ({ kind }: Reader, { spec }: AnyEntity): string =>
  kind === 'member' || kind === 'guest' ? (spec.publicId ?? 'id') : 'id';

/** Translates a filter of an actor for stored rows: conditions on `id` apply to `getIdField(actor, entity)`. */
export function storedFilter(actor: Reader, entity: AnyEntity, filter: Filter): Filter {
  const field = getIdField(actor, entity);
  return field === 'id' ? filter : replaceIdField(filter, field);
}

function replaceIdField(filter: Filter, replacement: string): Filter {
  if ('field' in filter) return filter.field === 'id' ? { ...filter, field: replacement } : filter;
  return 'all' in filter
    ? { all: filter.all.map((part) => replaceIdField(part, replacement)) }
    : { some: filter.some.map((part) => replaceIdField(part, replacement)) };
}
