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
interface ExportRequest {
  readonly entity: string;
  readonly params: NonNullable<HttpCall['params']>;
  readonly token: string;
}

const parseEnvelope = async (answer: Response) => asRecord(await answer.json().catch(() => undefined));

/** Resolves with the result, or with the server's error message. */
export async function exportFile(app: App, { entity, params, token }: ExportRequest): Promise<ExportResult | string> {
  const address = `${app.transport.origin}/admin/${entity}/export?${toQueryString(params)}`;
  const requestExport = () => app.transport.fetch(address, { headers: app.transport.headers(), redirect: 'manual' });
  const isFile = (answer: Response) => answer.ok && answer.headers.get('content-type')?.startsWith('text/csv') === true;
  const errorIn = (envelope: Awaited<ReturnType<typeof parseEnvelope>>) =>
    withRequestId(app, asString(envelope?.['msg'], 500), envelope?.['data']);
  try {
    let answer = await requestExport();
    if (!isFile(answer)) {
      const envelope = await parseEnvelope(answer);
      if (envelope?.['code'] !== 409 || (await app.renewTokens('admin', token)) !== 'renewed') return errorIn(envelope);
      answer = await requestExport();
      if (!isFile(answer)) return errorIn(await parseEnvelope(answer));
    }
    save(await answer.blob(), `${entity}.csv`);
    return { rows: Number(answer.headers.get('x-rows')), capped: answer.headers.has('x-rows-capped') };
  } catch {
    return '';
  }
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
