/** JSON with sorted keys: the same text for the same content. For everything that is hashed. */
import { isObject } from './json';

const sortKeys = (_key: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortKeys);
