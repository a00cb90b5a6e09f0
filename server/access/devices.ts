/** Browsers that signed in before: a signed note they may keep and show at the next login. It opens nothing by itself. */
import { randomBytes } from 'node:crypto';
import { isSame, macs } from './keys';
import type { Realm } from './tokens';

const DEVICE = /^ba_([au])d_(\d{1,15})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/;
const LETTER = { admin: 'a', member: 'u' } as const;

/** A note that this browser knew the password of the principal. */
function newDevice(keys: readonly string[], realm: Realm, principal: number): string {
  const stem = `ba_${LETTER[realm]}d_${principal}.${randomBytes(12).toString('base64url')}`;
  return `${stem}.${macs(keys, 'device', stem)[0] ?? ''}`;
}

/** The note of a browser that signs in: the one it shows, so that it stays one device, or a new one. */
export function noteOf(keys: readonly string[], realm: Realm, principal: number, shown = ''): string {
  const own = notesIn(shown).find((note) => principalOfDevice(keys, realm, note) === principal);
  return own ?? newDevice(keys, realm, principal);
}
/** Identifies the device of a note. */
export const deviceIn = (note: string): string => DEVICE.exec(note)?.[3] ?? '';

/** Whether one of several notes, parted by spaces, was given to the principal: a browser may be shared. */
export const knowsDevice = (keys: readonly string[], realm: Realm, notes: string, principal: number): boolean =>
  notesIn(notes).some((note) => principalOfDevice(keys, realm, note) === principal);
const MOST_NOTES = 4;
const notesIn = (notes: string): readonly string[] => notes.split(' ', MOST_NOTES);

/** The principal a note of ours was given to. */
function principalOfDevice(keys: readonly string[], realm: Realm, note: string): number | undefined {
  const [whole = '', letter, principal = '', , mac = ''] = DEVICE.exec(note) ?? [];
  if (letter !== LETTER[realm]) return undefined;
  const stem = whole.slice(0, -(mac.length + 1));
  const genuine = macs(keys, 'device', stem).some((own) => isSame(own, mac));
  return genuine ? Number(principal) : undefined;
}
