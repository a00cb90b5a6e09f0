/**
 * Files that come in parts: what was declared and what has arrived lie side by side on the disk, so that a restart forgets nothing.
 * The length of the bytes is the only truth about how far it is; who and what it is makes its id, so that asking again finds it.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import type { Actor } from '../../../common/entity/access';
import { isFull, isMissing } from './errno';

export const declared = z.strictObject({
  name: z.string().max(255),
  size: z.number().int().nonnegative(),
  /** SHA-256 of the whole, if the sender knows it. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Tells this file from another of the same name and size. */
  mark: z
    .string()
    .regex(/^[0-9A-Za-z_-]{1,64}$/)
    .optional(),
  topic: z.string().max(40).optional(),
});
export type Declared = z.infer<typeof declared>;
const noted = declared.extend({ done: z.number().int().positive().optional() });
/** A declared file, and the attachment it became. */
export type Noted = z.infer<typeof noted>;

type Sender = Pick<Actor, 'realm' | 'id'>;
export interface PartialFile {
  readonly id: string;
  readonly noted: Noted;
  /** Bytes that have arrived. */
  readonly offset: number;
  readonly path: string;
}

/** No canonical address begins a segment with a dot, so nothing below it is ever served. */
const ROOT = 'storage/.parts';
const folderOf = (dataDir: string, { realm, id }: Sender): string => join(dataDir, ROOT, `${realm}-${id}`);

const idOf = ({ realm, id }: Sender, { name, size, sha256 = '', mark = '', topic = '' }: Declared): string =>
  createHash('sha256')
    .update(JSON.stringify([realm, id, name, size, sha256, mark, topic]))
    .digest('hex')
    .slice(0, 32);

/** What arrived of an upload of this person; undefined when there is none. */
export async function findPartial(dataDir: string, sender: Sender, id: string): Promise<PartialFile | undefined> {
  if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
  const path = join(folderOf(dataDir, sender), id);
  try {
    const text = await readFile(`${path}.json`, 'utf8');
    const facts = await stat(path).catch(() => undefined);
    return { id, noted: noted.parse(JSON.parse(text)), offset: facts?.size ?? 0, path };
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** Unfinished uploads of a person, the newest first. */
export async function partialsOf(dataDir: string, sender: Sender): Promise<readonly PartialFile[]> {
  const names = await readdir(folderOf(dataDir, sender)).catch(() => []);
  const ids = names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));
  const found = await Promise.all(ids.map((id) => findPartial(dataDir, sender, id)));
  return found.filter((one): one is PartialFile => one !== undefined && one.noted.done === undefined);
}

/** A half-written note would be no note at all: it is written beside and put in place. */
async function note(path: string, content: Noted): Promise<void> {
  const next = `${path}.json.next`;
  await writeFile(next, JSON.stringify(content));
  await rename(next, `${path}.json`);
}

/** Begins, or finds what was begun. */
export async function begin(dataDir: string, sender: Sender, wanted: Declared): Promise<PartialFile> {
  const id = idOf(sender, wanted);
  const known = await findPartial(dataDir, sender, id);
  if (known && known.noted.done === undefined) return known;
  const folder = folderOf(dataDir, sender);
  try {
    await mkdir(folder, { recursive: true });
    const path = join(folder, id);
    await rm(path, { force: true });
    await note(path, wanted);
    return { id, noted: wanted, offset: 0, path };
  } catch (error) {
    throw isFull(error) ? fault('upload.quota') : error;
  }
}

/** Writes one part where the last one ended; how far it is now, also when the line broke in the middle. */
export async function append(
  { path, offset, noted: { size } }: PartialFile,
  request: IncomingMessage,
): Promise<number> {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (!Number.isInteger(length) || length < 1 || length > LIMITS.uploadPart || offset + length > size)
    throw fault('upload.incomplete');
  try {
    await pipeline(request, createWriteStream(path, { flags: offset === 0 ? 'w' : 'r+', start: offset }));
  } catch (error) {
    if (isFull(error)) throw fault('upload.quota');
    if (!request.complete) throw fault('upload.incomplete');
    throw error;
  }
  return offset + length;
}

/** Its bytes are in their place; the note stays a while for whoever did not hear that. */
export const finish = ({ path, noted: content }: PartialFile, attachment: number): Promise<void> =>
  note(path, { ...content, done: attachment });

/** The bytes, which were moved to their place unless the house had them already. */
export async function clear({ path }: Pick<PartialFile, 'path'>): Promise<void> {
  for (const one of [path, `${path}.clean`]) await rm(one, { force: true });
}

export async function drop(partial: Pick<PartialFile, 'path'>): Promise<void> {
  await clear(partial);
  for (const ending of ['.json', '.json.next']) await rm(partial.path + ending, { force: true });
}

/** Throws away what nobody went on with; how many files that were. */
export async function forgetPartials(dataDir: string, now: number): Promise<number> {
  const root = join(dataDir, ROOT);
  let gone = 0;
  for (const person of await readdir(root).catch(() => [])) {
    const folder = join(root, person);
    const names = await readdir(folder).catch(() => []);
    const ids = new Set(names.map((name) => name.split('.')[0] ?? name));
    for (const id of ids) {
      const path = join(folder, id);
      const seen = await Promise.all([path, `${path}.json`].map((one) => stat(one).catch(() => undefined)));
      const last = Math.max(0, ...seen.map((facts) => facts?.mtimeMs ?? 0));
      if (now - last < LIMITS.uploadPartHours * 3_600_000) continue;
      await drop({ path });
      gone += 1;
    }
  }
  return gone;
}
