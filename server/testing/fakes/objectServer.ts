/** An S3-compatible store that listens on a port, checks signatures and their time, and can fail, hang or disconnect. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as passOn, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { ObjectStoreSettings } from '../../platform/settings';
import { createS3Store } from '../../modules/upload/objectStore/s3Store';
import { setSetting } from '../setSetting';
import type { TestServer } from '../testServer';

export type StoreFailureMode = 'none' | 'fails' | 'hangs' | 'drops';
export interface ObjectServer {
  readonly url: string;
  readonly settings: ObjectStoreSettings;
  /** Method and path of every request. */
  readonly requests: string[];
  failureMode: StoreFailureMode;
  /** An expired form. */
  readonly expiredForm: (
    size: number,
    type: string,
  ) => { readonly key: string; readonly params: Readonly<Record<string, string>> };
  readonly close: () => Promise<void>;
}

const BUCKET = 'atrium-files';
/** Maximum number of objects in a page of a list. */
export const PAGE_SIZE = 20;
/** The only account of the server. */
const ACCESS_KEY = 'S3RVER';
const CORS =
  '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>POST</AllowedMethod><AllowedMethod>GET</AllowedMethod><AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>';

/** s3rver stores forms without checking their policy. This checks it as S3 does and then passes the form on. */
async function postForm(request: IncomingMessage, response: ServerResponse, inner: Server): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // a stream of bytes
  const body = Buffer.concat(parts);
  const type = request.headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const refusal = policyViolation(form);
  if (refusal !== undefined) {
    response.setHeader('access-control-allow-origin', '*');
    response.writeHead(403).end(`<Error><Code>AccessDenied</Code><Message>${refusal}</Message></Error>`);
    return;
  }
  const { port } = inner.address() as AddressInfo; // listening on a port
  const forwarded = passOn(
    { port, host: '127.0.0.1', method: 'POST', path: request.url, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    },
  );
  forwarded.on('error', () => response.destroy());
  forwarded.end(body);
}

/**
 * Pages of ListObjectsV2. s3rver checks the signature but makes its continuation tokens with DES, which OpenSSL 3 lacks: the
 * page itself comes from version 1 of the list.
 */
async function listPage(request: IncomingMessage, response: ServerResponse, inner: Server): Promise<void> {
  const { port } = inner.address() as AddressInfo; // listening on a port
  const { url: path = '', headers } = request;
  const status = await new Promise<number>((done, fail) => {
    const call = passOn({ port, host: '127.0.0.1', method: 'GET', path, headers }, (answer) => {
      answer.resume();
      done(answer.statusCode ?? 500);
    });
    call.on('error', fail).end();
  });
  if (status === 403) {
    response.writeHead(403).end();
    return;
  }
  const requests = new URL(path, `http://127.0.0.1:${port}`);
  const plain = new URL(requests.pathname, requests);
  plain.searchParams.set('max-keys', String(PAGE_SIZE));
  plain.searchParams.set('prefix', requests.searchParams.get('prefix') ?? '');
  const token = requests.searchParams.get('continuation-token');
  if (token !== null) plain.searchParams.set('marker', Buffer.from(token, 'base64').toString());
  const text = await (await fetch(plain)).text();
  const last = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].at(-1)?.[1] ?? '';
  const next = `<NextContinuationToken>${Buffer.from(last).toString('base64')}</NextContinuationToken>`;
  const isMore = text.includes('<IsTruncated>true</IsTruncated>');
  response.end(isMore ? text.replace('</ListBucketResult>', `${next}</ListBucketResult>`) : text);
}

const hmacSha256 = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const UNSIGNED_FIELDS = new Set(['policy', 'x-amz-signature', 'file']);

