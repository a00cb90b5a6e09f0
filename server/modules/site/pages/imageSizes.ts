/** The sizes of the stored images of a page: with them the browser reserves the space of an image before it has loaded. */
import type { PageContent, ImageSizes, SitePageData } from '../../../../common/site/pageData';
import { hasImageVariants } from '../../../../common/site/imageVariants';
import { normalizeForSearch } from '../../../../common/text/normalize';
import type { Tx } from '../../../context';
import { placeholders } from '../../../platform/database/sql';

/** Images of one page whose sizes are read. */
const MAX_PICTURES = 200;
const IMAGE = /<img src="([^"<>]+)"([^<>]*)>/g;

/** All texts in some data. */
function* textsIn(data: unknown): Iterable<string> {
  if (typeof data === 'string') yield data;
  else if (typeof data === 'object' && data !== null) for (const value of Object.values(data)) yield* textsIn(value);
}

/** URLs of stored images in some data, inside formatted texts too. `cdnUrl`: what precedes the paths of stored files. */
function imageUrlsIn(data: unknown, cdnUrl: string): ReadonlyMap<string, string> {
  const pathByUrl = new Map<string, string>();
  const addUrl = (url: string): void => {
    const path = cdnUrl !== '' && url.startsWith(cdnUrl) ? url.slice(cdnUrl.length) : url;
    if (hasImageVariants(path) && pathByUrl.size < MAX_PICTURES) pathByUrl.set(url, path);
  };
  for (const text of textsIn(data)) {
    addUrl(text);
    for (const [, url = ''] of text.matchAll(IMAGE)) addUrl(url);
  }
  return pathByUrl;
}

/** Reads the sizes of all images in some data; those of unknown size are absent. */
async function loadImageSizes(tx: Tx, data: unknown, cdnUrl: string): Promise<ImageSizes> {
  const pathByUrl = imageUrlsIn(data, cdnUrl);
  const paths = [...new Set(pathByUrl.values())];
  if (paths.length === 0) return {};
  // The normalized column has the index. A stored file never changes, so that the page does not depend on its row.
  const sql = `SELECT url, width, height FROM \`attachment\` WHERE url_n IN (${placeholders(paths.length)}) AND width > 0 AND height > 0 AND delete_time IS NULL`;
  const rows = await tx.rows<{ readonly url: string; readonly width: number; readonly height: number }>(
    sql,
    paths.map(normalizeForSearch),
  );
  const sizeByPath = new Map(
    rows.map(({ url, width, height }) => [url, { width: Number(width), height: Number(height) }]),
  );
  return Object.fromEntries(
    [...pathByUrl].flatMap(([url, path]) => {
      const size = sizeByPath.get(path);
      return size === undefined ? [] : [[url, size]];
    }),
  );
}

/** Writes the sizes into the images of a formatted text that have none of their own. */
const withSizes = (html: string, sizes: ImageSizes): string =>
  html.replaceAll(IMAGE, (image: string, url: string, attributes: string) => {
    const size = sizes[url];
    if (size === undefined || /\s(?:width|height)=/.test(attributes)) return image;
    return `<img src="${url}" width="${size.width}" height="${size.height}"${attributes}>`;
  });

const withImageSizes = (content: PageContent, sizes: ImageSizes): PageContent => {
  if (content.kind === 'page') return { ...content, html: withSizes(content.html, sizes) };
  if (content.kind !== 'detail') return content;
  return { ...content, html: withSizes(content.html, sizes), mobileHtml: withSizes(content.mobileHtml, sizes) };
};

/** Adds the sizes of its images to the data of a page. */
export async function addImageSizes(
  tx: Tx,
  data: Omit<SitePageData, 'imageSizes'>,
  cdnUrl: string,
): Promise<SitePageData> {
  const imageSizes = await loadImageSizes(tx, [data.layout, data.content], cdnUrl);
  return { ...data, content: withImageSizes(data.content, imageSizes), imageSizes };
}
