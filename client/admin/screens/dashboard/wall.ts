/** The dashboard on a wall: nothing but cards, larger, page by page, awake, and always of the newest build. */
import { useEffect, useState } from 'react';
import type { Card } from '../../../../common/live/dashboardCards';
import { useApp } from '../../../shared/app/appContext';
import { selectConnection } from '../../../shared/store/connectionSlice';
import { useAppSelector } from '../../../shared/app/createStore';
import { buildIn, watchBuild } from './newest';

const TURN_MS = 20_000;
/** Cells of twelve columns that fit one page of a wall. */
const PAGE_CELLS = 12 * 8;

/** Whole cards, as many as fit a page. */
export function pagesOf(cards: readonly Card[]): readonly (readonly Card[])[] {
  const pages: Card[][] = [];
  let filled = Number.POSITIVE_INFINITY;
  for (const card of cards) {
    const size = card.w * card.h;
    if (filled + size > PAGE_CELLS) {
      pages.push([]);
      filled = 0;
    }
    filled += size;
    pages.at(-1)?.push(card);
  }
  return pages;
}

/** Which page is shown; the next one after a while. */
export function useTurning(count: number): number {
  const [page, setPage] = useState(0);
  useEffect(() => {
    if (count < 2) return undefined;
    const timer = setInterval(() => setPage((last) => last + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [count]);
  return count === 0 ? 0 : page % count;
}

interface WakeLock {
  readonly release: () => Promise<void>;
}
interface Wakeful {
  readonly wakeLock?: { readonly request: (kind: 'screen') => Promise<WakeLock> };
}
/** Keeps the screen awake where the browser can. */
export function useAwake(): void {
  useEffect(() => {
    const { wakeLock } = navigator as Wakeful;
    let held: WakeLock | undefined;
    const hold = () => {
      if (document.visibilityState !== 'visible') return;
      wakeLock?.request('screen').then(
        (lock) => {
          held = lock;
        },
        () => undefined,
      );
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void held?.release().catch(() => undefined);
    };
  }, []);
}

/** After an upgrade of the server the page loads itself anew, without anybody near. */
export function useNewest(): void {
  const { transport, live } = useApp();
  const isRefused = useAppSelector(selectConnection).status === 'outdated';
  const [build] = useState(() => buildIn(document.documentElement.innerHTML));
  useEffect(() => {
    const watch = watchBuild({ transport, live }, build, () => window.location.reload());
    if (isRefused) void watch.look();
    return watch.end;
  }, [transport, live, build, isRefused]);
}
