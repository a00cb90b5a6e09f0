/** Kiosk view: the shown page, wake lock and reload on a new build. */
import { useEffect, useState } from 'react';
import { useApp } from '../../../../shared/app/appContext';
import { selectConnection } from '../../../../shared/store/connectionSlice';
import { useAppSelector } from '../../../../shared/app/createStore';
import { findBuild, createBuildWatcher } from './buildWatcher';

const PAGE_MS = 20_000;
/** Index of the shown page, which advances by a timer. */
export function useCarouselPage(count: number): number {
  const [page, setPage] = useState(0);
  useEffect(() => {
    if (count < 2) return undefined;
    const timer = setInterval(() => setPage((last) => last + 1), PAGE_MS);
    return () => clearInterval(timer);
  }, [count]);
  return count === 0 ? 0 : page % count;
}

interface WakeLock {
  readonly release: () => Promise<void>;
}
interface WakeLockNavigator {
  readonly wakeLock?: { readonly request: (kind: 'screen') => Promise<WakeLock> };
}
/** Keeps the screen awake where the browser supports it. */
export function useWakeLock(): void {
  useEffect(() => {
    const { wakeLock } = navigator as WakeLockNavigator;
    let wakeLockHandle: WakeLock | undefined;
    const requestWakeLock = () => {
      if (document.visibilityState !== 'visible') return;
      wakeLock?.request('screen').then(
        (lock) => {
          wakeLockHandle = lock;
        },
        () => undefined,
      );
    };
    requestWakeLock();
    document.addEventListener('visibilitychange', requestWakeLock);
    return () => {
      document.removeEventListener('visibilitychange', requestWakeLock);
      void wakeLockHandle?.release().catch(() => undefined);
    };
  }, []);
}

/** Reloads the page when the server serves another build. */
export function useReloadOnNewBuild(): void {
  const { transport, live } = useApp();
  const isRefused = useAppSelector(selectConnection).status === 'outdated';
  const [build] = useState(() => findBuild(document.documentElement.innerHTML));
  useEffect(() => {
    const watch = createBuildWatcher({ transport, live }, build, () => window.location.reload());
    if (isRefused) void watch.check();
    return watch.stop;
  }, [transport, live, build, isRefused]);
}
