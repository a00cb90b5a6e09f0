/** The hour of the day where the reader is, which goes on while a page stays open. */
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
