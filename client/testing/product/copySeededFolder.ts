/** Copies the data folder as the first start of a build leaves it; seeding one takes seconds, so that it is made once per build. */
import type { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Starts a product on a folder; resolves with the running process when it is ready. */
export type LaunchProduct = (dataDir: string) => Promise<ReturnType<typeof spawn>>;

async function seedFolder(dataDir: string, launch: LaunchProduct): Promise<void> {
  const child = await launch(dataDir);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Removes the folders of earlier builds. */
async function removeEarlierFolders(kept: string, filled: string): Promise<void> {
  const others = (await readdir(kept)).filter((name) => !name.startsWith(basename(filled)));
  await Promise.all(others.map(async (name) => rm(join(kept, name), { recursive: true, force: true })));
}

/** Copies the seeded folder of the build under `root` into `target`, an existing empty folder. */
export async function copySeededFolder(root: string, target: string, launch: LaunchProduct): Promise<void> {
  const stamp = await readFile(join(root, '.build/server/.stamp'), 'utf8');
  const cacheFolder = join(root, '.cache/filled');
  const filled = join(cacheFolder, createHash('sha256').update(stamp).digest('hex').slice(0, 16));
  if (!existsSync(filled)) {
    await mkdir(cacheFolder, { recursive: true });
    await removeEarlierFolders(cacheFolder, filled);
    const next = await mkdtemp(`${filled}.`);
    await seedFolder(next, launch);
    // Another worker may have been faster: both folders have the same content.
    await rename(next, filled).catch(async () => rm(next, { recursive: true, force: true }));
  }
  await cp(filled, target, { recursive: true });
}
