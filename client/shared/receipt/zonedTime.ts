/** Times of money entries in the time zone of the site, as its days and filters are: the browser's own zone may name another day. */
import { useAppSelector } from '../createStore';
import { OWN_ZONE, selectTimeZone } from '../site';
import { zoneOf } from '../../../common/text/zone';

const two = (value: number) => String(value).padStart(2, '0');

function offsetText(seconds: number): string {
  const minutes = Math.abs(seconds) / 60;
  const rest = Math.floor(minutes % 60);
  return `UTC${seconds < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest > 0 ? `:${two(rest)}` : ''}`;
}

/** `2026-11-21 18:30:00`; `at` in unix seconds. */
export const timeIn = (zone: string, at: number): string =>
  new Date((at + zoneOf(zone).offsetAt(at)) * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** `2026-11-21 18:30:00 UTC+8`. */
export const zonedTime = (zone: string, at: number): string =>
  `${timeIn(zone, at)} ${offsetText(zoneOf(zone).offsetAt(at))}`;

/** The time of an entry with its offset, for what is printed or kept. */
export function useZonedTime(): (at: number) => string {
  const zone = useAppSelector(selectTimeZone);
  return (at) => zonedTime(zone, at);
}

/** The time of an entry in a list: the offset is named where the site's zone is not that of the browser. */
export function useEntryTime(): (at: number) => string {
  const zone = useAppSelector(selectTimeZone);
  return (at) => (zone === OWN_ZONE ? timeIn(zone, at) : zonedTime(zone, at));
}
