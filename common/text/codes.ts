/** Activation codes as people write them: letters nobody mistakes for others, in groups. */
import { normalize } from './clean';

/** Two to the fifth: each letter is worth five bits, a code a hundred. */
export const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const CODE_GROUPS = 4;
export const CODE_GROUP = 5;
/** So much of a code is shown to everybody who sees its row. */
export const CODE_SHOWN = 4;

const WHOLE = new RegExp(`^[${CODE_LETTERS}]{${CODE_GROUPS * CODE_GROUP}}$`);

/** What is left of a code however it was typed: capitals, without dashes and spaces. */
export const bareCode = (text: string): string =>
  normalize(text)
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]+/gu, '');

/** Whether a text is a whole code, and not only its end. */
export const isWholeCode = (text: string): boolean => WHOLE.test(bareCode(text));

/** A code in capitals; a whole one in its groups, however it was typed. */
export function formatCode(text: string): string {
  const bare = bareCode(text);
  const group = (_: unknown, at: number) => bare.slice(at * CODE_GROUP, (at + 1) * CODE_GROUP);
  return isWholeCode(bare) ? Array.from({ length: CODE_GROUPS }, group).join('-') : bare;
}

/** The end of a code, by which people tell it from others. */
export const endOfCode = (text: string): string => bareCode(text).slice(-CODE_SHOWN);
