/** Classifies errors of file operations: missing file (ENOENT), full disk (ENOSPC, EDQUOT). */

/** The system error code of a failed file operation. */
const getErrorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

export const isFileMissing = (error: unknown): boolean => getErrorCode(error) === 'ENOENT';

const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
/** Whether the disk or the user's disk quota is full. */
export const isDiskFull = (error: unknown): boolean => DISK_FULL_CODES.has(getErrorCode(error));
