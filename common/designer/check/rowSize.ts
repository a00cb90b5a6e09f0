/** The room that the columns of an entity take in MariaDB: in a row, and in the page of a row. */
import { getColumns, type Column } from '../../entity/columns';
import type { AnyEntity } from '../../entity/entity';
import { MAX_VARCHAR_LENGTH, getMaxLength, normalizedTextLength } from '../../entity/textLength';

/** Bytes of the columns of a row at most; texts outside the row count with their pointers. */
export const MAX_ROW_BYTES = 65_535;
/** Bytes of a row of InnoDB in a page of 16 KB at most. */
export const MAX_PAGE_BYTES = 8_125;
/** Longest text that InnoDB never stores outside the page, in bytes, and what a longer one leaves in the page. */
const [MAX_IN_PAGE, LEFT_IN_PAGE] = [255, 21];
const BYTES_PER_CHARACTER = 4;
/** Bytes of a `TEXT` in the row and in the page. */
const TEXT_SIZE: Size = { row: 12, page: 21 };
const NUMBER_SIZE: Size = { row: 8, page: 8 };
/** The header of a row, two columns of InnoDB, and the column `live` of unique values. */
const OVERHEAD: Size = { row: 8, page: 26 };

interface Size {
  readonly row: number;
  readonly page: number;
}

function textSize(length: number): Size {
  if (length > MAX_VARCHAR_LENGTH) return TEXT_SIZE;
  const bytes = length * BYTES_PER_CHARACTER;
  return { row: bytes + 2, page: bytes <= MAX_IN_PAGE ? bytes + 1 : LEFT_IN_PAGE };
}

/** The sizes of a column and of its normalized copy. */
function getSizes(column: Column): readonly Size[] {
  if (column.store === 'integer' || column.store === 'double') return [NUMBER_SIZE];
  if (column.store !== 'string') return [TEXT_SIZE];
  const length = getMaxLength(column);
  return column.hasSearchColumn ? [textSize(length), textSize(normalizedTextLength(length))] : [textSize(length)];
}

/** By how many bytes a row of the entity exceeds the limits of MariaDB: 0 or less when it fits. */
export function computeRowExcess(entity: AnyEntity): Size {
  const sizes = [...getColumns(entity).values()].flatMap(getSizes);
  const total = sizes.reduce((sum, { row, page }) => ({ row: sum.row + row, page: sum.page + page }), OVERHEAD);
  const nullBits = Math.ceil(sizes.length / 8);
  return { row: total.row - MAX_ROW_BYTES, page: total.page + nullBits - MAX_PAGE_BYTES };
}
