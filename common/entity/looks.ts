/** Small lookers over untrusted JSON: each says, by path, what is not as it should be. */
import { beginning } from '../text/clean';
import type { Json } from './field';
import { isUnsafeKey, jsonTrouble } from './jsonValue';

/** Problems of a value that stands at a path; none: it has the form. */
export type Look = (value: unknown, path: string) => readonly string[];

const GOOD: readonly string[] = [];
const isBag = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (path: string, part: string | number) => (path === '' ? String(part) : `${path}.${part}`);
const shown = (value: unknown) => beginning(String(JSON.stringify(value)), 40);

/** A text; with a limit in characters. */
export const aText =
  (max: number): Look =>
  (value, path) => {
    if (typeof value !== 'string') return [`${path}: must be a text`];
    return value.length > max ? [`${path}: is longer than ${max} characters`] : GOOD;
  };
/** A finite number. */
export const aNumber: Look = (value, path) =>
  typeof value === 'number' && Number.isFinite(value) ? GOOD : [`${path}: must be a number`];
/** One of a few values. */
export const oneOf =
  (...values: readonly Json[]): Look =>
  (value, path) =>
    values.includes(value as Json) // compared only
      ? GOOD
      : [`${path}: ${shown(value)} is none of ${values.map(shown).join(', ')}`];
/** Free JSON within the limits. */
export const anyJson: Look = (value, path) => {
  const trouble = jsonTrouble(value);
  return trouble ? [`${path}: is no JSON value that may be kept (${trouble.code})`] : GOOD;
};
/** The first look that is content decides; else the last one's complaint is told. */
export const either =
  (...looks: readonly Look[]): Look =>
  (value, path) => {
    const answers = looks.map((look) => look(value, path));
    return answers.find((answer) => answer.length === 0) ?? answers.at(-1) ?? GOOD;
  };
export const listOf =
  (look: Look, max: number): Look =>
  (value, path) => {
    if (!Array.isArray(value)) return [`${path}: must be a list`];
    if (value.length > max) return [`${path}: has more than ${max} entries`];
    return value.flatMap((part: unknown, index) => look(part, at(path, index)));
  };
/** A list of exactly these. */
export const tuple =
  (...looks: readonly Look[]): Look =>
  (value, path) => {
    if (!Array.isArray(value) || value.length !== looks.length) return [`${path}: must be a list of ${looks.length}`];
    return looks.flatMap((look, index) => look(value[index], at(path, index)));
  };
/** Any safe keys, all values alike. */
export const record =
  (look: Look, max: number): Look =>
  (value, path) => {
    if (!isBag(value)) return [`${path}: must be an object`];
    const entries = Object.entries(value);
    if (entries.length > max) return [`${path}: has more than ${max} keys`];
    return entries.flatMap(([name, part]) =>
      isUnsafeKey(name) ? [`${at(path, name)}: this key is not allowed`] : look(part, at(path, name)),
    );
  };
/** Exactly known keys. */
export const object =
  (required: Readonly<Record<string, Look>>, optional: Readonly<Record<string, Look>> = {}): Look =>
  (value, path) => {
    if (!isBag(value)) return [path === '' ? 'must be an object' : `${path}: must be an object`];
    const known = new Map(Object.entries({ ...required, ...optional }));
    const missing = Object.keys(required).filter((name) => !Object.hasOwn(value, name));
    const found = Object.entries(value).flatMap(([name, part]) => {
      const look = known.get(name);
      return look ? look(part, at(path, name)) : [`${at(path, name)}: there is no such key here`];
    });
    return [...missing.map((name) => `${at(path, name)}: is missing`), ...found];
  };
