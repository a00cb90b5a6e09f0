/** Files of packed apps in the data folder: the archive to download, and the unpacked pages of the package that runs. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../../../config/env';

type DataFolder = Pick<Env, 'dataDir'>;

export const archivePath = ({ dataDir }: DataFolder, appId: number): string =>
  join(dataDir, 'packages', `app-${appId}.zip`);

const appFolder = ({ dataDir }: DataFolder, appId: number): string => join(dataDir, 'packages', `app-${appId}`);

/** The folder with the pages of one package. */
export const packageFolder = (env: DataFolder, appId: number, containerId: string): string =>
  join(appFolder(env, appId), containerId);

/** Deletes the unpacked packages of an app except the one that runs; without one it deletes the archive too. */
export async function deleteOldPackages(env: DataFolder, appId: number, containerId: string | null): Promise<void> {
  const folders = await readdir(appFolder(env, appId)).catch(() => []);
  for (const folder of folders)
    if (folder !== containerId) await rm(packageFolder(env, appId, folder), { recursive: true, force: true });
  if (containerId === null) await rm(archivePath(env, appId), { force: true });
}
