/**
 * A stand-in for the Admin API of Apache APISIX 3: keeps objects in memory and responds with the statuses and shapes of the real one,
 * including its checks of references. It forwards no calls.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Body = Record<string, unknown>;
interface AdminRequest {
  readonly method: string;
  readonly path: string;
}
export interface ApisixAdmin {
  readonly url: string;
  readonly key: string;
  readonly objects: Readonly<Record<string, Map<string, Body>>>;
  readonly requests: AdminRequest[];
  /** Responds with 500 to the requests for which it returns true. */
  fails: (request: AdminRequest) => boolean;
  readonly close: () => Promise<void>;
}

const KEY = 'stand-in-admin-key';
const ID = /^[a-zA-Z0-9_.-]{1,64}$/;
const REFERENCES: Readonly<Record<string, readonly (readonly [column: string, kind: string, one: string])[]>> = {
  upstreams: [],
  services: [['upstream_id', 'upstreams', 'upstream']],
  routes: [
    ['service_id', 'services', 'service'],
    ['upstream_id', 'upstreams', 'upstream'],
  ],
};

export async function startApisixAdmin(): Promise<ApisixAdmin> {
  const objects: Record<string, Map<string, Body>> = { upstreams: new Map(), services: new Map(), routes: new Map() };
  const admin = { key: KEY, objects, requests: [] as AdminRequest[], fails: (_request: AdminRequest) => false };
  const server = createServer((request, response) => {
    void readBody(request).then((text) => answer(admin, request, response, text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(admin, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // a stream without an encoding yields Buffers
  return Buffer.concat(chunks).toString('utf8');
}

type State = Pick<ApisixAdmin, 'objects' | 'requests' | 'fails'>;
type Response = readonly [status: number, body: object];
function answer(
  state: State,
  { method = '', url = '', headers }: IncomingMessage,
  response: ServerResponse,
  text: string,
): void {
  const request = { method, path: url };
  state.requests.push(request);
  const isAllowed = headers['x-api-key'] === KEY;
  const [status, body] = isAllowed
    ? getAnswer(state, request, text)
    : ([401, { description: 'wrong apikey' }] as const);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function getAnswer(state: State, request: AdminRequest, text: string): Response {
  const { method, path } = request;
  const [, kind = '', id] = /^\/apisix\/admin\/(\w+)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (state.fails(request)) return [500, { error_msg: 'etcd is not available' }];
  const objectsOfKind = state.objects[kind];
  if (objectsOfKind === undefined) return [404, { error_msg: 'not found' }];
  if (method === 'GET' && id === undefined) return [200, getList(kind, objectsOfKind)];
  if (id === undefined || !ID.test(id)) return [400, { error_msg: 'invalid id' }];
  if (method === 'PUT') return put(state, { kind, id, body: JSON.parse(text) as Body });
  if (method !== 'DELETE') return [405, { error_msg: 'method not supported' }];
  if (!objectsOfKind.has(id)) return [404, { message: 'Key not found' }];
  const user = findUser(state, kind, id);
  if (user !== undefined)
    return [400, { error_msg: `can not delete this ${kind.slice(0, -1)}, ${user} is still using it now` }];
  objectsOfKind.delete(id);
  return [200, { key: `/apisix/${kind}/${id}`, deleted: '1' }];
}

function getList(kind: string, held: ReadonlyMap<string, Body>): object {
  const list = [...held].map(([id, value]) => ({
    key: `/apisix/${kind}/${id}`,
    value,
    createdIndex: 1,
    modifiedIndex: 1,
  }));
  return { total: list.length, list };
}

interface PutRequest {
  readonly kind: string;
  readonly id: string;
  readonly body: Body;
}
function put({ objects }: State, { kind, id, body }: PutRequest): Response {
  for (const [column, target, one] of REFERENCES[kind] ?? []) {
    const wanted = body[column];
    if (typeof wanted === 'string' && objects[target]?.has(wanted) !== true)
      return [400, { error_msg: `failed to fetch ${one} info by ${one} id [${wanted}], response code: 404` }];
  }
  if (kind === 'routes' && !Array.isArray(body['uris']) && typeof body['uri'] !== 'string')
    return [400, { error_msg: 'invalid configuration: value should match only one schema, but matches none' }];
  const isNew = objects[kind]?.has(id) !== true;
  const value = { ...body, id, create_time: 1, update_time: 2 };
  objects[kind]?.set(id, value);
  return [isNew ? 201 : 200, { key: `/apisix/${kind}/${id}`, value }];
}

/** An object that refers to another one. */
function findUser({ objects }: State, kind: string, id: string): string | undefined {
  const users = Object.entries(REFERENCES).flatMap(([name, references]) =>
    references
      .filter(([, target]) => target === kind)
      .flatMap(([column]) => [...(objects[name] ?? [])].map(([user, body]) => ({ name, user, value: body[column] }))),
  );
  const found = users.find(({ value }) => value === id);
  return found && `${found.name.slice(0, -1)} [${found.user}]`;
}
