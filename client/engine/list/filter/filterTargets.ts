/** AND and OR groups of filters: a filter belongs to those that must all match, or to a group of which one must match. */
import type { FilterTexts, ListState } from '../listState';

/** Index of a group; `all` for the filters that all hold. */
export type FilterTarget = 'all' | number;
type Filters = Pick<ListState, 'filters' | 'anyOf'>;

export const getTexts = ({ filters, anyOf }: Filters, target: FilterTarget): FilterTexts =>
  target === 'all' ? filters : (anyOf[target] ?? {});

const withText = (texts: FilterTexts, field: string, text: string): FilterTexts => {
  const { [field]: _old, ...others } = texts;
  return text.trim() === '' ? others : { ...others, [field]: text };
};

/** The filters with the text of one field changed; an empty text removes it, and a group without filters. */
export function changeFilter({ filters, anyOf }: Filters, target: FilterTarget, field: string, text: string): Filters {
  if (target === 'all') return { filters: withText(filters, field, text), anyOf };
  const groups = target < anyOf.length ? anyOf : [...anyOf, {}];
  const changed = groups.map((group, index) => (index === target ? withText(group, field, text) : group));
  return { filters, anyOf: changed.filter((group) => Object.keys(group).length > 0) };
}
export const removeGroup = (anyOf: ListState['anyOf'], target: number): ListState['anyOf'] =>
  anyOf.filter((_, index) => index !== target);
