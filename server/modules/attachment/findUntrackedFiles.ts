/** Files on the disk that no record knows, such as a crash between file and row leaves. Told first, removed only when asked to. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../context';

interface UntrackedFile {
  readonly path: string;
  readonly size: number;
}
/** What is younger may be on its way to its row. */
const MIN_AGE_MS = 3_600_000;

/** Files below `storage` and `tmp` that belong to nothing; what begins with a dot is kept by those who made it. */
export async function findUntrackedFiles({
  db,
  env,
  clock,
}: Pick<Services, 'db' | 'env' | 'clock'>): Promise<readonly UntrackedFile[]> {
  const trackedUrls = new Set((await db.rows<{ url: string }>('SELECT url FROM `attachment`')).map(({ url }) => url));
  const untracked: UntrackedFile[] = [];
  for (const root of ['storage', 'tmp']) {
    const entries = await readdir(join(env.dataDir, root), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const absolutePath = join(entry.parentPath, entry.name);
      const path = absolutePath.slice(env.dataDir.length).replaceAll('\\', '/');
      if (!entry.isFile() || path.includes('/.') || trackedUrls.has(path)) continue;
      const { size, mtimeMs } = await stat(absolutePath);
      if (clock.now() - mtimeMs >= MIN_AGE_MS) untracked.push({ path, size });
    }
  }
  return untracked;
}

export async function removeUntrackedFiles(
  { env }: Pick<Services, 'env'>,
  files: readonly UntrackedFile[],
): Promise<void> {
  for (const { path } of files) await rm(join(env.dataDir, path), { force: true });
}
