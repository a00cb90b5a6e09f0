/** Activation codes at rest: sealed, found again by a keyed mark alone, and known to people by their end. */
import { randomInt } from 'node:crypto';
import { bareCode, CODE_GROUP, CODE_GROUPS, CODE_LETTERS, endOfCode } from '../../common/text/codes';
import { macs, open, seal } from './keys';

const SEAL = 'activation_code';
const MARK = 'activation_code.mark';
/** Bound to the mark, so that no row can show the code of another. */
const placeOf = (mark: string) => `activation_code|${mark}`;

const group = () => Array.from({ length: CODE_GROUP }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
/** A hundred random bits. */
export const newCode = (): string => Array.from({ length: CODE_GROUPS }, group).join('-');

/** A code as its row keeps it. */
export interface KeptCode {
  readonly code: string;
  readonly mark: string;
  readonly sealed: string;
}

/** The marks a code may be kept under, one for each key of the installation; new ones are kept under the first. */
export const marksOf = (keys: readonly string[], text: string): readonly string[] =>
  macs(keys, MARK, bareCode(text)).map((mac) => Buffer.from(mac, 'base64url').toString('hex'));

export function keepCode(keys: readonly string[], text: string): KeptCode {
  const [mark] = marksOf(keys, text);
  if (mark === undefined) throw new Error('there is no key to seal with');
  return { code: endOfCode(text), mark, sealed: seal(keys, SEAL, placeOf(mark), text.trim()) };
}

/** Undefined: sealed under keys this installation does not have. */
export const openCode = (keys: readonly string[], kept: Omit<KeptCode, 'code'>): string | undefined =>
  open(keys, SEAL, placeOf(kept.mark), kept.sealed);
