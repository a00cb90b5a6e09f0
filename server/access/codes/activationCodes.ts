/** Stored activation codes: encrypted, found by an HMAC, and shown to people by their last characters. */
import { randomInt } from 'node:crypto';
import { normalizeCode, CODE_GROUP, CODE_GROUPS, CODE_LETTERS, codeSuffix } from '../../../common/text/activationCode';
import { computeHmacs, decrypt, encrypt } from '../crypto/crypto';

const ENCRYPTION_PURPOSE = 'activation_code';
const INDEX_PURPOSE = 'activation_code.mark';
/** The AAD contains the HMAC, so that a row cannot show the code of another. */
const getAad = (mark: string) => `activation_code|${mark}`;

const group = () => Array.from({ length: CODE_GROUP }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
/** A new code of a hundred random bits. */
export const createActivationCode = (): string => Array.from({ length: CODE_GROUPS }, group).join('-');

/** The columns that store a code: its last characters, its blind index (`mark`) and its ciphertext (`sealed`). */
export interface EncryptedCode {
  readonly code: string;
  readonly mark: string;
  readonly sealed: string;
}

/** The HMACs that a code may be stored under, one per application key; new codes use the first. */
export const computeBlindIndexes = (keys: readonly string[], text: string): readonly string[] =>
  computeHmacs(keys, INDEX_PURPOSE, normalizeCode(text)).map((digest) =>
    Buffer.from(digest, 'base64url').toString('hex'),
  );

export function encryptCode(keys: readonly string[], text: string): EncryptedCode {
  const [mark] = computeBlindIndexes(keys, text);
  if (mark === undefined) throw new Error('there is no application key to encrypt with');
  return { code: codeSuffix(text), mark, sealed: encrypt(keys, ENCRYPTION_PURPOSE, getAad(mark), text.trim()) };
}

/** Undefined when no application key decrypts it. */
export const decryptCode = (keys: readonly string[], encrypted: Omit<EncryptedCode, 'code'>): string | undefined =>
  decrypt(keys, ENCRYPTION_PURPOSE, getAad(encrypted.mark), encrypted.sealed);
