/** Deletes variants of images that no longer exist, for example after a crash between the deletion of an image and of its variants. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasImageVariants } from '../../../../common/site/imageVariants';
import { removeVariants, VARIANT_DIR } from '../../../hooks/files/variantPath';

/** Returns the number of images whose variants were deleted. */
export async function removeOrphanedVariants(dataDir: string, folder = ''): Promise<number> {
  let removed = 0;
  for (const entry of await readdir(join(dataDir, VARIANT_DIR, folder), { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory()) continue;
    const path = `${folder}/${entry.name}`;
    const image = `/storage${path}`;
    // A folder with the name of an image holds its variants; any other is a folder of images.
    if (!hasImageVariants(image)) removed += await removeOrphanedVariants(dataDir, path);
    else if (!existsSync(join(dataDir, image))) {
      await removeVariants(dataDir, image);
      removed += 1;
    }
  }
  return removed;
}
