/** Rich text as its reader sees it, without formats. */
import { decodeEntities } from '../../../common/text/richText/blocks';
import { stripTags } from '../../../common/text/stripTags';

export const htmlToPlainText = (html: string): string =>
  decodeEntities(stripTags(html.replaceAll(/<(br|\/p|\/h[1-6]|\/li|\/div)[^<>]*>/gi, '\n'), ''))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
