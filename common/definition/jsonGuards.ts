/** Validators of untrusted JSON. Each returns its problems, with the path of the value. */
import { isObject } from '../json';
import { truncate } from '../text/normalize';
import type { Json } from '../entity/field';
import { isUnsafeKey, findJsonIssue } from '../entity/findJsonIssue';

/** Returns the problems of the value at a path; an empty list when the value is valid. */
export type JsonGuard = (value: unknown, path: string) => readonly string[];

const NO_PROBLEMS: readonly string[] = [];
const joinPath = (path: string, child: string | number) => (path === '' ? String(child) : `${path}.${child}`);
const preview = (value: unknown) => truncate(String(JSON.stringify(value)), 40);

/** A text; with a limit in characters. */
export const textGuard =
  (max: number): JsonGuard =>
  (value, path) => {
    if (typeof value !== 'string') return [`${path}: must be a text`];
    return value.length > max ? [`${path}: is longer than ${max} characters`] : NO_PROBLEMS;
  };
/** A finite number. */
export const numberGuard: JsonGuard = (value, path) =>
  typeof value === 'number' && Number.isFinite(value) ? NO_PROBLEMS : [`${path}: must be a number`];
/** One of a few values. */
export const oneOfGuard =
  (...values: readonly Json[]): JsonGuard =>
  (value, path) =>
    values.includes(value as Json) // compared only
      ? NO_PROBLEMS
      : [`${path}: ${preview(value)} is none of ${values.map(preview).join(', ')}`];
/** Free JSON within the limits. */
export const jsonGuard: JsonGuard = (value, path) => {
  const issue = findJsonIssue(value);
  return issue ? [`${path}: is not a JSON value that may be kept (${issue.code})`] : NO_PROBLEMS;
};
/** Valid when one of the guards accepts the value; otherwise returns the problems of the last guard. */
export const anyOfGuard =
  (...guards: readonly JsonGuard[]): JsonGuard =>
  (value, path) => {
    const results = guards.map((guard) => guard(value, path));
    return results.find((result) => result.length === 0) ?? results.at(-1) ?? NO_PROBLEMS;
  };
export const listGuard =
  (guard: JsonGuard, max: number): JsonGuard =>
  (value, path) => {
    if (!Array.isArray(value)) return [`${path}: must be a list`];
    if (value.length > max) return [`${path}: has more than ${max} entries`];
    return value.flatMap((child: unknown, index) => guard(child, joinPath(path, index)));
  };
/** A list of exactly these. */
export const tupleGuard =
  (...guards: readonly JsonGuard[]): JsonGuard =>
  (value, path) => {
    if (!Array.isArray(value) || value.length !== guards.length) return [`${path}: must be a list of ${guards.length}`];
    return guards.flatMap((guard, index) => guard(value[index], joinPath(path, index)));
  };
/** Any safe keys, all values alike. */
export const recordGuard =
  (guard: JsonGuard, max: number): JsonGuard =>
  (value, path) => {
    if (!isObject(value)) return [`${path}: must be an object`];
    const entries = Object.entries(value);
    if (entries.length > max) return [`${path}: has more than ${max} keys`];
    return entries.flatMap(([name, child]) =>
      isUnsafeKey(name) ? [`${joinPath(path, name)}: this key is not allowed`] : guard(child, joinPath(path, name)),
    );
  };
/** Exactly known keys. */
export const objectGuard =
  (required: Readonly<Record<string, JsonGuard>>, optional: Readonly<Record<string, JsonGuard>> = {}): JsonGuard =>
  (value, path) => {
    if (!isObject(value)) return [path === '' ? 'must be an object' : `${path}: must be an object`];
    const known = new Map(Object.entries({ ...required, ...optional }));
    const missing = Object.keys(required).filter((name) => !Object.hasOwn(value, name));
    const found = Object.entries(value).flatMap(([name, child]) => {
      const guard = known.get(name);
      return guard ? guard(child, joinPath(path, name)) : [`${joinPath(path, name)}: there is no such key here`];
    });
    return [...missing.map((name) => `${joinPath(path, name)}: is missing`), ...found];
  };
