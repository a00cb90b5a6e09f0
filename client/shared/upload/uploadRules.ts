/** The upload rules of the site, checked before the upload; the server checks again. */
import { useContext } from 'react';
import {
  isFileAllowed,
  imageExtensions,
  allowedImageTypes,
  formatFileSize,
  fileExtension,
  parseTypeList,
} from '../../../common/text/fileTypes';
import { api } from '../api/api';
import { BootstrapContext } from '../api/bootstrap';
import { useAppSelector } from '../app/createStore';
import { asRecord, asString, asInteger } from '../../../common/json';

export interface UploadRules {
  /** `local`, or the kind of object store that files are sent to directly. */
  readonly mode: string;
  /** Upload limit: bytes of one file. 0: unknown. The server enforces it in `server/modules/upload/uploadLimits.ts`. */
  readonly maxBytes: number;
  /** Empty: unknown. */
  readonly allowed: readonly string[];
  /** The address of direct uploads; empty in local mode. */
  readonly url: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export function parseUploadRules(value: unknown): UploadRules {
  const raw = asRecord(value) ?? {};
  return {
    mode: asString(raw['mode'], 40) || 'local',
    maxBytes: asInteger(raw['maxsize']),
    allowed: parseTypeList(asString(raw['mimetype'], 2000)),
    url: asString(raw['url'], 1000),
    params: asRecord(raw['params']) ?? {},
  };
}

const SITE_REQUEST = { url: '/api/Index/index', isSilent: true, allowsParallel: true } as const;
/** The latest rules: from the live connection, the bootstrap, or one request. */
export function useUploadRules(): UploadRules {
  const siteConfig = useAppSelector((state) => state.site.config);
  const bootstrap = useContext(BootstrapContext);
  const uploadConfig = siteConfig?.['upload'] ?? bootstrap?.siteConfig.upload;
  const { data } = api.useReadQuery(SITE_REQUEST, { skip: uploadConfig !== undefined });
  return parseUploadRules(uploadConfig ?? asRecord(asRecord(data)?.['site'])?.['upload']);
}

/** A message of the fault catalog. */
export interface RejectionReason {
  readonly key: 'faults.upload.incomplete' | 'faults.upload.type' | 'faults.upload.too_large';
  readonly name: string;
  readonly allowed: string;
  readonly max: string;
}
type FileFacts = Pick<File, 'name' | 'size' | 'type'>;

/** Why the file may not be uploaded; undefined if it may. */
export function findRejectionReason(
  { name, size, type }: FileFacts,
  rules: UploadRules,
  isImageOnly = false,
): RejectionReason | undefined {
  const { allowed, maxBytes } = rules;
  const details = { name: name.slice(0, 60), allowed: allowed.join(', '), max: formatFileSize(maxBytes) };
  if (name === '' || size === 0) return { key: 'faults.upload.incomplete', ...details };
  if (isImageOnly && type !== '' && !type.startsWith('image/'))
    return { key: 'faults.upload.type', ...details, allowed: 'image/*' };
  if (isImageOnly && !imageExtensions(allowed).includes(fileExtension(name)))
    return { key: 'faults.upload.type', ...details, allowed: allowedImageTypes(allowed).join(', ') };
  // Browsers report no type for some extensions; with a list of MIME types only the server can check these files.
  const hasUnknownType = type === '' && allowed.some((allowedType) => allowedType.includes('/'));
  if (
    !isImageOnly &&
    allowed.length > 0 &&
    !hasUnknownType &&
    !isFileAllowed(allowed, fileExtension(name), type.toLowerCase())
  )
    return { key: 'faults.upload.type', ...details };
  return maxBytes > 0 && size > maxBytes ? { key: 'faults.upload.too_large', ...details } : undefined;
}
