/** Estimates the width of text without drawing it. */
const LATIN_CHAR_WIDTH = 7.5;
const WIDE_CHAR_WIDTH = 14;

/** Estimated width of one line of text in pixels; Chinese and Japanese characters count as wide. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter > '\u2E80' ? WIDE_CHAR_WIDTH : LATIN_CHAR_WIDTH), 0);
