/** Mobile numbers as they are kept. */

/** What stands between the digits of a number when people write it. */
const SEPARATORS = /[\s().\-\u2010-\u2015]+/g;
const MAINLAND = /^(?:\+?86)?(1[3-9]\d{9})$/;
const INTERNATIONAL = /^\+[1-9]\d{6,14}$/;

/**
 * The one spelling of a mobile number, however it was written or filled in – spaced, dashed, in wide digits, with `00` for the plus:
 * at home without a prefix, elsewhere with its country's. Idempotent; any other text stays.
 */
export function normalizeMobile(text: string): string {
  const compact = text
    .normalize('NFKC')
    .replace(SEPARATORS, '')
    .replace(/^00(?=[1-9])/, '+');
  return MAINLAND.exec(compact)?.[1] ?? (INTERNATIONAL.test(compact) ? compact : text);
}

/**
 * A number or a part of one as somebody asks for it – spaced, dashed, with the prefix of the country – in the spelling numbers are
 * kept in. Idempotent; any other text stays.
 */
export function normalizeMobileSearch(text: string): string {
  const compact = text.replace(SEPARATORS, '');
  if (!/^\+?\d+$/.test(compact)) return text;
  // Nobody's number begins with zeros: so many digits after them are a whole one.
  const prefixed = compact.replace(/^00(?=[1-9]\d{8})/, '+');
  return normalizeMobile(prefixed.replace(/^\+86(?=1(?:[3-9]\d{0,9})?$)/, ''));
}
