/** Images of formatted texts: only stored files are shown, because an image of another website would be requested from there. */

/** Where the paths of stored files begin. */
const STORED_FILES = '/storage/';

/**
 * The path of a stored file that an image address names; undefined for another address. `ownUrls`: absolute addresses below which this site
 * serves its files.
 */
export function findStoredImagePath(address: string, ownUrls: readonly string[]): string | undefined {
  const own = ownUrls.find(
    (url) => url !== '' && address.toLowerCase().startsWith(`${url.toLowerCase()}${STORED_FILES}`),
  );
  const path = own === undefined ? address : address.slice(own.length);
  return path.startsWith(STORED_FILES) ? path : undefined;
}

/** What a save removed from a formatted text: images of other websites, or elements that are not allowed. */
export type RemovedContent = 'images' | 'elements';

const IMAGE = /<img\b[^<>]*>/g;

/** A sanitized text without the images of other websites, which texts stored before they were refused can have. */
export const withoutForeignImages = (html: string, ownUrls: readonly string[]): string =>
  html.replaceAll(IMAGE, (image) => {
    const src = / src="([^"<>]*)"/.exec(image)?.[1] ?? '';
    return findStoredImagePath(src, ownUrls) === undefined ? '' : image;
  });
