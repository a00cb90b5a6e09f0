/** What the system says about a file operation that failed. */
const errnoOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

export const isMissing = (error: unknown): boolean => errnoOf(error) === 'ENOENT';

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
/** The disk, or what somebody may use of it. */
export const isFull = (error: unknown): boolean => FULL.has(errnoOf(error));
