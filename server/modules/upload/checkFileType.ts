/** Checks the file type (MIME sniffing) of an upload by magic bytes and extension: both must agree, and the site must allow the type. */
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { IMAGE_LIMITS } from '../../../common/imageLimits';
import { Fault, fault } from '../../../common/protocol/faults';
import { isFileAllowed, fileExtension } from '../../../common/text/fileTypes';
import { truncate } from '../../../common/text/normalize';
import { createConcurrencyLimiter } from '../../access/limits/concurrencyLimiter';
import { imageProcess } from './images/imageProcess';
import { listMimeTypes } from './mimeTypes';
import { canStripMetadata, stripMetadata } from './images/stripMetadata';

/** Extension → types by content; null: plain text, which has no signature. Files with other extensions are stored as binary. */
const TYPES_BY_EXTENSION: ReadonlyMap<string, readonly string[] | null> = new Map([
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

const BINARY_TYPE = 'application/octet-stream';
const NO_IMAGE_SIZE = { width: 0, height: 0, orientation: 1 } as const;

export interface CheckedFile {
  readonly extension: string;
  readonly mimetype: string;
  /** Zero for files that are not images. */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation, 1 to 8; 1 for files that are not images. */
  readonly orientation: number;
}

const typeNotAllowedFault = (name: string, allowed: readonly string[]) =>
  fault('upload.type', { name: truncate(name, 60), allowed: allowed.join(', ') });

/** Throws for a name whose extension is not on the list. */
export function assertAllowedName(name: string, allowed: readonly string[]): void {
  if (!isUploadAllowed(name, '', allowed)) throw typeNotAllowedFault(name, allowed);
}

export async function checkFileType(path: string, name: string, allowed: readonly string[]): Promise<CheckedFile> {
  assertAllowedName(name, allowed);
  const extension = fileExtension(name);
  const expectedTypes = TYPES_BY_EXTENSION.get(extension);
  // A file with an unknown extension is stored as binary, whatever its content: browsers never open or display it.
  if (expectedTypes === undefined) return { extension, mimetype: BINARY_TYPE, ...NO_IMAGE_SIZE };
  const detected = (await fileTypeFromFile(path))?.mime;
  const mimetype = expectedTypes === null ? (TEXT_TYPES[extension] ?? 'text/plain') : (detected ?? '');
  const matchesContent =
    expectedTypes === null ? detected === undefined && (await isText(path)) : expectedTypes.includes(mimetype);
  if (!matchesContent) throw fault('upload.content', { name: truncate(name, 60) });
  // For audio and video extensions the content decides the type.
  const types =
    expectedTypes !== null && expectedTypes.length > 1 ? [mimetype] : [mimetype, ...listMimeTypes(extension)];
  if (!allowsAny(allowed, extension, types)) throw typeNotAllowedFault(name, allowed);
  const size = mimetype.startsWith('image/') ? await imageSize(path, name, mimetype) : NO_IMAGE_SIZE;
  return { extension, mimetype, ...size };
}

const allowsAny = (allowed: readonly string[], extension: string, types: readonly string[]): boolean =>
  types.some((type) => isFileAllowed(allowed, extension, type));

/**
 * A check before the upload: whether a file of this name and type may be allowed. The content of a known extension is checked later; any other
 * is checked by the MIME types of its extension, and the type stated by the sender proves nothing.
 */
export function isUploadAllowed(name: string, type: string, allowed: readonly string[]): boolean {
  const extension = fileExtension(name);
  const extensionTypes = listMimeTypes(extension);
  const knownTypes = TYPES_BY_EXTENSION.get(extension);
  if (knownTypes === undefined)
    return allowsAny(allowed, extension, extensionTypes.length > 0 ? extensionTypes : [BINARY_TYPE]);
  return allowsAny(allowed, extension, [
    type,
    ...(knownTypes ?? [TEXT_TYPES[extension] ?? 'text/plain']),
    ...extensionTypes,
  ]);
}

/** Throws for an image with too many pixels. JPEG is shrunk while it loads; other formats are decoded whole. */
function checkPixels(name: string, format: string, { frame, all }: { readonly frame: number; readonly all: number }) {
  const maxPixels = format === 'jpeg' || format === 'bmp' ? IMAGE_LIMITS.imagePixels : IMAGE_LIMITS.imagePixelsDecoded;
  const exceededLimit =
    frame > maxPixels ? maxPixels : all > IMAGE_LIMITS.imagePixels ? IMAGE_LIMITS.imagePixels : undefined;
  if (exceededLimit !== undefined)
    throw fault('upload.pixels', { name: truncate(name, 60), max: Math.round(exceededLimit / 1_000_000) });
}

async function imageSize(path: string, name: string, mimetype: string) {
  try {
    if (mimetype === 'image/bmp') return await bitmapSize(path, name);
    const { format, width, pages, pageHeight, orientation, ...upright } = await imageProcess.readMetadata(path);
    const frame = width * pageHeight;
    checkPixels(name, format, { frame, all: frame * pages });
    if (pages > 1) return { width, height: pageHeight, orientation: 1 };
    return { width: upright.uprightWidth, height: upright.uprightHeight, orientation };
  } catch (error) {
    throw toUploadFault(error, name);
  }
}

/** A full queue is a temporary error; any other error means an unreadable image. */
function toUploadFault(error: unknown, name: string): Fault {
  if (error instanceof Fault) return error.code === 'too_many' ? fault('upload.crowded') : error;
  return fault('upload.picture', { name: truncate(name, 60) });
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

async function bitmapSize(path: string, name: string) {
  const head = await readHead(path, 26);
  const [width, height] = [head.readInt32LE(18), Math.abs(head.readInt32LE(22))];
  if (width < 1 || height < 1) throw new Error('the image has no width or height');
  checkPixels(name, 'bmp', { frame: width * height, all: 0 });
  return { width, height, orientation: 1 };
}

/** Whether the first bytes are UTF-8 without NUL. */
async function isText(path: string): Promise<boolean> {
  try {
    const head = await readHead(path, 8192);
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !head.includes(0);
  } catch {
    return false;
  }
}

// One file is in memory at a time.
const stripExclusively = createConcurrencyLimiter(1);

/**
 * Writes the image to `to` without the metadata of a camera (place, time, owner). Only a turned JPEG is decoded for it; a turned
 * image of another format, or of too many pixels, keeps the orientation as its only tag.
 * @returns false when there was nothing to remove.
 */
export async function stripImageMetadata(
  path: string,
  to: string,
  inspected: CheckedFile,
  name: string,
): Promise<boolean> {
  const { mimetype, orientation, width, height } = inspected;
  if (!canStripMetadata(mimetype)) return false;
  try {
    if (mimetype === 'image/jpeg' && orientation > 1 && width * height <= IMAGE_LIMITS.imagePixelsDecoded) {
      await imageProcess.autoOrient(path, to);
      return true;
    }
    return await stripExclusively(() => stripMetadata(path, to, mimetype, orientation), true);
  } catch (error) {
    throw toUploadFault(error, name);
  }
}
