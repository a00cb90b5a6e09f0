/** The text of formatted texts without markup. */
import { decodeEntities } from './richText/blocks';
import { stripTags } from './stripTags';

/** Elements inside a word do not divide it. */
const INLINE_TAG = /<\/?(?:strong|em|u|s|sub|sup|code|a|span|b|i)(?:\s[^<>]*)?>/g;

/** Returns what a reader sees of sanitized HTML, in one line. The HTML may end inside a tag or an entity. */
export const plainText = (html: string): string =>
  decodeEntities(stripTags(html.replace(/<[^<>]*$|&[a-z#0-9]{0,6}$/, '').replaceAll(INLINE_TAG, '')))
    .replaceAll(/\s+/g, ' ')
    .trim();
