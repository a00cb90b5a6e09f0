/** Formats times of ledger entries in the time zone of the site, like its days and filters: in the browser's zone it may be another day. */
import { useAppSelector } from '../app/createStore';
import { BROWSER_TIME_ZONE, selectTimeZone } from '../store/siteSettings';
import { getTimeZone } from '../../../common/text/time/timeZone';

const twoDigits = (value: number) => String(value).padStart(2, '0');

function formatUtcOffset(seconds: number): string {
  const minutes = Math.abs(seconds) / 60;
  const restMinutes = Math.floor(minutes % 60);
  return `UTC${seconds < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${restMinutes > 0 ? `:${twoDigits(restMinutes)}` : ''}`;
}

/** `2026-11-21 18:30:00`; `at` in unix seconds. */
export const formatTimeIn = (zone: string, at: number): string =>
  new Date((at + getTimeZone(zone).offsetAt(at)) * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** `2026-11-21 18:30:00 UTC+8`. */
export const formatZonedTime = (zone: string, at: number): string =>
  `${formatTimeIn(zone, at)} ${formatUtcOffset(getTimeZone(zone).offsetAt(at))}`;

/** The time of an entry with its UTC offset, for prints and files. */
export function useFormatZonedTime(): (at: number) => string {
  const zone = useAppSelector(selectTimeZone);
  return (at) => formatZonedTime(zone, at);
}

/** The time of an entry in a list; with the offset if the site's zone differs from the browser's. */
export function useFormatEntryTime(): (at: number) => string {
  const zone = useAppSelector(selectTimeZone);
  return (at) => (zone === BROWSER_TIME_ZONE ? formatTimeIn(zone, at) : formatZonedTime(zone, at));
}
