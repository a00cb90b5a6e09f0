/**
 * Which browser holds a session: the family and system of its user agent, and whether it shows a device note of the account. A browser
 * keeps both when it updates itself and when its address changes. Versions are left out.
 */
import { readUserAgent } from '../platform/userAgent';
import { knowsDevice } from './devices';
import type { Realm } from './tokens';

/** What a caller shows: `device` holds the notes of earlier sign-ins, parted by spaces. */
export interface Shown {
  readonly userAgent: string;
  readonly device: string;
}
export interface Browser {
  /** `Chrome Windows`; empty when the caller says nothing about itself. */
  readonly family: string;
  /** Whether it shows a note that we signed for this account. */
  readonly hasNote: boolean;
}

export function browserFamily(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent);
  return `${browser} ${system}`.trim();
}

export const browserOf = (keys: readonly string[], realm: Realm, principal: number, shown: Shown): Browser => ({
  family: browserFamily(shown.userAgent),
  hasNote: knowsDevice(keys, realm, shown.device, principal),
});

const WITH_NOTE = ' +note';
/** The family of a client that names none, in a session whose earlier clients named theirs. */
const UNNAMED = '-';
const familyIn = (stored: string): string => (stored.endsWith(WITH_NOTE) ? stored.slice(0, -WITH_NOTE.length) : stored);

/** How the browser that refreshed a session is stored with it. `before`: what was stored until now. */
export const storedBrowser = ({ family, hasNote }: Browser, before: string): string =>
  (family === '' && familyIn(before) !== '' ? UNNAMED : family) + (hasNote ? WITH_NOTE : '');

/**
 * Whether a stored browser and one that shows itself may be the same. A session whose clients never
 * named themselves accepts every browser; one whose browser was named does not accept a client without a name.
 */
export function isSameBrowser(stored: string, { family, hasNote }: Browser): boolean {
  const known = familyIn(stored);
  return (known === '' || known === (family || UNNAMED)) && (!stored.endsWith(WITH_NOTE) || hasNote);
}
