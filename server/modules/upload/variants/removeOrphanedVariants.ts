/** Deletes variants of pictures that no longer exist, for example after a crash between the deletion of a picture and of its variants. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasPictureVariants } from '../../../../common/site/pictures';
import { removeVariants, VARIANT_DIR } from '../../../hooks/catalogue/variantPath';

/** Returns the number of pictures whose variants were deleted. */
export async function removeOrphanedVariants(dataDir: string, folder = ''): Promise<number> {
  let removed = 0;
  for (const entry of await readdir(join(dataDir, VARIANT_DIR, folder), { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory()) continue;
    const path = `${folder}/${entry.name}`;
    const picture = `/storage${path}`;
    // A folder with the name of a picture holds its variants; any other is a folder of pictures.
    if (!hasPictureVariants(picture)) removed += await removeOrphanedVariants(dataDir, path);
    else if (!existsSync(join(dataDir, picture))) {
      await removeVariants(dataDir, picture);
      removed += 1;
    }
  }
  return removed;
}
