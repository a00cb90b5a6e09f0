/** The required columns of an entity; apart from `validate.ts`, which the console loads with its forms only. */
import { getColumns, memoizePerEntity } from './columns';

/** The columns that a create call must send: required, without a default, and not set by the server. */
export const requiredColumns = memoizePerEntity((entity) =>
  [...getColumns(entity).values()].filter(
    ({ name, readonly, options }) =>
      options.required === true && !readonly && name !== entity.spec.owner && options.default === undefined,
  ),
);
