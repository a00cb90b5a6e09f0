/**
 * Converts designs from and to the format of older clients (`crud.Crud/*`): a table with a list of fields, each with a `designType` and a
 * comment with its title and its dictionary (`Status:0=Off,1=On`).
 */
import { z } from 'zod';
import type { FieldKind } from '../../../common/entity/fieldKinds';
import { completeField, type CompleteField } from '../../../common/designer/completeDesign';
import type { Design } from '../../../common/designer/design';
import { PRIMARY_KEY_KIND } from '../../../common/designer/designKinds';
import type { CompleteDesign } from '../../../common/designer/entityToDesign';
import { createChoices, parseComment } from '../../../common/designer/guess/columnComment';
import { parseChoices } from '../../../common/designer/fieldOptions';
import { designFromTable, guessDefault, type TableColumn } from '../../../common/designer/guessFields';

const text = (max: number) => z.string().max(max);
const fieldSchema = z.object({
  name: text(64),
  comment: text(4000).default(''),
  designType: text(30).default('string'),
  type: text(30).default('varchar'),
  length: z.union([z.number(), text(10)]).default(0),
  default: z.union([text(255), z.number(), z.null()]).default(null),
  /** The second client says here what the first client says in `default`. */
  defaultType: z.enum(['INPUT', 'EMPTY STRING', 'NULL', 'NONE']).default('INPUT'),
  primaryKey: z.boolean().default(false),
  null: z.boolean().default(false),
  table: z.record(z.string(), z.unknown()).default({}),
  form: z.record(z.string(), z.unknown()).default({}),
});
export const compatDesignInput = z.object({
  table: z.object({
    name: text(64),
    comment: text(200).default(''),
    quickSearchField: z.array(text(64)).max(100).default([]),
    defaultSortField: text(64).default('id'),
    defaultSortType: z.enum(['asc', 'desc']).default('desc'),
    columnFields: z.array(text(64)).max(200).default([]),
    formFields: z.array(text(64)).max(200).default([]),
    /** What the second client changed in the design of an existing table; of its entries only renames are needed here. */
    designChange: z
      .array(z.looseObject({ type: text(40), oldName: text(64).default(''), newName: text(64).default('') }))
      .max(1000)
      .default([]),
  }),
  fields: z.array(fieldSchema).max(200),
});
export type CompatDesign = z.input<typeof compatDesignInput>;
export type CompatField = z.output<typeof fieldSchema>;

/** Kinds by the `designType` of older clients; types that are not named are texts. */
const KINDS: Readonly<Record<string, FieldKind>> = {
  image: 'image',
  images: 'images',
  file: 'file',
  files: 'files',
  editor: 'rich_text',
  password: 'password',
  radio: 'choice',
  select: 'choice',
  checkbox: 'choices',
  selects: 'choices',
  switch: 'switch',
  number: 'integer',
  float: 'float',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  timestamp: 'datetime',
  year: 'year',
  array: 'array',
  city: 'city',
  icon: 'icon',
  color: 'color',
  remoteSelect: 'ref',
  remoteSelects: 'refs',
  string: 'text',
  textarea: 'text',
};
const DESIGN_TYPES: Readonly<Record<FieldKind, string>> = {
  text: 'string',
  rich_text: 'editor',
  password: 'password',
  integer: 'number',
  float: 'float',
  money: 'float',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  year: 'year',
  switch: 'switch',
  choice: 'select',
  choices: 'selects',
  ref: 'remoteSelect',
  refs: 'remoteSelects',
  city: 'city',
  icon: 'icon',
  color: 'color',
  image: 'image',
  images: 'images',
  file: 'file',
  files: 'files',
  array: 'array',
  json: 'textarea',
  key_values: 'array',
};
const SQL_TYPES: Readonly<Partial<Record<FieldKind, string>>> = {
  rich_text: 'text',
  integer: 'int',
  float: 'decimal',
  money: 'decimal',
  date: 'date',
  datetime: 'bigint',
  time: 'time',
  year: 'year',
  switch: 'tinyint',
  choice: 'enum',
  choices: 'set',
  ref: 'int',
  json: 'text',
};

export const isPrimary = ({ primaryKey, designType }: CompatField): boolean => primaryKey || designType === 'pk';

