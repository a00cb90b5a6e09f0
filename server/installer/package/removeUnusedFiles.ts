/** Deletes files that no module uses: a crash right after a change succeeded leaves those that it replaced. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { module } from '../../../common/entities/module';
import type { Services } from '../../context';
import { placeholders } from '../../platform/database/sql';
import { MODULE_JOBS } from '../moduleChange';
import { listModules } from '../moduleRow';

/** Younger files may belong to an upload that is being stored. */
const MIN_AGE_MS = 3_600_000;

/** Names in a folder; none when there is no folder. */
const listNames = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);

async function removeOld(folder: string, names: readonly string[], now: number): Promise<number> {
  let count = 0;
  for (const name of names) {
    const path = join(folder, name);
    const age = now - ((await stat(path).catch(() => undefined))?.mtimeMs ?? now);
    if (age < MIN_AGE_MS) continue;
    await rm(path, { recursive: true, force: true });
    count += 1;
  }
  return count;
}

async function hasActiveJob({ db }: Services): Promise<boolean> {
  const kinds = Object.values(MODULE_JOBS);
  const sql = `SELECT 1 FROM \`job\` WHERE status IN ('running', 'waiting') AND kind IN (${placeholders(kinds.length)}) LIMIT 1`;
  return (await db.rows(sql, kinds)).length > 0;
}

/** Returns the number of deleted packages, folders of npm packages, copies and folders of assets. Does nothing while a module is being changed. */
export async function removeUnusedFiles(services: Services): Promise<number> {
  const { db, env, clock, registry } = services;
  if (registry.get(module.name) === undefined || (await hasActiveJob(services))) return 0;
  const modules = await listModules(db);
  const used = new Set(modules.flatMap(({ packageDigest, availableDigest }) => [packageDigest, availableDigest]));
  const uids = new Set(modules.map(({ uid }) => uid));
  const packages = join(env.dataDir, 'modules');
  const [dependencies, copies] = [join(packages, 'dependencies'), join(packages, 'replaced')];
  const assets = join(env.dataDir, 'storage/modules');
  const unused = async (folder: string, isUsed: (name: string) => boolean): Promise<number> =>
    removeOld(
      folder,
      (await listNames(folder)).filter((name) => !isUsed(name)),
      clock.now(),
    );
  return (
    (await unused(packages, (name) => !name.endsWith('.zip') || used.has(name.slice(0, -'.zip'.length)))) +
    (await unused(dependencies, (name) => used.has(name))) +
    (await unused(copies, () => false)) +
    (await unused(assets, (name) => uids.has(name)))
  );
}
