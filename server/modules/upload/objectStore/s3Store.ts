/** Object storage driver for S3-compatible stores: signs requests, sends them through the SSRF guard and creates presigned URLs. */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStoreSettings } from '../../../platform/settings';
import { createBucketBaseUrl, createBucketUrl } from '../../../platform/bucketUrl';
import { resolveAllowedAddress } from '../../../platform/ssrfGuard';
import { signPostPolicy } from './signPostPolicy';
import {
  ObjectStoreError,
  type ObjectMetadata,
  type ObjectHeaders,
  type ObjectStore,
  type StoredObject,
} from './objectStore';

const MAX_RESPONSE_CHARS = 1024 * 1024;

interface S3Request {
  readonly method: 'HEAD' | 'GET' | 'PUT' | 'DELETE';
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A file to upload. */
  readonly from?: string;
}
interface S3Connection {
  readonly settings: ObjectStoreSettings;
  readonly privateHosts: readonly string[];
}

/** The URL of an object. A key that begins with `?` is a query of the bucket, such as a list. */
const getObjectUrl = (settings: ObjectStoreSettings, key: string): string =>
  key.startsWith('?') ? createBucketUrl(settings) + key : createBucketBaseUrl(settings) + key;

interface SignRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Signed into the URL, valid for this many seconds. */
  readonly seconds?: number;
  readonly at?: Date;
}
async function signRequest(
  { keyId, secret, region }: ObjectStoreSettings,
  { method, url, headers, seconds, at }: SignRequest,
) {
  const { AwsV4Signer } = await import('aws4fetch');
  const target = new URL(url);
  if (seconds !== undefined) target.searchParams.set('X-Amz-Expires', String(seconds));
  const signer = new AwsV4Signer({
    method,
    url: target.href,
    headers,
    service: 's3',
    region,
    accessKeyId: keyId,
    secretAccessKey: secret(),
    // All headers are signed, so that a client cannot send more, or another type.
    allHeaders: true,
    signQuery: seconds !== undefined,
    ...(at ? { datetime: at.toISOString().replace(/[:-]|\.\d{3}/g, '') } : {}),
  });
  const { url: address, headers: signedHeaders } = await signer.sign();
  return { url: address, headers: Object.fromEntries(signedHeaders) };
}

/** Sends one request to the store, at an IP resolved once. The caller must read the response body. */
async function sendRequest({ settings, privateHosts }: S3Connection, { method, key, headers = {}, from }: S3Request) {
  const length = from === undefined ? undefined : (await stat(from)).size;
  const requestHeaders = { ...headers, ...(length === undefined ? {} : { 'content-length': String(length) }) };
  const { url, headers: signedHeaders } = await signRequest(settings, {
    method,
    url: getObjectUrl(settings, key),
    headers: requestHeaders,
  });
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const address = await resolveAllowedAddress({ host: url.hostname, port }, privateHosts);
  if (address === undefined) throw new ObjectStoreError('forbidden');
  return new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      {
        method,
        headers: signedHeaders,
        timeout: settings.timeoutMs,
        lookup: (_host, options, found) =>
          options.all ? found(null, [{ address, family: isIP(address) }]) : found(null, address, isIP(address)),
      },
      resolve,
    );
    outgoing.on('timeout', () => outgoing.destroy(new ObjectStoreError('timeout')));
    outgoing.on('error', (error) =>
      reject(error instanceof ObjectStoreError ? error : new ObjectStoreError('connection')),
    );
    if (from === undefined) outgoing.end();
    else pipeline(createReadStream(from, { highWaterMark: 256 * 1024 }), outgoing).catch(reject);
  });
}

const isSuccess = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode < 300;
function errorOfStatus({ statusCode = 0 }: IncomingMessage): ObjectStoreError {
  if (statusCode === 401 || statusCode === 403) return new ObjectStoreError('refused');
  return new ObjectStoreError(statusCode >= 500 || statusCode === 429 ? 'connection' : 'other');
}
/** Reads the whole response, also an error text that is not used: this frees the connection. */
async function readText(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) {
    if (text.length < MAX_RESPONSE_CHARS) text += String(chunk);
  }
  return text;
}
const parseMetadata = ({ headers }: IncomingMessage): ObjectMetadata => ({
  size: Number(headers['content-length'] ?? Number.NaN),
  type: headers['content-type'] ?? '',
  etag: String(headers.etag ?? ''),
});
const toHttpHeaders = ({ type, disposition }: ObjectHeaders) => ({
  'content-type': type,
  'content-disposition': disposition,
});

