/** Collects the search conditions of a query from all spellings that clients use. */
import { isObject, type UnknownRecord } from '../json';
import { LIMITS } from '../limits';

export interface SearchCondition {
  readonly field: string;
  readonly operator: string | undefined;
  readonly val: unknown;
}

/** Conditions of which one must hold. */
export interface SearchAlternatives {
  readonly any: readonly SearchCondition[];
}
export type SearchItem = SearchCondition | SearchAlternatives;

function toSearchItem(value: unknown): SearchItem | undefined {
  const source = typeof value === 'string' ? tryParseJson(value) : value;
  if (!isObject(source)) return undefined;
  if (!('any' in source)) return toCondition(source);
  const list = Array.isArray(source['any'])
    ? source['any']
    : Object.values(isObject(source['any']) ? source['any'] : {});
  const any = list.map((item: unknown) => (isObject(item) ? toCondition(item) : undefined));
  const known = any.filter((item) => item !== undefined);
  return known.length === any.length ? { any: known } : undefined;
}
const toCondition = (source: UnknownRecord): SearchCondition | undefined => {
  const { field, operator } = source;
  if (typeof field !== 'string' || (operator !== undefined && typeof operator !== 'string')) return undefined;
  return { field, operator: operator === '' ? undefined : operator, val: source['val'] ?? source['val[]'] };
};
function tryParseJson(text: string): unknown {
  if (text.length > LIMITS.topicFilterChars * 4) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const FLAT_KEY = /^search\[(\d{1,3})\]\[(field|val|operator|render)\](?:\[(?:\d{1,3})?\])?$/;
/** `search[0][field]=…&search[0][val]=…` as a simple query parser leaves it. */
function flatItems(raw: UnknownRecord): readonly unknown[] | undefined {
  const items = new Map<string, Record<string, unknown>>();
  for (const [key, value] of Object.entries(raw)) {
    if (!key.startsWith('search[') || key === 'search[]') continue;
    const [, index = '', part = ''] = FLAT_KEY.exec(key) ?? [];
    if (part === '') return undefined;
    const item = items.get(index) ?? {};
    item[part] = key.endsWith(`[${part}]`) ? value : [item[part] ?? [], value].flat();
    items.set(index, item);
  }
  return [...items.entries()].sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item);
}

/** `search` as an array, an object of items, one JSON text, or repeated `search[]=<JSON>`. */
const nestedItems = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === '') return [];
  const parsedValue = typeof value === 'string' ? tryParseJson(value) : value;
  if (Array.isArray(parsedValue)) return parsedValue;
  const isOneItem = !isObject(parsedValue) || 'field' in parsedValue || 'any' in parsedValue;
  return isOneItem ? [parsedValue] : Object.values(parsedValue);
};

/** All items of a query in their order, single conditions and alternatives; undefined when one of them is malformed. */
export function parseSearchParam(raw: UnknownRecord): readonly SearchItem[] | undefined {
  const flat = flatItems(raw);
  if (flat === undefined) return undefined;
  const items = [...nestedItems(raw['search']), ...nestedItems(raw['search[]']), ...flat].map(toSearchItem);
  const validItems = items.filter((item) => item !== undefined);
  return validItems.length === items.length ? validItems : undefined;
}
