/** REST calls that a journey makes besides the browser. */
import { ADMIN } from '../product/startProduct';

type Row = Readonly<Record<string, unknown>>;
interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: Row;
}
export interface Caller {
  readonly index: (
    entity: string,
    query?: string,
  ) => Promise<{ readonly list: readonly Row[]; readonly total: number }>;
  readonly edit: (entity: string, body: Row) => Promise<Row>;
  readonly add: (entity: string, body: Row) => Promise<Row>;
  /** Adds a row and returns its id. */
  readonly make: (entity: string, body: Row) => Promise<number>;
  readonly call: (method: string, path: string, body?: Row) => Promise<Envelope>;
  /** The same session at another origin. */
  readonly at: (url: string) => Caller;
  readonly token: string;
  readonly refreshToken: string;
  readonly id: number;
}

async function send(url: string, method: string, path: string, token: string, body?: Row): Promise<Envelope> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      server: 'true',
      'think-lang': 'en',
      ...(token === '' ? {} : { batoken: token }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Envelope;
}

/** Signs in over REST; a call that the server refuses throws with the message of the response. */
export async function callAsAdmin(
  url: string,
  person: { username: string; password: string } = ADMIN,
): Promise<Caller> {
  const login = await send(url, 'POST', '/admin/Index/login', '', { ...person, keep: false });
  const info = login.data['userInfo'] as Tokens | undefined;
  if (info === undefined) throw new Error(`login refused: ${login.msg}`);
  return getCaller(url, info);
}

interface Tokens {
  readonly id: number;
  readonly token: string;
  readonly refreshToken: string;
}
function getCaller(url: string, { id, token, refreshToken }: Tokens): Caller {
  const call = (method: string, path: string, body?: Row) => send(url, method, path, token, body);
  const accepted = async (method: string, path: string, body?: Row) => {
    const envelope = await call(method, path, body);
    if (envelope.code !== 1)
      throw new Error(`${path}: ${envelope.code} ${envelope.msg} ${JSON.stringify(envelope.data)}`);
    return envelope.data;
  };
  const add = (entity: string, body: Row) => accepted('POST', `/admin/${entity}/add`, body);
  return {
    id,
    token,
    refreshToken,
    at: (other) => getCaller(other, { id, token, refreshToken }),
    call,
    index: async (entity, query = '') => {
      const data = await accepted('GET', `/admin/${entity}/index${query}`);
      return { list: data['list'] as readonly Row[], total: Number(data['total']) };
    },
    edit: (entity, body) => accepted('POST', `/admin/${entity}/edit`, body),
    add,
    make: async (entity, body) => Number((await add(entity, body))['id']),
  };
}
