/**
 * Upload limits: the maximum file size. All upload routes check the size here; limits of pixels are in `common/imageLimits.ts`. The admin sets
 * the limit as `upload_maxsize` in megabytes (`settings.upload.maxBytes`); `LIMITS.maxUploadBytes` is the fixed upper bound. The object
 * store enforces the limit of its signed forms itself, and the client checks a file first in `client/shared/upload/uploadRules.ts`.
 */
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';

/** The fault of a file above the upload limit; the client reads the limit in whole megabytes. */
export const tooLargeFault = (maxBytes: number, name = 'file') =>
  fault('upload.too_large', { name: truncate(name, 60), max: `${Math.round(maxBytes / 1024 / 1024)} MB` });

/** Throws `upload.too_large` for a file of more bytes than the upload limit. */
export function assertUploadSize(bytes: number, maxBytes: number, name?: string): void {
  if (bytes > maxBytes) throw tooLargeFault(maxBytes, name);
}

/** Throws `upload.hard_cap` for a request body above the limit that holds for any setting. */
export function assertBelowHardCap(bytes: number): void {
  if (bytes > LIMITS.maxUploadBytes) throw fault('upload.hard_cap');
}
