/** A value that may change many times a second, for those who ask the server about each: the newest one, at a pace. */
import { useEffect, useRef, useState } from 'react';

/** However many entries come, what follows from them is asked for no more often than this. */
export const THROTTLE_MS = 500;
/** What is left of a pause that began at `since`; whatever became of the clock meanwhile, no more than the whole of it. */
export const remainingMs = (since: number, ms: number): number => Math.min(ms, Math.max(0, since + ms - Date.now()));

export function useThrottledValue<T>(value: T, ms = THROTTLE_MS): T {
  const [throttled, setThrottled] = useState(value);
  const lastShownAt = useRef(0);
  useEffect(() => {
    if (Object.is(value, throttled)) return undefined;
    const update = () => {
      lastShownAt.current = Date.now();
      setThrottled(value);
    };
    const timer = setTimeout(update, remainingMs(lastShownAt.current, ms));
    return () => clearTimeout(timer);
  }, [value, throttled, ms]);
  return throttled;
}
