/** Routes of the marketplace, for super admins in person: the console reads sources through the server, never directly. */
import { z } from 'zod';
import { marketSource } from '../../../common/entities/marketSource';
import { stringOrEmpty } from '../../../common/json';
import { MARKET_PAYMENTS } from '../../../common/modules/market';
import { translate } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { TEXT_ID, type HandlerResult, type Route, type RouteCall } from '../../engine/http/routeRegistry';
import { encryptMarketKey } from '../../hooks/market/marketSourceHooks';
import { toSystemContext } from '../../platform/systemContext';
import { isMarketKeyFormat } from '../publish/marketKeys';
import { checkUpdates } from './checkUpdates';
import { createMarketClient, type MarketClient } from './marketClient';
import { listSources, requireSource, type MarketSource } from './marketSources';
import { recordRead } from './recordReads';
import { downloadPackage, loadCatalog, loadPlugin, loadImage } from './readMarket';

const sourceId = z.number().int().positive();
const uid = z.string().min(1).max(40);
const linkInput = z.strictObject({ source: sourceId, key: z.string().trim().max(100) });
const sourceInput = z.strictObject({ source: sourceId });
const downloadInput = z.strictObject({ source: sourceId, id: uid, version: z.string().max(40) });
const rateInput = z.strictObject({ source: sourceId, id: uid, rating: z.number().int().min(1).max(5) });
const refundInput = z.strictObject({ source: sourceId, id: uid, reason: z.string().max(255) });
const buyInput = z.strictObject({
  source: sourceId,
  id: uid,
  payment: z.enum(MARKET_PAYMENTS),
  price: z.string().max(20).default(''),
  code: z.string().max(60).default(''),
  /** Idempotency key: the same for every attempt of one purchase. */
  key: z.string().regex(/^[0-9A-Za-z_-]{16,64}$/),
});

const loadSource = ({ ctx, query }: RouteCall): Promise<MarketSource> =>
  requireSource(ctx.services, Number(query['source'] ?? 0));
const getClient = ({ ctx }: RouteCall, source: MarketSource): MarketClient =>
  createMarketClient(ctx.services, source, ctx.lang);

async function readSources({ ctx }: RouteCall): Promise<HandlerResult> {
  const sources = await listSources(ctx.services);
  const list = sources.map(({ id, title, url, marketKey }) => ({ id, title, url, isLinked: marketKey !== '' }));
  return { data: { list } };
}

async function readCatalog(call: RouteCall, { writer }: ModuleServices): Promise<HandlerResult> {
  const { ctx, query } = call;
  const ask = (name: string) => stringOrEmpty(query[name]);
  const asked = {
    search: ask('search'),
    category: ask('category'),
    recommended: ask('recommended'),
    page: ask('page'),
    limit: ask('limit'),
  };
  const source = await loadSource(call);
  return { data: await recordRead(ctx.services, writer, source, () => loadCatalog(ctx, source, asked)) };
}

const readDetail = async (call: RouteCall): Promise<HandlerResult> => ({
  data: await loadPlugin(call.ctx, await loadSource(call), stringOrEmpty(call.query['id'])),
});

const readImage = async (call: RouteCall): Promise<HandlerResult> => ({
  data: { src: await loadImage(call.ctx, await loadSource(call), stringOrEmpty(call.query['path'])) },
});

/** Checks the key with the source before it is stored, encrypted. Errors: `market.key` for a text that is no key, and those of the source. */
async function linkAccount(call: RouteCall, { writer }: ModuleServices): Promise<HandlerResult> {
  const { ctx, body } = call;
  const { source: id, key } = linkInput.parse(body);
  if (!isMarketKeyFormat(key)) throw fault('market.key');
  const source = await requireSource(ctx.services, id);
  const { name } = await createMarketClient(ctx.services, { ...source, marketKey: key }, ctx.lang).account();
  await saveAccount(call, {
    writer,
    id,
    account: name,
    sealedKey: encryptMarketKey(ctx.services.env.appKeys, source.url, key),
  });
  return { data: { account: name }, msg: translate(ctx.lang, 'success.market_linked') };
}

interface SavedAccount extends Pick<ModuleServices, 'writer'> {
  readonly id: number;
  readonly account: string;
  readonly sealedKey: string | null;
}
/** The audit log names the source and the account, never the key. */
async function saveAccount({ ctx }: RouteCall, { writer, id, account, sealedKey }: SavedAccount): Promise<void> {
  const audit = { verb: account === '' ? 'unlink' : 'link', about: `${marketSource.name} ${id}`, input: { account } };
  await writer.changeSet(toSystemContext(ctx, { channel: 'ui' }), audit, async (_writer, hook) => {
    await hook.asSystem.update(marketSource, { id, account, sealed_key: sealedKey });
    return {};
  });
}

