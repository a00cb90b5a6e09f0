/** Calls of one source: catalog, details, account, purchase, packages and images. Every response is checked before anything uses it. */
import type { ZodType } from 'zod';
import type { MarketAccount, MarketCatalog, MarketDetail, MarketPayment } from '../../../common/modules/market';
import { MARKET_PREFIX } from '../../../common/modules/market';
import type { Lang } from '../../../common/lang';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import type { Services } from '../../context';
import { PACKAGE_LIMITS } from '../../installer/package/manifest';
import { parseBody } from '../../platform/http/readBody';
import {
  accountSchema,
  catalogueSchema,
  detailSchema,
  envelopeSchema,
  purchaseSchema,
  ratingSchema,
  refundSchema,
  versionsSchema,
} from './catalogueSchema';
import { fetchRemote, type RemoteResponse } from './fetchRemote';
import type { MarketSource } from './marketSources';

const JSON_LIMITS = { maxBytes: 2 * 1024 * 1024, timeoutMs: 8_000 } as const;
const PACKAGE_FETCH = { maxBytes: PACKAGE_LIMITS.archiveBytes, timeoutMs: 60_000 } as const;
const IMAGE_FETCH = { maxBytes: 512 * 1024, timeoutMs: 8_000 } as const;
/** No SVG: it can hold scripts. */
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];
const MAX_MESSAGE = 300;

type Query = Readonly<Record<string, string>>;
export interface RemoteOrder {
  readonly plugin: string;
  readonly payment: MarketPayment;
  readonly price: string;
  readonly code: string;
  /** Idempotency key. */
  readonly key: string;
}

const getUrl = (source: MarketSource, path: string, query: Query): URL => {
  const url = new URL(`${MARKET_PREFIX}/${path}`, source.url);
  for (const [name, value] of Object.entries(query)) if (value !== '') url.searchParams.set(name, value);
  return url;
};
const headersFor = ({ marketKey }: MarketSource, lang: Lang, isSigned: boolean): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  'accept-language': lang,
  ...(isSigned && marketKey !== '' ? { authorization: `Bearer ${marketKey}` } : {}),
});

/** The data of an envelope. Errors: `market.refused` with the message of the source, `market.invalid`. */
function readData<T>({ body }: RemoteResponse, schema: ZodType<T>): T {
  const envelope = envelopeSchema.safeParse(parseJson(body));
  if (!envelope.success) throw fault('market.invalid');
  const { code, msg, data } = envelope.data;
  if (code !== 1) throw fault('market.refused', { message: truncate(msg, MAX_MESSAGE) });
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw fault('market.invalid');
  return parsed.data;
}

/** Parses untrusted JSON: refuses prototype keys and deep nesting. */
function parseJson(body: Buffer): unknown {
  try {
    return parseBody(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw fault('market.invalid');
  }
}

export interface MarketClient {
  readonly catalogue: (query: Query) => Promise<MarketCatalog>;
  readonly detail: (uid: string) => Promise<MarketDetail>;
  readonly versions: (uids: readonly string[]) => Promise<readonly { readonly id: string; readonly version: string }[]>;
  /** Error: `market.unlinked`. */
  readonly account: () => Promise<MarketAccount>;
  /** Error: `market.unlinked`. */
  readonly buy: (order: RemoteOrder) => Promise<{ readonly number: string; readonly version: string }>;
  /** Answers the new average. Error: `market.unlinked`. */
  readonly rate: (uid: string, rating: number) => Promise<{ readonly rating: number }>;
  /** Error: `market.unlinked`. */
  readonly requestRefund: (uid: string, reason: string) => Promise<{ readonly state: 'requested' }>;
  readonly package: (uid: string, version: string) => Promise<Buffer>;
  readonly image: (path: string) => Promise<RemoteResponse>;
}

/** Errors of all calls: those of `fetchRemote`, `market.invalid` and `market.refused`. */
export function createMarketClient(services: Services, source: MarketSource, lang: Lang): MarketClient {
  const types = ['application/json'];
  const read = async <T>(path: string, query: Query, schema: ZodType<T>, isSigned = false): Promise<T> => {
    const headers = headersFor(source, lang, isSigned);
    const url = getUrl(source, path, query);
    return readData(await fetchRemote(services, { ...JSON_LIMITS, method: 'GET', url, headers, types }), schema);
  };
  const assertLinked = (): void => {
    if (source.marketKey === '') throw fault('market.unlinked');
  };
  const post = async <T>(
    path: string,
    input: object,
    schema: ZodType<T>,
    more: Readonly<Record<string, string>> = {},
  ) => {
    assertLinked();
    const headers = { ...headersFor(source, lang, true), ...more };
    const body = JSON.stringify(input);
    const url = getUrl(source, path, {});
    return readData(await fetchRemote(services, { ...JSON_LIMITS, method: 'POST', url, headers, body, types }), schema);
  };
  return {
    catalogue: (query) => read('catalogue', query, catalogueSchema),
    detail: (id) => read('plugin', { id }, detailSchema),
    versions: (uids) => read('versions', { ids: uids.join(',') }, versionsSchema),
    account: async () => {
      assertLinked();
      return read('account', {}, accountSchema, true);
    },
    buy: ({ key, ...order }) => post('buy', order, purchaseSchema, { 'idempotency-key': key }),
    rate: (plugin, rating) => post('rate', { plugin, rating }, ratingSchema),
    requestRefund: (plugin, reason) => post('requestRefund', { plugin, reason }, refundSchema),
    package: async (id, version) => {
      const headers = headersFor(source, lang, true);
      const url = getUrl(source, 'package', { id, version });
      const asked = { ...PACKAGE_FETCH, method: 'GET' as const, url, headers, types: ['application/zip', ...types] };
      const response = await fetchRemote(services, asked);
      // The source refuses in JSON.
      if (response.type !== 'application/zip') readData(response, purchaseSchema);
      if (response.status !== 200) throw fault('market.invalid');
      return response.body;
    },
    image: async (path) => {
      if (!URL.canParse(path, source.url)) throw fault('market.invalid');
      const url = new URL(path, source.url);
      if (url.origin !== source.url) throw fault('market.forbidden_url');
      const response = await fetchRemote(services, { ...IMAGE_FETCH, method: 'GET', url, types: IMAGE_TYPES });
      if (response.status !== 200) throw fault('market.invalid');
      return response;
    },
  };
}
