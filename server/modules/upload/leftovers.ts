/** What a crash left of files that were on their way: nobody goes on with those, so they go by themselves. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What still arrives was written to a moment ago. */
const LEFT_MS = 3_600_000;

/** Throws them away; how many there were. */
export async function forgetReceived(dataDir: string, now: number): Promise<number> {
  const folder = join(dataDir, 'tmp');
  let gone = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    const facts = entry.isFile() ? await stat(path).catch(() => undefined) : undefined;
    if (facts === undefined || now - facts.mtimeMs < LEFT_MS) continue;
    await rm(path, { force: true });
    gone += 1;
  }
  return gone;
}
