/** Input of a create or an edit → clean stored values, or every issue there is; one source for both sides of the wire. */
import type { AnyEntity } from './entity';
import type { Json } from './field';
import type { Issue, Trouble } from './issue';
import { columnsOf, perEntity, type Column } from './meta';
import { isEmpty, readValue } from './values';

export interface Validated {
  /** Stored form. On create every writable column, on update those that came. */
  readonly clean: Readonly<Record<string, Json>>;
  /** Keys that were sent but may not be written: unknown, read-only or out of sight. */
  readonly ignored: readonly string[];
  readonly issues: readonly Issue[];
}
export interface ValidateOptions {
  readonly mode: 'create' | 'update';
  /** The columns the caller may write (`writableColumns`). */
  readonly columns: readonly Column[];
}

/** Keys of the engine that travel beside the fields. */
const COMPANIONS = new Set(['id', 'revision', '_base', '_mid']);

const issuesOf = (name: string, troubles: readonly Trouble[]): readonly Issue[] =>
  troubles.map(({ code, params, at }) => ({
    path: at === undefined ? name : `${name}.${at}`,
    code,
    ...(params ? { params } : {}),
  }));

/** The stored form of a column's default; undefined when it has none. */
export function defaultOf(column: Column): Json | undefined {
  const { default: given, values } = column.options;
  if (given === undefined) return undefined;
  const named = (name: Json): Json => (typeof name === 'string' ? (values?.[name] ?? null) : null);
  if (column.kind === 'choice') return named(given);
  if (column.kind === 'choices') return Array.isArray(given) ? given.map(named) : [];
  const read = readValue(column, given);
  return 'value' in read ? read.value : given;
}

/** The columns that the writer of a new row must fill: required, without a default, and set by nobody else. */
export const columnsToFill = perEntity((entity) =>
  [...columnsOf(entity).values()].filter(
    (column) =>
      column.options.required === true &&
      !column.readonly &&
      column.name !== entity.spec.owner &&
      defaultOf(column) === undefined,
  ),
);

/** The literal a clause compares a column with; actor values are none. */
const isLiteral = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

export interface HiddenStart {
  readonly field: string;
  /** Of a new row. */
  readonly value: Json;
  /** The value that guests may read. */
  readonly shown: Json;
}

/**
 * The field and value by which a new row stays hidden from guests: the first choice other than the one their read clause
 * asks for. Undefined when guests read no rows, or all of them.
 */
export const hiddenStart = perEntity((entity): HiddenStart | undefined => {
  const { guest } = entity.spec.access;
  const clause = typeof guest === 'object' ? guest.read : undefined;
  if (typeof clause !== 'object') return undefined;
  for (const [field, shown] of Object.entries(clause)) {
    const column = columnsOf(entity).get(field);
    const others: readonly Json[] = column?.kind === 'switch' ? [0, 1] : Object.values(column?.options.values ?? {});
    const value = others.find((one) => one !== shown);
    const isChosen = column && !column.readonly && entity.spec.transitions?.[field] === undefined;
    if (isChosen && isLiteral(shown) && defaultOf(column) === shown && value !== undefined)
      return { field, value, shown };
  }
  return undefined;
});

/** What a column of a new row holds when nothing is sent: hidden from guests, else its default. */
function startOf(entity: AnyEntity, column: Column): Json | undefined {
  const hidden = hiddenStart(entity);
  return hidden?.field === column.name ? hidden.value : defaultOf(column);
}

/** What every field of a new row holds before anybody says anything: its default or null. Standard columns are the engine's. */
export const initialValues = perEntity((entity): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    [...columnsOf(entity).values()]
      .filter((column) => Object.hasOwn(entity.spec.fields, column.name))
      .map((column) => [column.name, startOf(entity, column) ?? null]),
  ),
);

type Outcome = { readonly value?: Json; readonly issues?: readonly Issue[] };

function emptied(entity: AnyEntity, column: Column, mode: ValidateOptions['mode']): Outcome {
  const { required } = column.options;
  if (column.kind === 'password' && mode === 'update') return {}; // left empty: unchanged
  const fallback = startOf(entity, column);
  if (fallback !== undefined && !(required && mode === 'update')) return { value: fallback };
  return required ? { issues: [{ path: column.name, code: 'required' }] } : { value: null };
}

function outcomeOf(entity: AnyEntity, column: Column, value: unknown, mode: ValidateOptions['mode']): Outcome {
  if (isEmpty(value)) return emptied(entity, column, mode);
  const read = readValue(column, value);
  if ('troubles' in read) return { issues: issuesOf(column.name, read.troubles) };
  const hollow = Array.isArray(read.value) && read.value.length === 0;
  if (hollow && column.options.required) return { issues: [{ path: column.name, code: 'required' }] };
  return { value: read.value };
}

const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** What is missing of groups of which one field is needed at least, told at each of its fields. */
export const missingOfEither = (entity: AnyEntity, row: Readonly<Record<string, Json>>): readonly Issue[] =>
  (entity.spec.either ?? [])
    .filter((group) => group.every((name) => isVoid(row[name])))
    .flatMap((group) => group.map((path) => ({ path, code: 'either' as const })));
/** Whether a value is empty: null, a blank text or an empty list. */
export const isVoid = (value: unknown): boolean => isEmpty(value) || (Array.isArray(value) && value.length === 0);

/**
 * Checks an input against a definition and reports all issues by path, never only the first.
 * Texts are trimmed and NFC; an empty value means the default, else null; unknown keys are listed, never obeyed.
 */
export function validate(entity: AnyEntity, input: unknown, { mode, columns }: ValidateOptions): Validated {
  if (!isObject(input)) return { clean: {}, ignored: [], issues: [{ path: '', code: 'type' }] };
  const writable = new Map(columns.map((column) => [column.name, column]));
  const ignored = Object.keys(input).filter((key) => !COMPANIONS.has(key) && !writable.has(key));
  const issues: Issue[] = [];
  const clean: [string, Json][] = [];
  for (const column of columnsOf(entity).values()) {
    if (!writable.has(column.name)) continue;
    const sent = Object.hasOwn(input, column.name) && input[column.name] !== undefined;
    if (mode === 'update' && !sent) continue;
    const outcome = outcomeOf(entity, column, sent ? input[column.name] : undefined, mode);
    issues.push(...(outcome.issues ?? []));
    if (outcome.value !== undefined) clean.push([column.name, outcome.value]);
  }
  const values = Object.fromEntries(clean);
  if (mode === 'create' && issues.length === 0) issues.push(...missingOfEither(entity, values));
  return { clean: values, ignored, issues };
}
