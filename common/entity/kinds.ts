/** Every kind of field and what follows from it: how it is stored, compared, searched and sorted. */

export type Kind =
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

/** How a value lies in a column. `integer` is a 64-bit integer, `string` a bounded text, `json` a text holding JSON. */
export type Store = 'string' | 'text' | 'integer' | 'double' | 'json';

/** The comparison operators of the wire contract (specification, point 7), in their canonical spelling. */
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

export interface KindFacts {
  readonly store: Store;
  /** Which operators a filter on such a field may use; none: it cannot be filtered. */
  readonly operators: readonly Operator[];
  readonly sortable: boolean;
}

const emptiness = ['NULL', 'NOT NULL'] as const;
const equality = ['=', '<>', 'IN', 'NOT IN', ...emptiness] as const;
const ordered = [...equality, '>', '>=', '<', '<=', 'RANGE', 'NOT RANGE'] as const;
const textual = [...equality, 'LIKE', 'NOT LIKE'] as const;
const listed = ['FIND_IN_SET', ...emptiness] as const;

/** The facts of each kind; a new kind must be entered here before anything else compiles. */
export const KINDS: Readonly<Record<Kind, KindFacts>> = {
  text: { store: 'string', operators: textual, sortable: true },
  rich_text: { store: 'text', operators: emptiness, sortable: false },
  password: { store: 'string', operators: [], sortable: false },
  integer: { store: 'integer', operators: ordered, sortable: true },
  float: { store: 'double', operators: ordered, sortable: true },
  money: { store: 'integer', operators: ordered, sortable: true },
  date: { store: 'string', operators: ordered, sortable: true },
  datetime: { store: 'integer', operators: ordered, sortable: true },
  time: { store: 'string', operators: ordered, sortable: true },
  year: { store: 'integer', operators: ordered, sortable: true },
  switch: { store: 'integer', operators: equality, sortable: true },
  choice: { store: 'integer', operators: equality, sortable: true },
  choices: { store: 'json', operators: listed, sortable: false },
  ref: { store: 'integer', operators: equality, sortable: true },
  refs: { store: 'json', operators: listed, sortable: false },
  city: { store: 'json', operators: listed, sortable: false },
  icon: { store: 'string', operators: equality, sortable: false },
  color: { store: 'string', operators: equality, sortable: false },
  image: { store: 'string', operators: emptiness, sortable: false },
  images: { store: 'json', operators: emptiness, sortable: false },
  file: { store: 'string', operators: emptiness, sortable: false },
  files: { store: 'json', operators: emptiness, sortable: false },
  array: { store: 'json', operators: listed, sortable: false },
  json: { store: 'json', operators: emptiness, sortable: false },
  key_values: { store: 'json', operators: emptiness, sortable: false },
};
