/** What the system says about a file operation that failed. */
const errorCodeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

export const isFileMissing = (error: unknown): boolean => errorCodeOf(error) === 'ENOENT';

const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
/** The disk, or what somebody may use of it. */
export const isDiskFull = (error: unknown): boolean => DISK_FULL_CODES.has(errorCodeOf(error));
