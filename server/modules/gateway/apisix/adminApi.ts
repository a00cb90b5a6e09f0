/** The Admin API of Apache APISIX, version 3: lists, writes and deletes objects. */
import { isObject } from '../../../../common/json';
import type { ObjectKind } from './apisixObjects';

const TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** Characters of a response in an error. */
const MAX_ERROR_CHARS = 200;

export interface AdminApi {
  /** The bodies of all objects by id. */
  readonly list: (kind: ObjectKind) => Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
  readonly put: (kind: ObjectKind, id: string, body: object) => Promise<void>;
  /** Deletes an object; one that does not exist counts as deleted. */
  readonly remove: (kind: ObjectKind, id: string) => Promise<void>;
}

/** Every call throws when APISIX does not respond in time, or refuses. */
export function createAdminApi({
  adminUrl,
  adminKey,
}: {
  readonly adminUrl: string;
  readonly adminKey: string;
}): AdminApi {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${adminUrl}/apisix/admin/${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'x-api-key': adminKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await readText(response) };
  };
  const refused = (what: string, { status, text }: Awaited<ReturnType<typeof call>>): Error =>
    new Error(`APISIX refused to ${what}: ${status} ${text.slice(0, MAX_ERROR_CHARS)}`);
  return {
    list: async (kind) => {
      const response = await call('GET', kind);
      if (response.status !== 200) throw refused(`list ${kind}`, response);
      return parseList(response.text);
    },
    put: async (kind, id, body) => {
      const response = await call('PUT', `${kind}/${id}`, body);
      if (response.status !== 200 && response.status !== 201) throw refused(`write ${kind}/${id}`, response);
    },
    remove: async (kind, id) => {
      const response = await call('DELETE', `${kind}/${id}`);
      if (response.status !== 200 && response.status !== 404) throw refused(`delete ${kind}/${id}`, response);
    },
  };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array; // the body of a response yields bytes
    size += bytes.length;
    if (size > MAX_RESPONSE_BYTES) throw new Error('the APISIX response exceeds 16 MB');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads `{ total, list: [{ key, value }] }`; an empty list can be an empty object. */
function parseList(text: string): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const gatewayResponse: unknown = JSON.parse(text);
  const list: readonly unknown[] =
    isObject(gatewayResponse) && Array.isArray(gatewayResponse['list']) ? gatewayResponse['list'] : [];
  return new Map(
    list.flatMap((item) => {
      const value = isObject(item) ? item['value'] : undefined;
      return isObject(value) && typeof value['id'] === 'string' ? [[value['id'], value] as const] : [];
    }),
  );
}
