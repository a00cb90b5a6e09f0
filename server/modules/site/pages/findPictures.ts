/** The stored pictures of a page: their smaller variants are drawn before the first visitor asks for them. */
import { hasPictureVariants, type PictureSize } from '../../../../common/site/pictures';

interface PagePicture extends PictureSize {
  readonly url: string;
}

/** The pictures in the HTML of a page; their sizes are known where the page names them. */
export function findPictures(html: string): readonly PagePicture[] {
  const pictures = new Map<string, PagePicture>();
  for (const [, url = '', attributes = ''] of html.matchAll(/<img src="([^"<>]+)"([^<>]*)>/g)) {
    if (!hasPictureVariants(url)) continue;
    const [, width, height] = / width="(\d+)" height="(\d+)"/.exec(attributes) ?? [];
    pictures.set(url, width === undefined ? { url } : { url, width: Number(width), height: Number(height) });
  }
  return [...pictures.values()];
}
