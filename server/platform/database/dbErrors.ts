/** Classifies the errors of both databases, so that no other file reads driver codes. */

/** Thrown on both databases when a limited read passes its deadline. */
export class ReadTimeoutError extends Error {
  constructor(cause?: unknown) {
    super('the read passed its deadline', { cause });
  }
}

/** Thrown when a limited read cannot run now: no connection became free in time, or the reader process ended. */
export class ReadUnavailableError extends Error {
  constructor(cause?: unknown) {
    super('no bounded read can run now', { cause });
  }
}

/** Thrown on both databases by statements that follow the end of their transaction or snapshot. */
export class TransactionEndedError extends Error {
  constructor() {
    super('the transaction has ended');
  }
}

export type DbFailure =
  /** `columns` as SQLite names them, or `key`, the index that MariaDB names. */
  | { readonly kind: 'unique'; readonly columns: readonly string[]; readonly key: string | null }
  /** The same work may succeed when it is retried. */
  | { readonly kind: 'busy' | 'deadlock' }
  /** `schema`: the table or column does not exist. */
  | { readonly kind: 'reference' | 'check' | 'refused' | 'gone' | 'schema' | 'other' };

const SQLITE_FAILURES: Readonly<Record<string, DbFailure['kind']>> = {
  SQLITE_BUSY: 'busy',
  SQLITE_LOCKED: 'busy',
};
/**
 * 1020 record has changed, 1054 unknown column, 1146 unknown table, 1205 lock wait timeout, 1213 deadlock, 1927/4166 connection killed
 * while idle in a transaction.
 */
const MARIADB_FAILURES: Readonly<Record<number, DbFailure['kind']>> = {
  1020: 'deadlock',
  1054: 'schema',
  1146: 'schema',
  1205: 'busy',
  1213: 'deadlock',
  1451: 'reference',
  1452: 'reference',
  1644: 'refused',
  4025: 'check',
};

/** The index named at the end of a MariaDB message, without its table. The value before it is a caller's text. */
function duplicateKeyName(message: string): string | null {
  const start = message.lastIndexOf("for key '");
  if (start === -1) return null;
  const [quotedName = ''] = message.slice(start + 9).split("'", 1);
  return quotedName.slice(quotedName.lastIndexOf('.') + 1) || null;
}

/** Classifies an error of a driver, bare or wrapped by Sequelize. */
export function classifyDbError(error: unknown): DbFailure {
  const { code, errno, message, sqlMessage, fatal } = unwrapDriverError(error);
  if (typeof code === 'string' && code.startsWith('SQLITE_')) return classifySqliteError(code, message);
  if (errno === 1062) return { kind: 'unique', columns: [], key: duplicateKeyName(sqlMessage) };
  if (typeof errno !== 'number') return { kind: 'other' };
  const kind = MARIADB_FAILURES[errno] ?? (fatal ? 'gone' : 'other');
  return kind === 'unique' ? { kind: 'other' } : { kind };
}

/** Whether a retry of the whole transaction may succeed. */
export const canTransactionBeRetried = (error: unknown): boolean =>
  ['busy', 'deadlock'].includes(classifyDbError(error).kind);

interface DriverError {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly fatal?: unknown;
  readonly message: string;
  readonly sqlMessage: string;
}
function unwrapDriverError(error: unknown): DriverError {
  if (typeof error !== 'object' || error === null) return { message: String(error), sqlMessage: '' };
  if ('original' in error && error.original) return unwrapDriverError(error.original);
  const message = 'message' in error ? String(error.message) : '';
  return {
    ...('code' in error ? { code: error.code } : {}),
    ...('errno' in error ? { errno: error.errno } : {}),
    ...('fatal' in error ? { fatal: error.fatal } : {}),
    message,
    sqlMessage: 'sqlMessage' in error ? String(error.sqlMessage) : message,
  };
}

function classifySqliteError(code: string, message: string): DbFailure {
  const unique = /UNIQUE constraint failed: (.*)/.exec(message)?.[1];
  if (unique !== undefined) {
    const columns = unique.split(', ').map((name) => name.slice(name.indexOf('.') + 1));
    return { kind: 'unique', columns, key: null };
  }
  if (message.includes('FOREIGN KEY constraint failed')) return { kind: 'reference' };
  if (message.includes('CHECK constraint failed')) return { kind: 'check' };
  if (code === 'SQLITE_CONSTRAINT') return { kind: 'refused' };
  if (/no such (?:column|table)|has no column named/.test(message)) return { kind: 'schema' };
  const kind = SQLITE_FAILURES[code] ?? 'other';
  return kind === 'unique' ? { kind: 'other' } : { kind };
}
