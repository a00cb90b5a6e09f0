/** Downloads a list as a file; the token is sent in a header, never in the URL. */
import { withRequestId } from '../../../shared/api/api';
import type { App } from '../../../shared/app/appContext';
import { asRecord, asString } from '../../../../common/json';
import { toQueryString, type HttpCall } from '../../../shared/api/transport';

export interface ExportResult {
  readonly rows: number;
  /** The list exceeds the export limit. */
  readonly capped: boolean;
}
interface Download {
  /** The path below `/admin/`. */
  readonly path: string;
  readonly params: NonNullable<HttpCall['params']>;
  /** Of the saved file. */
  readonly name: string;
  readonly token: string;
}

const parseEnvelope = async (response: Response) => asRecord(await response.json().catch(() => undefined));

/** Downloads a CSV file. Resolves with the headers of the response, or with the server's error message; empty when the connection was lost. */
export async function downloadCsv(app: App, { path, params, name, token }: Download): Promise<Headers | string> {
  const address = `${app.transport.origin}/admin/${path}?${toQueryString(params)}`;
  const request = () => app.transport.fetch(address, { headers: app.transport.headers(), redirect: 'manual' });
  const isFile = (response: Response) =>
    response.ok && response.headers.get('content-type')?.startsWith('text/csv') === true;
  const errorIn = (envelope: Awaited<ReturnType<typeof parseEnvelope>>) =>
    withRequestId(app, asString(envelope?.['msg'], 500), envelope?.['data']);
  try {
    let response = await request();
    if (!isFile(response)) {
      const envelope = await parseEnvelope(response);
      if (envelope?.['code'] !== 409 || (await app.refreshTokens('admin', token)) !== 'refreshed')
        return errorIn(envelope);
      response = await request();
      if (!isFile(response)) return errorIn(await parseEnvelope(response));
    }
    save(await response.blob(), name);
    return response.headers;
  } catch {
    return '';
  }
}

interface ExportRequest extends Pick<Download, 'params' | 'token'> {
  readonly entity: string;
}
/** Downloads a list. Resolves with the result, or with the server's error message. */
export async function exportFile(app: App, { entity, params, token }: ExportRequest): Promise<ExportResult | string> {
  const headers = await downloadCsv(app, { path: `${entity}/export`, params, name: `${entity}.csv`, token });
  if (typeof headers === 'string') return headers;
  return { rows: Number(headers.get('x-rows')), capped: headers.has('x-rows-capped') };
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
