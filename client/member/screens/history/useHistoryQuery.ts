/** Page and filters of a history in the address, so that a reload, "back" and a shared link show the same. */
import { asOneOf } from '../../../../common/json';
import { setSearch, useSearch } from '../../router';
import { ENTRY_TYPE_NAMES } from '../../balance/entriesApi';
import type { HistoryFilter } from './HistoryFilters';

const FILTER_NAMES = ['sign', 'type', 'from', 'to', 'text'] as const;
const MAX_TEXT_LENGTH = 100;
const parseText = (text: string | null) => (text === null || text === '' ? undefined : text.slice(0, MAX_TEXT_LENGTH));
const NO_VALUE = 'none';
const parseChoice = <Value extends string>(text: string | null, values: readonly Value[]): Value | undefined => {
  const found = asOneOf(text, [...values, NO_VALUE], NO_VALUE);
  return found === NO_VALUE ? undefined : found;
};
/** A date, possibly incomplete while it is typed. */
const parseDay = (text: string | null) => (text !== null && /^[\d-]{1,10}$/.test(text) ? text : undefined);

function setParam(params: URLSearchParams, name: string, value: string | undefined): void {
  if (value === undefined) params.delete(name);
  else params.set(name, value);
}

export interface HistoryQuery {
  readonly page: number;
  readonly filters: HistoryFilter;
}
/** Parses the address; invalid parts are dropped. */
export function parseHistoryQuery(params: URLSearchParams): HistoryQuery {
  const page = Number(params.get('page'));
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    filters: {
      sign: parseChoice(params.get('sign'), ['in', 'out']),
      type: parseChoice(params.get('type'), ENTRY_TYPE_NAMES),
      from: parseDay(params.get('from')),
      to: parseDay(params.get('to')),
      text: parseText(params.get('text')),
    },
  };
}

export function useHistoryQuery() {
  const search = useSearch();
  const update = (filters: HistoryFilter, page: number, replace: boolean) => {
    const next = new URLSearchParams(search);
    for (const name of FILTER_NAMES) setParam(next, name, filters[name]);
    setParam(next, 'page', page > 1 ? String(page) : undefined);
    setSearch(next, replace);
  };
  const query = parseHistoryQuery(new URLSearchParams(search));
  return {
    ...query,
    narrow: (filters: HistoryFilter) => update(filters, 1, true),
    turn: (page: number) => update(query.filters, page, false),
    /** Replaces the history entry, because the page was empty. */
    land: (page: number) => update(query.filters, page, true),
  };
}
