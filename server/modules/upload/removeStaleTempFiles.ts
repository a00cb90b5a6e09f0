/** Deletes temporary files of uploads that a crash interrupted. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds; a running upload was written to more recently. */
const STALE_MS = 3_600_000;

/** Returns the number of deleted files. */
export async function removeStaleTempFiles(dataDir: string, now: number): Promise<number> {
  const folder = join(dataDir, 'tmp');
  let removed = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    const stats = entry.isFile() ? await stat(path).catch(() => undefined) : undefined;
    if (stats === undefined || now - stats.mtimeMs < STALE_MS) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
