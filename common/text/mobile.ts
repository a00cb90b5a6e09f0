/** Mobile numbers as they are kept. */

/** What stands between the digits of a number when people write it. */
const GAPS = /[\s().\-\u2010-\u2015]+/g;
const HOME = /^(?:\+?86)?(1[3-9]\d{9})$/;
const ABROAD = /^\+[1-9]\d{6,14}$/;

/**
 * The one spelling of a mobile number, however it was written or filled in – spaced, dashed, in wide digits, with `00` for the plus:
 * at home without a prefix, elsewhere with its country's. Idempotent; any other text stays.
 */
export function plainMobile(text: string): string {
  const bare = text
    .normalize('NFKC')
    .replace(GAPS, '')
    .replace(/^00(?=[1-9])/, '+');
  return HOME.exec(bare)?.[1] ?? (ABROAD.test(bare) ? bare : text);
}

/**
 * A number or a part of one as somebody asks for it – spaced, dashed, with the prefix of the country – in the spelling numbers are
 * kept in. Idempotent; any other text stays.
 */
export function soughtMobile(text: string): string {
  const bare = text.replace(GAPS, '');
  if (!/^\+?\d+$/.test(bare)) return text;
  // Nobody's number begins with zeros: so many digits after them are a whole one.
  const prefixed = bare.replace(/^00(?=[1-9]\d{8})/, '+');
  return plainMobile(prefixed.replace(/^\+86(?=1(?:[3-9]\d{0,9})?$)/, ''));
}
