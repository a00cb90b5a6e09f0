/** When a save that waits for the connection is sent: as soon as the browser or the live connection says that it is back. */
import { useEffect, useEffectEvent } from 'react';
import { useApp } from '../../shared/app';
import { selectConnection } from '../../shared/connection';
import { useAppSelector } from '../../shared/createStore';

/** A line that only seems whole is not asked without pause. */
const FLUSH_AFTER_MS = 1_000;

export function useFlush(waiting: boolean, flush: () => void): void {
  const { isOnline } = useApp();
  const live = useAppSelector((state) => selectConnection(state).status === 'live');
  const go = useEffectEvent(() => {
    if (isOnline()) flush();
  });
  useEffect(() => {
    if (!waiting) return undefined;
    const onOnline = () => go();
    const timer = live ? setInterval(onOnline, FLUSH_AFTER_MS) : undefined;
    window.addEventListener('online', onOnline);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [waiting, live]);
}
