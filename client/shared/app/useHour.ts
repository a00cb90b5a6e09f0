/** The current hour (0 to 23) in the device’s time zone, updated while the page is open. */
import { useEffect, useState } from 'react';

const CHECK_INTERVAL_MS = 10_000;
const currentHour = () => new Date().getHours();

export function useHour(): number {
  const [hour, setHour] = useState(currentHour);
  useEffect(() => {
    const timer = setInterval(() => setHour(currentHour()), CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return hour;
}
