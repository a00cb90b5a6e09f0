/** The text of formatted texts without markup, and parts of it around a word. */
import { truncate } from '../normalize';
import { stripTags } from '../stripTags';
import { decodeEntities } from './blocks';

/** Elements inside a word do not divide it. */
const INLINE_TAG = /<\/?(?:strong|em|u|s|sub|sup|code|a|span|b|i)(?:\s[^<>]*)?>/g;

/** Returns what a reader sees of sanitized HTML, in one line. The HTML may end inside a tag or an entity. */
export const plainText = (html: string): string =>
  decodeEntities(stripTags(html.replace(/<[^<>]*$|&[a-z#0-9]{0,6}$/, '').replaceAll(INLINE_TAG, '')))
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Characters of context before the word. */
const LEAD = 50;

/** Returns at most about `length` characters of a text around the first occurrence of a word, with ellipses where it is cut. */
export function excerptAround(text: string, word: string, length: number): string {
  const found = text.toLowerCase().indexOf(word);
  const start = found <= LEAD || text.length <= length ? 0 : startOfWord(text, found - LEAD);
  const rest = text.slice(start);
  const shown = rest.length > length ? `${truncate(rest, length).trimEnd()}…` : rest;
  return start === 0 ? shown : `…${shown}`;
}

/** A cut does not begin inside a word of letters, nor inside a surrogate pair. */
function startOfWord(text: string, from: number): number {
  const space = text.slice(from, from + 20).search(/\s/);
  const start = space === -1 ? from : from + space + 1;
  return /[\uDC00-\uDFFF]/.test(text.charAt(start)) ? start + 1 : start;
}
