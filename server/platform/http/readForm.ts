/** Reads the inputs of a form that a browser sent by itself (`application/x-www-form-urlencoded`). */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { fault } from '../../../common/protocol/faults';
import { readText, type RequestBody } from './readBody';
import { parseQueryString } from './requestUrl';

export const isUrlEncoded = ({ 'content-type': type = '' }: Pick<IncomingHttpHeaders, 'content-type'>): boolean =>
  type.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded';

/** The inputs by name: texts, and lists of texts for names that end in `[]`. Errors as of JSON bodies. */
export async function readForm(request: IncomingMessage, limit: number): Promise<RequestBody> {
  const { headers } = request;
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw fault('body.type');
  if (Number(headers['content-length'] ?? 0) > limit) throw fault('body.too_large');
  return { ...parseQueryString(await readText(request, limit)) };
}
