/** People who use the house over HTTP: each speaks with its own token and reads envelopes. */
import type { Json } from '../../common/entity/field';
import { seedCtx } from '../db/seeds/base';
import { SUPER, type World } from './world';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came. */
  readonly text: string;
  readonly code: number;
  readonly msg: string;
  /** By the server's clock, unix seconds. */
  readonly time: number;
  /** Whatever the route answers; tests know what they asked for. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read answers freely
  readonly data: any;
}
export type Body = Readonly<Record<string, unknown>>;
export interface Caller {
  readonly token: string;
  readonly refreshToken: string;
  readonly id: number;
  readonly get: (path: string, query?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly post: (path: string, body?: Body) => Promise<Answer>;
  readonly send: (method: string, path: string, init?: RequestInit) => Promise<Answer>;
}
interface Session {
  readonly realm: 'admin' | 'member';
  readonly id: number;
  readonly token: string;
  readonly refreshToken: string;
}

const HEADERS = { admin: 'batoken', member: 'ba-user-token' } as const;

export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, { redirect: 'manual', ...init });
  const text = await answer.text();
  const envelope =
    text !== '' && answer.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as Partial<Answer>) : {};
  const { code = -1, msg = '', time = 0, data = null } = envelope;
  return { status: answer.status, headers: answer.headers, text, code, msg, time, data };
}

/** Whoever a session belongs to. */
export function callerOf(world: World, session?: Session): Caller {
  const own: Record<string, string> = { server: 'true' };
  if (session) own[HEADERS[session.realm]] = session.token;
  const send = (method: string, path: string, init: RequestInit = {}): Promise<Answer> =>
    ask(world.url + path, {
      ...init,
      method,
      headers: { ...own, ...(init.headers as Record<string, string> | undefined) },
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

export const guest = (world: World): Caller => callerOf(world);

export async function signIn(world: World, realm: 'admin' | 'member', credentials: Body): Promise<Caller> {
  const path = realm === 'admin' ? '/admin/Index/login' : '/api/user/checkIn';
  const { code, msg, data } = await guest(world).post(path, credentials);
  if (code !== 1) throw new Error(`could not sign in: ${code} ${msg}`);
  const { id, token, refreshToken } = data.userInfo;
  return callerOf(world, { realm, id, token, refreshToken });
}

export const superAdmin = (world: World): Promise<Caller> => signIn(world, 'admin', SUPER);

const PASSWORD = 'limited-horse-7';
const create = async (world: World, name: string, draft: Readonly<Record<string, Json>>): Promise<number> => {
  const entity = world.services.registry.get(name);
  if (!entity) throw new Error(`no entity ${name}`);
  return (await world.writer.create(seedCtx(world.services), entity, draft)).id;
};

let people = 0;
/** An admin of a new group with these rules. */
export async function limitedAdmin(world: World, rules: readonly string[], scope = 'own'): Promise<Caller> {
  people += 1;
  const username = `limited_${people}`;
  const group = await create(world, 'admin_group', { name: `Group ${people}`, rules: [...rules], data_scope: scope });
  await create(world, 'admin', { username, nickname: username, password: PASSWORD, group_arr: [group] });
  return signIn(world, 'admin', { username, password: PASSWORD });
}

/** A member with an account of its own. */
export async function member(world: World): Promise<Caller> {
  people += 1;
  const username = `member_${people}`;
  await create(world, 'user', { username, nickname: username, password: PASSWORD });
  return signIn(world, 'member', { username, password: PASSWORD });
}

/** The token with one sign changed: the one before the last, since the last holds bits that mean nothing. */
export const forged = (token: string): string => token.replace(/.(?=.$)/, (sign) => (sign === 'A' ? 'B' : 'A'));
