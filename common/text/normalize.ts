/** Normalization of texts: one spelling for equal texts, without characters that break logs, SQL or screens. */

/** Normalizes a text for case-insensitive search, sorting and comparison: NFKC, lower case, trimmed. Normalized columns store it. Idempotent. */
export const normalizeForSearch = (text: string): string =>
  text.normalize('NFKC').toLowerCase().normalize('NFKC').trim();

/** The form in which texts are stored: NFC, trimmed, `\n` as line break. */
export const normalizeForStorage = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n').trim();

const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const CONTROL_EXCEPT_LINE_BREAKS = /[\p{Cs}\u2028\u2029]|(?![\n\t])\p{Cc}/u;
/** Whether a text holds NUL, lone surrogates or other control characters; line breaks and tabs are fine where several lines are. */
export const hasControlCharacters = (text: string, isMultiline: boolean): boolean =>
  (isMultiline ? CONTROL_EXCEPT_LINE_BREAKS : CONTROL_CHARACTERS).test(text);

/** Cuts a text to a length in UTF-16 code units (as `String.length` counts), never inside a surrogate pair. */
export const truncate = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** The text, or its beginning with an ellipsis. */
export const truncateWithEllipsis = (text: string, length: number): string =>
  text.length > length ? `${truncate(text, length).trimEnd()}…` : text;

/** Length in characters as people count them: code points. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Bytes in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Order by code point: what both databases' binary collations do with UTF-8, unlike JavaScript's `<` on UTF-16. */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}
/** Surrogates encode code points above U+FFFF, so they come after U+E000–U+FFFF. */
const codePointRank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** A text without the slashes at its end. A loop, since an expression that looks for an end is quadratic. */
export function trimTrailingSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === '/') end -= 1;
  return text.slice(0, end);
}
