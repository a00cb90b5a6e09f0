/** Validates the input of create and update: returns stored values, or all issues. Server and client use the same function. */
import { isObject } from '../json';
import { LANGUAGES, type Lang } from '../lang';
import type { AnyEntity, AnyLabels } from './entity';
import type { Json } from './field';
import type { Issue, ValueIssue } from './issue';
import { getColumns, memoizePerEntity, type Column } from './columns';
import { isEmpty, readValue } from './readValue';

export interface Validated {
  /** Stored form. On create every writable column, on update the columns that were sent. */
  readonly clean: Readonly<Record<string, Json>>;
  /** Keys that were sent but must not be written: unknown, read-only or not visible to the caller. */
  readonly ignored: readonly string[];
  readonly issues: readonly Issue[];
}
export interface ValidateOptions {
  readonly mode: 'create' | 'update';
  /** The columns the caller may write (`writableColumns`). */
  readonly columns: readonly Column[];
}

/** Keys of the engine in the body, beside the fields. */
const META_KEYS = new Set(['id', 'revision', '_base', '_mid', '_draft']);

/** The message of the definition for a wrong value of the field; undefined when it has none. */
function invalidMessage({ spec }: AnyEntity, name: string): Issue['message'] {
  // A client holds the labels of its own language only; a definition has the message in both languages or in none.
  const labels: Partial<Record<Lang, AnyLabels>> = spec.labels;
  const [en, zh] = LANGUAGES.map((lang) => {
    const messages = labels[lang]?.['$invalid'];
    return isObject(messages) && Object.hasOwn(messages, name) ? messages[name] : undefined;
  });
  const message = en ?? zh;
  if (typeof message !== 'string') return undefined;
  return { en: message, 'zh-cn': typeof zh === 'string' ? zh : message };
}

function toIssues(entity: AnyEntity, name: string, valueIssues: readonly ValueIssue[]): readonly Issue[] {
  const message = invalidMessage(entity, name);
  return valueIssues.map(({ code, params, at }) => ({
    path: at === undefined ? name : `${name}.${at}`,
    code,
    ...(params ? { params } : {}),
    ...(message ? { message } : {}),
  }));
}

/** The stored form of a column's default; undefined when it has none. */
export function findDefaultValue(column: Column): Json | undefined {
  const { default: defaultValue, values } = column.options;
  if (defaultValue === undefined) return undefined;
  const choiceValue = (name: Json): Json => (typeof name === 'string' ? (values?.[name] ?? null) : null);
  if (column.kind === 'choice') return choiceValue(defaultValue);
  if (column.kind === 'choices') return Array.isArray(defaultValue) ? defaultValue.map(choiceValue) : [];
  const readResult = readValue(column, defaultValue);
  return 'value' in readResult ? readResult.value : defaultValue;
}

/** The literal that a clause compares a column with; undefined for values of the actor. */
const isLiteral = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

export interface HiddenInitialValue {
  readonly field: string;
  /** The value that a new row gets. */
  readonly value: Json;
  /** The value that guests may read. */
  readonly publicValue: Json;
}

/**
 * The field and value by which a new row stays hidden from guests: the first choice other than the one their read clause
 * asks for. Undefined when guests read no rows, or all of them.
 */
export const hiddenInitialValue = memoizePerEntity((entity): HiddenInitialValue | undefined => {
  const { guest } = entity.spec.access;
  const clause = typeof guest === 'object' ? guest.read : undefined;
  if (typeof clause !== 'object') return undefined;
  for (const [field, publicValue] of Object.entries(clause)) {
    const column = getColumns(entity).get(field);
    const candidates: readonly Json[] =
      column?.kind === 'switch' ? [0, 1] : Object.values(column?.options.values ?? {});
    const value = candidates.find((candidate) => candidate !== publicValue);
    const isWritableChoice = column && !column.readonly && entity.spec.transitions?.[field] === undefined;
    if (isWritableChoice && isLiteral(publicValue) && findDefaultValue(column) === publicValue && value !== undefined)
      return { field, value, publicValue };
  }
  return undefined;
});

