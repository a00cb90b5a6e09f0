/** A value that may change many times a second, for those who ask the server about each: the newest one, at a pace. */
import { useEffect, useRef, useState } from 'react';

/** However many entries come, what follows from them is asked for no more often than this. */
export const PACE_MS = 500;
/** What is left of a pause that began at `since`; whatever became of the clock meanwhile, no more than the whole of it. */
export const restOf = (since: number, ms: number): number => Math.min(ms, Math.max(0, since + ms - Date.now()));

export function usePaced<T>(value: T, ms = PACE_MS): T {
  const [shown, setShown] = useState(value);
  const at = useRef(0);
  useEffect(() => {
    if (Object.is(value, shown)) return undefined;
    const show = () => {
      at.current = Date.now();
      setShown(value);
    };
    const soon = setTimeout(show, restOf(at.current, ms));
    return () => clearTimeout(soon);
  }, [value, shown, ms]);
  return shown;
}
