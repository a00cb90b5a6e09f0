/** Browsers that signed in before: a signed note they may keep and show at the next login. It opens nothing by itself. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { macs } from './keys';
import type { Realm } from './tokens';

const DEVICE = /^ba_([au])d_(\d{1,15})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/;
const LETTER = { admin: 'a', member: 'u' } as const;

/** A note that this browser knew the password of the principal. */
export function newDevice(keys: readonly string[], realm: Realm, principal: number): string {
  const stem = `ba_${LETTER[realm]}d_${principal}.${randomBytes(12).toString('base64url')}`;
  return `${stem}.${macs(keys, 'device', stem)[0] ?? ''}`;
}

/** The principal a note of ours was given to. */
export function principalOfDevice(keys: readonly string[], realm: Realm, note: string): number | undefined {
  const [whole = '', letter, principal = '', , mac = ''] = DEVICE.exec(note) ?? [];
  if (letter !== LETTER[realm]) return undefined;
  const stem = whole.slice(0, -(mac.length + 1));
  const genuine = macs(keys, 'device', stem).some(
    (own) => own.length === mac.length && timingSafeEqual(Buffer.from(own), Buffer.from(mac)),
  );
  return genuine ? Number(principal) : undefined;
}
