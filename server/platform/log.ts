/** Structured log: JSON lines without secrets. Tokens and passwords are redacted in everything that is logged. */
import { pino } from 'pino';
import { SERVER_LIMITS } from '../../common/serverLimits';
import { truncate } from '../../common/text/normalize';
import type { Log } from '../context';

const SECRET_NAMES: ReadonlySet<string> = new Set(
  'authorization cookie set-cookie password old_password oldpassword new_password newpassword otp captcha secret salt key keys'.split(
    ' ',
  ),
);
const SECRET_SUFFIXES = ['token', '_secret', '_key'] as const;
/** Whether a value is secret by its name. */
function isSecretName(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    SECRET_NAMES.has(lower) || lower.startsWith('token') || SECRET_SUFFIXES.some((suffix) => lower.endsWith(suffix))
  );
}
const SECRET_QUERY =
  /([?&;](?:ba-?user-?token|batoken|token|refresh_?token|password|ticket|support|notme|otp)=)[^&#\s"]*/gi;
const SECRET_TOKEN = /\bba_[a-z]{1,2}_[\w.-]+/g;
/** Starts at `://`: a scheme before it would make the expression quadratic on a long run of letters. */
const SECRET_URL_PASSWORD = /(:\/\/[^\s/:@]*:)[^\s/@]+@/g;
/** Activation codes, however their groups are separated in a text or a URL. */
const SECRET_ACTIVATION_CODE =
  /(?<![0-9A-Za-z])(?:[2-9A-HJ-NP-Z]{5}(?:-|\+|%20)?){3}[2-9A-HJ-NP-Z]{5}(?![0-9A-Za-z])/gi;
const MAX_DEPTH = 6;

/** Every expression that is run on a text to be logged. A test runs each of them on 16 KB of one character. */
export const REDACTIONS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [SECRET_QUERY, '$1[redacted]'],
  [SECRET_TOKEN, 'ba_[redacted]'],
  [SECRET_URL_PASSWORD, '$1[redacted]@'],
  [SECRET_ACTIVATION_CODE, '[redacted]'],
];
/** Characters kept beyond the cut before redaction, so that a secret at the cut is still long enough to be matched. */
const CUT_MARGIN = 256;

/**
 * Takes tokens, passwords and activation codes out of a text. The text is cut before it meets an expression, so the cost has a bound
 * whatever the caller sends.
 * @param maxLength Maximum length of the result in characters.
 */
export const redactText = (text: string, maxLength: number = SERVER_LIMITS.logFieldChars): string => {
  const truncated = truncate(text, maxLength + CUT_MARGIN);
  return truncate(
    REDACTIONS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), truncated),
    maxLength,
  );
};

/** A copy of a value without secrets; errors become plain objects. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (Buffer.isBuffer(value)) return `[${value.length} bytes]`;
  if (isError(value)) return serializeError(value, depth);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      isSecretName(key) && item !== undefined && item !== null ? '[redacted]' : redact(item, depth + 1),
    ]),
  );
}

export interface LogOptions {
  /** `silent` logs nothing: the level of tests. */
  readonly level: string;
  readonly write?: (line: string) => void;
}

/** Creates a log; lines go to standard output unless `write` is given. */
export function createLog({ level, write }: LogOptions): Log {
  const options = { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` };
  const logger = write ? pino(options, { write }) : pino(options);
  const logAt = (name: 'debug' | 'info' | 'warn' | 'error') => (fields: object, message: string) => {
    if (logger.isLevelEnabled(name)) logger[name](redact(fields), redactText(message));
  };
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') };
}

const MAX_STACK_LENGTH = 64 * 1024;
type ErrorLike = { readonly message: string; readonly stack?: string };
// not instanceof: errors also come from other JavaScript realms, such as a test runner's
const isError = (value: object): value is ErrorLike =>
  value instanceof Error || ('message' in value && typeof value.message === 'string' && 'stack' in value);

function serializeError(error: ErrorLike, depth: number): object {
  const { code, errno, sqlMessage, cause, original } = error as ErrorLike & Readonly<Record<string, unknown>>;
  // drivers put the statement with its values into the message; their own text is enough
  const safeMessage = typeof sqlMessage === 'string' ? sqlMessage : error.message;
  const stackFrames = truncate(error.stack ?? '', MAX_STACK_LENGTH)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return {
    message: redactText(safeMessage),
    ...(code === undefined ? {} : { code }),
    ...(errno === undefined ? {} : { errno }),
    stack: stackFrames.join('\n'),
    ...(cause || original ? { cause: redact(cause ?? original, depth + 1) } : {}),
  };
}
