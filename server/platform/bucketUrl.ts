/** The URL of an object store's bucket. */
import { trimTrailingSlashes } from '../../common/text/normalize';
import type { ObjectStoreSettings } from './settings';

/** The URL of the bucket, to which browsers post upload forms. */
export const createBucketUrl = (settings: ObjectStoreSettings): string =>
  createBucketBaseUrl(settings).replace(/\/$/, '');

/** The base URL of objects: a folder of the endpoint (path style), or a separate host. */
export function createBucketBaseUrl({ endpoint, bucket, pathStyle }: ObjectStoreSettings): string {
  const url = new URL(endpoint);
  const path = trimTrailingSlashes(url.pathname);
  return pathStyle ? `${url.origin}${path}/${bucket}/` : `${url.protocol}//${bucket}.${url.host}${path}/`;
}
