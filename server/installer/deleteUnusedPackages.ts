/** Deletes packages and assets that no module uses, while nobody can upload or install one: a new upload of the same package keeps its file. */
import { job } from '../../common/entities/job';
import { module } from '../../common/entities/module';
import type { Services, Tx } from '../context';
import { acquireLock } from '../engine/write/rows/directRowStore';
import { isInstalled, listModules } from './moduleRow';
import { deleteDependencyFolder, moveDependenciesAway } from './package/installedDependencies';
import { deleteAssets, deletePackageFile, listAssets, removeEmptyStore } from './package/packageStore';

type DeleteServices = Pick<Services, 'db' | 'env'>;

/** The lock of uploads, then that of jobs. */
const whileLocked = <T>({ db }: DeleteServices, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transact(async (tx) => {
    for (const { name } of [module, job]) await acquireLock(tx, db.dialect, name);
    return work(tx);
  });

/** Deletes those of these packages that no module uses, with the npm packages that were installed for them. */
export async function deleteUnusedPackages(services: DeleteServices, digests: readonly string[]): Promise<void> {
  const { env } = services;
  const named = digests.filter((digest) => digest !== '');
  if (named.length === 0) return;
  const moved = await whileLocked(services, async (tx) => {
    const modules = await listModules(tx);
    const used = new Set(modules.flatMap(({ packageDigest, availableDigest }) => [packageDigest, availableDigest]));
    const unused = named.filter((digest) => !used.has(digest));
    for (const digest of unused) await deletePackageFile(env, digest);
    return Promise.all(unused.map((digest) => moveDependenciesAway(env, digest)));
  });
  // Thousands of files: nothing waits for them.
  for (const folder of moved) if (folder !== undefined) await deleteDependencyFolder(folder);
  await removeEmptyStore(env);
}

/** Deletes the assets of a module that is gone, except those that existed before it. A module that is installed again has its own. */
export async function deleteUnusedAssets(
  services: DeleteServices,
  uid: string,
  keptFiles: readonly string[],
): Promise<void> {
  await whileLocked(services, async (tx) => {
    const isUsed = (await listModules(tx)).some((stored) => stored.uid === uid && isInstalled(stored));
    const jobs = await tx.rows("SELECT 1 FROM `job` WHERE subject = ? AND status IN ('waiting', 'running')", [uid]);
    if (isUsed || jobs.length > 0) return;
    const paths = (await listAssets(services.env, uid)).filter((path) => !keptFiles.includes(path));
    await deleteAssets(services.env, uid, paths);
  });
}
