/** The paths of the variants of a stored picture on disk. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureVariant } from '../../../common/site/pictures';

/** No public URL maps to a path segment that starts with a dot, so variants are served only through their picture's URL. */
export const VARIANT_DIR = 'storage/.variants';

/** The folder with all variants of a picture. `path` is the picture's `/storage/…` path. */
const variantFolder = (dataDir: string, path: string): string =>
  join(dataDir, VARIANT_DIR, path.replace(/^\/storage\//, ''));

/** `path` is the picture's `/storage/…` path. */
export const variantPath = (dataDir: string, path: string, { width, format }: PictureVariant): string =>
  join(variantFolder(dataDir, path), `${width}.${format}`);

/** Deletes the variants of a deleted picture; does nothing when there are none. */
export const removeVariants = (dataDir: string, path: string): Promise<void> =>
  rm(variantFolder(dataDir, path), { recursive: true, force: true });
