/** The stored images of a page: their smaller variants are generated before the first visitor requests them (pre-warming). */
import { hasImageVariants, type ImageSize } from '../../../../common/site/imageVariants';

interface PageImage extends ImageSize {
  readonly url: string;
}

/** The images in the HTML of a page; their sizes are known where the page names them. */
export function findImages(html: string): readonly PageImage[] {
  const pictures = new Map<string, PageImage>();
  for (const [, url = '', attributes = ''] of html.matchAll(/<img src="([^"<>]+)"([^<>]*)>/g)) {
    if (!hasImageVariants(url)) continue;
    const [, width, height] = / width="(\d+)" height="(\d+)"/.exec(attributes) ?? [];
    pictures.set(url, width === undefined ? { url } : { url, width: Number(width), height: Number(height) });
  }
  return [...pictures.values()];
}
