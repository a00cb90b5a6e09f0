/** Activation codes as people write them: unambiguous letters, in groups. */
import { normalizeForSearch } from './normalize';

/** Two to the fifth: each letter is worth five bits, a code a hundred. */
export const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const CODE_GROUPS = 4;
export const CODE_GROUP = 5;
/** Number of letters at the end that every reader of the row sees. */
export const CODE_VISIBLE_LENGTH = 4;

const FULL_CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_GROUPS * CODE_GROUP}}$`);

/** Normalizes a typed code: capitals, without dashes and spaces. */
export const normalizeCode = (text: string): string =>
  normalizeForSearch(text)
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]+/gu, '');

/** Whether a text is a whole code, and not only its last characters. */
export const isFullCode = (text: string): boolean => FULL_CODE.test(normalizeCode(text));

/** A code in capitals; a whole one in its groups, however it was typed. */
export function formatCode(text: string): string {
  const normalized = normalizeCode(text);
  const group = (_: unknown, index: number) => normalized.slice(index * CODE_GROUP, (index + 1) * CODE_GROUP);
  return isFullCode(normalized) ? Array.from({ length: CODE_GROUPS }, group).join('-') : normalized;
}

/** The last four characters of a code, which identify it to people. */
export const codeSuffix = (text: string): string => normalizeCode(text).slice(-CODE_VISIBLE_LENGTH);
