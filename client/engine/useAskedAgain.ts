/** Asks again for what stands on the screen when the answer was lost: until it comes, nobody follows what is shown. */
import { useEffect } from 'react';
import { useAppSelector } from '../shared/createStore';
import { isLost } from '../shared/faults';

const AGAIN_MS = 1_000;

interface Asked {
  readonly error?: unknown;
  /** Of the last try. */
  readonly startedTimeStamp?: number | undefined;
}
/** `shown`: an earlier answer is on the screen; without one its place is taken by the fault and a button. */
export function useAskedAgain({ error, startedTimeStamp }: Asked, shown: boolean, ask: () => void): void {
  const isLive = useAppSelector(({ connection }) => connection.status === 'live');
  const wanted = shown && isLive && isLost(error);
  useEffect(() => {
    if (!wanted) return undefined;
    const timer = setTimeout(ask, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [wanted, ask, startedTimeStamp]);
}
