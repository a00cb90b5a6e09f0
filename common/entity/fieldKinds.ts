/** Every kind of field and what follows from it: how it is stored, compared, searched and sorted. */

export type FieldKind =
  | 'text'
  | 'rich_text'
  | 'password'
  | 'integer'
  | 'float'
  | 'money'
  | 'date'
  | 'datetime'
  | 'time'
  | 'year'
  | 'switch'
  | 'choice'
  | 'choices'
  | 'ref'
  | 'refs'
  | 'city'
  | 'icon'
  | 'color'
  | 'image'
  | 'images'
  | 'file'
  | 'files'
  | 'array'
  | 'json'
  | 'key_values';

/** Storage type of a column. `integer` is a 64-bit integer, `string` a text of limited length, `json` a text with JSON. */
export type StorageType = 'string' | 'text' | 'integer' | 'double' | 'json';

/** The comparison operators of the wire contract, in their canonical spelling. */
export const OPERATORS = [
  '=',
  '<>',
  '>',
  '>=',
  '<',
  '<=',
  'LIKE',
  'NOT LIKE',
  'IN',
  'NOT IN',
  'RANGE',
  'NOT RANGE',
  'FIND_IN_SET',
  'NULL',
  'NOT NULL',
] as const;
export type Operator = (typeof OPERATORS)[number];

export interface FieldKindSpec {
  readonly store: StorageType;
  /** Operators that a filter on such a field may use; none: the field cannot be filtered. */
  readonly operators: readonly Operator[];
  readonly sortable: boolean;
}

const nullOperators = ['NULL', 'NOT NULL'] as const;
const equalityOperators = ['=', '<>', 'IN', 'NOT IN', ...nullOperators] as const;
const orderOperators = [...equalityOperators, '>', '>=', '<', '<=', 'RANGE', 'NOT RANGE'] as const;
const textOperators = [...equalityOperators, 'LIKE', 'NOT LIKE'] as const;
const listOperators = ['FIND_IN_SET', ...nullOperators] as const;

/** The facts of each kind. A new kind must be added here before anything else compiles. */
export const FIELD_KINDS: Readonly<Record<FieldKind, FieldKindSpec>> = {
  text: { store: 'string', operators: textOperators, sortable: true },
  rich_text: { store: 'text', operators: nullOperators, sortable: false },
  password: { store: 'string', operators: [], sortable: false },
  integer: { store: 'integer', operators: orderOperators, sortable: true },
  float: { store: 'double', operators: orderOperators, sortable: true },
  money: { store: 'integer', operators: orderOperators, sortable: true },
  date: { store: 'string', operators: orderOperators, sortable: true },
  datetime: { store: 'integer', operators: orderOperators, sortable: true },
  time: { store: 'string', operators: orderOperators, sortable: true },
  year: { store: 'integer', operators: orderOperators, sortable: true },
  switch: { store: 'integer', operators: equalityOperators, sortable: true },
  choice: { store: 'integer', operators: equalityOperators, sortable: true },
  choices: { store: 'json', operators: listOperators, sortable: false },
  ref: { store: 'integer', operators: equalityOperators, sortable: true },
  refs: { store: 'json', operators: listOperators, sortable: false },
  city: { store: 'json', operators: listOperators, sortable: false },
  icon: { store: 'string', operators: equalityOperators, sortable: false },
  color: { store: 'string', operators: equalityOperators, sortable: false },
  image: { store: 'string', operators: nullOperators, sortable: false },
  images: { store: 'json', operators: nullOperators, sortable: false },
  file: { store: 'string', operators: nullOperators, sortable: false },
  files: { store: 'json', operators: nullOperators, sortable: false },
  array: { store: 'json', operators: listOperators, sortable: false },
  json: { store: 'json', operators: nullOperators, sortable: false },
  key_values: { store: 'json', operators: nullOperators, sortable: false },
};
