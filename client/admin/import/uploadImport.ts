/** Uploads a file to import. */
import type { ImportPreview } from '../../../common/protocol/dataImport';
import { asString } from '../../../common/json';
import type { App } from '../../shared/app/appContext';
import { postUpload } from '../../shared/upload/uploadStrategy';

/** Sends a file. Resolves with what the console needs to map it, or with the error message; empty when the connection was lost. */
export async function uploadImport(
  app: App,
  { entity, file, signal }: { readonly entity: string; readonly file: File; readonly signal: AbortSignal },
): Promise<ImportPreview | string> {
  const query = new URLSearchParams({ entity, name: file.name });
  const response = await postUpload(
    app,
    {
      url: `/admin/data_import/upload?${query.toString()}`,
      body: file,
      headers: { 'content-type': 'application/octet-stream' },
    },
    { onProgress: () => undefined, signal },
  );
  if (response === undefined || response === 'stopped') return '';
  if (response.code !== 1) return asString(response.msg, 500);
  return response.data as unknown as ImportPreview; // the server's contract
}
