/** Validators of untrusted JSON. Each returns its problems, with the path of the value. */
import { isObject } from '../json';
import { definitionProblem, type DefinitionProblem } from './definitionProblem';
import { truncate } from '../text/normalize';
import type { Json } from '../entity/field';
import { isUnsafeKey, findJsonIssue } from '../entity/findJsonIssue';

/** Returns the problems of the value at a path; an empty list when the value is valid. */
export type JsonGuard = (value: unknown, path: string) => readonly DefinitionProblem[];

const NO_PROBLEMS: readonly DefinitionProblem[] = [];
const joinPath = (path: string, child: string | number) => (path === '' ? String(child) : `${path}.${child}`);
const preview = (value: unknown) => truncate(String(JSON.stringify(value)), 40);

/** A text; with a limit in characters. */
export const textGuard =
  (max: number): JsonGuard =>
  (value, path) => {
    if (typeof value !== 'string') return [definitionProblem('json_text', { path })];
    return value.length > max ? [definitionProblem('json_text_long', { path, max })] : NO_PROBLEMS;
  };
/** A finite number. */
export const numberGuard: JsonGuard = (value, path) =>
  typeof value === 'number' && Number.isFinite(value) ? NO_PROBLEMS : [definitionProblem('json_number', { path })];
/** One of a few values. */
export const oneOfGuard =
  (...values: readonly Json[]): JsonGuard =>
  (value, path) =>
    values.includes(value as Json) // compared only
      ? NO_PROBLEMS
      : [definitionProblem('json_none_of', { path, value: preview(value), values: values.map(preview).join(', ') })];
/** Free JSON within the limits. */
export const jsonGuard: JsonGuard = (value, path) => {
  const issue = findJsonIssue(value);
  return issue ? [definitionProblem('json_unfit', { path, issue: issue.code })] : NO_PROBLEMS;
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
    if (!Array.isArray(value)) return [definitionProblem('json_list', { path })];
    if (value.length > max) return [definitionProblem('json_list_long', { path, max })];
    return value.flatMap((child: unknown, index) => guard(child, joinPath(path, index)));
  };
/** A list of exactly these. */
export const tupleGuard =
  (...guards: readonly JsonGuard[]): JsonGuard =>
  (value, path) => {
    if (!Array.isArray(value) || value.length !== guards.length)
      return [definitionProblem('json_tuple', { path, count: guards.length })];
    return guards.flatMap((guard, index) => guard(value[index], joinPath(path, index)));
  };
/** Any safe keys, all values alike. */
export const recordGuard =
  (guard: JsonGuard, max: number): JsonGuard =>
  (value, path) => {
    if (!isObject(value)) return [definitionProblem('json_object', { path })];
    const entries = Object.entries(value);
    if (entries.length > max) return [definitionProblem('json_keys', { path, max })];
    return entries.flatMap(([name, child]) =>
      isUnsafeKey(name)
        ? [definitionProblem('json_key_unsafe', { path: joinPath(path, name) })]
        : guard(child, joinPath(path, name)),
    );
  };
/** Exactly known keys. */
export const objectGuard =
  (required: Readonly<Record<string, JsonGuard>>, optional: Readonly<Record<string, JsonGuard>> = {}): JsonGuard =>
  (value, path) => {
    if (!isObject(value)) return [definitionProblem(path === '' ? 'json_root' : 'json_object', { path })];
    const known = new Map(Object.entries({ ...required, ...optional }));
    const missing = Object.keys(required).filter((name) => !Object.hasOwn(value, name));
    const found = Object.entries(value).flatMap(([name, child]) => {
      const guard = known.get(name);
      return guard
        ? guard(child, joinPath(path, name))
        : [definitionProblem('json_key_unknown', { path: joinPath(path, name) })];
    });
    return [...missing.map((name) => definitionProblem('json_missing', { path: joinPath(path, name) })), ...found];
  };
