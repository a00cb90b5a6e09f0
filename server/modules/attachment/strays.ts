/** Files on the disk that no record knows, such as a crash between file and row leaves. Told first, removed only when asked to. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../context';

interface Stray {
  readonly path: string;
  readonly size: number;
}
/** What is younger may be on its way to its row. */
const YOUNG_MS = 3_600_000;

/** Files below `storage` and `tmp` that belong to nothing; what begins with a dot is kept by those who made it. */
export async function straysOf({ db, env, clock }: Pick<Services, 'db' | 'env' | 'clock'>): Promise<readonly Stray[]> {
  const known = new Set((await db.rows<{ url: string }>('SELECT url FROM `attachment`')).map(({ url }) => url));
  const found: Stray[] = [];
  for (const root of ['storage', 'tmp']) {
    const entries = await readdir(join(env.dataDir, root), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const full = join(entry.parentPath, entry.name);
      const path = full.slice(env.dataDir.length).replaceAll('\\', '/');
      if (!entry.isFile() || path.includes('/.') || known.has(path)) continue;
      const { size, mtimeMs } = await stat(full);
      if (clock.now() - mtimeMs >= YOUNG_MS) found.push({ path, size });
    }
  }
  return found;
}

export async function removeStrays({ env }: Pick<Services, 'env'>, strays: readonly Stray[]): Promise<void> {
  for (const { path } of strays) await rm(join(env.dataDir, path), { force: true });
}