const NO_DEFAULT: ReadonlySet<string> = new Set(['null', 'none']);
const EMPTY_DEFAULT = 'empty string';
/** The default of a column as text; null for none. */
export function readDefault({ default: value, defaultType }: CompatField): string | null {
  const chosen = (defaultType === 'INPUT' ? String(value ?? 'null') : defaultType).toLowerCase();
  if (NO_DEFAULT.has(chosen)) return null;
  return chosen === EMPTY_DEFAULT ? '' : String(value);
}

/** A sent field as a column of a table. */
export const toColumn = (field: CompatField): TableColumn => ({
  name: field.name,
  sqlType: Number(field.length) > 0 ? `${field.type}(${field.length})` : field.type,
  nullable: field.null,
  default: readDefault(field),
  comment: field.comment,
  isPrimary: isPrimary(field),
});

/** `required` among the validators of the form. */
const isRequired = ({ form }: CompatField): boolean =>
  Array.isArray(form['validator']) && form['validator'].includes('required');

/** A guessed field with the kind that the client chose: what was guessed for another kind does not apply to it. */
function withKind(guessed: CompleteField, kind: CompleteField['kind'], sent: CompatField): CompleteField {
  if (kind === guessed.kind) return guessed;
  const { name, label_en, label_zh, required } = guessed;
  const initial = readDefault(sent);
  const hasChoices = kind === 'choice' || kind === 'choices';
  const choices = guessed.choices ?? createChoices(parseComment(sent.comment).entries).map((choice) => ({ ...choice }));
  const field = completeField({ name, kind, label_en, label_zh, required, choices: hasChoices ? choices : null });
  return { ...field, ...(kind === 'switch' ? { default_value: '0' } : {}), ...guessDefault(field, initial) };
}

/** The default of several choices as their names; the client sends their values. */
function guessSeveralDefault(field: CompleteField, initial: string | null): Partial<CompleteField> {
  if (initial === null || initial === '') return {};
  const choices = parseChoices(field);
  const names = initial.split(',').map((value) => choices.find((choice) => String(choice.value) === value)?.name);
  const text = names.join(',');
  return names.includes(undefined) || text.length > MAX_DEFAULT_CHARS ? {} : { default_value: text };
}
const MAX_DEFAULT_CHARS = 255;

function withCompatType(guessed: CompleteField, field: CompatField, table: CompatTable): CompleteField {
  const kind = KINDS[field.designType] ?? guessed.kind;
  const target = field.form['remote-table'];
  const former = listFormerNames(table, field.name);
  const typed = withKind(guessed, kind, field);
  return {
    ...typed,
    ...(kind === 'choices' ? guessSeveralDefault(typed, readDefault(field)) : {}),
    ...(kind === 'ref' || kind === 'refs' ? { target: typeof target === 'string' ? target : guessed.target } : {}),
    ...(field.designType === 'textarea' ? { lines: guessed.lines ?? 5 } : {}),
    ...(['radio', 'select', 'checkbox'].includes(field.designType) ? { rendering: field.designType } : {}),
    ...(former.length > 0 ? { former_names: [...former] } : {}),
    required: isRequired(field) ? 1 : guessed.required,
    is_searched: table.quickSearchField.includes(field.name) && kind === 'text' ? 1 : guessed.is_searched,
    in_list: table.columnFields.length > 0 ? toFlag(table.columnFields.includes(field.name)) : guessed.in_list,
    in_form: table.formFields.length > 0 ? toFlag(table.formFields.includes(field.name)) : guessed.in_form,
  };
}
type CompatTable = z.output<typeof compatDesignInput>['table'];
const toFlag = (isSet: boolean) => (isSet ? 1 : 0);

/** Whether the fields contain exactly one primary key. */
export const hasOnePrimaryKey = (fields: readonly { readonly primaryKey?: boolean; readonly designType?: string }[]) =>
  fields.filter(({ primaryKey, designType }) => primaryKey === true || designType === 'pk').length === 1;

const RENAMED = 'change-field-name';
/** The names that a field had before, the last one first: a renamed column keeps its values. */
function listFormerNames({ designChange }: CompatTable, name: string): readonly string[] {
  const renames = designChange.filter(({ type }) => type === RENAMED).reverse();
  const former: string[] = [];
  for (const { oldName, newName } of renames) if (newName === (former.at(-1) ?? name)) former.push(oldName);
  return former;
}

