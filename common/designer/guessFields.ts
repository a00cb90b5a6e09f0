/** Guesses the fields of a design from the columns of a table. */
import type { Json } from '../entity/field';
import { standardColumns } from '../entity/columns';
import { FIELD_KINDS } from '../entity/fieldKinds';
import { MAX_DECIMALS } from '../entity/lists/listOptions';
import { readValue } from '../entity/readValue';
import { completeField, completeSettings, primaryKeyField, type CompleteField } from './completeDesign';
import { MAX_NAME_LENGTH, RESERVED_NAMES } from '../definition/lintDefinition';
import type { DesignChoice } from './design';
import { STANDARD_LIST_COLUMNS } from './designChoices';
import { isFieldKind, type DesignKind } from './designKinds';
import type { CompleteDesign } from './entityToDesign';
import { designToField, hasDefault, usesColumn } from './fieldOptions';
import { createChoices, parseComment, type ColumnComment } from './guess/columnComment';
import { fieldName, createLabels, toSnakeCase, withDistinctLabels } from './guess/names';
import { isUnsupportedType, parseSqlType, typeFamily, type SqlType, type TypeFamily } from './guess/sqlType';
import { isLongText } from './check/checkField';
import { findFreeName, labelOfName, pluralize } from './palette';
import { truncate } from '../text/normalize';

/** A column of a table of the database, or of CREATE TABLE text. */
export interface TableColumn {
  readonly name: string;
  /** Such as `varchar(255)`, `int(10) unsigned` or `enum('a','b')`. */
  readonly sqlType: string;
  readonly nullable: boolean;
  readonly default: string | null;
  readonly comment: string;
  readonly isPrimary: boolean;
  /** Each value occurs once. */
  readonly isUnique?: boolean;
  /** The default is an expression, which no field has. */
  readonly hasExpression?: boolean;
  /** The database computes the values. */
  readonly isGenerated?: boolean;
}
type ColumnEntries = ColumnComment['entries'];
type Guess = { readonly kind: DesignKind } & Partial<CompleteField>;

const MAX_TEXT = 20_000;
const MAX_CHOICES = 200;
/** Texts of at most this many characters fit into a narrow column of the list. */
const MAX_SHORT_TEXT = 10;
const SHORT_TEXT_WIDTH = 110;
const getFirst = <T>(list: readonly T[], count: number): readonly T[] => list.filter((_item, index) => index < count);
const longText: Guess = { kind: 'text', max: MAX_TEXT, lines: 5, in_list: 0 };
const isSuffix = (name: string, ...suffixes: readonly string[]): boolean =>
  suffixes.some((suffix) => name === suffix || name.endsWith(`_${suffix}`));

const json = (choices: readonly DesignChoice[]): Json => choices.map((choice) => ({ ...choice }));
const asChoices = (kind: 'choice' | 'choices', choices: readonly DesignChoice[]): Guess => ({
  kind,
  choices: json(choices),
  rendering: kind === 'choices' ? 'checkbox' : choices.length <= 3 ? 'radio' : 'select',
});

/** Kinds that the name says, for columns that hold texts. */
function guessTextByName(name: string): Guess | undefined {
  if (isSuffix(name, 'content', 'editor', 'html', 'body')) return { kind: 'rich_text', in_list: 0 };
  if (isSuffix(name, 'textarea', 'multitext', 'rows', 'description', 'remark')) return { ...longText, max: 2000 };
  if (isSuffix(name, 'images', 'avatars', 'pictures', 'photos')) return { kind: 'images' };
  if (isSuffix(name, 'image', 'avatar', 'picture', 'photo')) return { kind: 'image' };
  if (isSuffix(name, 'files', 'attachments')) return { kind: 'files' };
  if (isSuffix(name, 'file', 'attachment')) return { kind: 'file' };
  if (isSuffix(name, 'icon')) return { kind: 'icon' };
  if (isSuffix(name, 'color', 'colour')) return { kind: 'color' };
  if (isSuffix(name, 'city')) return { kind: 'city' };
  if (isSuffix(name, 'array', 'tags')) return { kind: 'array', other_options: { default: [] } };
  if (isSuffix(name, 'ids')) return { kind: 'refs', target: getTarget(name, 'ids') };
  if (isSuffix(name, 'password')) return { kind: 'password', in_list: 0 };
  return undefined;
}
const PATTERN_SUFFIXES: readonly (readonly [suffix: string, pattern: string])[] = [
  ['email', 'email'],
  ['mobile', 'mobile'],
  ['phone', 'phone'],
  ['url', 'url'],
  ['link', 'link'],
];
/** The table that `user_id` refers to. */
const getTarget = (name: string, suffix: 'id' | 'ids'): string => name.slice(0, -suffix.length - 1) || 'user';