/** Sends a request and reads the whole response; undefined when there is no such object. */
async function requestText(
  connection: S3Connection,
  s3Request: S3Request,
): Promise<{ text: string; metadata: ObjectMetadata } | undefined> {
  const response = await sendRequest(connection, s3Request);
  const text = await readText(response);
  if (response.statusCode === 404 || response.statusCode === 412) return undefined;
  if (!isSuccess(response)) throw errorOfStatus(response);
  return { text, metadata: parseMetadata(response) };
}

async function downloadTo(
  connection: S3Connection,
  key: string,
  to: string,
  maxBytes: number,
): Promise<ObjectMetadata | undefined> {
  const response = await sendRequest(connection, { method: 'GET', key });
  if (!isSuccess(response)) {
    await readText(response);
    if (response.statusCode === 404) return undefined;
    throw errorOfStatus(response);
  }
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      size += chunk.length;
      callback(size > maxBytes ? new ObjectStoreError('too_large') : null, chunk);
    },
  });
  await pipeline(response, measure, createWriteStream(to)).catch((error: unknown) => {
    throw error instanceof ObjectStoreError ? error : new ObjectStoreError('connection');
  });
  return { ...parseMetadata(response), size };
}

async function copyObject(
  connection: S3Connection,
  from: string,
  to: string,
  etag: string,
  objectHeaders: ObjectHeaders,
): Promise<boolean> {
  const { bucket } = connection.settings;
  const headers = {
    ...toHttpHeaders(objectHeaders),
    ...connection.settings.params,
    'x-amz-copy-source': `/${bucket}/${from}`,
    'x-amz-copy-source-if-match': etag,
    'x-amz-metadata-directive': 'REPLACE',
  };
  const copyResponse = await requestText(connection, { method: 'PUT', key: to, headers });
  // S3 reports a failed copy with status 200 and an error body.
  if (copyResponse === undefined || copyResponse.text.includes('<Error')) return false;
  const copied = await requestText(connection, { method: 'HEAD', key: to });
  return copied?.metadata.etag === etag;
}

/** The keys of a ListObjectsV2 response. Keys with XML-escaped characters were not written by this server. */
function parseListing(xml: string): readonly StoredObject[] {
  const keys = [...xml.matchAll(/<Key>([^<&]{1,1024})<\/Key>/g)].map(([, key = '']) => key);
  const times = [...xml.matchAll(/<LastModified>([^<]{1,40})<\/LastModified>/g)].map(([, time = '']) =>
    Date.parse(time),
  );
  if (keys.length !== times.length) return [];
  return keys.map((key, index) => ({ key, modified: times[index] ?? Number.NaN }));
}

/** The token of the next page; undefined after the last one. */
function parseContinuationToken(xml: string): string | undefined {
  const [, token] = /<NextContinuationToken>([^<]{1,2048})<\/NextContinuationToken>/.exec(xml) ?? [];
  return token?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** The store returns at most 1 000 objects a page. */
async function* listObjects(connection: S3Connection, prefix: string): AsyncGenerator<StoredObject> {
  let token: string | undefined;
  do {
    const from = token === undefined ? '' : `&continuation-token=${encodeURIComponent(token)}`;
    const key = `?list-type=2&prefix=${encodeURIComponent(prefix)}${from}`;
    const text: string = (await requestText(connection, { method: 'GET', key }))?.text ?? '';
    yield* parseListing(text);
    const next = parseContinuationToken(text);
    token = next === token ? undefined : next;
  } while (token !== undefined);
}

/** `privateHosts`: allowed hosts of the private network. */
export function createS3Store(settings: ObjectStoreSettings, privateHosts: readonly string[]): ObjectStore {
  const connection: S3Connection = { settings, privateHosts };
  const base = createBucketBaseUrl(settings);
  const presign = async (s3Request: SignRequest): Promise<string> => (await signRequest(settings, s3Request)).url.href;
  return {
    origin: new URL(base).origin,
    getUrl: (key) => base + key,
    findKey: (address) => (address.startsWith(base) ? address.slice(base.length) : undefined),
    createUploadForm: (terms) => ({ url: createBucketUrl(settings), params: signPostPolicy(settings, terms) }),
    list: (prefix) => listObjects(connection, prefix),
    createPresignedUrl: (key, seconds) => presign({ method: 'GET', url: base + key, headers: {}, seconds }),
    head: async (key) => (await requestText(connection, { method: 'HEAD', key }))?.metadata,
    fetch: (key, to, maxBytes) => downloadTo(connection, key, to, maxBytes),
    put: async (key, from, objectHeaders) => {
      const headers = { ...settings.params, ...toHttpHeaders(objectHeaders) };
      if (!(await requestText(connection, { method: 'PUT', key, headers, from }))) throw new ObjectStoreError('other');
    },
    copy: (from, to, etag, objectHeaders) => copyObject(connection, from, to, etag, objectHeaders),
    remove: async (key) => {
      await requestText(connection, { method: 'DELETE', key });
    },
  };
}
