/** Calls a handler when the day of the site ends, by the server’s clock; a timer checks it repeatedly, so that sleep does not delay it. */
import { useEffect, useEffectEvent } from 'react';
import { useAppSelector } from '../../../shared/app/createStore';

const MIN_CHECK_MS = 1_000;
const MAX_CHECK_MS = 20_000;
/** Spreads the requests of many clients. */
const JITTER_MS = 3_000;

/** `dayEndsAt`: the first second of the next day, unix; 0 while it is unknown. */
export function useDayChange(dayEndsAt: number, onDayChange: () => void): void {
  const offset = useAppSelector(({ connection }) => connection.clockOffset);
  const remainingMs = useEffectEvent(() => dayEndsAt * 1000 - (Date.now() + offset));
  const handleDayChange = useEffectEvent(onDayChange);
  useEffect(() => {
    if (dayEndsAt === 0) return undefined;
    const jitter = Math.random() * JITTER_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      const msLeft = remainingMs() + jitter;
      if (msLeft <= 0) handleDayChange();
      timer = setTimeout(check, msLeft <= 0 ? MAX_CHECK_MS : Math.min(MAX_CHECK_MS, Math.max(MIN_CHECK_MS, msLeft)));
    };
    check();
    return () => clearTimeout(timer);
  }, [dayEndsAt]);
}
