/** Stores packages in the data folder by their digest, and the static assets of modules below `/storage/modules`. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isObject } from '../../../common/json';
import { fault } from '../../../common/protocol/faults';
import type { Env } from '../../../config/env';
import { removeThumbnail } from '../../hooks/files/thumbnailPath';
import { removeVariants } from '../../hooks/files/variantPath';
import { removeEmptyFolders } from '../../hooks/files/removeEmptyFolders';
import { includedSigners } from './includedKey';
import { isScreenFile, type ModulePackage } from './modulePackage';
import { readPackage, sha256 } from './readPackage';

type StoreEnv = Pick<Env, 'dataDir' | 'moduleSigners'>;

const packagePath = ({ dataDir }: Pick<Env, 'dataDir'>, digest: string): string =>
  join(dataDir, 'modules', `${digest}.zip`);

/** Public URL of an asset of a module. */
export const assetUrl = (uid: string, path: string): string => `/storage/modules/${uid}/${path}`;
export const assetFolder = ({ dataDir }: Pick<Env, 'dataDir'>, uid: string): string =>
  join(dataDir, 'storage/modules', uid);

const WRITE_ATTEMPTS = 5;
/** A reader sees the whole file or none. The removal of another module can delete the empty folder meanwhile. */
export async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const temporary = join(dirname(path), `.${randomUUID()}`);
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(dirname(path), { recursive: true });
    try {
      await writeFile(temporary, bytes, { flag: 'wx', flush: true });
      break;
    } catch (error) {
      if (attempt === WRITE_ATTEMPTS || !isObject(error) || error['code'] !== 'ENOENT') throw error;
    }
  }
  await rename(temporary, path);
}

export async function storePackage(env: StoreEnv, bytes: Buffer): Promise<void> {
  await writeWhole(packagePath(env, sha256(bytes)), bytes);
}

export async function deletePackageFile(env: StoreEnv, digest: string): Promise<void> {
  await rm(packagePath(env, digest), { force: true });
}

/** Removes the folder of packages when nothing is in it. */
export const removeEmptyStore = (env: StoreEnv): Promise<void> =>
  removeEmptyFolders(dirname(packagePath(env, '')), env.dataDir);

/** The bytes of a stored package. Error: `module.package_gone`. */
export async function readPackageBytes(env: StoreEnv, digest: string): Promise<Buffer> {
  const bytes = await readFile(packagePath(env, digest)).catch(() => undefined);
  if (bytes === undefined || sha256(bytes) !== digest) throw fault('module.package_gone');
  return bytes;
}

/** Reads a stored package with the checks of an upload. Errors: `module.package_gone`, and those of `readPackage`. */
export async function loadPackage(env: StoreEnv, digest: string): Promise<ModulePackage> {
  return readPackage(await readPackageBytes(env, digest), [...env.moduleSigners, ...includedSigners(env)]);
}

/** The paths of the stored assets of a module. */
export const listAssets = (env: StoreEnv, uid: string): Promise<readonly string[]> => listFiles(assetFolder(env, uid));

/** The paths of all files in a folder and its subfolders, sorted; none when there is no folder. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** The files of a package that browsers load: assets, and the programs of screens below the version. */
export const servedFiles = ({ manifest, assets, code }: ModulePackage): ReadonlyMap<string, Buffer> =>
  new Map([
    ...assets,
    ...[...code]
      .filter(([path]) => isScreenFile(path))
      .map(([path, source]) => [`${manifest.version}/${basename(path)}`, Buffer.from(source)] as const),
  ]);

export async function writeAssets(env: StoreEnv, uid: string, assets: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [path, bytes] of assets) await writeWhole(join(assetFolder(env, uid), path), bytes);
}

/** Deletes assets, the variants and thumbnails that were drawn of them, and the folders that become empty. */
export async function deleteAssets(env: StoreEnv, uid: string, paths: readonly string[]): Promise<void> {
  const folder = assetFolder(env, uid);
  for (const path of paths) {
    await rm(join(folder, path), { force: true });
    await removeEmptyFolders(dirname(join(folder, path)), join(env.dataDir, 'storage'));
    await removeVariants(env.dataDir, assetUrl(uid, path));
    await removeThumbnail(env.dataDir, assetUrl(uid, path));
  }
  if ((await listAssets(env, uid)).length > 0) return;
  await rm(folder, { recursive: true, force: true });
  await removeEmptyFolders(dirname(folder), join(env.dataDir, 'storage'));
}
