/**
 * Partial uploads: metadata and received bytes are files on disk, so they survive a restart. The length of the bytes is the offset; the id
 * is derived from the sender and the file, so that a repeated request finds it.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { LIMITS } from '../../../../common/limits';
import { fault } from '../../../../common/protocol/faults';
import type { Actor } from '../../../../common/entity/access';
import { isDiskFull, isFileMissing } from '../fileErrors';

export const declarationSchema = z.strictObject({
  name: z.string().max(255),
  size: z.number().int().nonnegative(),
  /** SHA-256 of the whole file, if the sender knows it. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Distinguishes this file from another of the same name and size. */
  mark: z
    .string()
    .regex(/^[0-9A-Za-z_-]{1,64}$/)
    .optional(),
  topic: z.string().max(40).optional(),
});
export type UploadDeclaration = z.infer<typeof declarationSchema>;
const metadataSchema = declarationSchema.extend({ done: z.number().int().positive().optional() });
/** A declared file, and the attachment it became. */
export type PartialMetadata = z.infer<typeof metadataSchema>;

type Sender = Pick<Actor, 'kind' | 'id'>;
export interface PartialUpload {
  readonly id: string;
  readonly metadata: PartialMetadata;
  /** Received bytes. */
  readonly offset: number;
  readonly path: string;
}

/** No public URL maps to a path segment that starts with a dot, so these files are never served. */
const PARTS_DIR = 'storage/.parts';
const senderDir = (dataDir: string, { kind, id }: Sender): string => join(dataDir, PARTS_DIR, `${kind}-${id}`);

const getUploadId = (
  { kind, id }: Sender,
  { name, size, sha256 = '', mark = '', topic = '' }: UploadDeclaration,
): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, id, name, size, sha256, mark, topic]))
    .digest('hex')
    .slice(0, 32);

/** A partial upload of this person; undefined when there is none. */
export async function findPartialUpload(
  dataDir: string,
  sender: Sender,
  id: string,
): Promise<PartialUpload | undefined> {
  if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
  const path = join(senderDir(dataDir, sender), id);
  try {
    const text = await readFile(`${path}.json`, 'utf8');
    const stats = await stat(path).catch(() => undefined);
    return { id, metadata: metadataSchema.parse(JSON.parse(text)), offset: stats?.size ?? 0, path };
  } catch (error) {
    if (isFileMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** Unfinished uploads of a person, the newest first. */
export async function listPartialUploads(dataDir: string, sender: Sender): Promise<readonly PartialUpload[]> {
  const names = await readdir(senderDir(dataDir, sender)).catch(() => []);
  const ids = names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));
  const found = await Promise.all(ids.map((id) => findPartialUpload(dataDir, sender, id)));
  return found.filter(
    (filePath): filePath is PartialUpload => filePath !== undefined && filePath.metadata.done === undefined,
  );
}

/** Writes to a temporary file and renames it, so that the metadata is never half-written. */
async function writeMetadata(path: string, metadata: PartialMetadata): Promise<void> {
  const next = `${path}.json.next`;
  await writeFile(next, JSON.stringify(metadata));
  await rename(next, `${path}.json`);
}

/** Starts an upload, or finds the one already started. */
export async function beginUpload(
  dataDir: string,
  sender: Sender,
  declaration: UploadDeclaration,
): Promise<PartialUpload> {
  const id = getUploadId(sender, declaration);
  const existing = await findPartialUpload(dataDir, sender, id);
  if (existing && existing.metadata.done === undefined) return existing;
  const folder = senderDir(dataDir, sender);
  try {
    await mkdir(folder, { recursive: true });
    const path = join(folder, id);
    await rm(path, { force: true });
    await writeMetadata(path, declaration);
    return { id, metadata: declaration, offset: 0, path };
  } catch (error) {
    throw isDiskFull(error) ? fault('upload.quota') : error;
  }
}

/** Appends one part at the offset; returns the new offset, also after an aborted request. */
export async function appendPart(
  { path, offset, metadata: { size } }: PartialUpload,
  request: IncomingMessage,
): Promise<number> {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (!Number.isInteger(length) || length < 1 || length > LIMITS.uploadPartBytes || offset + length > size)
    throw fault('upload.incomplete');
  try {
    await pipeline(request, createWriteStream(path, { flags: offset === 0 ? 'w' : 'r+', start: offset }));
  } catch (error) {
    if (isDiskFull(error)) throw fault('upload.quota');
    if (!request.complete) throw fault('upload.incomplete');
    throw error;
  }
  return offset + length;
}

/** Marks the upload as stored; the metadata stays for clients that missed the response. */
export const markComplete = ({ path, metadata }: PartialUpload, attachment: number): Promise<void> =>
  writeMetadata(path, { ...metadata, done: attachment });

/** Deletes the received bytes, unless they were moved to their final path. */
export async function removeBytes({ path }: Pick<PartialUpload, 'path'>): Promise<void> {
  for (const filePath of [path, `${path}.clean`]) await rm(filePath, { force: true });
}

export async function deletePartialUpload(partial: Pick<PartialUpload, 'path'>): Promise<void> {
  await removeBytes(partial);
  for (const ending of ['.json', '.json.next']) await rm(partial.path + ending, { force: true });
}

/** Deletes abandoned uploads; returns their number. */
export async function removeStalePartials(dataDir: string, now: number): Promise<number> {
  const root = join(dataDir, PARTS_DIR);
  let removed = 0;
  for (const personDir of await readdir(root).catch(() => [])) {
    const folder = join(root, personDir);
    const names = await readdir(folder).catch(() => []);
    const ids = new Set(names.map((name) => name.split('.')[0] ?? name));
    for (const id of ids) {
      const path = join(folder, id);
      const fileStats = await Promise.all(
        [path, `${path}.json`].map((filePath) => stat(filePath).catch(() => undefined)),
      );
      const last = Math.max(0, ...fileStats.map((stats) => stats?.mtimeMs ?? 0));
      if (now - last < LIMITS.unfinishedUploadHours * 3_600_000) continue;
      await deletePartialUpload({ path });
      removed += 1;
    }
  }
  return removed;
}
