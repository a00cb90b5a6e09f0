/** The values that a new record takes over from the record it duplicates. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { getColumns, type Column } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';
import { hiddenInitialValue } from '../../../common/entity/validate';

/** Unique and secret values, and those that only transitions change, are not copied. */
const isCopied = ({ spec }: AnyEntity, { name, kind, options, readonly }: Column): boolean =>
  Object.hasOwn(spec.fields, name) &&
  !readonly &&
  kind !== 'password' &&
  options.unique !== true &&
  spec.transitions?.[name] === undefined;

/**
 * The duplicate of a record that guests can read is hidden, like every new record. `copyTitle` returns its title.
 */
export function valuesForDuplicate(
  entity: AnyEntity,
  row: WireRow,
  writable: ReadonlySet<string>,
  copyTitle: (title: string) => string,
): Readonly<Record<string, Json>> {
  const hidden = hiddenInitialValue(entity);
  const copied = [...getColumns(entity).values()].filter(
    (column) => isCopied(entity, column) && writable.has(column.name) && column.name !== hidden?.field,
  );
  return Object.fromEntries(
    copied.flatMap(({ name, options }) => {
      const value = row[name];
      if (value === undefined || value === null) return [];
      if (name !== entity.spec.title || typeof value !== 'string') return [[name, value]];
      const title = copyTitle(value);
      return [[name, title.length <= (options.max ?? Number.POSITIVE_INFINITY) ? title : value]];
    }),
  );
}
