/**
 * Bookings sent from this tab, in the session storage, so that a reload keeps them. A booking without a response is repeated
 * under its idempotency key, and an equal booking within minutes is detected. Only fingerprints are stored, no texts or
 * amounts.
 */

const STORAGE_KEY = 'storeBookings';
/** The server remembers idempotency keys for 48 hours. */
const KEY_HOURS = 48;
/** Within this time an equal booking counts as a repetition. */
const RECENT_MS = 10 * 60_000;
/** Older bookings are dropped. */
const MAX_BOOKINGS = 200;

export interface RecentBooking {
  /** Number of the entry in its account. */
  readonly n: number;
  /** Unix milliseconds. */
  readonly at: number;
}
interface SentBooking {
  /** Unix milliseconds. */
  readonly at: number;
  /** Idempotency key, until a response arrives; the stored name stays. */
  readonly mid?: string;
  /** Number of the entry, after it was booked. */
  readonly n?: number;
}
type SentBookings = Readonly<Record<string, SentBooking>>;

/** Two 32-bit FNV-1a hashes with different offsets; reasons and amounts do not belong into the storage. */
function fingerprint(text: string): string {
  let [firstHash, secondHash] = [0x811c9dc5, 0x01234567];
  for (let index = 0; index < text.length; index += 1) {
    firstHash = Math.imul(firstHash ^ text.charCodeAt(index), 0x01000193);
    secondHash = Math.imul(secondHash ^ text.charCodeAt(index), 0x01000193);
  }
  return `${(firstHash >>> 0).toString(36)}.${(secondHash >>> 0).toString(36)}`;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
function isSent(value: unknown): value is SentBooking {
  if (typeof value !== 'object' || value === null || !('at' in value) || !isNumber(value.at)) return false;
  const isKey = !('mid' in value) || (typeof value.mid === 'string' && /^[\w-]{1,64}$/.test(value.mid));
  return isKey && (!('n' in value) || isNumber(value.n));
}
/** Blocked storage and invalid content count as empty. */
function readAll(now: number): SentBookings {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const sent = Object.entries(stored).filter((entry): entry is [string, SentBooking] => isSent(entry[1]));
    return Object.fromEntries(sent.filter(([, { at }]) => now - at < KEY_HOURS * 3_600_000).slice(-MAX_BOOKINGS));
  } catch {
    return {};
  }
}
function writeBooking(content: string, booking: SentBooking | undefined, now: number): void {
  const { [fingerprint(content)]: _former, ...others } = readAll(now);
  const all = booking === undefined ? others : { ...others, [fingerprint(content)]: booking };
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(all));
  } catch {
    return;
  }
}

export interface SentBookingStore {
  /** Idempotency key of an equal booking that was sent without a response. */
  readonly unansweredKey: (content: string) => string | undefined;
  /** An equal booking of the last ten minutes. */
  readonly findRecent: (content: string) => RecentBooking | undefined;
  readonly markSent: (content: string, idempotencyKey: string) => void;
  readonly markBooked: (content: string, n: number) => void;
  /** Removes a refused booking, so that the next try gets a new key. */
  readonly forget: (content: string) => void;
}
/** Sent bookings of one admin. `content`: the request as text, including the member. */
export function createSentBookings(userId: number): SentBookingStore {
  const userContent = (content: string) => `${userId} ${content}`;
  const find = (content: string) => readAll(Date.now())[fingerprint(userContent(content))];
  return {
    unansweredKey: (content) => find(content)?.mid,
    findRecent: (content) => {
      const sent = find(content);
      if (sent?.n === undefined || Date.now() - sent.at >= RECENT_MS) return undefined;
      return { n: sent.n, at: sent.at };
    },
    markSent: (content, idempotencyKey) =>
      writeBooking(userContent(content), { at: Date.now(), mid: idempotencyKey }, Date.now()),
    markBooked: (content, n) => writeBooking(userContent(content), { at: Date.now(), n }, Date.now()),
    forget: (content) => writeBooking(userContent(content), undefined, Date.now()),
  };
}
