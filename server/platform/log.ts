/** The log: JSON lines without secrets. Whatever is logged, tokens and passwords are taken out first. */
import { pino } from 'pino';
import type { Log } from '../kit';

const SECRET_NAME =
  /^(authorization|cookie|set-cookie|batoken|ba-user-token|password|old_?password|new_?password|.*_?token|token.*|refresh_?token|otp|captcha|secret|salt|keys?|.*_secret|.*_key)$/i;
const SECRET_QUERY = /([?&;](?:ba-?user-?token|batoken|token|refresh_?token|password|ticket|otp)=)[^&#\s"]*/gi;
const SECRET_TOKEN = /\bba_[a-z]{1,2}_[\w.-]{8,}/g;
const SECRET_LOGIN = /(\w+:\/\/[^\s/:@]+:)[^\s/@]+@/g;
/** Activation codes, however their groups are written in a text or an address. */
const SECRET_CODE = /(?<![0-9A-Za-z])(?:[2-9A-HJ-NP-Z]{5}(?:-|\+|%20)?){3}[2-9A-HJ-NP-Z]{5}(?![0-9A-Za-z])/gi;
const DEEPEST = 6;

/** Takes tokens, passwords and activation codes out of a text. */
export const redactText = (text: string): string =>
  text
    .replace(SECRET_QUERY, '$1[redacted]')
    .replace(SECRET_TOKEN, 'ba_[redacted]')
    .replace(SECRET_LOGIN, '$1[redacted]@')
    .replace(SECRET_CODE, '[redacted]');

/** A copy of a value in which nothing secret is left; errors become plain data. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (Buffer.isBuffer(value)) return `[${value.length} bytes]`;
  if (isError(value)) return errorData(value, depth);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      SECRET_NAME.test(key) && item !== undefined && item !== null ? '[redacted]' : redact(item, depth + 1),
    ]),
  );
}

export interface LogOptions {
  /** `silent` says nothing at all: the level of tests. */
  readonly level: string;
  readonly write?: (line: string) => void;
}

/** A log of a level; lines go to standard output unless told otherwise. */
export function createLog({ level, write }: LogOptions): Log {
  const options = { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` };
  const lines = write ? pino(options, { write }) : pino(options);
  const say = (name: 'debug' | 'info' | 'warn' | 'error') => (fields: object, message: string) => {
    if (lines.isLevelEnabled(name)) lines[name](redact(fields), redactText(message));
  };
  return { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') };
}

type ErrorLike = { readonly message: string; readonly stack?: string };
// not instanceof: errors also come from other realms, such as a test runner's
const isError = (value: object): value is ErrorLike =>
  value instanceof Error || ('message' in value && typeof value.message === 'string' && 'stack' in value);

function errorData(error: ErrorLike, depth: number): object {
  const { code, errno, sqlMessage, cause, original } = error as ErrorLike & Readonly<Record<string, unknown>>;
  // drivers put the statement, and with it values, into the message: their own text says enough
  const told = typeof sqlMessage === 'string' ? sqlMessage : error.message;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    message: redactText(told),
    ...(code === undefined ? {} : { code }),
    ...(errno === undefined ? {} : { errno }),
    stack: frames.join('\n'),
    ...(cause || original ? { cause: redact(cause ?? original, depth + 1) } : {}),
  };
}
