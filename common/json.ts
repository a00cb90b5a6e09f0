/** Guards for JSON of unknown shape: each returns the value in the wanted type, or a neutral value when it has another one. None throws. */

export type UnknownRecord = Readonly<Record<string, unknown>>;
/** Whether the value is an object with keys: neither null nor an array. */
export const isObject = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** The value as an object; `undefined` for anything else, including arrays and null. */
export const asRecord = (value: unknown): UnknownRecord | undefined => (isObject(value) ? value : undefined);
/** The value as a string of at most `maxLength` characters; `''` for anything else. */
export const asString = (value: unknown, maxLength = 1000): string =>
  typeof value === 'string' && value.length <= maxLength ? value : '';
/** The value as a string of any length; `''` for anything else. */
export const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');
/** The value as a safe integer; 0 for anything else. */
export const asInteger = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0);
/** The value as one of the allowed strings; `fallback` for anything else. */
export const asOneOf = <const T extends string>(value: unknown, allowed: readonly T[], fallback: T): T =>
  allowed.find((candidate) => candidate === value) ?? fallback;
/** The strings of an array, in order; `[]` for anything else. */
export const asStringList = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
/** The entries of an object whose values are strings; `{}` for anything else. */
export const asStringRecord = (value: unknown): Readonly<Record<string, string>> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};
