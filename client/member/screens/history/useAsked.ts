/** Which page of a history is looked at and what narrows it stand in the address, so that a reload, "back" and a shared link show the same. */
import { asOneOf } from '../../../shared/persist';
import { ask, useSearch } from '../../address';
import { ENTRY_TYPES } from '../../wealth/entries';
import type { FilterState } from './Filters';

const NAMES = ['sign', 'type', 'from', 'to'] as const;
const NONE = 'none';
const among = <Value extends string>(said: string | null, values: readonly Value[]): Value | undefined => {
  const found = asOneOf(said, [...values, NONE], NONE);
  return found === NONE ? undefined : found;
};
/** A day, or as much of it as is typed yet. */
const dayOf = (said: string | null) => (said !== null && /^[\d-]{1,10}$/.test(said) ? said : undefined);

function setIn(params: URLSearchParams, name: string, value: string | undefined): void {
  if (value === undefined) params.delete(name);
  else params.set(name, value);
}

export interface Asked {
  readonly page: number;
  readonly filters: FilterState;
}
/** What an address says; whatever it says wrongly is left out. */
export function askedOf(params: URLSearchParams): Asked {
  const page = Number(params.get('page'));
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    filters: {
      sign: among(params.get('sign'), ['in', 'out']),
      type: among(params.get('type'), ENTRY_TYPES),
      from: dayOf(params.get('from')),
      to: dayOf(params.get('to')),
    },
  };
}

export function useAsked() {
  const search = useSearch();
  const go = (filters: FilterState, page: number, replace: boolean) => {
    const next = new URLSearchParams(search);
    for (const name of NAMES) setIn(next, name, filters[name]);
    setIn(next, 'page', page > 1 ? String(page) : undefined);
    ask(next, replace);
  };
  const asked = askedOf(new URLSearchParams(search));
  return {
    ...asked,
    narrow: (filters: FilterState) => go(filters, 1, true),
    turn: (page: number) => go(asked.filters, page, false),
    /** Without a step to go back to: nothing was to be seen there. */
    land: (page: number) => go(asked.filters, page, true),
  };
}