function guessText(name: string, type: SqlType, family: TypeFamily): Guess {
  const named = guessTextByName(name);
  if (named !== undefined) return named;
  if (family === 'long_text') return longText;
  const length = Number(type.args[0] ?? 255);
  const max = Number.isSafeInteger(length) && length >= 1 ? Math.min(length, MAX_TEXT) : 255;
  const pattern = PATTERN_SUFFIXES.find(([suffix]) => isSuffix(name, suffix))?.[1] ?? '';
  return {
    kind: 'text',
    max,
    pattern,
    ...(max > 500 ? { lines: 3, in_list: 0 } : {}),
    ...(max <= MAX_SHORT_TEXT ? { list_width: SHORT_TEXT_WIDTH } : {}),
    ...(isSuffix(name, 'code', 'sku', 'uuid', 'hash') ? ({ list_rendering: 'code' } as const) : {}),
  };
}

const EQUALITY: ReadonlySet<string> = new Set(['=', '<>', 'IN', 'NOT IN']);
/** Digits after the decimal point come from the type. Equality is no useful comparison of numbers that the database rounds. */
function guessFloat({ args, isUnsigned }: SqlType, family: TypeFamily): Guess {
  const digits = Number(args[1] ?? Number.NaN);
  return {
    kind: 'float',
    ...(isUnsigned ? { min: 0 } : {}),
    ...(Number.isInteger(digits) && digits >= 1 && digits <= MAX_DECIMALS ? { decimals: digits } : {}),
    ...(family === 'float' ? { operators: FIELD_KINDS.float.operators.filter((op) => !EQUALITY.has(op)) } : {}),
  };
}

const NUMBER_FAMILIES: ReadonlySet<TypeFamily> = new Set(['boolean', 'integer', 'decimal', 'float']);
const isSwitchName = (name: string): boolean => isSuffix(name, 'switch', 'toggle');
const NO_YES =
  /^(?:no|off|false|disabled?|closed?|hidden?|否|关|关闭|禁用|停用|隐藏)=(?:yes|on|true|enabled?|open|show|是|开|开启|启用|显示)$/i;
/** Whether the dictionary only says what off and on mean. */
const isNoYes = (entries: ColumnEntries): boolean =>
  entries.length === 2 && NO_YES.test(['0', '1'].map((value) => new Map(entries).get(value)).join('='));

function guessNumber(name: string, type: SqlType, family: TypeFamily): Guess {
  const isLarge = type.base === 'bigint' || type.base === 'int' || type.base === 'integer';
  if (family === 'boolean' || isSwitchName(name)) return { kind: 'switch', default_value: '0' };
  if (isSuffix(name, 'amount', 'price', 'money', 'fee', 'cost') && type.args[1] === '2') return { kind: 'money' };
  if (family === 'float' || (family === 'decimal' && type.args[1] !== undefined && type.args[1] !== '0'))
    return guessFloat(type, family);
  if (name.endsWith('_id')) return { kind: 'ref', target: getTarget(name, 'id') };
  if (isSuffix(name, 'time', 'at') && isLarge && family === 'integer') return { kind: 'datetime' };
  if (isSuffix(name, 'year') && family === 'integer') return { kind: 'year' };
  return { kind: 'integer', ...(type.isUnsigned ? { min: 0 } : {}) };
}

const FAMILY_KINDS: Readonly<Partial<Record<TypeFamily, Guess>>> = {
  date: { kind: 'date' },
  datetime: { kind: 'datetime' },
  time: { kind: 'time' },
  year: { kind: 'year' },
  json: { kind: 'json', in_list: 0 },
};

