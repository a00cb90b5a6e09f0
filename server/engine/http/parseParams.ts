/** Parses ids and other parameters as clients send them: numbers, digits, lists of either. Error: `request.malformed` for anything else. */
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';

export function parseId(value: unknown): number {
  const id = typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) throw fault('request.malformed');
  return id;
}

/** One id, a list or a comma-separated list; duplicates are dropped. */
export function parseIds(value: unknown): readonly number[] {
  const inputs: readonly unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(',')
      : [value];
  if (inputs.length > LIMITS.maxBulkIds) throw fault('bulk.too_many', { max: LIMITS.maxBulkIds });
  const ids = [...new Set(inputs.map(parseId))];
  if (ids.length === 0) throw fault('request.malformed');
  return ids;
}

/** The revision that the caller read; undefined when it sent none. */
export function parseRevision(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw fault('request.malformed');
  return value;
}

/** `{ id: revision }` of the rows that the caller read. */
export function parseRevisions(value: unknown): Readonly<Record<number, number>> | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw fault('request.malformed');
  const entries = Object.entries(value).map(([id, revision]) => [parseId(id), revision] as const);
  if (entries.some(([, revision]) => !Number.isSafeInteger(revision))) throw fault('request.malformed');
  return Object.fromEntries(entries);
}

/** A list of field names; empty when it is absent. */
export function parseNames(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) throw fault('request.malformed');
  return [...new Set(value)];
}

const AMOUNT_PATTERN = /^-?\d{1,14}\.\d{2}$/;
/** `{ id: amount }` that the caller confirms to have read. */
export function parseConfirmed(value: unknown): Readonly<Record<string, string>> | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw fault('request.malformed');
  const entries = Object.entries(value);
  if (entries.length > LIMITS.maxBulkIds) throw fault('bulk.too_many', { max: LIMITS.maxBulkIds });
  return Object.fromEntries(
    entries.map(([id, amount]) => {
      if (typeof amount !== 'string' || !AMOUNT_PATTERN.test(amount)) throw fault('request.malformed');
      return [String(parseId(id)), amount];
    }),
  );
}
