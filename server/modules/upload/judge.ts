/** What a file really is: its ending and its first bytes must tell the same story, and the story must be allowed. */
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';

/** Ending → type by content; null: plain text, which has no first bytes of its own. */
export const ALLOWED: ReadonlyMap<string, string | null> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['pdf', 'application/pdf'],
  ['zip', 'application/zip'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['mp4', 'video/mp4'],
  ['mp3', 'audio/mpeg'],
  ['txt', null],
  ['csv', null],
]);
const TEXT_TYPES: Readonly<Record<string, string>> = { txt: 'text/plain', csv: 'text/csv' };

export interface Judged {
  readonly suffix: string;
  readonly mimetype: string;
  /** Zero for what is no picture. */
  readonly width: number;
  readonly height: number;
}

export async function judge(path: string, name: string): Promise<Judged> {
  const suffix = extname(name).slice(1).toLowerCase();
  const wanted = ALLOWED.get(suffix);
  if (wanted === undefined) throw wrongType(name);
  const found = (await fileTypeFromFile(path))?.mime;
  if (wanted === null) {
    if (found !== undefined || !(await isText(path))) throw wrongType(name);
    return { suffix, mimetype: TEXT_TYPES[suffix] ?? 'text/plain', width: 0, height: 0 };
  }
  if (found !== wanted) throw wrongType(name);
  const size = wanted.startsWith('image/') ? await pictureSize(path, name) : { width: 0, height: 0 };
  return { suffix, mimetype: wanted, ...size };
}

const wrongType = (name: string) =>
  fault('upload.type', { name: name.slice(0, 60), allowed: [...ALLOWED.keys()].join(', ') });

async function pictureSize(path: string, name: string): Promise<{ readonly width: number; readonly height: number }> {
  try {
    const { width, height } = await sharp(path, { limitInputPixels: LIMITS.imagePixels }).metadata();
    if (width * height > LIMITS.imagePixels) throw new Error('too many pixels');
    return { width, height };
  } catch {
    throw fault('upload.picture', { name: name.slice(0, 60) });
  }
}

/** UTF-8 without NUL in its first bytes. */
async function isText(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(8192), 0, 8192, 0);
    const head = buffer.subarray(0, bytesRead);
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !head.includes(0);
  } catch {
    return false;
  } finally {
    await file.close();
  }
}
