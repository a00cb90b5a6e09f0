/** What a crash left of files that were on their way: nobody goes on with those, so they go by themselves. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What still arrives was written to a moment ago. */
const STALE_MS = 3_600_000;

/** Throws them away; how many there were. */
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
