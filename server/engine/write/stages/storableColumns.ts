/** Which columns a caller may set: all but the read-only columns, which the engine writes itself. */
import { getColumns, memoizePerEntity } from '../../../../common/entity/columns';

/** The columns that only the engine writes. */
export const ENGINE_COLUMNS: ReadonlySet<string> = new Set([
  'id',
  'revision',
  'create_time',
  'update_time',
  'delete_time',
]);
/** All other columns of an entity. */
export const storableColumns = memoizePerEntity((entity) =>
  [...getColumns(entity).values()].filter(({ name }) => !ENGINE_COLUMNS.has(name)),
);
