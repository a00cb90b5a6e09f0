/** Refuses, when a row is saved, a URL that the server would refuse to call. */
import type { Env } from '../../../config/env';
import { fault } from '../../../common/protocol/faults';
import { isPrivateUrl } from '../../platform/ssrfGuard';

/** Throws `row.invalid` for the field when its URL is in a private network and not in `PRIVATE_HOSTS`. */
export function assertPublicUrl(
  { privateHosts }: Pick<Env, 'privateHosts'>,
  path: string,
  url: string | null | undefined,
): void {
  if (typeof url === 'string' && isPrivateUrl(url, privateHosts))
    throw fault('row.invalid', undefined, { fields: [{ path, code: 'private_url' }] });
}
