/** The list options of a field: its filter operators and the display of its values. */
import type { FieldKind, Operator } from '../fieldKinds';

/** The display of a value, if it is not the default of its kind. */
export const DISPLAYS = [
  'plain',
  'tag',
  'link',
  'code',
  'image',
  'date',
  'minute',
  'relative',
  'swatch',
  'person',
  'browser',
] as const;
export type Display = (typeof DISPLAYS)[number];

/**
 * The displays that each kind of field allows. `plain`: text alone. `tag`: a label. `link`: an address that can be opened. `code`: a fixed-width font.
 * `image`: the image at this address. `date`, `minute`: a moment without the rest of its time. `relative`: how long ago.
 * `swatch`: the color alone. `person`: the name of a person, with initials. `browser`: browser and system of a user agent.
 */
export const DISPLAYS_BY_KIND: Readonly<Partial<Record<FieldKind, readonly Display[]>>> = {
  text: ['tag', 'link', 'code', 'image', 'person', 'browser'],
  integer: ['plain', 'tag'],
  float: ['plain', 'tag'],
  year: ['tag'],
  date: ['relative'],
  datetime: ['date', 'minute', 'relative'],
  switch: ['tag'],
  choice: ['plain'],
  choices: ['plain'],
  ref: ['tag'],
  refs: ['plain'],
  array: ['plain'],
  icon: ['plain'],
  color: ['plain', 'swatch'],
};
/** Bounds of the width of a list column, in pixels. */
export const [MIN_LIST_WIDTH, MAX_LIST_WIDTH] = [56, 640];
export const MAX_DECIMALS = 10;

/** The facts of a column that filters need. */
interface FilterColumn {
  readonly kind: FieldKind;
  readonly operators: readonly Operator[];
  readonly filterOperators: readonly Operator[];
}
/**
 * Whether a list may be filtered by the column with the operator. Besides what the definition offers, `=` of references is
 * accepted, because the rows of a record are listed under it, and the range of a day where a moment may equal it.
 */
export function acceptsOperator({ kind, operators, filterOperators }: FilterColumn, op: Operator): boolean {
  if (filterOperators.includes(op)) return true;
  if (kind === 'ref' && op === '=') return operators.includes(op);
  if (kind !== 'datetime') return false;
  return (op === 'RANGE' && filterOperators.includes('=')) || (op === 'NOT RANGE' && filterOperators.includes('<>'));
}
