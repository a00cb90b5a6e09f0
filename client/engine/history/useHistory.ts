/** Loads the history of a record page by page, and again after each save. */
import { useCallback, useEffect, useReducer } from 'react';
import type { HistoryResponse, HistoryEntry } from '../../../common/protocol/history';
import { isCallFault, type CallFault } from '../../shared/api/faults';
import { historyApi } from './historyApi';

interface LoadedHistory {
  readonly entries: readonly HistoryEntry[];
  readonly hasMore: boolean;
  readonly isLoaded: boolean;
}
const EMPTY_HISTORY: LoadedHistory = { entries: [], hasMore: false, isLoaded: false };

/** Merges a response into the loaded entries; newer data of known entries wins. */
export function mergePages({ entries }: LoadedHistory, response: HistoryResponse, isOlder: boolean): LoadedHistory {
  const newEntries = new Map(response.list.map((entry) => [entry.seq, entry]));
  const keptEntries = entries.filter(({ seq }) => !newEntries.has(seq));
  const all = [...keptEntries, ...newEntries.values()].sort((a, b) => Number(b.seq) - Number(a.seq));
  const isContiguous = isOlder || entries.length === 0 || keptEntries.length === 0;
  return { entries: all, hasMore: isContiguous ? response.more : true, isLoaded: true };
}
type HistoryAction = { readonly response: HistoryResponse; readonly isOlder: boolean };

export interface RecordHistory extends LoadedHistory {
  readonly fault: CallFault | undefined;
  readonly isBusy: boolean;
  readonly loadOlder: () => void;
  readonly reload: () => void;
}

/** `revision`: the current revision of the record; a new one loads the newest entries again. */
export function useHistory(entityName: string, id: number, revision: number): RecordHistory {
  const [fetchPage, { isFetching, error }] = historyApi.useLazyPastQuery();
  const [loaded, addPage] = useReducer(
    (now: LoadedHistory, { response, isOlder }: HistoryAction) => mergePages(now, response, isOlder),
    EMPTY_HISTORY,
  );
  const load = useCallback(
    async (before?: string) => {
      const { data } = await fetchPage({ e: entityName, id, ...(before === undefined ? {} : { before }) });
      if (data) addPage({ response: data, isOlder: before !== undefined });
    },
    [fetchPage, entityName, id],
  );
  useEffect(() => void load(), [load, revision]);
  return {
    ...loaded,
    fault: isCallFault(error) ? error : undefined,
    isBusy: isFetching,
    loadOlder: () => void load(loaded.entries.at(-1)?.seq),
    reload: () => void load(),
  };
}
