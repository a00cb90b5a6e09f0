/** The state of a list screen in the URL (query parameters), and changes of it. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import { formatListState, parseListState, type ListState } from './listState';

export interface ListStateModel {
  readonly state: ListState;
  /** `replaces`: the history of the browser keeps no entry of the state before. */
  readonly change: (patch: Partial<ListState>, options?: { readonly replaces?: boolean }) => void;
}

/** Changes of these keys go back to the first page. */
const PAGE_RESET_KEYS = [
  'limit',
  'sort',
  'quickSearch',
  'searchesAll',
  'filters',
  'anyOf',
  'showsDeleted',
] as const satisfies readonly (keyof ListState)[];

/** The state after a change; a new quick search text searches the newest rows only, even if the last one searched all rows. */
const applyPatch = (state: ListState, patch: Partial<ListState>): ListState => ({
  ...state,
  ...(PAGE_RESET_KEYS.some((key) => key in patch) ? { page: 1 } : {}),
  ...('quickSearch' in patch ? { searchesAll: false } : {}),
  ...patch,
});

export function useListState(entity: AnyEntity) {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => parseListState(entity, params), [entity, params]);
  const change: ListStateModel['change'] = (patch, { replaces = false } = {}) =>
    setParams((before) => formatListState(entity, applyPatch(parseListState(entity, before), patch), before), {
      replace: replaces,
    });
  return { state, change, setParams };
}
