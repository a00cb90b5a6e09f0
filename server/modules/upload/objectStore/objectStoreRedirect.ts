/** Redirects the local path of a file in the object store to its public URL or to a presigned URL. */
import type { ServerResponse } from 'node:http';
import type { Services } from '../../../context';
import { setBaseHeaders } from '../../../platform/http/securityHeaders';
import type { StoredFileServer } from '../storedFileServer';
import { toObjectKey, findObjectStore } from './objectStoreDriver';

const SIGNATURE_SECONDS = 900;
/** Seconds; a cached redirect must not outlive its signature. */
const CACHE_SECONDS = 300;

/** A file that is not on disk may be in the store. */
export const withObjectStoreRedirect = (services: Services, local: StoredFileServer): StoredFileServer => ({
  ...local,
  serve: async (request, response, path, query) =>
    (await local.serve(request, response, path, query)) || redirectToObjectStore(services, response, path),
});

async function redirectToObjectStore(services: Services, response: ServerResponse, path: string): Promise<boolean> {
  const key = toObjectKey(path);
  if (key.length > 255) return false;
  const [row] = await services.db.rows(
    'SELECT o.id FROM `stored_object` o JOIN `attachment` a ON a.id = o.attachment_id WHERE o.id = ? AND a.delete_time IS NULL',
    [key],
  );
  const store = row === undefined ? undefined : findObjectStore(services);
  if (!store) return false;
  const open = services.settings.upload.store?.publicUrl ?? '';
  setBaseHeaders(response);
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('Cache-Control', `${open === '' ? 'private' : 'public'}, max-age=${CACHE_SECONDS}`);
  response.setHeader(
    'Location',
    open === '' ? await store.createPresignedUrl(key, SIGNATURE_SECONDS) : `${open}/${key}`,
  );
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
/** Origins from which pages fetch files and stylesheets, and to which they send files and API calls, by the current settings. */
export function listPageOrigins(services: Services): PageOrigins {
  const { cdnUrl, upload, apiUrl, stylesheets } = services.settings;
  const store = findObjectStore(services);
  const storeOrigins = store ? [store.origin] : [];
  const open = [cdnUrl, upload.store?.publicUrl ?? ''].flatMap(getOrigin);
  return {
    fileSources: [...new Set([...storeOrigins, ...open])],
    uploadTargets: upload.mode === 'local' ? [] : storeOrigins,
    apiTargets: getOrigin(apiUrl),
    styleSources: [...new Set(stylesheets.flatMap(getOrigin))],
  };
}

/** Characters of a host that are safe in a content security policy. */
const ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/;
const getOrigin = (address: string): readonly string[] => {
  const origin = URL.canParse(address) ? new URL(address).origin : '';
  return ORIGIN.test(origin) ? [origin] : [];
};
