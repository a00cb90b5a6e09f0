/** What the site takes (specification, point 5), judged before a byte is sent; the server judges again. */
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
  /** `local`, or the kind of store files are sent to directly. */
  readonly mode: string;
  /** 0: nobody said. */
  readonly maxBytes: number;
  /** Empty: nobody said. */
  readonly allowed: readonly string[];
  /** Where a direct upload goes; empty in local mode. */
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
/** The newest the site said: by the live channel, with the bootstrap, or asked once. */
export function useUploadRules(): UploadRules {
  const siteConfig = useAppSelector((state) => state.site.config);
  const bootstrap = useContext(BootstrapContext);
  const uploadConfig = siteConfig?.['upload'] ?? bootstrap?.siteConfig.upload;
  const { data } = api.useAskQuery(SITE_REQUEST, { skip: uploadConfig !== undefined });
  return parseUploadRules(uploadConfig ?? asRecord(asRecord(data)?.['site'])?.['upload']);
}

/** A refusal in the catalogue's words. */
export interface RejectionReason {
  readonly key: 'faults.upload.incomplete' | 'faults.upload.type' | 'faults.upload.too_large';
  readonly name: string;
  readonly allowed: string;
  readonly max: string;
}
type FileFacts = Pick<File, 'name' | 'size' | 'type'>;

/** Why the file cannot be sent; undefined when nothing speaks against it. */
export function rejectionReasonOf(
  { name, size, type }: FileFacts,
  rules: UploadRules,
  isPictureOnly = false,
): RejectionReason | undefined {
  const { allowed, maxBytes } = rules;
  const details = { name: name.slice(0, 60), allowed: allowed.join(', '), max: formatFileSize(maxBytes) };
  if (name === '' || size === 0) return { key: 'faults.upload.incomplete', ...details };
  if (isPictureOnly && type !== '' && !type.startsWith('image/'))
    return { key: 'faults.upload.type', ...details, allowed: 'image/*' };
  if (isPictureOnly && !imageExtensions(allowed).includes(fileExtension(name)))
    return { key: 'faults.upload.type', ...details, allowed: allowedImageTypes(allowed).join(', ') };
  // Browsers know no type of some endings; by a list of MIME types the server judges them alone.
  const hasUnknownType = type === '' && allowed.some((one) => one.includes('/'));
  if (
    !isPictureOnly &&
    allowed.length > 0 &&
    !hasUnknownType &&
    !isFileAllowed(allowed, fileExtension(name), type.toLowerCase())
  )
    return { key: 'faults.upload.type', ...details };
  return maxBytes > 0 && size > maxBytes ? { key: 'faults.upload.too_large', ...details } : undefined;
}
