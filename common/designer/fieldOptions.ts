/** Options of a field as columns of its design, and back. What no column can hold is in `other_options`. */
import type { Field, FieldOptions, Json, Pattern } from '../entity/field';
import { FIELD_KINDS, type FieldKind, type Operator } from '../entity/fieldKinds';
import { DISPLAYS_BY_KIND } from '../entity/lists/listOptions';
import { isObject } from '../json';
import { parseOptions, nullIfNoOptions, type CompleteField } from './completeDesign';
import { canonicalJson } from '../canonicalJson';
import type { DesignChoice } from './design';
import { parseDefault, printDefault } from './defaultText';

/** Columns of a design field that only some kinds use. */
export type KindColumn =
  | 'min'
  | 'max'
  | 'lines'
  | 'pattern'
  | 'unit'
  | 'choices'
  | 'rendering'
  | 'target'
  | 'transitions'
  | 'locked_when'
  | 'is_unique'
  | 'is_searched'
  | 'is_translated'
  | 'is_collaborative'
  | 'default_value'
  | 'sensitivity'
  | 'read_permission'
  | 'operators'
  | 'is_sortable'
  | 'list_rendering'
  | 'decimals'
  | 'step'
  | 'invalid_en'
  | 'invalid_zh'
  | 'target_fields';

const COLUMNS_BY_KIND: Readonly<Partial<Record<FieldKind, readonly KindColumn[]>>> = {
  text: ['min', 'max', 'lines', 'pattern', 'is_unique', 'is_searched', 'is_translated'],
  rich_text: ['is_translated', 'is_collaborative'],
  array: ['is_translated'],
  integer: ['min', 'max', 'unit', 'step'],
  float: ['min', 'max', 'unit', 'step', 'decimals'],
  choice: ['choices', 'rendering', 'transitions', 'locked_when'],
  choices: ['choices', 'rendering'],
  ref: ['target', 'is_unique', 'target_fields'],
  refs: ['target'],
};
const KINDS_WITHOUT_DEFAULT: ReadonlySet<FieldKind> = new Set([
  'password',
  'array',
  'json',
  'key_values',
  'images',
  'files',
]);

/** Kinds whose rules refuse values that people type. */
const CHECKED_KINDS: ReadonlySet<FieldKind> = new Set([
  'text',
  'password',
  'integer',
  'float',
  'money',
  'date',
  'datetime',
  'time',
  'year',
  'color',
  'array',
  'json',
  'key_values',
]);

const TEXT_PATTERN_TABLE: Readonly<Record<Pattern, true>> = {
  email: true,
  mobile: true,
  phone: true,
  url: true,
  link: true,
  account: true,
  name: true,
  person_name: true,
  slug: true,
  path: true,
  node: true,
  variable: true,
};
/** The validations that a text can have. */
export const TEXT_PATTERNS: readonly string[] = Object.keys(TEXT_PATTERN_TABLE);

/** Whether fields of the kind use a column; others ignore its value, so that a change of the kind leaves nothing to clear. */
export function usesColumn(kind: FieldKind, column: KindColumn): boolean {
  if (column === 'sensitivity' || column === 'read_permission') return kind !== 'password';
  if (column === 'operators') return FIELD_KINDS[kind].operators.length > 0;
  if (column === 'is_sortable') return FIELD_KINDS[kind].sortable;
  if (column === 'list_rendering') return DISPLAYS_BY_KIND[kind] !== undefined;
  if (column === 'invalid_en' || column === 'invalid_zh') return CHECKED_KINDS.has(kind);
  if (column === 'default_value') return !KINDS_WITHOUT_DEFAULT.has(kind);
  return COLUMNS_BY_KIND[kind]?.includes(column) ?? false;
}

/** Keys of `other_options` of a field that are options of the definition; `group` and `ungrouped` belong to the form. */
export const OTHER_FIELD_OPTIONS = [
  'readonly',
  'by',
  'long',
  'indexed',
  'confirmChangeTo',
  'default',
  'sensitivity',
  'min',
  'max',
  'lines',
  'operators',
  'searchTarget',
] as const;

