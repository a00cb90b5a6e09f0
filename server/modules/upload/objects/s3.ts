/** The driver for S3-compatible stores: a small signer, our own requests, and only hosts the house may call. */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as safeRequest } from 'node:https';
import { isIP } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStoreSettings } from '../../../context';
import { bucketBase, bucketUrl } from '../../../platform/bucketUrl';
import { addressFor } from '../../../platform/outbound';
import { signForm } from './form';
import { StoreFailure, type ObjectFacts, type ObjectForm, type ObjectStore, type StoredObject } from './store';

const LONGEST_ANSWER = 1024 * 1024;

interface Asked {
  readonly method: 'HEAD' | 'GET' | 'PUT' | 'DELETE';
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A file to send. */
  readonly from?: string;
}
interface Reach {
  readonly settings: ObjectStoreSettings;
  readonly privateHosts: readonly string[];
}

/** A key that begins with `?` asks about the bucket itself. */
const urlOf = (settings: ObjectStoreSettings, key: string): string =>
  key.startsWith('?') ? bucketUrl(settings) + key : bucketBase(settings) + key;

interface ToSign {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Signed into the address, for so many seconds. */
  readonly seconds?: number;
  readonly at?: Date;
}
async function signed({ keyId, secret, region }: ObjectStoreSettings, { method, url, headers, seconds, at }: ToSign) {
  const { AwsV4Signer } = await import('aws4fetch');
  const target = new URL(url);
  if (seconds !== undefined) target.searchParams.set('X-Amz-Expires', String(seconds));
  const signer = new AwsV4Signer({
    ...{ method, url: target.href, headers, service: 's3', region, accessKeyId: keyId, secretAccessKey: secret() },
    // Everything said is signed: nobody sends more, or of another type.
    ...{ allHeaders: true, signQuery: seconds !== undefined },
    ...(at ? { datetime: at.toISOString().replace(/[:-]|\.\d{3}/g, '') } : {}),
  });
  const { url: address, headers: told } = await signer.sign();
  return { url: address, headers: Object.fromEntries(told) };
}

/** One request to the store, at an address looked up once. The answer's body is the caller's to read. */
async function ask({ settings, privateHosts }: Reach, { method, key, headers = {}, from }: Asked) {
  const length = from === undefined ? undefined : (await stat(from)).size;
  const given = { ...headers, ...(length === undefined ? {} : { 'content-length': String(length) }) };
  const { url, headers: told } = await signed(settings, { method, url: urlOf(settings, key), headers: given });
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const address = await addressFor({ host: url.hostname, port }, privateHosts);
  if (address === undefined) throw new StoreFailure('forbidden');
  return new Promise<IncomingMessage>((done, fail) => {
    const call = (url.protocol === 'https:' ? safeRequest : plainRequest)(
      url,
      {
        method,
        headers: told,
        timeout: settings.timeoutMs,
        lookup: (_host, options, found) =>
          options.all ? found(null, [{ address, family: isIP(address) }]) : found(null, address, isIP(address)),
      },
      done,
    );
    call.on('timeout', () => call.destroy(new StoreFailure('timeout')));
    call.on('error', (error) => fail(error instanceof StoreFailure ? error : new StoreFailure('connection')));
    if (from === undefined) call.end();
    else pipeline(createReadStream(from, { highWaterMark: 256 * 1024 }), call).catch(fail);
  });
}

const isGood = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode < 300;
function refusalOf({ statusCode = 0 }: IncomingMessage): StoreFailure {
  if (statusCode === 401 || statusCode === 403) return new StoreFailure('refused');
  return new StoreFailure(statusCode >= 500 || statusCode === 429 ? 'connection' : 'other');
}
/** What the store says in words is read to free the connection, and shown to nobody. */
async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer) {
    if (text.length < LONGEST_ANSWER) text += String(chunk);
  }
  return text;
}
const factsOf = ({ headers }: IncomingMessage): ObjectFacts => ({
  size: Number(headers['content-length'] ?? Number.NaN),
  type: headers['content-type'] ?? '',
  etag: String(headers.etag ?? ''),
});
const formHeaders = ({ type, disposition }: ObjectForm) => ({
  'content-type': type,
  'content-disposition': disposition,
});

