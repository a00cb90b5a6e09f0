/** Rich text as it reads, without its marks. */
import { withoutTags } from '../../../common/text/withoutTags';

export const plainOf = (html: string): string =>
  withoutTags(html.replaceAll(/<(br|\/p|\/h[1-6]|\/li|\/div)[^<>]*>/gi, '\n'), '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
