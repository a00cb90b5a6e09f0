/** Where the bucket of an object store lies. */
import { trimTrailingSlashes } from '../../common/text/normalize';
import type { ObjectStoreSettings } from './settings';

/** Where forms are sent to: the address of the bucket. */
export const bucketUrl = (settings: ObjectStoreSettings): string => bucketBase(settings).replace(/\/$/, '');

/** Where the bucket lies: a folder of the endpoint, or a host of its own. */
export function bucketBase({ endpoint, bucket, pathStyle }: ObjectStoreSettings): string {
  const url = new URL(endpoint);
  const path = trimTrailingSlashes(url.pathname);
  return pathStyle ? `${url.origin}${path}/${bucket}/` : `${url.protocol}//${bucket}.${url.host}${path}/`;
}