/** The design that the designer of older clients describes. */
export function parseCompatDesign(input: z.output<typeof compatDesignInput>): CompleteDesign {
  const { table, fields } = input;
  const design = designFromTable(table.name, fields.map(toColumn), table.comment);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const typed = design.fields.map((field) => {
    const sent = byName.get(field.name);
    const isTitle = field.name === design.settings.title_field;
    if (sent === undefined || field.kind === PRIMARY_KEY_KIND) return field;
    return isTitle
      ? { ...withCompatType(field, sent, table), required: 1 as const }
      : withCompatType(field, sent, table);
  });
  return {
    settings: {
      ...design.settings,
      sort_field: table.defaultSortField,
      sort_descending: toFlag(table.defaultSortType === 'desc'),
    },
    fields: typed,
  };
}

/** Columns that every table of the product has; these clients design them as fields. */
const STANDARD_FIELDS = [
  { name: 'weigh', comment: 'Weight', designType: 'weigh', type: 'int', length: 10 },
  { name: 'update_time', comment: 'Update time', designType: 'timestamp', type: 'bigint', length: 16 },
  { name: 'create_time', comment: 'Create time', designType: 'timestamp', type: 'bigint', length: 16 },
] as const;
/** The standard columns that the list of a design shows. */
const listStandardFields = ({ standard_columns: listed }: Design['settings']): CompatDesign['fields'] =>
  STANDARD_FIELDS.filter(({ name }) => listed?.includes(name)).map((field) => ({
    ...field,
    default: null,
    primaryKey: false,
    null: true,
    table: {},
    form: {},
  }));

const getDictionary = (field: CompleteField): string => {
  const choices = parseChoices(field);
  const title = field.label_en === '' ? field.name : field.label_en;
  return choices.length === 0 ? title : `${title}:${choices.map(({ value, en }) => `${value}=${en}`).join(',')}`;
};

/** The default as a value of the dictionary; a design names the choice. */
export function findDefault(field: CompleteField): string | null {
  const { kind, default_value: initial } = field;
  if (initial === '') return null;
  if (kind !== 'choice' && kind !== 'choices') return initial;
  const choices = parseChoices(field);
  const toValue = (chosen: string) => String(choices.find(({ name }) => name === chosen)?.value ?? chosen);
  return initial.split(',').map(toValue).join(',');
}

/** A design as the designer of older clients shows it. */
export function formatCompatDesign({ settings, fields }: Design): CompatDesign {
  const complete = fields.map(completeField);
  const names = (isIncluded: (field: CompleteField) => boolean) => complete.filter(isIncluded).map(({ name }) => name);
  return {
    table: {
      name: settings.table_name,
      comment: settings.one_en ?? '',
      quickSearchField: names(({ is_searched: isSearched }) => isSearched === 1),
      defaultSortField: settings.sort_field ?? 'id',
      defaultSortType: settings.sort_descending === 0 ? 'asc' : 'desc',
      columnFields: names(({ in_list: inList }) => inList === 1),
      formFields: names(({ in_form: inForm, kind }) => inForm === 1 && kind !== PRIMARY_KEY_KIND),
    },
    fields: [...complete.map(toCompatField), ...listStandardFields(settings)],
  };
}

/** The `designType` that these clients get for a field. */
export function getDesignType({ kind, lines, rendering }: CompleteField): string {
  if (kind === PRIMARY_KEY_KIND) return 'pk';
  if (kind === 'text' && (lines ?? 1) > 1) return 'textarea';
  return rendering === 'radio' || rendering === 'checkbox' ? rendering : DESIGN_TYPES[kind];
}

function toCompatField(field: CompleteField): CompatDesign['fields'][number] {
  if (field.kind === PRIMARY_KEY_KIND)
    return { name: 'id', comment: 'ID', designType: 'pk', type: 'int', length: 10, primaryKey: true, null: false };
  return {
    name: field.name,
    comment: getDictionary(field),
    designType: getDesignType(field),
    type: SQL_TYPES[field.kind] ?? 'varchar',
    length: field.kind === 'text' ? (field.max ?? 255) : 0,
    default: findDefault(field),
    primaryKey: false,
    null: field.required !== 1,
    table: {},
    form: {
      validator: field.required === 1 ? ['required'] : [],
      ...(field.target === '' ? {} : { 'remote-table': field.target }),
    },
  };
}
