/** The application keys, from the environment or from a generated file that only its owner may read, and encryption and HMACs under them. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';

/** Returns the keys of the environment, or those in `dataDir/keys`; creates that file when it is missing. */
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

/** Derives one key per purpose from a secret. */
const deriveKey = (secret: string, purpose: string): Buffer => {
  const name = `${purpose}:${secret}`;
  const cached = derivedKeys.get(name);
  if (cached !== undefined) return cached;
  const key = Buffer.from(hkdfSync('sha256', secret, 'atrium', purpose, 32));
  derivedKeys.set(name, key);
  return key;
};
/** Derivation is the most expensive part of a token check, so derived keys are cached: one per secret and purpose. */
const derivedKeys = new Map<string, Buffer>();

/** The HMACs of a text under every application key; new values are stored under the first. */
export const computeHmacs = (keys: readonly string[], purpose: string, text: string): readonly string[] =>
  keys.map((secret) => createHmac('sha256', deriveKey(secret, purpose)).update(text).digest('base64url'));

/** Compares two texts in constant time. */
export const isTimingSafeEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const CIPHER = 'aes-256-gcm';
const IV = 12;
const TAG = 16;

/** Encrypts a text for the database (AEAD). It decrypts only with an application key, the same purpose and the same AAD. */
export function encrypt(keys: readonly string[], purpose: string, aad: string, text: string): string {
  const [secret] = keys;
  if (secret === undefined) throw new Error('there is no application key to encrypt with');
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, deriveKey(secret, purpose), iv).setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** Decrypts a text of this purpose and AAD under one of the keys; undefined for anything else. */
export function decrypt(keys: readonly string[], purpose: string, aad: string, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url');
  if (bytes.length < IV + TAG) return undefined;
  for (const secret of keys) {
    const cipher = createDecipheriv(CIPHER, deriveKey(secret, purpose), bytes.subarray(0, IV), { authTagLength: TAG });
    cipher.setAAD(Buffer.from(aad)).setAuthTag(bytes.subarray(IV, IV + TAG));
    try {
      return Buffer.concat([cipher.update(bytes.subarray(IV + TAG)), cipher.final()]).toString('utf8');
    } catch {
      // Another key, another AAD or a changed text: the next key may fit.
    }
  }
  return undefined;
}
