/** An instant with the zone it is shown in: `2026-11-21 18:30:00 UTC+8`. */
import type { Format } from '../format';

/** `at`: unix seconds. */
export function zoned(format: Pick<Format, 'dateTime'>, at: number): string {
  const minutes = -new Date(at * 1000).getTimezoneOffset();
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return `${format.dateTime(at)} UTC${minutes < 0 ? '−' : '+'}${hours}${rest > 0 ? `:${String(rest).padStart(2, '0')}` : ''}`;
}
