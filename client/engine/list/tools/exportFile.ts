/** Fetches a list as a file and hands it to the browser; the token travels in headers, never in an address. */
import { withRequestId } from '../../../shared/api';
import type { App } from '../../../shared/app';
import { asRecord, asText } from '../../../shared/persist';
import { queryOf, type Call } from '../../../shared/transport';

export interface Exported {
  readonly rows: number;
  /** The list is longer than a file may be. */
  readonly capped: boolean;
}
interface Wanted {
  readonly entity: string;
  readonly params: NonNullable<Call['params']>;
  readonly token: string;
}

const envelopeOf = async (answer: Response) => asRecord(await answer.json().catch(() => undefined));

/** Settles with what was saved, or with the server's words why not. */
export async function exportFile(app: App, { entity, params, token }: Wanted): Promise<Exported | string> {
  const address = `${app.transport.origin}/admin/${entity}/export?${queryOf(params)}`;
  const ask = () => app.transport.fetch(address, { headers: app.transport.headers(), redirect: 'manual' });
  const isFile = (answer: Response) => answer.ok && answer.headers.get('content-type')?.startsWith('text/csv') === true;
  const refusalIn = (told: Awaited<ReturnType<typeof envelopeOf>>) =>
    withRequestId(app, asText(told?.['msg'], 500), told?.['data']);
  try {
    let answer = await ask();
    if (!isFile(answer)) {
      const told = await envelopeOf(answer);
      if (told?.['code'] !== 409 || (await app.renew('admin', token)) !== 'renewed') return refusalIn(told);
      answer = await ask();
      if (!isFile(answer)) return refusalIn(await envelopeOf(answer));
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
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