/** The choices of a field; their parts have their types in a design without problems. */
export const parseChoices = (field: Pick<CompleteField, 'choices'>): readonly DesignChoice[] =>
  Array.isArray(field.choices) ? (field.choices as readonly unknown[]).filter(isChoice) : [];
const isChoice = (choice: unknown): choice is DesignChoice => isObject(choice);

const definedOptions = (options: Readonly<Record<string, unknown>>): FieldOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== null));

/** The texts of a JSON column that lists names; undefined when it has none. */
const namesIn = (value: Json): readonly string[] | undefined =>
  Array.isArray(value) && value.length > 0 ? value.map(String) : undefined;
/** The chosen operators in the order of the kind; undefined: all of them. */
function getOperators({ operators }: CompleteField, kind: FieldKind): readonly Operator[] | undefined {
  if (!Array.isArray(operators)) return undefined;
  return FIELD_KINDS[kind].operators.filter((op) => (operators as readonly Json[]).includes(op));
}
const MAX_FORMER_NAMES = 20;
/** The names that the column had, including the active one when the design gives it another. */
function findFormerNames({ name, applied_name: applied, former_names: former }: CompleteField) {
  const names = new Set([...(namesIn(former) ?? []), ...(applied === '' ? [] : [applied])]);
  names.delete(name);
  return names.size === 0 ? undefined : [...names].slice(-MAX_FORMER_NAMES);
}

/**
 * The choice with which a row starts when the field has transitions and no default: the first one, since only transitions change it.
 * Undefined for other fields.
 */
export const findFirstState = (field: Pick<CompleteField, 'kind' | 'transitions' | 'choices'>): string | undefined =>
  field.kind === 'choice' && Array.isArray(field.transitions) && field.transitions.length > 0
    ? parseChoices(field)[0]?.name
    : undefined;

/**
 * The default of a field: the text of `default_value`, else what only JSON can express, else the first state. An empty text is no default
 * where each row needs a value of its own. Undefined also when the text is no value of the kind.
 */
function readInitial(field: CompleteField, kind: FieldKind): Json | undefined {
  const { default: stored, by } = parseOptions(field.other_options);
  if (usesColumn(kind, 'default_value') && field.default_value !== '')
    return parseDefault(kind, field.default_value, by === 'id');
  const isOwn = field.required === 1 || (usesColumn(kind, 'is_unique') && field.is_unique === 1);
  return kind === 'text' && stored === '' && isOwn ? undefined : (stored ?? findFirstState(field));
}

/** Whether a row without a sent value has one: the field has a default, valid or not. */
export const hasDefault = (field: CompleteField, kind: FieldKind): boolean =>
  (usesColumn(kind, 'default_value') && field.default_value !== '') || readInitial(field, kind) !== undefined;

/** The kind and the options of a field. `isTree`: it refers to the parent row. */
export function designToField(field: CompleteField, kind: FieldKind, isTree: boolean): Field {
  const other = parseOptions(field.other_options);
  const used = <T>(column: KindColumn, value: T): T | undefined =>
    usesColumn(kind, column) && value !== '' && value !== 0 ? value : undefined;
  const flag = (column: KindColumn, value: number): true | undefined =>
    usesColumn(kind, column) && value === 1 ? true : undefined;
  const bound = (column: 'min' | 'max' | 'lines') => (usesColumn(kind, column) ? field[column] : undefined);
  const hasReadPermission = used('read_permission', field.read_permission) !== undefined;
  const hasChoices = kind === 'choice' || kind === 'choices';
  const options = {
    values: hasChoices ? Object.fromEntries(parseChoices(field).map(({ name, value }) => [name, value])) : undefined,
    to: used('target', field.target),
    required: field.required === 1 ? true : undefined,
    unique: flag('is_unique', field.is_unique),
    search: flag('is_searched', field.is_searched),
    collaborative: flag('is_collaborative', field.is_collaborative),
    sensitivity: hasReadPermission ? undefined : used('sensitivity', field.sensitivity),
    readPermission: hasReadPermission ? field.read_permission : undefined,
    writePermission: field.write_permission === '' ? undefined : field.write_permission,
    min: bound('min'),
    max: bound('max'),
    lines: bound('lines'),
    pattern: used('pattern', field.pattern),
    unit: used('unit', field.unit),
    as: used('rendering', field.rendering),
    tree: isTree ? true : undefined,
    operators: usesColumn(kind, 'operators') ? getOperators(field, kind) : undefined,
    sortable: usesColumn(kind, 'is_sortable') && field.is_sortable === 0 ? false : undefined,
    display: used('list_rendering', field.list_rendering),
    width: field.list_width,
    decimals: usesColumn(kind, 'decimals') ? field.decimals : undefined,
    step: used('step', field.step),
    targetFields: usesColumn(kind, 'target_fields') ? namesIn(field.target_fields) : undefined,
    formerNames: findFormerNames(field),
    ...Object.fromEntries(
      OTHER_FIELD_OPTIONS.flatMap((key) => {
        const value = other[key];
        return value === undefined ? [] : [[key, value] as const];
      }),
    ),
    default: readInitial(field, kind),
  };
  return { kind, options: definedOptions(options) };
}

