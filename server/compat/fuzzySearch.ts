/** Searches with `LIKE` in columns that are not text: a choice matches when its shown label contains the text, a number when it equals it. */
import type { Column } from '../../common/entity/columns';
import type { AnyEntity } from '../../common/entity/entity';
import type { FieldKind } from '../../common/entity/fieldKinds';
import { stringOrEmpty } from '../../common/json';
import type { Lang } from '../../common/lang';
import { entityLabels } from '../../common/locales/entityLabels';
import type { SearchCondition, SearchItem } from '../../common/query/parseSearchParam';

/** Matches no row. */
export const NOTHING: SearchCondition = { field: 'id', operator: '=', val: '0' };
const NUMBERS: ReadonlySet<FieldKind> = new Set(['integer', 'float', 'money', 'datetime', 'year', 'ref', 'switch']);
const NUMBER = /^\d{1,15}(?:\.\d{1,10})?$/;

interface FuzzySearch {
  readonly entity: AnyEntity;
  readonly column: Column;
  readonly lang: Lang;
  readonly text: string;
  /** A stored value as the client shows it. */
  readonly toCompat: (value: unknown) => unknown;
}

/** The condition that finds the same rows; undefined where there is none. */
export function toFuzzyCondition(search: FuzzySearch): SearchItem | undefined {
  const { column, text } = search;
  const { name: field, kind } = column;
  if (kind === 'choice' || kind === 'choices') return toChoiceCondition(search);
  if (!NUMBERS.has(kind)) return undefined;
  return NUMBER.test(text) ? { field, operator: '=', val: text } : NOTHING;
}

function toChoiceCondition(search: FuzzySearch): SearchItem {
  const { name: field, kind } = search.column;
  const found = findChoices(search);
  if (found.length === 0) return NOTHING;
  if (kind === 'choice') return { field, operator: 'IN', val: found };
  return { any: found.map((val) => ({ field, operator: 'FIND_IN_SET', val: String(val) })) };
}

/** The values of the choices whose label, name or shown value contains the text. */
function findChoices({ entity, column, lang, text, toCompat }: FuzzySearch): readonly unknown[] {
  const labels = entityLabels(entity, lang).choices[column.name] ?? {};
  const wanted = text.toLowerCase();
  const values: Readonly<Record<string, unknown>> = column.options.values ?? {};
  return Object.entries(values).flatMap(([name, value]) => {
    const shown = [labels[name] ?? '', name, String(toCompat(value))];
    return shown.some((label) => label.toLowerCase().includes(wanted)) ? [value] : [];
  });
}

const PERCENT_SIGNS = /^%+$/;
const BETWEEN_PERCENT_SIGNS = /^%(.*)%$/su;
const toText = (val: unknown): string => (typeof val === 'number' ? String(val) : stringOrEmpty(val)).trim();
/** The text of a fuzzy search, without the percent signs around it; others are characters of the text. */
export function fuzzyText(val: unknown): string {
  const text = toText(val);
  return PERCENT_SIGNS.test(text) ? '' : (BETWEEN_PERCENT_SIGNS.exec(text)?.[1]?.trim() ?? text);
}
/** Percent signs alone find all rows with a value. */
export const isAnyValue = (val: unknown): boolean => PERCENT_SIGNS.test(toText(val));
