/** What the site takes (specification, point 5), judged before a byte is sent; the server judges again. */
import { useContext } from 'react';
import { allowsFile, pictureEndings, pictureTypes, sizeText, suffixOf, typesIn } from '../../../common/text/fileTypes';
import { api } from '../api';
import { BootstrapContext } from '../bootstrap';
import { useAppSelector } from '../createStore';
import { asRecord, asText, asWhole } from '../persist';

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

export function uploadRulesOf(value: unknown): UploadRules {
  const raw = asRecord(value) ?? {};
  return {
    mode: asText(raw['mode'], 40) || 'local',
    maxBytes: asWhole(raw['maxsize']),
    allowed: typesIn(asText(raw['mimetype'], 2000)),
    url: asText(raw['url'], 1000),
    params: asRecord(raw['params']) ?? {},
  };
}

const SITE = { url: '/api/Index/index', quiet: true, repeatable: true } as const;
/** The newest the site said: by the live channel, with the bootstrap, or asked once. */
export function useUploadRules(): UploadRules {
  const told = useAppSelector((state) => state.site.config);
  const bootstrap = useContext(BootstrapContext);
  const known = told?.['upload'] ?? bootstrap?.siteConfig.upload;
  const { data } = api.useAskQuery(SITE, { skip: known !== undefined });
  return uploadRulesOf(known ?? asRecord(asRecord(data)?.['site'])?.['upload']);
}

/** A refusal in the catalogue's words. */
export interface Refusal {
  readonly key: 'faults.upload.incomplete' | 'faults.upload.type' | 'faults.upload.too_large';
  readonly name: string;
  readonly allowed: string;
  readonly max: string;
}
type Given = Pick<File, 'name' | 'size' | 'type'>;

/** Why the file cannot be sent; undefined when nothing speaks against it. */
export function refusalOf({ name, size, type }: Given, rules: UploadRules, picture = false): Refusal | undefined {
  const { allowed, maxBytes } = rules;
  const said = { name: name.slice(0, 60), allowed: allowed.join(', '), max: sizeText(maxBytes) };
  if (name === '' || size === 0) return { key: 'faults.upload.incomplete', ...said };
  if (picture && type !== '' && !type.startsWith('image/'))
    return { key: 'faults.upload.type', ...said, allowed: 'image/*' };
  if (picture && !pictureEndings(allowed).includes(suffixOf(name)))
    return { key: 'faults.upload.type', ...said, allowed: pictureTypes(allowed).join(', ') };
  // Browsers know no type of some endings; by a list of MIME types the server judges them alone.
  const isUnsure = type === '' && allowed.some((one) => one.includes('/'));
  if (!picture && allowed.length > 0 && !isUnsure && !allowsFile(allowed, suffixOf(name), type.toLowerCase()))
    return { key: 'faults.upload.type', ...said };
  return maxBytes > 0 && size > maxBytes ? { key: 'faults.upload.too_large', ...said } : undefined;
}
