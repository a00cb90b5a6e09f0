/** Stores the uploaded files of imports below the data folder, so that they survive a restart. They have no download URL. */
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, stat, unlink } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { IMPORT_LIMITS } from '../../common/imports/importLimits';
import { Fault, fault } from '../../common/protocol/faults';
import type { Services } from '../context';

const getImportFolder = ({ env }: Pick<Services, 'env'>): string => join(env.dataDir, 'imports');

/** `suffix`: of a companion file with the rejected rows (`.check` of the preview, `.import` of the import). */
export const importPath = (services: Pick<Services, 'env'>, file: string, suffix = ''): string =>
  join(getImportFolder(services), `${file}${suffix}`);

async function* limitSize(body: Readable): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    const bytes = chunk as Buffer; // a stream without an encoding yields Buffers
    size += bytes.length;
    if (size > IMPORT_LIMITS.fileBytes) throw fault('import.too_large', { max: IMPORT_LIMITS.fileBytes });
    yield bytes;
  }
}

/** Stores a body and returns the name of the file. Error: `import.too_large`. */
export async function storeImportFile(services: Pick<Services, 'env'>, body: Readable): Promise<string> {
  await mkdir(getImportFolder(services), { recursive: true });
  const file = randomUUID();
  try {
    await pipeline(limitSize(body), createWriteStream(importPath(services, file), { flags: 'wx', mode: 0o600 }));
    return file;
  } catch (error) {
    await deleteImportFile(services, file);
    throw error instanceof Fault ? error : fault('upload.incomplete');
  }
}

const FILE_SUFFIXES = ['', '.check', '.import'] as const;
export async function deleteImportFile(services: Pick<Services, 'env'>, file: string): Promise<void> {
  for (const suffix of FILE_SUFFIXES) await unlink(importPath(services, file, suffix)).catch(() => undefined);
}

export const hasImportFile = async (services: Pick<Services, 'env'>, file: string): Promise<boolean> =>
  file !== '' && (await stat(importPath(services, file)).catch(() => undefined)) !== undefined;

/** Deletes files older than the limit; returns how many. */
export async function deleteExpiredImportFiles({ env, clock }: Pick<Services, 'env' | 'clock'>): Promise<number> {
  const before = clock.now() - IMPORT_LIMITS.fileDays * 86_400_000;
  let count = 0;
  for (const name of await readdir(getImportFolder({ env })).catch(() => [])) {
    const path = join(getImportFolder({ env }), name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || found.mtimeMs >= before) continue;
    await unlink(path).catch(() => undefined);
    count += 1;
  }
  return count;
}
