/**
 * Bookings this tab has sent, kept over a reload of the page: a booking whose answer did not arrive is sent again under its
 * idempotency key, and an equal booking of the last minutes is noticed. Stored as fingerprints, without what was typed.
 */

const STORAGE_KEY = 'storeBookings';
/** The server remembers idempotency keys for 48 hours. */
const KEY_HOURS = 48;
/** How long an equal booking is taken for a repetition. */
const RECENT_MS = 10 * 60_000;
/** The oldest ones go. */
const MOST = 200;

export interface Booked {
  /** Number of the entry in the account. */
  readonly n: number;
  /** Unix milliseconds. */
  readonly at: number;
}
interface SentBooking {
  /** Unix milliseconds. */
  readonly at: number;
  /** Idempotency key, while no answer arrived. */
  readonly mid?: string;
  /** Number of the entry, once it is booked. */
  readonly n?: number;
}
type SentBookings = Readonly<Record<string, SentBooking>>;

/** Two FNV-1a hashes of 32 bits with different offsets; storage is no place for reasons and amounts. */
function fingerprint(text: string): string {
  let [one, two] = [0x811c9dc5, 0x01234567];
  for (let at = 0; at < text.length; at += 1) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
    two = Math.imul(two ^ text.charCodeAt(at), 0x01000193);
  }
  return `${(one >>> 0).toString(36)}.${(two >>> 0).toString(36)}`;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
function isSent(value: unknown): value is SentBooking {
  if (typeof value !== 'object' || value === null || !('at' in value) || !isNumber(value.at)) return false;
  const isKey = !('mid' in value) || (typeof value.mid === 'string' && /^[\w-]{1,64}$/.test(value.mid));
  return isKey && (!('n' in value) || isNumber(value.n));
}
/** A browser that blocks storage, or storage that somebody edited, counts as empty. */
function readAll(now: number): SentBookings {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const sent = Object.entries(stored).filter((one): one is [string, SentBooking] => isSent(one[1]));
    return Object.fromEntries(sent.filter(([, { at }]) => now - at < KEY_HOURS * 3_600_000).slice(-MOST));
  } catch {
    return {};
  }
}
function change(content: string, booking: SentBooking | undefined, now: number): void {
  const { [fingerprint(content)]: _former, ...others } = readAll(now);
  const all = booking === undefined ? others : { ...others, [fingerprint(content)]: booking };
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(all));
  } catch {
    return;
  }
}

export interface SentBookingStore {
  /** The idempotency key of an equal booking that was sent and not answered. */
  readonly unansweredKey: (content: string) => string | undefined;
  /** An equal booking of the last ten minutes. */
  readonly bookedLately: (content: string) => Booked | undefined;
  readonly noteSent: (content: string, mid: string) => void;
  readonly noteBooked: (content: string, n: number) => void;
  /** The booking was refused, so the next try is another one. */
  readonly forget: (content: string) => void;
}
/** The sent bookings of one person. `content`: what is sent, the member included. */
export function sentBookingsOf(person: number): SentBookingStore {
  const own = (content: string) => `${person} ${content}`;
  const find = (content: string) => readAll(Date.now())[fingerprint(own(content))];
  return {
    unansweredKey: (content) => find(content)?.mid,
    bookedLately: (content) => {
      const sent = find(content);
      if (sent?.n === undefined || Date.now() - sent.at >= RECENT_MS) return undefined;
      return { n: sent.n, at: sent.at };
    },
    noteSent: (content, mid) => change(own(content), { at: Date.now(), mid }, Date.now()),
    noteBooked: (content, n) => change(own(content), { at: Date.now(), n }, Date.now()),
    forget: (content) => change(own(content), undefined, Date.now()),
  };
}
