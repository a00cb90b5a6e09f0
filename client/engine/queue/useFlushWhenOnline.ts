/** Sends queued saves as soon as the browser or the live connection is online. */
import { useEffect, useEffectEvent } from 'react';
import { useApp } from '../../shared/app/appContext';
import { selectConnection } from '../../shared/store/connectionSlice';
import { useAppSelector } from '../../shared/app/createStore';

/** Delay between attempts while the connection seems to work. */
const FLUSH_DELAY_MS = 1_000;

export function useFlushWhenOnline(isWaiting: boolean, flush: () => void): void {
  const { isOnline } = useApp();
  const live = useAppSelector((state) => selectConnection(state).status === 'live');
  const flushIfOnline = useEffectEvent(() => {
    if (isOnline()) flush();
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const onOnline = () => flushIfOnline();
    const timer = live ? setInterval(onOnline, FLUSH_DELAY_MS) : undefined;
    window.addEventListener('online', onOnline);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [isWaiting, live]);
}
