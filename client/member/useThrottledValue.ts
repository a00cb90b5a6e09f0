/** Throttles a value that may change many times a second and causes a request at each change. */
import { useEffect, useRef, useState } from 'react';

/** Shortest time between two changes of the throttled value, in milliseconds. */
export const THROTTLE_MS = 500;
/** Milliseconds left of a pause of `ms` that began at `since`; at most `ms`, also if the device’s clock was set back. */
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
