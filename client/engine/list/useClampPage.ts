/** A page all of whose rows went is no empty list: the last page there is takes its place, also in the way back. */
import { useEffect, useEffectEvent } from 'react';
import type { LiveRows } from '../data/useRows';

interface PagePosition {
  readonly rows: LiveRows;
  readonly page: number;
  readonly limit: number;
  /** All rows stand on one page. */
  readonly isSinglePage: boolean;
}
export function useClampPage(
  { rows, page, limit, isSinglePage }: PagePosition,
  goToPage: (page: number) => void,
): void {
  const { list, isLoading, isFetching, hasPending, fault } = rows;
  const lastPage = Math.ceil(list.total / limit);
  const isSettled = !isLoading && !isFetching && !hasPending && fault === undefined;
  const isBeyondLast = isSettled && !isSinglePage && list.ids.length === 0 && lastPage > 0 && page > lastPage;
  const goToLastPage = useEffectEvent(() => goToPage(lastPage));
  useEffect(() => {
    if (isBeyondLast) goToLastPage();
  }, [isBeyondLast]);
}