/** The first condition of the policy that the form violates (AWS: "Creating a POST policy"); undefined when it violates none. */
function policyViolation(form: FormData): string | undefined {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const [id, day = '', region = '', service = '', end = ''] = text('x-amz-credential').split('/');
  const key = [day, region, service, end].reduce<string | Buffer>(hmacSha256, `AWS4${ACCESS_KEY}`);
  if (id !== ACCESS_KEY || hmacSha256(key, text('policy')).toString('hex') !== text('x-amz-signature'))
    return 'signature';
  const policy = JSON.parse(Buffer.from(text('policy'), 'base64').toString()) as {
    readonly expiration: string;
    readonly conditions: readonly (
      Readonly<Record<string, string>> | readonly [string, string | number, string | number]
    )[];
  };
  if (!(Date.parse(policy.expiration) > Date.now())) return 'Policy expired';
  const file = form.get('file');
  const size = file instanceof File ? file.size : -1;
  const coveredFields = new Set<string>();
  for (const condition of policy.conditions) {
    if (!Array.isArray(condition)) {
      if ((condition as Readonly<Record<string, string>>)['bucket'] !== BUCKET) return 'bucket';
      continue;
    }
    const [kind, first, second] = condition as readonly [string, string | number, string | number];
    if (kind === 'content-length-range') {
      if (size < Number(first) || size > Number(second)) return 'size';
      continue;
    }
    const name = String(first).slice(1);
    coveredFields.add(name.toLowerCase());
    const value = text(name);
    if (kind === 'eq' ? value !== second : !value.startsWith(String(second))) return name;
  }
  return [...form.keys()].find((name) => !UNSIGNED_FIELDS.has(name) && !coveredFields.has(name.toLowerCase()));
}

export async function openObjectServer(): Promise<ObjectServer> {
  const directory = mkdtempSync(join(tmpdir(), 'atrium-objects-'));
  const store = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET, configs: [CORS] }] });
  await store.configureBuckets();
  const answer = store.callback();
  const requests: string[] = [];
  const serverState: { failureMode: StoreFailureMode } = { failureMode: 'none' };
  const inner = createServer(answer);
  await new Promise<void>((done) => inner.listen(0, '127.0.0.1', done));
  const server: Server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${String(request.url).split('?')[0] ?? ''}`);
    if (serverState.failureMode === 'none' && request.method === 'POST') void postForm(request, response, inner);
    else if (serverState.failureMode === 'none' && request.url?.includes('?list-type=2') === true)
      listPage(request, response, inner).catch(() => response.destroy());
    else if (serverState.failureMode === 'none') answer(request, response);
    else if (serverState.failureMode === 'drops') request.socket.destroy();
    else if (serverState.failureMode === 'fails')
      response.writeHead(500).end('<Error><Code>InternalError</Code></Error>');
    // A hanging server sends nothing at all.
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on a port
  const settings: ObjectStoreSettings = {
    endpoint: url,
    region: 'us-east-1',
    bucket: BUCKET,
    keyId: ACCESS_KEY,
    secret: () => ACCESS_KEY,
    pathStyle: true,
    publicUrl: '',
    params: {},
    timeoutMs: 1_000,
  };
  return Object.assign(serverState, {
    url,
    settings,
    requests,
    expiredForm: (size: number, type: string) => {
      const at = new Date(Date.now() - 3_600_000);
      const key = 'incoming/over';
      return {
        key,
        params: createS3Store(settings, ['127.0.0.1']).createUploadForm({
          key,
          size: [size, size],
          type,
          seconds: 60,
          at,
        }).params,
      };
    },
    close: async () => {
      inner.closeAllConnections();
      await new Promise((done) => inner.close(done));
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(directory, { recursive: true, force: true });
    },
  });
}

/** Configures a test server for the store, as the configuration screen does. */
export async function configureObjectStore(
  server: TestServer,
  { settings }: ObjectServer,
  storeSecret: (path: string, body: object) => Promise<unknown>,
): Promise<void> {
  await setSetting(server, 'upload_url', settings.endpoint);
  await setSetting(server, 'upload_bucket', settings.bucket);
  await setSetting(server, 'upload_key_id', settings.keyId);
  const [row] = await server.services.db.rows<{ id: number }>(
    "SELECT id FROM `config` WHERE name = 'upload_key_secret'",
  );
  await storeSecret('/admin/config/seal', { id: Number(row?.id), value: settings.secret() });
  await setSetting(server, 'upload_mode', 's3');
}
