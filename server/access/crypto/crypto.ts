/** The secrets of this installation: given by the operator, or made once and kept in a file only its owner may read. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';

/** The keys of the environment, or those in `dataDir/keys`, which is written when it is missing. */
export function loadKeys(configuredKeys: readonly string[], dataDir: string): readonly string[] {
  if (configuredKeys.length > 0) return configuredKeys;
  const file = join(dataDir, 'keys');
  if (!existsSync(file)) createKeyFile(dataDir, file);
  else if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  return readFileSync(file, 'utf8')
    .split(/[\s,]+/)
    .filter((key) => key !== '');
}

function createKeyFile(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
}

/** One secret serves many purposes, each through a key of its own. */
const deriveKey = (secret: string, purpose: string): Buffer => {
  const name = `${purpose}:${secret}`;
  const known = derivedKeys.get(name);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, 'atrium', purpose, 32));
  derivedKeys.set(name, key);
  return key;
};
/** Deriving costs more than all the rest of judging a token; there are as many keys as secrets and purposes. */
const derivedKeys = new Map<string, Buffer>();

/** The keyed hash of a text under every key; the first one is the one new values are stored under. */
export const hmacs = (keys: readonly string[], purpose: string, text: string): readonly string[] =>
  keys.map((secret) => createHmac('sha256', deriveKey(secret, purpose)).update(text).digest('base64url'));

/** Compares two marks without telling how far they agree. */
export const isTimingSafeEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const CIPHER = 'aes-256-gcm';
const IV = 12;
const TAG = 16;

/** A text that rests in the database: only with a key of the installation, and only at its own place, can it be read again. */
export function encrypt(keys: readonly string[], purpose: string, aad: string, text: string): string {
  const [secret] = keys;
  if (secret === undefined) throw new Error('there is no key to seal with');
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, deriveKey(secret, purpose), iv).setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** What was sealed for this purpose and place under one of the keys; undefined for anything else. */
export function decrypt(keys: readonly string[], purpose: string, aad: string, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url');
  if (bytes.length < IV + TAG) return undefined;
  for (const secret of keys) {
    const cipher = createDecipheriv(CIPHER, deriveKey(secret, purpose), bytes.subarray(0, IV), { authTagLength: TAG });
    cipher.setAAD(Buffer.from(aad)).setAuthTag(bytes.subarray(IV, IV + TAG));
    try {
      return Buffer.concat([cipher.update(bytes.subarray(IV + TAG)), cipher.final()]).toString('utf8');
    } catch {
      // Sealed under another key, for another place, or tampered with: the next key may fit.
    }
  }
  return undefined;
}
