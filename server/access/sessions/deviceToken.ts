/** Device tokens: a signed token that a browser stores and presents at the next sign-in. It grants nothing by itself. */
import { randomBytes } from 'node:crypto';
import { isTimingSafeEqual, computeHmacs } from '../crypto/crypto';
import type { Realm } from '../../../common/realm';

const DEVICE_TOKEN = /^ba_([au])d_(\d{1,15})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/;
const LETTER = { admin: 'a', member: 'u' } as const;

/** Signs a token which says that this browser knew the password of the principal. */
function createDeviceToken(keys: readonly string[], realm: Realm, principal: number): string {
  const payload = `ba_${LETTER[realm]}d_${principal}.${randomBytes(12).toString('base64url')}`;
  return `${payload}.${computeHmacs(keys, 'device', payload)[0] ?? ''}`;
}

/** The token of a browser at sign-in: the presented one, so that it remains the same device, or a new one. */
export function deviceTokenFor(keys: readonly string[], realm: Realm, principal: number, sentTokens = ''): string {
  const knownToken = splitDeviceTokens(sentTokens).find(
    (token) => principalOfDeviceToken(keys, realm, token) === principal,
  );
  return knownToken ?? createDeviceToken(keys, realm, principal);
}
/** The device id of a token. */
export const parseDeviceId = (token: string): string => DEVICE_TOKEN.exec(token)?.[3] ?? '';

/** Whether one of several tokens, separated by spaces, belongs to the principal; people may share a browser. */
export const hasKnownDevice = (keys: readonly string[], realm: Realm, tokens: string, principal: number): boolean =>
  splitDeviceTokens(tokens).some((token) => principalOfDeviceToken(keys, realm, token) === principal);
const MAX_DEVICE_TOKENS = 4;
const splitDeviceTokens = (tokens: string): readonly string[] => tokens.split(' ', MAX_DEVICE_TOKENS);

/** The principal of a token with a valid signature. */
function principalOfDeviceToken(keys: readonly string[], realm: Realm, token: string): number | undefined {
  const [whole = '', letter, principal = '', , mac = ''] = DEVICE_TOKEN.exec(token) ?? [];
  if (letter !== LETTER[realm]) return undefined;
  const payload = whole.slice(0, -(mac.length + 1));
  const isGenuine = computeHmacs(keys, 'device', payload).some((expected) => isTimingSafeEqual(expected, mac));
  return isGenuine ? Number(principal) : undefined;
}
