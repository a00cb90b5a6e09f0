/** The secrets of this installation: given by the operator, or made once and kept in a file only its owner may read. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** The keys of the environment, or those in `dataDir/keys`, which is written when it is missing. */
export function loadKeys(given: readonly string[], dataDir: string): readonly string[] {
  if (given.length > 0) return given;
  const file = join(dataDir, 'keys');
  if (!existsSync(file)) writeKeys(dataDir, file);
  else if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  return readFileSync(file, 'utf8')
    .split(/[\s,]+/)
    .filter((key) => key !== '');
}

function writeKeys(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
}

/** One secret serves many purposes, each through a key of its own. */
const keyFor = (secret: string, purpose: string): Buffer => {
  const name = `${purpose}:${secret}`;
  const known = derived.get(name);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, 'atrium', purpose, 32));
  derived.set(name, key);
  return key;
};
/** Deriving costs more than all the rest of judging a token; there are as many keys as secrets and purposes. */
const derived = new Map<string, Buffer>();

/** The keyed hash of a text under every key; the first one is the one new values are stored under. */
export const macs = (keys: readonly string[], purpose: string, text: string): readonly string[] =>
  keys.map((secret) => createHmac('sha256', keyFor(secret, purpose)).update(text).digest('base64url'));
