/**
 * The browser of a session: family and system of its user agent, and whether it presents a device token of the account. A browser
 * keeps both across updates and address changes. Versions are ignored.
 */
import { parseUserAgent } from '../../../common/parseUserAgent';
import { hasKnownDevice } from './deviceToken';
import type { Realm } from '../../../common/realm';

/** The evidence that a client sends; `deviceTokens` contains the tokens of earlier sign-ins, separated by spaces. */
export interface ClientInfo {
  readonly userAgent: string;
  readonly deviceTokens: string;
}
export interface BrowserFingerprint {
  /** For example `Chrome Windows`; empty without a user agent. */
  readonly family: string;
  /** Whether the client presents a device token of this account. */
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
/** The family of a client without a user agent, in a session whose earlier clients had one. */
const UNNAMED_FAMILY = '-';
const parseFamily = (stored: string): string =>
  stored.endsWith(DEVICE_TOKEN_SUFFIX) ? stored.slice(0, -DEVICE_TOKEN_SUFFIX.length) : stored;

/** The stored form of the browser that refreshed a session. `before`: the stored form until now. */
export const serializeFingerprint = ({ family, hasDeviceToken }: BrowserFingerprint, before: string): string =>
  (family === '' && parseFamily(before) !== '' ? UNNAMED_FAMILY : family) + (hasDeviceToken ? DEVICE_TOKEN_SUFFIX : '');

/**
 * Whether a stored browser and a presented one may be the same. A session whose clients never
 * had a user agent accepts every browser; one with a stored family does not accept a client without it.
 */
export function matchesFingerprint(stored: string, { family, hasDeviceToken }: BrowserFingerprint): boolean {
  const known = parseFamily(stored);
  return (
    (known === '' || known === (family || UNNAMED_FAMILY)) && (!stored.endsWith(DEVICE_TOKEN_SUFFIX) || hasDeviceToken)
  );
}
