/** Notes of earlier sign-ins on this browser: shown at the next one, so that strangers' failures do not slow down who belongs here. */
import { asRecord } from '../../../common/json';
import type { Realm } from '../../../common/realm';

/** The newest first; one of each account, several where a browser is shared. */
export type KnownDevices = Readonly<Record<Realm, readonly string[]>>;
const MAX_DEVICES = 4;
const DEVICE_TOKEN = /^[\w-]{1,40}\.[\w.-]{1,80}$/;

const parseDeviceTokens = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value
        .filter((token): token is string => typeof token === 'string' && DEVICE_TOKEN.test(token))
        .slice(0, MAX_DEVICES)
    : [];

/** Reads notes out of storage; whatever is none is left out. */
export function parseKnownDevices(value: unknown): KnownDevices {
  const raw = asRecord(value);
  return { admin: parseDeviceTokens(raw?.['admin']), member: parseDeviceTokens(raw?.['user']) };
}

/** The inverse of `parseKnownDevices`: the stored property of members is `user`. */
export const toStoredDevices = ({ admin, member }: KnownDevices): Readonly<Record<string, readonly string[]>> => ({
  admin,
  user: member,
});

/** An account's newest note takes the place of its earlier one. */
export function addDevice(devices: KnownDevices, realm: Realm, token: string): KnownDevices {
  if (!DEVICE_TOKEN.test(token)) return devices;
  const account = token.slice(0, token.indexOf('.') + 1);
  const others = devices[realm].filter((one) => !one.startsWith(account));
  return { ...devices, [realm]: parseDeviceTokens([token, ...others]) };
}
