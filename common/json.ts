/** Guards for JSON of unknown shape: each returns the value in the wanted type, or a neutral value when it has another one. */

export type UnknownRecord = Readonly<Record<string, unknown>>;
/** The value as an object; `undefined` for anything else, including arrays and null. */
export const asRecord = (value: unknown): UnknownRecord | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UnknownRecord) : undefined;
/** The value as a text of at most `maxLength` characters; `''` for anything else. */
export const asString = (value: unknown, maxLength = 1000): string =>
  typeof value === 'string' && value.length <= maxLength ? value : '';
/** The value as a safe integer; 0 for anything else. */
export const asInteger = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0);
/** The value as one of the allowed texts; `fallback` for anything else. */
export const asOneOf = <const T extends string>(value: unknown, allowed: readonly T[], fallback: T): T =>
  allowed.find((candidate) => candidate === value) ?? fallback;