async function buy(call: RouteCall): Promise<HandlerResult> {
  const { ctx, body } = call;
  const { source: id, id: plugin, ...order } = buyInput.parse(body);
  const source = await requireSource(ctx.services, id);
  const data = await getClient(call, source).buy({ plugin, ...order });
  return { data, msg: translate(ctx.lang, 'success.plugin_bought') };
}

async function rate(call: RouteCall): Promise<HandlerResult> {
  const { ctx, body } = call;
  const { source: id, id: plugin, rating } = rateInput.parse(body);
  const source = await requireSource(ctx.services, id);
  const data = await getClient(call, source).rate(plugin, rating);
  return { data, msg: translate(ctx.lang, 'success.plugin_rated') };
}

/** Asks the publisher for the money back; its staff decide. */
async function requestRefund(call: RouteCall): Promise<HandlerResult> {
  const { ctx, body } = call;
  const { source: id, id: plugin, reason } = refundInput.parse(body);
  const source = await requireSource(ctx.services, id);
  const data = await getClient(call, source).requestRefund(plugin, reason);
  return { data, msg: translate(ctx.lang, 'success.refund_requested') };
}

async function download(call: RouteCall, { writer }: ModuleServices): Promise<HandlerResult> {
  const { source: id, ...wanted } = downloadInput.parse(call.body);
  return { data: await downloadPackage(call.ctx, writer, await requireSource(call.ctx.services, id), wanted) };
}

type RouteSpec = Pick<Route, 'path' | 'summary' | 'handler'> & Partial<Route>;

export function registerMarketConsoleRoutes(modules: ModuleServices): void {
  const { routes, writer } = modules;
  const common = { realm: 'admin', access: 'super', rejectsApiTokens: true } as const;
  const read = ({ path, ...spec }: RouteSpec) =>
    routes.add({ ...common, method: 'GET', query: ['source'], body: 'none', path: `/admin/market/${path}`, ...spec });
  const post = ({ path, ...spec }: RouteSpec) =>
    routes.add({ ...common, method: 'POST', query: [], body: 'json', path: `/admin/market/${path}`, ...spec });
  read({
    path: 'sources',
    query: [],
    summary: 'List the enabled market sources',
    handler: readSources,
  });
  read({
    path: 'catalogue',
    query: ['source', 'page', 'limit', 'search', 'category', 'recommended'],
    summary: 'Read the catalogue of a source',
    handler: (call) => readCatalog(call, modules),
  });
  const plugin = { path: 'plugin', query: ['source', 'id'], parameters: TEXT_ID };
  read({ ...plugin, summary: 'Read a plugin of a source', handler: readDetail });
  read({ path: 'picture', query: ['source', 'path'], summary: 'Read a picture of a source', handler: readImage });
  post({
    path: 'link',
    input: linkInput,
    stepUp: true,
    summary: 'Link a member account of a source by its market key',
    handler: (call) => linkAccount(call, modules),
  });
  post({
    path: 'unlink',
    input: sourceInput,
    summary: 'Forget the market key of a source',
    handler: async (call) => {
      const { source: id } = sourceInput.parse(call.body);
      await saveAccount(call, { writer, id, account: '', sealedKey: null });
      return { msg: translate(call.ctx.lang, 'success.market_unlinked') };
    },
  });
  post({ path: 'buy', input: buyInput, stepUp: true, summary: 'Buy a plugin with the linked account', handler: buy });
  post({ path: 'rate', input: rateInput, summary: 'Rate a plugin that the linked account bought', handler: rate });
  post({
    path: 'requestRefund',
    input: refundInput,
    summary: 'Request a refund of a plugin that the linked account bought',
    handler: requestRefund,
  });
  post({
    ...{ path: 'download', input: downloadInput, stepUp: true, hasLongTimeout: true },
    summary: 'Download the package of a plugin; it waits to be installed',
    handler: (call) => download(call, modules),
  });
  post({
    path: 'check',
    input: z.strictObject({}),
    hasLongTimeout: true,
    summary: 'Look for new versions of the installed modules now',
    handler: async ({ ctx }) => ({ data: { offers: await checkUpdates(ctx.services, writer) } }),
  });
}
