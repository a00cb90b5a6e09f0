/** Rich text without its tags. */
import { stripTags } from '../../../common/text/stripTags';

export const htmlToPlainText = (html: string): string =>
  stripTags(html.replaceAll(/<(br|\/p|\/h[1-6]|\/li|\/div)[^<>]*>/gi, '\n'), '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
