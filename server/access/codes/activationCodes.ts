/** Activation codes at rest: sealed, found again by a keyed mark alone, and known to people by their end. */
import { randomInt } from 'node:crypto';
import { normalizeCode, CODE_GROUP, CODE_GROUPS, CODE_LETTERS, codeSuffix } from '../../../common/text/activationCode';
import { hmacs, decrypt, encrypt } from '../crypto/crypto';

const ENCRYPTION_PURPOSE = 'activation_code';
const INDEX_PURPOSE = 'activation_code.mark';
/** Bound to the mark, so that no row can show the code of another. */
const aadOf = (mark: string) => `activation_code|${mark}`;

const group = () => Array.from({ length: CODE_GROUP }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
/** A hundred random bits. */
export const createActivationCode = (): string => Array.from({ length: CODE_GROUPS }, group).join('-');

/** A code as its row keeps it. */
export interface EncryptedCode {
  readonly code: string;
  readonly mark: string;
  readonly sealed: string;
}

/** The marks a code may be kept under, one for each key of the installation; new ones are kept under the first. */
export const blindIndexesOf = (keys: readonly string[], text: string): readonly string[] =>
  hmacs(keys, INDEX_PURPOSE, normalizeCode(text)).map((digest) => Buffer.from(digest, 'base64url').toString('hex'));

export function encryptCode(keys: readonly string[], text: string): EncryptedCode {
  const [mark] = blindIndexesOf(keys, text);
  if (mark === undefined) throw new Error('there is no key to seal with');
  return { code: codeSuffix(text), mark, sealed: encrypt(keys, ENCRYPTION_PURPOSE, aadOf(mark), text.trim()) };
}

/** Undefined: sealed under keys this installation does not have. */
export const decryptCode = (keys: readonly string[], encrypted: Omit<EncryptedCode, 'code'>): string | undefined =>
  decrypt(keys, ENCRYPTION_PURPOSE, aadOf(encrypted.mark), encrypted.sealed);
