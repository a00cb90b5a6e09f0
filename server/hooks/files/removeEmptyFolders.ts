/** Deletes folders that became empty after the deletion of a stored file. */
import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isObject } from '../../../common/json';

/** Deletes the folder and those above it while they are empty; `root` stays. */
export async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  for (let path = folder; path.startsWith(`${root}/`); path = dirname(path)) {
    const isGone = await rmdir(path).then(
      () => true,
      (error: unknown) => isObject(error) && error['code'] === 'ENOENT',
    );
    if (!isGone) return;
  }
}
