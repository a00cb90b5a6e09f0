/** The text of formatted texts without markup, and parts of it around a word. */
import { truncate } from '../normalize';
import { stripTags } from '../stripTags';
import { decodeEntities } from './blocks';

/** Elements inside a word do not divide it. */
const INLINE_TAG = /<\/?(?:strong|em|u|s|sub|sup|code|a|span|b|i)(?:\s[^<>]*)?>/g;

/** Ends of headings and list items, which have no punctuation of their own. */
const PART_END = /<\/(?:h[1-6]|li)>/;

const plainPart = (html: string): string =>
  decodeEntities(stripTags(html.replaceAll(INLINE_TAG, '')))
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Returns what a reader sees of sanitized HTML, in one line, with a dot after headings and list items. The HTML may end inside a tag or an
 * entity.
 */
export const plainText = (html: string): string =>
  html
    .replace(/<[^<>]*$|&[a-z#0-9]{0,6}$/, '')
    .split(PART_END)
    .map(plainPart)
    .filter((part) => part !== '')
    .join(' · ');

/** Characters of context before the word. */
const LEAD = 50;

/** Returns at most about `length` characters of a text around the first occurrence of a word, with ellipses where it is cut. */
export function excerptAround(text: string, word: string, length: number): string {
  const found = text.toLowerCase().indexOf(word);
  const start = found <= LEAD || text.length <= length ? 0 : startOfWord(text, found - LEAD);
  const rest = text.slice(start);
  const shown = rest.length > length ? `${endAtWord(truncate(rest, length))}…` : rest;
  return start === 0 ? shown : `…${shown}`;
}

/** Drops the beginning of a word at the end; texts without spaces stay. */
function endAtWord(text: string): string {
  const space = text.lastIndexOf(' ');
  return (space > text.length - 20 ? text.slice(0, space) : text).trimEnd();
}

/** A cut does not begin inside a word of letters, nor inside a surrogate pair. */
function startOfWord(text: string, from: number): number {
  const space = text.slice(from, from + 20).search(/\s/);
  const start = space === -1 ? from : from + space + 1;
  return /[\uDC00-\uDFFF]/.test(text.charAt(start)) ? start + 1 : start;
}
