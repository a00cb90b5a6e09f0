/**
 * Finds untracked files: files on disk without a row, for example after a crash between writing the file and its row. The caller lists them first and
 * removes them only on request.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../context';

interface UntrackedFile {
  readonly path: string;
  readonly size: number;
}
/** The assets of modules belong to their packages, not to rows. */
const MODULE_ASSETS = '/storage/modules/';
/** A younger file may still get its row. */
const MIN_AGE_MS = 3_600_000;

/** Files below `storage` and `tmp` without a row; names that start with a dot belong to other parts of the server. */
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
      if (!entry.isFile() || path.includes('/.') || path.startsWith(MODULE_ASSETS) || trackedUrls.has(path)) continue;
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
