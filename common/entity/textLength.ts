/** Maximum lengths of the text columns of an entity, in characters; the schema and the checks of designs use the same lengths. */
import type { Column } from './columns';

/** Longer texts are stored outside the row, so that they do not count towards MariaDB's limit of 64 KB a row. */
export const MAX_VARCHAR_LENGTH = 255;
const KIND_LENGTHS: Readonly<Partial<Record<Column['kind'], number>>> = {
  date: 10,
  time: 8,
  color: 32,
  icon: 100,
  image: 1000,
  file: 1000,
};
/** The maximum length of a text that a `string` column takes. */
export const getMaxLength = (column: Column): number =>
  KIND_LENGTHS[column.kind] ?? column.options.max ?? MAX_VARCHAR_LENGTH;
/** The length of the normalized copy of a text: NFKC makes some texts longer. */
export const normalizedTextLength = (length: number): number => length + Math.min(length, 100);
