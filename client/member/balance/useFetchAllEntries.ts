/** Loads all entries of a query page by page from a fixed newest entry, so that none is missing or duplicated. */
import { useAppDispatch } from '../../shared/app/createStore';
import { entriesApi, type Entry, type EntryQuery } from './entriesApi';

const PAGE_SIZE = 200;

export type AllEntriesQuery = Omit<EntryQuery, 'page' | 'limit'>;
export function useFetchAllEntries(): (query: AllEntriesQuery) => Promise<readonly Entry[]> {
  const dispatch = useAppDispatch();
  return async (baseQuery) => {
    const entriesSoFar: Entry[] = [];
    for (let page = 1; ; page += 1) {
      const query = { ...baseQuery, page, limit: PAGE_SIZE };
      const request = entriesApi.endpoints.entries.initiate(query, { subscribe: false, forceRefetch: true });
      const { list } = await dispatch(request).unwrap();
      entriesSoFar.push(...list);
      if (list.length < PAGE_SIZE) return entriesSoFar;
    }
  };
}
