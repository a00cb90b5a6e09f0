/** Normalization of mobile numbers. */

/** Characters that people write between the digits of a number. */
const SEPARATORS = /[\s().\-\u2010-\u2015]+/g;
/** The zero of calls within a country, as in `+44 (0)20`. */
const TRUNK_ZERO = /^(\s*(?:\+|00)[1-9][\d\s]{0,4})\(0\)/;
const MAINLAND = /^(?:\+?86)?(1[3-9]\d{9})$/;
const INTERNATIONAL = /^\+[1-9]\d{6,14}$/;

/**
 * Normalizes a mobile number, written with spaces, dashes, wide digits or `00` for the plus:
 * without prefix for mainland China, otherwise with the country's prefix. Idempotent; any other text is returned unchanged.
 */
export function normalizeMobile(text: string): string {
  const compact = text
    .normalize('NFKC')
    .replace(TRUNK_ZERO, '$1')
    .replace(SEPARATORS, '')
    .replace(/^00(?=[1-9])/, '+');
  return MAINLAND.exec(compact)?.[1] ?? (INTERNATIONAL.test(compact) ? compact : text);
}

/**
 * Normalizes a search text: a number or a part of one, with spaces, dashes or the prefix of the country, in the spelling that
 * is stored. Idempotent; any other text is returned unchanged.
 */
export function normalizeMobileSearch(text: string): string {
  const compact = text.replace(SEPARATORS, '');
  if (!/^\+?\d+$/.test(compact)) return text;
  // No number begins with zeros: that many digits after them are a complete number.
  const prefixed = compact.replace(/^00(?=[1-9]\d{8})/, '+');
  return normalizeMobile(prefixed.replace(/^\+86(?=1(?:[3-9]\d{0,9})?$)/, ''));
}