/** Asks, and reads the whole answer; undefined when there is no such object. */
async function settle(reach: Reach, asked: Asked): Promise<{ text: string; facts: ObjectFacts } | undefined> {
  const answer = await ask(reach, asked);
  const text = await textOf(answer);
  if (answer.statusCode === 404 || answer.statusCode === 412) return undefined;
  if (!isGood(answer)) throw refusalOf(answer);
  return { text, facts: factsOf(answer) };
}

async function fetchTo(reach: Reach, key: string, to: string, most: number): Promise<ObjectFacts | undefined> {
  const answer = await ask(reach, { method: 'GET', key });
  if (!isGood(answer)) {
    await textOf(answer);
    if (answer.statusCode === 404) return undefined;
    throw refusalOf(answer);
  }
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > most ? new StoreFailure('too_large') : null, chunk);
    },
  });
  await pipeline(answer, measure, createWriteStream(to)).catch((error: unknown) => {
    throw error instanceof StoreFailure ? error : new StoreFailure('connection');
  });
  return { ...factsOf(answer), size };
}

async function copyTo(reach: Reach, from: string, to: string, etag: string, form: ObjectForm): Promise<boolean> {
  const { bucket } = reach.settings;
  const headers = {
    ...formHeaders(form),
    ...reach.settings.params,
    'x-amz-copy-source': `/${bucket}/${from}`,
    'x-amz-copy-source-if-match': etag,
    'x-amz-metadata-directive': 'REPLACE',
  };
  const done = await settle(reach, { method: 'PUT', key: to, headers });
  // A copy that fails half-way is told with a good status.
  if (done === undefined || done.text.includes('<Error')) return false;
  const copied = await settle(reach, { method: 'HEAD', key: to });
  return copied?.facts.etag === etag;
}

/** The keys of a ListObjectsV2 answer. Keys with characters that XML escapes are none of ours. */
function listed(xml: string): readonly StoredObject[] {
  const keys = [...xml.matchAll(/<Key>([^<&]{1,1024})<\/Key>/g)].map(([, key = '']) => key);
  const times = [...xml.matchAll(/<LastModified>([^<]{1,40})<\/LastModified>/g)].map(([, time = '']) =>
    Date.parse(time),
  );
  if (keys.length !== times.length) return [];
  return keys.map((key, at) => ({ key, modified: times[at] ?? Number.NaN }));
}

/** Where the next page of an answer begins; undefined after the last one. */
function nextOf(xml: string): string | undefined {
  const [, token] = /<NextContinuationToken>([^<]{1,2048})<\/NextContinuationToken>/.exec(xml) ?? [];
  return token?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** The store answers at most 1 000 objects a page. */
async function* listAll(reach: Reach, prefix: string): AsyncGenerator<StoredObject> {
  let token: string | undefined;
  do {
    const from = token === undefined ? '' : `&continuation-token=${encodeURIComponent(token)}`;
    const key = `?list-type=2&prefix=${encodeURIComponent(prefix)}${from}`;
    const text: string = (await settle(reach, { method: 'GET', key }))?.text ?? '';
    yield* listed(text);
    const next = nextOf(text);
    token = next === token ? undefined : next;
  } while (token !== undefined);
}

/** `privateHosts`: what of its own network the house may call. */
export function openS3(settings: ObjectStoreSettings, privateHosts: readonly string[]): ObjectStore {
  const reach: Reach = { settings, privateHosts };
  const base = bucketBase(settings);
  const presigned = async (asked: ToSign): Promise<string> => (await signed(settings, asked)).url.href;
  return {
    origin: new URL(base).origin,
    addressOf: (key) => base + key,
    keyOf: (address) => (address.startsWith(base) ? address.slice(base.length) : undefined),
    form: (terms) => ({ url: bucketUrl(settings), params: signForm(settings, terms) }),
    list: (prefix) => listAll(reach, prefix),
    link: (key, seconds) => presigned({ method: 'GET', url: base + key, headers: {}, seconds }),
    head: async (key) => (await settle(reach, { method: 'HEAD', key }))?.facts,
    fetch: (key, to, most) => fetchTo(reach, key, to, most),
    put: async (key, from, form) => {
      const headers = { ...settings.params, ...formHeaders(form) };
      if (!(await settle(reach, { method: 'PUT', key, headers, from }))) throw new StoreFailure('other');
    },
    copy: (from, to, etag, form) => copyTo(reach, from, to, etag, form),
    remove: async (key) => {
      await settle(reach, { method: 'DELETE', key });
    },
  };
}
