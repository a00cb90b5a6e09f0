/**
 * Which browser holds a session: the family and system of its user agent, and whether it shows a device note of the account. A browser
 * keeps both when it updates itself and when its address changes. Versions are left out.
 */
import { parseUserAgent } from '../../platform/parseUserAgent';
import { hasKnownDevice } from './deviceToken';
import type { Realm } from '../tokens/sessionTokens';

/** What a caller shows: `deviceTokens` holds the notes of earlier sign-ins, parted by spaces. */
export interface ClientInfo {
  readonly userAgent: string;
  readonly deviceTokens: string;
}
export interface BrowserFingerprint {
  /** `Chrome Windows`; empty when the caller says nothing about itself. */
  readonly family: string;
  /** Whether it shows a note that we signed for this account. */
  readonly hasDeviceToken: boolean;
}

export function browserFamily(userAgent: string): string {
  const { browser, system } = parseUserAgent(userAgent);
  return `${browser} ${system}`.trim();
}

export const browserFingerprint = (
  keys: readonly string[],
  realm: Realm,
  principal: number,
  client: ClientInfo,
): BrowserFingerprint => ({
  family: browserFamily(client.userAgent),
  hasDeviceToken: hasKnownDevice(keys, realm, client.deviceTokens, principal),
});

const DEVICE_TOKEN_SUFFIX = ' +note';
/** The family of a client that names none, in a session whose earlier clients named theirs. */
const UNNAMED_FAMILY = '-';
const parseFamily = (stored: string): string =>
  stored.endsWith(DEVICE_TOKEN_SUFFIX) ? stored.slice(0, -DEVICE_TOKEN_SUFFIX.length) : stored;

/** How the browser that refreshed a session is stored with it. `before`: what was stored until now. */
export const serializeFingerprint = ({ family, hasDeviceToken }: BrowserFingerprint, before: string): string =>
  (family === '' && parseFamily(before) !== '' ? UNNAMED_FAMILY : family) + (hasDeviceToken ? DEVICE_TOKEN_SUFFIX : '');

/**
 * Whether a stored browser and one that shows itself may be the same. A session whose clients never
 * named themselves accepts every browser; one whose browser was named does not accept a client without a name.
 */
export function matchesFingerprint(stored: string, { family, hasDeviceToken }: BrowserFingerprint): boolean {
  const known = parseFamily(stored);
  return (
    (known === '' || known === (family || UNNAMED_FAMILY)) && (!stored.endsWith(DEVICE_TOKEN_SUFFIX) || hasDeviceToken)
  );
}
