/** The hour of the day where the reader is, which goes on while a page stays open. */
import { useEffect, useState } from 'react';

const LOOK_MS = 10_000;
const hourNow = () => new Date().getHours();

export function useHour(): number {
  const [hour, setHour] = useState(hourNow);
  useEffect(() => {
    const timer = setInterval(() => setHour(hourNow()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return hour;
}
