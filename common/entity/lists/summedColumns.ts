/** The columns that a summary of a list adds up. */
import type { Column } from '../columns';
import type { AnyEntity } from '../entity';

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'float', 'money']);

/** Whether the numbers of the column are quantities; ids and the engine's own columns are not. */
export const isSummedColumn = (entity: AnyEntity, { name, kind, sensitivity }: Column): boolean =>
  NUMERIC.has(kind) && sensitivity !== 'secret' && Object.hasOwn(entity.spec.fields, name);
