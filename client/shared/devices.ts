/** Notes of earlier sign-ins on this browser: shown at the next one, so that strangers' failures do not slow down who belongs here. */
import { asRecord } from './persist';
import type { Realm } from './session';

/** The newest first; one of each account, several where a browser is shared. */
export type Devices = Readonly<Record<Realm, readonly string[]>>;
const MOST = 4;
const NOTE = /^[\w-]{1,40}\.[\w.-]{1,80}$/;

const notesIn = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.filter((note): note is string => typeof note === 'string' && NOTE.test(note)).slice(0, MOST)
    : [];

/** Reads notes out of storage; whatever is none is left out. */
export function devicesOf(value: unknown): Devices {
  const raw = asRecord(value);
  return { admin: notesIn(raw?.['admin']), user: notesIn(raw?.['user']) };
}

/** An account's newest note takes the place of its earlier one. */
export function withDevice(devices: Devices, realm: Realm, note: string): Devices {
  if (!NOTE.test(note)) return devices;
  const account = note.slice(0, note.indexOf('.') + 1);
  const others = devices[realm].filter((one) => !one.startsWith(account));
  return { ...devices, [realm]: notesIn([note, ...others]) };
}
