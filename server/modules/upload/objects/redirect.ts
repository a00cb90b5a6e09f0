/** Files that lie in the object store keep their address here, which leads there: to the public address, or with a signature. */
import type { ServerResponse } from 'node:http';
import type { Services } from '../../../context';
import { guard } from '../../../platform/http/headers';
import type { StoredFiles } from '../serve';
import { keyOfUrl, storeOf } from './places';

const SIGNED_SECONDS = 900;
/** A kept redirect must not outlast the signature it leads to. */
const KEPT_SECONDS = 300;

/** What is not on the disk may be in the store. */
export const withRemote = (services: Services, local: StoredFiles): StoredFiles => ({
  serve: async (request, response, path, small) =>
    (await local.serve(request, response, path, small)) || lead(services, response, path),
});

async function lead(services: Services, response: ServerResponse, path: string): Promise<boolean> {
  const key = keyOfUrl(path);
  if (key.length > 255) return false;
  const [row] = await services.db.rows(
    'SELECT o.id FROM `stored_object` o JOIN `attachment` a ON a.id = o.attachment_id WHERE o.id = ? AND a.delete_time IS NULL',
    [key],
  );
  const store = row === undefined ? undefined : storeOf(services);
  if (!store) return false;
  const open = services.settings.upload.store?.publicUrl ?? '';
  guard(response);
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('Cache-Control', `${open === '' ? 'private' : 'public'}, max-age=${KEPT_SECONDS}`);
  response.setHeader('Location', open === '' ? await store.link(key, SIGNED_SECONDS) : `${open}/${key}`);
  response.statusCode = 302;
  response.end();
  return true;
}

interface PageOrigins {
  readonly files: readonly string[];
  readonly uploads: readonly string[];
  readonly apis: readonly string[];
  readonly styles: readonly string[];
}
/** Origins that pages fetch files and stylesheets from, and send files and API calls to, as the settings stand. */
export function pageOrigins(services: Services): PageOrigins {
  const { cdnUrl, upload, apiUrl, stylesheets } = services.settings;
  const store = storeOf(services);
  const own = store ? [store.origin] : [];
  const open = [cdnUrl, upload.store?.publicUrl ?? ''].flatMap(originOf);
  return {
    files: [...new Set([...own, ...open])],
    uploads: upload.mode === 'local' ? [] : own,
    apis: originOf(apiUrl),
    styles: [...new Set(stylesheets.flatMap(originOf))],
  };
}

/** Letters a host may have in a policy: others, allowed in addresses, would begin another rule of it. */
const ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/;
const originOf = (address: string): readonly string[] => {
  const origin = URL.canParse(address) ? new URL(address).origin : '';
  return ORIGIN.test(origin) ? [origin] : [];
};
