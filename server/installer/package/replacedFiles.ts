/** Copies of the files that a running change of a module overwrites: they are restored when it is undone. */
import { readFile, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Env } from '../../../config/env';
import { assetFolder, listFiles, writeWhole } from './packageStore';

type StoreEnv = Pick<Env, 'dataDir'>;
interface ChangeOfFiles {
  readonly uid: string;
  readonly jobId: number;
}
const copyFolder = ({ dataDir }: StoreEnv, jobId: number): string =>
  join(dataDir, 'modules', 'replaced', String(jobId));

/** The copies of a change. A crash can leave a file that was not completely written: its name begins with a dot. */
const listCopies = async (folder: string): Promise<readonly string[]> =>
  (await listFiles(folder)).filter((path) => !basename(path).startsWith('.'));

/** Copies files that have no copy yet: one that has may be overwritten already. */
export async function keepReplacedFiles(
  env: StoreEnv,
  { uid, jobId, paths }: ChangeOfFiles & { readonly paths: readonly string[] },
): Promise<void> {
  const folder = copyFolder(env, jobId);
  const copied = new Set(await listCopies(folder));
  for (const path of paths.filter((file) => !copied.has(file)))
    await writeWhole(join(folder, path), await readFile(join(assetFolder(env, uid), path)));
}

export async function restoreReplacedFiles(env: StoreEnv, { uid, jobId }: ChangeOfFiles): Promise<void> {
  const folder = copyFolder(env, jobId);
  for (const path of await listCopies(folder))
    await writeWhole(join(assetFolder(env, uid), path), await readFile(join(folder, path)));
}

export async function deleteReplacedFiles(env: StoreEnv, jobId: number): Promise<void> {
  const folder = copyFolder(env, jobId);
  await rm(folder, { recursive: true, force: true });
  // Fails while another change has copies.
  await rmdir(dirname(folder)).catch(() => undefined);
}
