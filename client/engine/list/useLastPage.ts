/** A page all of whose rows went is no empty list: the last page there is takes its place, also in the way back. */
import { useEffect, useEffectEvent } from 'react';
import type { Rows } from '../useRows';

interface Place {
  readonly rows: Rows;
  readonly page: number;
  readonly limit: number;
  /** All rows stand on one page. */
  readonly whole: boolean;
}
export function useLastPage({ rows, page, limit, whole }: Place, go: (page: number) => void): void {
  const { list, loading, fetching, pending, fault } = rows;
  const last = Math.ceil(list.total / limit);
  const settled = !loading && !fetching && !pending && fault === undefined;
  const beyond = settled && !whole && list.ids.length === 0 && last > 0 && page > last;
  const leave = useEffectEvent(() => go(last));
  useEffect(() => {
    if (beyond) leave();
  }, [beyond]);
}
