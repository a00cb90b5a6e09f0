/** Online DDL: classifies schema changes into those that run while others read and write, and those that block. */
import type { Db } from '../../context';
import type { ColumnShape } from './tableShape';

/** A statement with the least demanding way first; the last one works always. */
export interface StatementVariants {
  readonly variants: readonly string[];
  /** Fills a column of all rows, and can be limited to a range of rows by more conditions. */
  readonly isBackfill: boolean;
}

const ONLINE_ALTER = ['ALGORITHM=INSTANT', 'ALGORITHM=INPLACE, LOCK=NONE', 'ALGORITHM=COPY, LOCK=NONE'] as const;

/**
 * The forms in which a statement of a plan is tried on MariaDB. The server refuses an algorithm or a lock that it cannot keep to with error
 * 1845 or 1846 before it changes anything.
 */
export function onlineVariants(statement: string): StatementVariants {
  const isBackfill = statement.startsWith('UPDATE ');
  if (statement.startsWith('ALTER TABLE '))
    return { isBackfill, variants: [...ONLINE_ALTER.map((clause) => `${statement}, ${clause}`), statement] };
  if (/^CREATE (?:UNIQUE )?INDEX /.test(statement))
    return { isBackfill, variants: [`${statement} ALGORITHM=INPLACE LOCK=NONE`, statement] };
  return { isBackfill, variants: [statement] };
}

const BYTES_OF_CHARACTER = 4;
/** Sizes up to which a VARCHAR can be widened to any size, and up to which its length takes one byte. */
const [ANY_WIDENING_BYTES, ONE_BYTE_LENGTH] = [127, 255] as const;
function varcharBytes(type: string): number | undefined {
  const length = /^VARCHAR\((\d+)\)$/.exec(type)?.[1];
  return length === undefined ? undefined : Number(length) * BYTES_OF_CHARACTER;
}

/** Whether InnoDB changes the type in place: a VARCHAR becomes longer and its length keeps its size. */
function isWidenedInPlace(from: string, to: string): boolean {
  const [size, newSize] = [varcharBytes(from), varcharBytes(to)];
  if (size === undefined || newSize === undefined || newSize < size) return false;
  return size <= ANY_WIDENING_BYTES || size > ONE_BYTE_LENGTH || newSize <= ONE_BYTE_LENGTH;
}

/** Whether others wait while a column changes: the database copies the table. */
export function blocksOnColumnChange(dialect: Db['dialect'], from: ColumnShape, to: ColumnShape): boolean {
  if (dialect === 'sqlite') return from.type !== to.type || from.notNull !== to.notNull || from.default !== to.default;
  return from.type !== to.type && !isWidenedInPlace(from.type, to.type);
}
