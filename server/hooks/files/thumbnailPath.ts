/** The path of the thumbnail of a stored image on disk. */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeEmptyFolders } from './removeEmptyFolders';

/** No public URL maps to a path segment that starts with a dot, so thumbnails are served only through their image's URL. */
const THUMBNAIL_DIR = 'storage/.thumbs';

/** `path` is the image's `/storage/…` path. */
export const thumbnailPath = (dataDir: string, path: string): string =>
  join(dataDir, THUMBNAIL_DIR, `${path.replace(/^\/storage\//, '')}.webp`);

/** Deletes the thumbnail of a deleted image, with the folders that become empty; does nothing when there is none. */
export async function removeThumbnail(dataDir: string, path: string): Promise<void> {
  const file = thumbnailPath(dataDir, path);
  await rm(file, { force: true });
  await removeEmptyFolders(dirname(file), join(dataDir, 'storage'));
}
