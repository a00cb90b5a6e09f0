/** What a file really is: its ending and its first bytes must tell the same story, and the story must be allowed. */
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { allowsFile, suffixOf } from '../../../common/text/fileTypes';
import { beginning } from '../../../common/text/clean';

/** Ending → types by content; null: plain text, which has no first bytes of its own. What is not here cannot be checked, so it is never taken. */
const KNOWN: ReadonlyMap<string, readonly string[] | null> = new Map([
  ['png', ['image/png']],
  ['jpg', ['image/jpeg']],
  ['jpeg', ['image/jpeg']],
  ['webp', ['image/webp']],
  ['gif', ['image/gif']],
  ['avif', ['image/avif']],
  ['bmp', ['image/bmp']],
  ['pdf', ['application/pdf']],
  ['zip', ['application/zip']],
  ['rar', ['application/x-rar-compressed']],
  ['7z', ['application/x-7z-compressed']],
  ['docx', ['application/vnd.openxmlformats-officedocument.wordprocessingml.document']],
  ['xlsx', ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']],
  ['pptx', ['application/vnd.openxmlformats-officedocument.presentationml.presentation']],
  ['doc', ['application/x-cfb']],
  ['xls', ['application/x-cfb']],
  ['ppt', ['application/x-cfb']],
  ['mp4', ['video/mp4']],
  ['webm', ['video/webm']],
  ['mov', ['video/quicktime']],
  ['mp3', ['audio/mpeg']],
  ['wav', ['audio/wav']],
  ['ogg', ['audio/ogg', 'video/ogg', 'application/ogg', 'audio/opus']],
  ['txt', null],
  ['csv', null],
  ['md', null],
  ['json', null],
]);
const TEXT_TYPES: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  json: 'application/json',
};

export interface Judged {
  readonly suffix: string;
  readonly mimetype: string;
  /** Zero for what is no picture. */
  readonly width: number;
  readonly height: number;
}

const refusal = (name: string, allowed: readonly string[]) =>
  fault('upload.type', { name: beginning(name, 60), allowed: allowed.join(', ') });

/** What the name alone tells: an ending nobody can check, or one whose types are not allowed. */
export function checkName(name: string, allowed: readonly string[]): void {
  if (!mayCome(name, '', allowed)) throw refusal(name, allowed);
}

export async function judge(path: string, name: string, allowed: readonly string[]): Promise<Judged> {
  checkName(name, allowed);
  const suffix = suffixOf(name);
  const wanted = KNOWN.get(suffix) ?? null;
  const found = (await fileTypeFromFile(path))?.mime;
  const mimetype = wanted === null ? (TEXT_TYPES[suffix] ?? 'text/plain') : (found ?? '');
  const isTrue = wanted === null ? found === undefined && (await isText(path)) : wanted.includes(mimetype);
  if (!isTrue || !allowsFile(allowed, suffix, mimetype)) throw refusal(name, allowed);
  const size = mimetype.startsWith('image/') ? await pictureSize(path, name, mimetype) : { width: 0, height: 0 };
  return { suffix, mimetype, ...size };
}

/** Before anything was sent: whether a file of this name and type may come at all. What it really is, its bytes will say. */
export function mayCome(name: string, type: string, allowed: readonly string[]): boolean {
  const suffix = suffixOf(name);
  const known = KNOWN.get(suffix);
  if (known === undefined) return false;
  return [type, ...(known ?? [TEXT_TYPES[suffix] ?? 'text/plain'])].some((one) => allowsFile(allowed, suffix, one));
}

const PICTURE = { limitInputPixels: LIMITS.imagePixels, animated: true } as const;

async function pictureSize(path: string, name: string, mimetype: string) {
  try {
    if (mimetype === 'image/bmp') return await bitmapSize(path);
    const { width, height, pages = 1, pageHeight = height, autoOrient } = await sharp(path, PICTURE).metadata();
    // All pictures of a moving one are drawn at once.
    if (width * pageHeight * pages > LIMITS.imagePixels) throw new Error('too many pixels');
    return pages > 1 ? { width, height: pageHeight } : { width: autoOrient.width, height: autoOrient.height };
  } catch {
    throw fault('upload.picture', { name: beginning(name, 60) });
  }
}

const readHead = async (path: string, length: number): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

async function bitmapSize(path: string) {
  const head = await readHead(path, 26);
  const [width, height] = [head.readInt32LE(18), Math.abs(head.readInt32LE(22))];
  if (width < 1 || height < 1 || width * height > LIMITS.imagePixels) throw new Error('no size');
  return { width, height };
}

/** UTF-8 without NUL in its first bytes. */
async function isText(path: string): Promise<boolean> {
  try {
    const head = await readHead(path, 8192);
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !head.includes(0);
  } catch {
    return false;
  }
}

/** Draws a picture anew without the notes of a camera (place, time, owner) and the right way up; whether it had any. */
export async function stripPicture(path: string, to: string, mimetype: string, name: string): Promise<boolean> {
  if (!mimetype.startsWith('image/') || mimetype === 'image/bmp') return false;
  try {
    const { exif, xmp, iptc, orientation = 1, comments } = await sharp(path, PICTURE).metadata();
    if (!exif && !xmp && !iptc && orientation === 1 && !comments) return false;
    await sharp(path, PICTURE).autoOrient().keepIccProfile().toFile(to);
    return true;
  } catch {
    throw fault('upload.picture', { name: beginning(name, 60) });
  }
}
