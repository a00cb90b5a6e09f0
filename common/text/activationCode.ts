/** Activation codes as people write them: letters nobody mistakes for others, in groups. */
import { normalizeForSearch } from './normalize';

/** Two to the fifth: each letter is worth five bits, a code a hundred. */
export const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const CODE_GROUPS = 4;
export const CODE_GROUP = 5;
/** So much of a code is shown to everybody who sees its row. */
export const CODE_VISIBLE_LENGTH = 4;

const FULL_CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_GROUPS * CODE_GROUP}}$`);

/** What is left of a code however it was typed: capitals, without dashes and spaces. */
export const normalizeCode = (text: string): string =>
  normalizeForSearch(text)
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]+/gu, '');

/** Whether a text is a whole code, and not only its end. */
export const isFullCode = (text: string): boolean => FULL_CODE.test(normalizeCode(text));

/** A code in capitals; a whole one in its groups, however it was typed. */
export function formatCode(text: string): string {
  const normalized = normalizeCode(text);
  const group = (_: unknown, index: number) => normalized.slice(index * CODE_GROUP, (index + 1) * CODE_GROUP);
  return isFullCode(normalized) ? Array.from({ length: CODE_GROUPS }, group).join('-') : normalized;
}

/** The end of a code, by which people tell it from others. */
export const codeSuffix = (text: string): string => normalizeCode(text).slice(-CODE_VISIBLE_LENGTH);
