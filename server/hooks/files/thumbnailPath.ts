/** The path of the thumbnail of a stored image on disk. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** No public URL maps to a path segment that starts with a dot, so thumbnails are served only through their image's URL. */
const THUMBNAIL_DIR = 'storage/.thumbs';

/** `path` is the image's `/storage/…` path. */
export const thumbnailPath = (dataDir: string, path: string): string =>
  join(dataDir, THUMBNAIL_DIR, `${path.replace(/^\/storage\//, '')}.webp`);

/** Deletes the thumbnail of a deleted image; does nothing when there is none. */
export const removeThumbnail = (dataDir: string, path: string): Promise<void> =>
  rm(thumbnailPath(dataDir, path), { force: true });
