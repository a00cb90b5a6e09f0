/** Collects the search conditions of a query from every spelling clients of this product family use. */
import { LIMITS } from '../limits';

export interface SearchItem {
  readonly field: string;
  readonly operator: string | undefined;
  readonly val: unknown;
}
type Bag = Readonly<Record<string, unknown>>;

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value);
const itemOf = (value: unknown): SearchItem | undefined => {
  const bag = typeof value === 'string' ? parsed(value) : value;
  if (!isBag(bag)) return undefined;
  const { field, operator } = bag;
  if (typeof field !== 'string' || (operator !== undefined && typeof operator !== 'string')) return undefined;
  return { field, operator: operator === '' ? undefined : operator, val: bag['val'] ?? bag['val[]'] };
};
function parsed(text: string): unknown {
  if (text.length > LIMITS.topicFilterBytes * 4) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const FLAT = /^search\[(\d{1,3})\]\[(field|val|operator|render)\](?:\[(?:\d{1,3})?\])?$/;
/** `search[0][field]=…&search[0][val]=…` as a simple query parser leaves it. */
function flatItems(raw: Bag): readonly unknown[] | undefined {
  const items = new Map<string, Record<string, unknown>>();
  for (const [key, value] of Object.entries(raw)) {
    if (!key.startsWith('search[') || key === 'search[]') continue;
    const [, at = '', part = ''] = FLAT.exec(key) ?? [];
    if (part === '') return undefined;
    const item = items.get(at) ?? {};
    item[part] = key.endsWith(`[${part}]`) ? value : [item[part] ?? [], value].flat();
    items.set(at, item);
  }
  return [...items.entries()].sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item);
}

/** `search` as an array, an object of items, one JSON text, or repeated `search[]=<JSON>`. */
const nestedItems = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === '') return [];
  const whole = typeof value === 'string' ? parsed(value) : value;
  if (Array.isArray(whole)) return whole;
  return isBag(whole) && !('field' in whole) ? Object.values(whole) : [whole];
};

/** All items of a query in their order; undefined when any of them is not one. */
export function searchItems(raw: Bag): readonly SearchItem[] | undefined {
  const flat = flatItems(raw);
  if (flat === undefined) return undefined;
  const items = [...nestedItems(raw['search']), ...nestedItems(raw['search[]']), ...flat].map(itemOf);
  const found = items.filter((item) => item !== undefined);
  return found.length === items.length ? found : undefined;
}
