/** Valid values of config items: each item is a field of the definition language, so client and server validate it alike. */
import { asStringRecord, isObject } from '../json';
import { ITEM_RULES, ITEM_TYPES, type ItemRule, type ItemType } from './config';
import type { Field, FieldOptions, Json, Pattern } from '../entity/field';
import type { ValueIssue } from '../entity/issue';
import type { FieldKind } from '../entity/fieldKinds';
import { PATTERNS } from '../entity/patterns';
import { isEmpty, readValue } from '../entity/readValue';

/** The columns of a stored item that its value depends on. */
export interface SettingDefinition {
  readonly type: ItemType;
  readonly rule: readonly ItemRule[];
  readonly content: Readonly<Record<string, string>>;
  readonly extend: Readonly<Record<string, string>>;
}

const LONGEST_TEXTAREA = 10_000;

const KIND: Readonly<Record<ItemType, FieldKind>> = {
  string: 'text',
  textarea: 'text',
  secret: 'text',
  number: 'float',
  float: 'float',
  integer: 'integer',
  date: 'date',
  time: 'time',
  year: 'year',
  switch: 'switch',
  radio: 'choice',
  select: 'choice',
  checkbox: 'choices',
  remoteSelect: 'ref',
  city: 'city',
  icon: 'icon',
  color: 'color',
  image: 'image',
  images: 'images',
  file: 'file',
  array: 'key_values',
  editor: 'rich_text',
};
/** Rules that are shapes of a text. */
const SHAPES: Partial<Readonly<Record<ItemRule, Pattern | 'password'>>> = {
  mobile: 'mobile',
  account: 'account',
  password: 'password',
  varName: 'variable',
  url: 'url',
  email: 'email',
};
/** Rules that are the forms of other kinds. */
const FORMS: Partial<Readonly<Record<ItemRule, FieldKind>>> = {
  date: 'date',
  number: 'float',
  integer: 'integer',
  float: 'float',
};

const isOneOf = <T extends string>(table: Readonly<Record<string, T>>, value: unknown): value is T =>
  Object.values(table).some((known) => known === value);

/** The parts of a stored row, or of a draft, that its value depends on. */
export function parseSettingDefinition(row: Readonly<Record<string, unknown>>): SettingDefinition {
  const { type, rule, content, extend } = row;
  const rules: readonly unknown[] = Array.isArray(rule) ? rule : [];
  return {
    type: isOneOf(ITEM_TYPES, type) ? type : 'string',
    rule: rules.filter((item) => isOneOf(ITEM_RULES, item)),
    content: asStringRecord(content),
    extend: asStringRecord(extend),
  };
}

const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
const firstShape = (rules: readonly ItemRule[]): Pattern | undefined =>
  rules.map((rule) => SHAPES[rule]).find((shape): shape is Pattern => shape !== undefined && shape !== 'password');

function getOptions({ type, rule, content, extend }: SettingDefinition): FieldOptions {
  const [min, max] = [numberIn(extend['min']), numberIn(extend['max'])];
  const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  const pattern = firstShape(rule);
  const shared = rule.includes('required') ? { required: true as const } : {};
  if (type === 'string') return { ...shared, ...(pattern ? { pattern } : {}) };
  if (type === 'textarea') {
    const lines = Math.min(30, Math.max(2, numberIn(extend['rows']) ?? 4));
    return { ...shared, ...(pattern ? { pattern } : {}), max: LONGEST_TEXTAREA, lines };
  }
  if (type === 'number' || type === 'float' || type === 'integer') return { ...shared, ...bounds };
  if (type === 'remoteSelect') return { ...shared, to: extend['entity'] ?? '' };
  if (type === 'radio' || type === 'select' || type === 'checkbox') {
    const values = Object.fromEntries(Object.keys(content).map((key) => [key, key]));
    return { ...shared, values, as: type };
  }
  return shared;
}

/** The field an item is: for inputs, cells and the first half of its checks. */
export const createSettingField = (shape: SettingDefinition): Field => ({
  kind: KIND[shape.type],
  options: getOptions(shape),
});

function brokenRule(rules: readonly ItemRule[], value: Json): ValueIssue | undefined {
  for (const rule of rules) {
    const shape = SHAPES[rule];
    const form = FORMS[rule];
    if (shape !== undefined && !(typeof value === 'string' && PATTERNS[shape](value)))
      return shape === 'password' ? { code: shape, params: { min: 6, max: 32 } } : { code: shape };
    if (form === undefined) continue;
    const read = readValue({ kind: form, options: {} }, value);
    if ('issues' in read) return read.issues[0];
  }
  return undefined;
}

/** Turns a value into its stored form, or returns its issues. An empty value is null, unless the item is required. */
export function readItem(
  shape: SettingDefinition,
  value: unknown,
): { readonly value: Json } | { readonly issue: ValueIssue } {
  const isRequired = shape.rule.includes('required');
  const isNothing = isEmpty(value) || (Array.isArray(value) && value.length === 0);
  if (isNothing) return isRequired ? { issue: { code: 'required' } } : { value: null };
  if (isRequired && isObject(value) && Object.keys(value).length === 0) return { issue: { code: 'required' } };
  const read = readValue(createSettingField(shape), value);
  if ('issues' in read) return { issue: read.issues[0] ?? { code: 'type' } };
  const issue = brokenRule(shape.rule, read.value);
  return issue ? { issue } : read;
}
