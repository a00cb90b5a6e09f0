/** Designs with every column: absent columns get the values that the database gives them. */
import type { Json } from '../entity/field';
import type { DesignField, DesignSettings } from './design';
import { PRIMARY_KEY_KIND } from './designKinds';

/** Every column of a design field that a definition is made of. */
export type CompleteField = Required<Omit<DesignField, 'id' | 'applied_name'>> & { readonly applied_name: string };
/** Every column of a design that a definition is made of. */
export type CompleteSettings = Required<DesignSettings>;

const FIELD_DEFAULTS: Omit<CompleteField, 'name' | 'kind'> = {
  label_en: '',
  label_zh: '',
  help_en: '',
  help_zh: '',
  required: 0,
  default_value: '',
  is_unique: 0,
  is_searched: 0,
  sensitivity: null,
  read_permission: '',
  write_permission: '',
  min: null,
  max: null,
  lines: null,
  pattern: '',
  unit: '',
  choices: null,
  rendering: '',
  target: '',
  transitions: null,
  locked_when: null,
  in_list: 1,
  in_form: 1,
  beside_previous: 0,
  heading_en: '',
  heading_zh: '',
  is_translated: 0,
  is_collaborative: 0,
  operators: null,
  is_sortable: 1,
  list_rendering: '',
  list_width: null,
  decimals: null,
  step: null,
  invalid_en: '',
  invalid_zh: '',
  target_fields: null,
  other_options: null,
  applied_name: '',
  former_names: null,
};

const SETTINGS_DEFAULTS: Omit<CompleteSettings, 'table_name'> = {
  one_en: '',
  many_en: '',
  one_zh: '',
  many_zh: '',
  menu: 'developer',
  icon: 'category',
  sensitivity: 'internal',
  title_field: '',
  sort_field: 'id',
  sort_descending: 1,
  standard_columns: ['id', 'create_time'],
  owner_field: '',
  tree_field: '',
  can_create: 1,
  can_update: 1,
  can_remove: 1,
  member_read: 'none',
  guest_read: 'none',
  merge_groups: null,
  other_options: null,
  remark: '',
  record_id: null,
  job_id: null,
  sheet: null,
};

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };
/** The columns with a value: null is the default of every column that can be null. */
const definedParts = (part: object): object =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined && value !== null));

/** A field with all of its columns. The id of its row is left out. */
export function completeField(
  field: Pick<DesignField, 'name' | 'kind'> & Optional<Omit<DesignField, 'name' | 'kind'>>,
): CompleteField {
  const { id: _id, ...columns } = field;
  return { ...FIELD_DEFAULTS, ...definedParts(columns), name: field.name, kind: field.kind };
}

/** Settings with all of their columns. */
export const completeSettings = (
  settings: Pick<DesignSettings, 'table_name'> & Optional<Omit<DesignSettings, 'table_name'>>,
): CompleteSettings => ({ ...SETTINGS_DEFAULTS, ...definedParts(settings), table_name: settings.table_name });

/** The field that represents the column `id`. Whether lists show it is one of the standard list columns. */
export const primaryKeyField = (): CompleteField =>
  completeField({ name: 'id', kind: PRIMARY_KEY_KIND, label_en: 'ID', label_zh: 'ID', in_list: 0, in_form: 0 });

/** The entries of a JSON column that holds an object; none for anything else. */
export const parseOptions = (options: Json | undefined): Readonly<Record<string, Json>> =>
  typeof options === 'object' && options !== null && !Array.isArray(options)
    ? (options as Readonly<Record<string, Json>>) // neither null nor a list
    : {};

/** An object for a JSON column: null when it has no entries. */
export const nullIfNoOptions = (options: Readonly<Record<string, Json | undefined>>): Json => {
  const entries = Object.entries(options).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return entries.length === 0 ? null : Object.fromEntries(entries);
};
