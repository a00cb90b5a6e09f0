/** Files that lie in the object store keep their address here, which leads there: to the public address, or with a signature. */
import type { ServerResponse } from 'node:http';
import type { Services } from '../../../context';
import { setBaseHeaders } from '../../../platform/http/securityHeaders';
import type { StoredFileServer } from '../storedFileServer';
import { objectKeyOf, getObjectStore } from './objectStoreDriver';

const SIGNATURE_SECONDS = 900;
/** A kept redirect must not outlast the signature it leads to. */
const CACHE_SECONDS = 300;

/** What is not on the disk may be in the store. */
export const withObjectStoreRedirect = (services: Services, local: StoredFileServer): StoredFileServer => ({
  serve: async (request, response, path, asThumbnail) =>
    (await local.serve(request, response, path, asThumbnail)) || redirectToObjectStore(services, response, path),
});

async function redirectToObjectStore(services: Services, response: ServerResponse, path: string): Promise<boolean> {
  const key = objectKeyOf(path);
  if (key.length > 255) return false;
  const [row] = await services.db.rows(
    'SELECT o.id FROM `stored_object` o JOIN `attachment` a ON a.id = o.attachment_id WHERE o.id = ? AND a.delete_time IS NULL',
    [key],
  );
  const store = row === undefined ? undefined : getObjectStore(services);
  if (!store) return false;
  const open = services.settings.upload.store?.publicUrl ?? '';
  setBaseHeaders(response);
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('Cache-Control', `${open === '' ? 'private' : 'public'}, max-age=${CACHE_SECONDS}`);
  response.setHeader('Location', open === '' ? await store.createSignedUrl(key, SIGNATURE_SECONDS) : `${open}/${key}`);
  response.statusCode = 302;
  response.end();
  return true;
}

interface PageOrigins {
  readonly fileSources: readonly string[];
  readonly uploadTargets: readonly string[];
  readonly apiTargets: readonly string[];
  readonly styleSources: readonly string[];
}
/** Origins that pages fetch files and stylesheets from, and send files and API calls to, as the settings stand. */
export function listPageOrigins(services: Services): PageOrigins {
  const { cdnUrl, upload, apiUrl, stylesheets } = services.settings;
  const store = getObjectStore(services);
  const storeOrigins = store ? [store.origin] : [];
  const open = [cdnUrl, upload.store?.publicUrl ?? ''].flatMap(originOf);
  return {
    fileSources: [...new Set([...storeOrigins, ...open])],
    uploadTargets: upload.mode === 'local' ? [] : storeOrigins,
    apiTargets: originOf(apiUrl),
    styleSources: [...new Set(stylesheets.flatMap(originOf))],
  };
}

/** Letters a host may have in a policy: others, allowed in addresses, would begin another rule of it. */
const ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/;
const originOf = (address: string): readonly string[] => {
  const origin = URL.canParse(address) ? new URL(address).origin : '';
  return ORIGIN.test(origin) ? [origin] : [];
};