/** The options about lists, names and numbers as columns; what the columns cannot hold stays among the others. */
function listColumns(kind: FieldKind, options: FieldOptions) {
  const { operators, sortable, display, width, decimals, step, targetFields, formerNames, ...other } = options;
  const isOrdered =
    operators === undefined ||
    isSameJson(
      operators,
      FIELD_KINDS[kind].operators.filter((op) => operators.includes(op)),
    );
  const columns = {
    operators: isOrdered ? (operators ?? null) : null,
    is_sortable: sortable === false ? 0 : 1,
    list_rendering: display ?? '',
    list_width: width ?? null,
    decimals: decimals ?? null,
    step: step ?? null,
    target_fields: targetFields ?? null,
    former_names: formerNames ?? null,
  } as const;
  return { columns, other: { ...other, ...(isOrdered ? {} : { operators }) } };
}

/** The columns that hold the options of a field. */
export function fieldToDesign({ kind, options }: Field): Partial<CompleteField> {
  const { values: _values, to, tree: _tree, required, unique, search, collaborative, ...texts } = options;
  const { pattern, unit, as, ...rest } = texts;
  const { default: initial, min, max, lines, sensitivity, readPermission, writePermission, ...further } = rest;
  const { columns, other } = listColumns(kind, further);
  const defaultText = initial === undefined ? undefined : printDefault(kind, initial, options.by === 'id');
  const isBound = (value: number | undefined) => value === undefined || Number.isFinite(value);
  const isMaxColumn = isBound(max) && usesColumn(kind, 'max');
  const isLineCount = lines === undefined || (Number.isInteger(lines) && lines >= 1 && lines <= 40);
  return {
    required: required ? 1 : 0,
    is_unique: unique ? 1 : 0,
    is_searched: search ? 1 : 0,
    is_collaborative: collaborative ? 1 : 0,
    default_value: defaultText ?? '',
    sensitivity: sensitivity === 'secret' ? null : (sensitivity ?? null),
    read_permission: readPermission ?? '',
    write_permission: writePermission ?? '',
    min: isBound(min) ? (min ?? null) : null,
    max: isMaxColumn ? (max ?? null) : null,
    lines: isLineCount ? (lines ?? null) : null,
    pattern: pattern ?? '',
    unit: unit ?? '',
    rendering: as ?? '',
    target: to ?? '',
    ...columns,
    other_options: nullIfNoOptions({
      ...(other as Readonly<Record<string, Json>>), // options are JSON
      default: defaultText === undefined ? initial : undefined,
      sensitivity: sensitivity === 'secret' ? sensitivity : undefined,
      min: isBound(min) ? undefined : min,
      max: isMaxColumn ? undefined : max,
      lines: isLineCount ? undefined : lines,
    }),
  };
}

/** Whether two values are the same JSON. */
export const isSameJson = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);
