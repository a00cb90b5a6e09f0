/** Which page of a history is looked at and what narrows it stand in the address, so that a reload, "back" and a shared link show the same. */
import { useSearchParams } from 'react-router';
import { asOneOf } from '../../../shared/persist';
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
  const [params, setParams] = useSearchParams();
  const narrow = (filters: FilterState) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        for (const name of NAMES) next.delete(name);
        for (const name of NAMES) if (filters[name] !== undefined) next.set(name, filters[name]);
        return next;
      },
      { replace: true },
    );
  const turn = (page: number) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.delete('page');
      if (page > 1) next.set('page', String(page));
      return next;
    });
  return { ...askedOf(params), narrow, turn };
}
