/** Calls of the site's script to the API. */
import type { SiteLang } from '../../../common/site/sitePaths';

export interface Response {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The value of a key of an object of unknown shape. */
export const valueAt = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined);

/** The language of the page as the API names it. */
export const pageLang = (): SiteLang => (document.documentElement.lang === 'en' ? 'en' : 'zh-cn');

/** A random id in the form of a UUID. `crypto.randomUUID` is absent from pages that are not sent over HTTPS. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}

/** Sends JSON; throws when there is no connection or no envelope in the response. */
export async function postJson(path: string, body: object): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', server: 'true', 'think-lang': pageLang() },
    body: JSON.stringify(body),
  });
  return toResponse(await response.json());
}

export async function getJson(path: string): Promise<Response> {
  const response = await fetch(path, { headers: { server: 'true', 'think-lang': pageLang() } });
  return toResponse(await response.json());
}

function toResponse(raw: unknown): Response {
  const [code, msg] = [valueAt(raw, 'code'), valueAt(raw, 'msg')];
  if (typeof code !== 'number') throw new Error('the response is not an envelope');
  return { code, msg: typeof msg === 'string' ? msg : '', data: valueAt(raw, 'data') };
}
