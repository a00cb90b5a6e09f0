/** Device tokens of earlier sign-ins in this browser: sent with the next one, so that failed attempts of other devices do not delay it. */
import { asRecord } from '../../../common/json';
import type { Realm } from '../../../common/realm';

/** Newest first, one per account. */
export type KnownDevices = Readonly<Record<Realm, readonly string[]>>;
const MAX_DEVICES = 4;
const DEVICE_TOKEN = /^[\w-]{1,40}\.[\w.-]{1,80}$/;

const parseDeviceTokens = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value
        .filter((token): token is string => typeof token === 'string' && DEVICE_TOKEN.test(token))
        .slice(0, MAX_DEVICES)
    : [];

/** Parses the stored device tokens; invalid ones are dropped. */
export function parseKnownDevices(value: unknown): KnownDevices {
  const raw = asRecord(value);
  return { admin: parseDeviceTokens(raw?.['admin']), member: parseDeviceTokens(raw?.['user']) };
}

/** The inverse of `parseKnownDevices`: the stored property of members is `user`. */
export const toStoredDevices = ({ admin, member }: KnownDevices): Readonly<Record<string, readonly string[]>> => ({
  admin,
  user: member,
});

/** Adds a device token; it replaces the earlier one of the same account. */
export function addDevice(devices: KnownDevices, realm: Realm, token: string): KnownDevices {
  if (!DEVICE_TOKEN.test(token)) return devices;
  const account = token.slice(0, token.indexOf('.') + 1);
  const others = devices[realm].filter((device) => !device.startsWith(account));
  return { ...devices, [realm]: parseDeviceTokens([token, ...others]) };
}