/** The first choice of a field with transitions: nobody chooses the state of a new row. Undefined for other fields. */
const findFirstState = ({ spec }: AnyEntity, { name, options }: Column): Json | undefined =>
  spec.transitions?.[name] === undefined ? undefined : Object.values<Json>(options.values ?? {})[0];

/**
 * Value of a column in a new row when none is sent: the value that hides the row from guests, otherwise the default, otherwise the first
 * state of a field with transitions.
 */
function findInitialValue(entity: AnyEntity, column: Column): Json | undefined {
  const hidden = hiddenInitialValue(entity);
  return hidden?.field === column.name ? hidden.value : (findDefaultValue(column) ?? findFirstState(entity, column));
}

/** Initial values of all fields of a new row: the default or null. The engine sets the standard columns. */
export const initialValues = memoizePerEntity((entity): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    [...getColumns(entity).values()]
      .filter((column) => Object.hasOwn(entity.spec.fields, column.name))
      .map((column) => [column.name, findInitialValue(entity, column) ?? null]),
  ),
);

type ColumnOutcome = { readonly value?: Json; readonly issues?: readonly Issue[] };

function resolveEmpty(entity: AnyEntity, column: Column, mode: ValidateOptions['mode']): ColumnOutcome {
  const { required } = column.options;
  if (column.kind === 'password' && mode === 'update') return {}; // left empty: unchanged
  const fallback = findInitialValue(entity, column);
  if (fallback !== undefined && !(required && mode === 'update')) return { value: fallback };
  return required ? { issues: [{ path: column.name, code: 'required' }] } : { value: null };
}

function validateColumn(
  entity: AnyEntity,
  column: Column,
  value: unknown,
  mode: ValidateOptions['mode'],
): ColumnOutcome {
  if (isEmpty(value)) return resolveEmpty(entity, column, mode);
  const readResult = readValue(column, value);
  if ('issues' in readResult) return { issues: toIssues(entity, column.name, readResult.issues) };
  const isEmptyList = Array.isArray(readResult.value) && readResult.value.length === 0;
  if (isEmptyList && column.options.required) return { issues: [{ path: column.name, code: 'required' }] };
  return { value: readResult.value };
}

/** Issues of `either` groups without any filled field, one for each field of the group. */
export const findMissingEither = (entity: AnyEntity, row: Readonly<Record<string, Json>>): readonly Issue[] =>
  (entity.spec.either ?? [])
    .filter((group) => group.every((name) => isBlankValue(row[name])))
    .flatMap((group) => group.map((path) => ({ path, code: 'either' as const })));
/** Whether a value is empty: null, a blank text or an empty list. */
export const isBlankValue = (value: unknown): boolean => isEmpty(value) || (Array.isArray(value) && value.length === 0);

/**
 * Checks an input against a definition and reports all issues by path, never only the first.
 * Texts are trimmed and NFC; an empty value becomes the default, otherwise null; unknown keys are listed and ignored.
 */
export function validate(entity: AnyEntity, input: unknown, { mode, columns }: ValidateOptions): Validated {
  if (!isObject(input)) return { clean: {}, ignored: [], issues: [{ path: '', code: 'type' }] };
  const writable = new Map(columns.map((column) => [column.name, column]));
  const ignored = Object.keys(input).filter((key) => !META_KEYS.has(key) && !writable.has(key));
  const issues: Issue[] = [];
  const cleanEntries: [string, Json][] = [];
  for (const column of getColumns(entity).values()) {
    if (!writable.has(column.name)) continue;
    const wasSent = Object.hasOwn(input, column.name) && input[column.name] !== undefined;
    if (mode === 'update' && !wasSent) continue;
    const outcome = validateColumn(entity, column, wasSent ? input[column.name] : undefined, mode);
    issues.push(...(outcome.issues ?? []));
    if (outcome.value !== undefined) cleanEntries.push([column.name, outcome.value]);
  }
  const values = Object.fromEntries(cleanEntries);
  if (mode === 'create' && issues.length === 0) issues.push(...findMissingEither(entity, values));
  return { clean: values, ignored, issues };
}