/** A column with labeled or enumerated values becomes a choice field. */
function guessChoices(name: string, type: SqlType, family: TypeFamily, entries: ColumnEntries) {
  const isOnOff = isSwitchName(name) || (family === 'boolean' && name !== 'status' && isNoYes(entries));
  if (isOnOff && NUMBER_FAMILIES.has(family)) return undefined;
  const isSeveral = family === 'set' || isSuffix(name, 'selects', 'list', 'checkbox');
  const kind = isSeveral ? 'choices' : 'choice';
  if (entries.length > 0) return asChoices(kind, createChoices(entries));
  const isEnumeration = (family === 'enum' || family === 'set') && type.args.length > 0;
  if (isEnumeration)
    return asChoices(kind, createChoices(getFirst(type.args, MAX_CHOICES).map((value) => [value, ''])));
  const isStatus = name === 'status' && (family === 'integer' || family === 'boolean');
  return isStatus ? asChoices('choice', ON_OFF) : undefined;
}
const ON_OFF: readonly DesignChoice[] = [
  { name: 'disabled', value: 0, en: 'Disabled', zh: '禁用' },
  { name: 'enabled', value: 1, en: 'Enabled', zh: '启用' },
];

function guessKind(column: TableColumn, name: string, entries: ColumnEntries): Guess {
  const type = parseSqlType(column.sqlType);
  const family = typeFamily(type);
  const choices = guessChoices(name, type, family, entries);
  const fixed = FAMILY_KINDS[family];
  if (choices !== undefined) return choices;
  if (fixed !== undefined) return fixed;
  return NUMBER_FAMILIES.has(family) ? guessNumber(name, type, family) : guessText(name, type, family);
}

/** The default of a column, as far as the field can have it; null for none. */
export function guessDefault(field: CompleteField, value: string | null): Partial<CompleteField> {
  const { kind } = field;
  if (value === null || kind === 'primary_key') return {};
  if (value === '') return kind === 'text' ? { other_options: { default: '' } } : {};
  if (!usesColumn(kind, 'default_value') || value.includes('\\') || value.length > 255) return {};
  if (kind === 'choice') {
    const choices = (field.choices as unknown as readonly DesignChoice[] | null) ?? []; // made by `createChoices`
    const chosen = choices.find((choice) => String(choice.value) === value);
    return chosen === undefined ? {} : { default_value: chosen.name };
  }
  const text = kind === 'switch' ? switchText(value) : value;
  const {
    default: initial,
    values: _values,
    ...options
  } = designToField({ ...field, default_value: text }, kind, false).options;
  const isValid = kind !== 'choices' && initial !== undefined && 'value' in readValue({ kind, options }, initial);
  return isValid ? { default_value: text } : {};
}
const switchText = (value: string): string => (/^(?:1|b'1'|true)$/i.test(value) ? '1' : '0');

/** Guesses the field of a column from its name, its type and its comment. */
export function guessField(column: TableColumn): CompleteField {
  if (column.isPrimary) return primaryKeyField();
  const { label, entries } = parseComment(column.comment);
  const name = fieldName(column.name, 1, new Set());
  const guessed = guessKind(column, toSnakeCase(column.name), entries);
  const field = completeField({ name, ...createLabels(label, name), ...guessed });
  const defaults = guessDefault(field, column.default);
  const isFilled = (defaults.default_value ?? field.default_value) !== '' || defaults.other_options !== undefined;
  const isRequired = !column.nullable && column.default === null && !isFilled && field.other_options === null;
  const canBeUnique = isFieldKind(field.kind) && usesColumn(field.kind, 'is_unique') && !isLongText(field);
  const isUnique = column.isUnique === true && canBeUnique;
  return { ...field, ...defaults, required: isRequired ? 1 : 0, is_unique: isUnique ? 1 : 0 };
}

