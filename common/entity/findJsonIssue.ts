/** Checks free JSON: limited size and depth, safe keys, JSON values only. */
import { LIMITS } from '../limits';
import { utf8Length, hasControlCharacters } from '../text/normalize';
import type { ValueIssue } from './issue';

const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
/** Whether a key could reach into an object's prototype. */
export const isUnsafeKey = (key: string): boolean => UNSAFE_KEYS.has(key);

const isPlainObject = (value: object) => {
  const proto: unknown = Object.getPrototypeOf(value);
  return proto === Object.prototype || proto === null;
};

function checkNode(value: unknown, depth: number): ValueIssue | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { code: 'type' };
  if (typeof value === 'string') return hasControlCharacters(value, true) ? { code: 'characters' } : undefined;
  if (typeof value !== 'object') return { code: 'type' };
  if (depth >= LIMITS.jsonDepth) return { code: 'too_deep', params: { max: LIMITS.jsonDepth } };
  if (Array.isArray(value)) return firstIssue(value, (item) => checkNode(item, depth + 1));
  if (!isPlainObject(value)) return { code: 'type' };
  return firstIssue(Object.entries(value), ([key, item]) =>
    isUnsafeKey(key) || hasControlCharacters(key, false)
      ? { code: 'unsafe_key', params: { key } }
      : checkNode(item, depth + 1),
  );
}
function firstIssue<T>(items: readonly T[], check: (item: T) => ValueIssue | undefined): ValueIssue | undefined {
  for (const item of items) {
    const issue = check(item);
    if (issue) return issue;
  }
  return undefined;
}

/** Returns the first problem of a value as free JSON; undefined when it is valid. */
export function findJsonIssue(value: unknown, maxBytes: number = LIMITS.jsonBytes): ValueIssue | undefined {
  const issue = checkNode(value, 0);
  if (issue) return issue;
  return utf8Length(JSON.stringify(value)) > maxBytes ? { code: 'too_long', params: { max: maxBytes } } : undefined;
}
