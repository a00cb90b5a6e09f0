/** Callers of the server over HTTP: each sends its own token and reads envelopes. */
import type { Json } from '../../common/entity/field';
import { seedContext } from '../db/seeds/base';
import { SUPER_ADMIN, type TestServer } from './testServer';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The unparsed body. */
  readonly text: string;
  readonly code: number;
  readonly msg: string;
  /** By the server's clock, in Unix seconds. */
  readonly time: number;
  /** The data of the envelope; tests know its shape. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read responses freely
  readonly data: any;
}
export type Body = Readonly<Record<string, unknown>>;
export interface Caller {
  readonly token: string;
  readonly refreshToken: string;
  readonly id: number;
  readonly get: (path: string, query?: Readonly<Record<string, string>>) => Promise<ApiResponse>;
  readonly post: (path: string, body?: Body) => Promise<ApiResponse>;
  readonly send: (method: string, path: string, init?: RequestInit) => Promise<ApiResponse>;
}
interface Session {
  readonly realm: 'admin' | 'member';
  readonly id: number;
  readonly token: string;
  readonly refreshToken: string;
}

const HEADERS = { admin: 'batoken', member: 'ba-user-token' } as const;

export async function sendRequest(url: string, init: RequestInit = {}): Promise<ApiResponse> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const envelope =
    text !== '' && response.headers.get('content-type')?.includes('json')
      ? (JSON.parse(text) as Partial<ApiResponse>)
      : {};
  const { code = -1, msg = '', time = 0, data = null } = envelope;
  return { status: response.status, headers: response.headers, text, code, msg, time, data };
}

type Addressed = Pick<TestServer, 'url'>;

/** A caller with the token of a session. */
export function createCaller(server: Addressed, session?: Session): Caller {
  const authHeaders: Record<string, string> = { server: 'true' };
  if (session) authHeaders[HEADERS[session.realm]] = session.token;
  const send = (method: string, path: string, init: RequestInit = {}): Promise<ApiResponse> =>
    sendRequest(server.url + path, {
      ...init,
      method,
      headers: { ...authHeaders, ...(init.headers as Record<string, string> | undefined) },
    });
  return {
    token: session?.token ?? '',
    refreshToken: session?.refreshToken ?? '',
    id: session?.id ?? 0,
    send,
    get: (path, query = {}) =>
      send('GET', `${path}${Object.keys(query).length > 0 ? `?${String(new URLSearchParams(query))}` : ''}`),
    post: (path, body = {}) =>
      send('POST', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  };
}

export const guest = (server: Addressed): Caller => createCaller(server);

export async function signIn(server: Addressed, realm: 'admin' | 'member', credentials: Body): Promise<Caller> {
  const path = realm === 'admin' ? '/admin/Index/login' : '/api/user/checkIn';
  const { code, msg, data } = await guest(server).post(path, credentials);
  if (code !== 1) throw new Error(`could not sign in: ${code} ${msg}`);
  const { id, token, refreshToken } = data.userInfo;
  return createCaller(server, { realm, id, token, refreshToken });
}

export const superAdmin = (server: Addressed): Promise<Caller> => signIn(server, 'admin', SUPER_ADMIN);

const PASSWORD = 'limited-horse-7';
const createRow = async (server: TestServer, name: string, values: Readonly<Record<string, Json>>): Promise<number> => {
  const entity = server.services.registry.get(name);
  if (!entity) throw new Error(`no entity ${name}`);
  return (await server.writer.create(seedContext(server.services), entity, values)).id;
};

let callerCount = 0;
/** Creates an admin in a new group with these rules. */
export async function limitedAdmin(server: TestServer, rules: readonly string[], scope = 'own'): Promise<Caller> {
  callerCount += 1;
  const username = `limited_${callerCount}`;
  const group = await createRow(server, 'admin_group', {
    name: `Group ${callerCount}`,
    rules: [...rules],
    data_scope: scope,
  });
  await createRow(server, 'admin', { username, nickname: username, password: PASSWORD, group_arr: [group] });
  return signIn(server, 'admin', { username, password: PASSWORD });
}

/** Creates and signs in a member. */
export async function member(server: TestServer): Promise<Caller> {
  callerCount += 1;
  const username = `member_${callerCount}`;
  await createRow(server, 'user', { username, nickname: username, password: PASSWORD });
  return signIn(server, 'member', { username, password: PASSWORD });
}

/** The token with one character changed: the last but one, since the last one holds unused bits. */
export const tamperToken = (token: string): string =>
  token.replace(/.(?=.$)/, (character) => (character === 'A' ? 'B' : 'A'));
