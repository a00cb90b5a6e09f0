/** The stored pictures of a page: their smaller variants are drawn before the first visitor asks for them. */
import { hasPictureVariants } from '../../../../common/site/pictures';

export const picturesIn = (html: string): readonly { readonly url: string }[] =>
  [...new Set([...html.matchAll(/<img src="([^"]+)"/g)].map(([, url = '']) => url))]
    .filter(hasPictureVariants)
    .map((url) => ({ url }));