/** Other names for the standard columns, which every table of the product has under its own names. */
const STANDARD_ALIASES: Readonly<Record<string, string>> = {
  weight: 'weigh',
  createtime: 'create_time',
  created_at: 'create_time',
  updatetime: 'update_time',
  updated_at: 'update_time',
  deletetime: 'delete_time',
  deleted_at: 'delete_time',
};
const standardName = (name: string): string =>
  Object.hasOwn(STANDARD_ALIASES, name) ? (STANDARD_ALIASES[name] ?? name) : name;

/** Fields from named columns under distinct names, in the order of the columns. */
export function guessColumns(columns: readonly TableColumn[]): readonly CompleteField[] {
  const taken = new Set<string>();
  const fields = columns.map((column, index) => {
    const field = guessField({ ...column, isPrimary: false });
    const name = findFreeName(fieldName(column.name, index + 1, taken), taken);
    taken.add(name);
    return { ...field, name };
  });
  return withDistinctLabels(fields);
}

/** A title for rows: the first short text, required so that every row has one. A table without texts gets a name. */
export function withTitle(
  fields: readonly CompleteField[],
): readonly [title: string, fields: readonly CompleteField[]] {
  const isShort = (field: CompleteField) => field.kind === 'text' && (field.max ?? 255) <= 255;
  const named = fields.find((field) => isShort(field) && ['name', 'title'].includes(field.name));
  const title = named ?? fields.find(isShort);
  if (title === undefined) {
    const name = findFreeName('name', new Set(fields.map((field) => field.name)));
    const added = completeField({ name, kind: 'text', label_en: 'Name', label_zh: '名称', required: 1, max: 100 });
    return [name, withDistinctLabels([added, ...fields])];
  }
  const filled = {
    ...title,
    required: hasDefault(title, 'text') ? title.required : 1,
    in_form: 1,
    is_searched: 1,
  } as const;
  return [title.name, fields.map((field) => (field === title ? filled : field))];
}

/** The name of the table that a design of this name makes: its words in lower case, joined by `_`. */
export const toTableName = (name: string): string => truncate(toSnakeCase(name), MAX_NAME_LENGTH);

/** The standard column that a column is under its own or another name; undefined for other columns. */
export function findStandardColumn(column: string): string | undefined {
  const name = standardName(column.toLowerCase());
  return Object.hasOwn(standardColumns('record'), name) ? name : undefined;
}

/** Why a column does not become a field; undefined when it does. */
export function findSkipReason(
  { name, isPrimary, sqlType }: TableColumn,
  columns: readonly TableColumn[],
): 'key' | 'standard' | 'engine' | 'type' | undefined {
  if (isPrimary) return 'key';
  if (findStandardColumn(name) !== undefined) return 'standard';
  if (RESERVED_NAMES.has(name)) return 'engine';
  if (name.endsWith('_n') && columns.some((other) => `${other.name}_n` === name)) return 'engine';
  return isUnsupportedType(parseSqlType(sqlType)) ? 'type' : undefined;
}

/** The columns that become fields, in their order: no primary key, standard column, column of the engine or unsupported type. */
export const listFieldColumns = (columns: readonly TableColumn[]): readonly TableColumn[] =>
  columns.filter((column) => findSkipReason(column, columns) === undefined);

/** A design like a table: standard columns and columns of the engine are not fields, and there is one primary key. */
export function designFromTable(name: string, columns: readonly TableColumn[], comment = ''): CompleteDesign {
  const table = toTableName(name);
  const standard = new Set(columns.map((column) => standardName(column.name.toLowerCase())));
  const [title, fields] = withTitle(guessColumns(listFieldColumns(columns)));
  const labels = createLabels(comment.replace(/(?:表| table)$/i, ''), table);
  const singularLabel = truncate(labels.label_en === '' ? labelOfName(table) : labels.label_en, 58);
  const listed = Object.values(STANDARD_LIST_COLUMNS).filter((column) => column === 'id' || standard.has(column));
  return {
    settings: completeSettings({
      table_name: table,
      one_en: singularLabel,
      many_en: pluralize(singularLabel),
      one_zh: labels.label_zh,
      many_zh: labels.label_zh,
      title_field: title,
      standard_columns: listed,
    }),
    fields: [primaryKeyField(), ...fields],
  };
}
