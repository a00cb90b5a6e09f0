/** Files of the npm packages that the hooks of a module import: each module package has a folder of its own in the data folder. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Env } from '../../../config/env';
import { isObject } from '../../../common/json';
import { dependencyFolder } from '../../platform/dependencyFolder';

/** Exact versions by the names of packages. */
export type Dependencies = Readonly<Record<string, string>>;

/** npm writes it when all packages are complete. */
const COMPLETION_FILE = 'node_modules/.package-lock.json';
const CACHE_FOLDER = '.npm';
/** A process that is being ended may still write into the folder. */
const RETRIES = { recursive: true, force: true, maxRetries: 5 } as const;

/** The packages with their versions, as people write them. */
export const listDependencies = (dependencies: Dependencies): string =>
  Object.entries(dependencies)
    .map(([name, version]) => `${name}@${version}`)
    .join(', ');

/** Whether the operator lets the server install packages: they are installed by a command of the terminal. */
export const canInstallDependencies = ({ moduleDependencies, terminal }: Env): boolean =>
  moduleDependencies && terminal;

async function readVersion(folder: string, name: string): Promise<unknown> {
  const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8').catch(() => 'null');
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value['version'] : undefined;
}

/** The names of the packages that are not completely there in their version. */
export async function findMissingDependencies(
  env: Pick<Env, 'dataDir'>,
  digest: string,
  dependencies: Dependencies,
): Promise<readonly string[]> {
  const names = Object.keys(dependencies);
  if (names.length === 0) return [];
  const folder = dependencyFolder(env, digest);
  const isComplete = (await readFile(join(folder, COMPLETION_FILE)).catch(() => undefined)) !== undefined;
  if (!isComplete) return names;
  const versions = await Promise.all(names.map((name) => readVersion(folder, name)));
  return names.filter((name, index) => versions[index] !== dependencies[name]);
}

/** Creates the folder with nothing but the list of packages for npm. */
export async function prepareFolder(
  env: Pick<Env, 'dataDir'>,
  digest: string,
  dependencies: Dependencies,
): Promise<void> {
  const folder = dependencyFolder(env, digest);
  await rm(folder, RETRIES);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`);
}

/** Deletes the archives that npm downloaded. */
export const deleteDownloads = (env: Pick<Env, 'dataDir'>, digest: string): Promise<void> =>
  rm(join(dependencyFolder(env, digest), CACHE_FOLDER), RETRIES);

export const deleteDependencies = (env: Pick<Env, 'dataDir'>, digest: string): Promise<void> =>
  deleteDependencyFolder(dependencyFolder(env, digest));

/** Renames the folder to one that no package has; returns its path, or undefined when there is none. */
export async function moveDependenciesAway(env: Pick<Env, 'dataDir'>, digest: string): Promise<string | undefined> {
  const folder = dependencyFolder(env, digest);
  const target = join(dirname(folder), `deleted-${randomUUID()}`);
  return rename(folder, target).then(
    () => target,
    () => undefined,
  );
}

export async function deleteDependencyFolder(folder: string): Promise<void> {
  await rm(folder, RETRIES);
  // Fails while other modules have packages.
  await rmdir(dirname(folder)).catch(() => undefined);
}
