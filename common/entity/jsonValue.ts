/** Guards free JSON: bounded size and depth, safe keys, nothing but JSON in it. */
import { LIMITS } from '../limits';
import { bytesOf, hasForbidden } from '../text/clean';
import type { Trouble } from './issue';

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);
/** Whether a key could reach into an object's prototype. */
export const isUnsafeKey = (key: string): boolean => UNSAFE.has(key);

const isPlain = (value: object) => {
  const proto: unknown = Object.getPrototypeOf(value);
  return proto === Object.prototype || proto === null;
};

function walk(value: unknown, depth: number): Trouble | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { code: 'type' };
  if (typeof value === 'string') return hasForbidden(value, true) ? { code: 'characters' } : undefined;
  if (typeof value !== 'object') return { code: 'type' };
  if (depth >= LIMITS.jsonDepth) return { code: 'too_deep', params: { max: LIMITS.jsonDepth } };
  if (Array.isArray(value)) return firstTrouble(value, (item) => walk(item, depth + 1));
  if (!isPlain(value)) return { code: 'type' };
  return firstTrouble(Object.entries(value), ([key, item]) =>
    isUnsafeKey(key) || hasForbidden(key, false) ? { code: 'unsafe_key', params: { key } } : walk(item, depth + 1),
  );
}
function firstTrouble<T>(items: readonly T[], look: (item: T) => Trouble | undefined): Trouble | undefined {
  for (const item of items) {
    const trouble = look(item);
    if (trouble) return trouble;
  }
  return undefined;
}

/** What is wrong with a value as free JSON; undefined when nothing is. */
export function jsonTrouble(value: unknown): Trouble | undefined {
  const trouble = walk(value, 0);
  if (trouble) return trouble;
  return bytesOf(JSON.stringify(value)) > LIMITS.jsonBytes
    ? { code: 'too_long', params: { max: LIMITS.jsonBytes } }
    : undefined;
}
