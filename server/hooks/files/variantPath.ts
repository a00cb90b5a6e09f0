/** The paths of the variants of a stored image on disk. */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ImageVariant } from '../../../common/site/imageVariants';
import { removeEmptyFolders } from './removeEmptyFolders';

/** No public URL maps to a path segment that starts with a dot, so variants are served only through their image's URL. */
export const VARIANT_DIR = 'storage/.variants';

/** The folder with all variants of an image. `path` is the image's `/storage/…` path. */
const variantFolder = (dataDir: string, path: string): string =>
  join(dataDir, VARIANT_DIR, path.replace(/^\/storage\//, ''));

/** `path` is the image's `/storage/…` path. */
export const variantPath = (dataDir: string, path: string, { width, format }: ImageVariant): string =>
  join(variantFolder(dataDir, path), `${width}.${format}`);

/** Deletes the variants of a deleted image, with the folders that become empty; does nothing when there are none. */
export async function removeVariants(dataDir: string, path: string): Promise<void> {
  const folder = variantFolder(dataDir, path);
  await rm(folder, { recursive: true, force: true });
  await removeEmptyFolders(dirname(folder), join(dataDir, 'storage'));
}
