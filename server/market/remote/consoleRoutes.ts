/** Routes of the marketplace, for super admins in person: the console reads sources through the server, never directly. */
import { z } from 'zod';
import { marketSource } from '../../../common/entities/marketSource';
import { stringOrEmpty } from '../../../common/json';
import { MARKET_PAYMENTS, type MarketAccount } from '../../../common/modules/market';
import { translate } from '../../../common/locales/translate';
import { Fault, fault } from '../../../common/protocol/faults';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { HandlerResult, Route, RouteCall } from '../../engine/http/routeRegistry';
import { encryptMarketKey } from '../../hooks/market/marketSourceHooks';
import { readPackage } from '../../installer/package/readPackage';
import { uploadPackage } from '../../installer/uploadPackage';
import { toSystemContext } from '../../platform/systemContext';
import { isMarketKeyFormat } from '../publish/marketKeys';
import { checkUpdates } from './checkUpdates';
import { addLocalState } from './localState';
import { createMarketClient, type MarketClient } from './marketClient';
import { listSources, requireSource, type MarketSource } from './marketSources';

const source = z.number().int().positive();
const uid = z.string().min(1).max(40);
const linkInput = z.strictObject({ source, key: z.string().trim().max(100) });
const sourceInput = z.strictObject({ source });
const downloadInput = z.strictObject({ source, id: uid, version: z.string().max(40) });
const buyInput = z.strictObject({
  ...{ source, id: uid, payment: z.enum(MARKET_PAYMENTS) },
  price: z.string().max(20).default(''),
  code: z.string().max(60).default(''),
  /** Idempotency key: the same for every attempt of one purchase. */
  key: z.string().regex(/^[0-9A-Za-z_-]{16,64}$/),
});

const sourceOf = ({ ctx, query }: RouteCall): Promise<MarketSource> =>
  requireSource(ctx.services, Number(query['source'] ?? 0));
const clientOf = ({ ctx }: RouteCall, of: MarketSource): MarketClient => createMarketClient(ctx.services, of, ctx.lang);

interface AccountState {
  /** Null while no account is linked or the source refuses its key. */
  readonly account: MarketAccount | null;
  /** The message of the source; empty without a problem. */
  readonly problem: string;
}
async function readAccount(client: MarketClient, of: MarketSource): Promise<AccountState> {
  if (of.marketKey === '') return { account: null, problem: '' };
  try {
    return { account: await client.account(), problem: '' };
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'market.refused') throw error;
    return { account: null, problem: String(error.params['message']) };
  }
}

async function readCatalogue(call: RouteCall): Promise<HandlerResult> {
  const { ctx, query } = call;
  const of = await sourceOf(call);
  const client = clientOf(call, of);
  const ask = (name: string) => stringOrEmpty(query[name]);
  const asked = {
    search: ask('search'),
    category: ask('category'),
    recommended: ask('recommended'),
    page: ask('page'),
    limit: ask('limit'),
  };
  const [catalogue, state] = await Promise.all([client.catalogue(asked), readAccount(client, of)]);
  const items = await addLocalState(ctx.services, catalogue.items, state.account?.owned ?? []);
  return { data: { ...catalogue, items, ...state } };
}

async function readDetail(call: RouteCall): Promise<HandlerResult> {
  const of = await sourceOf(call);
  const client = clientOf(call, of);
  const id = stringOrEmpty(call.query['id']);
  const [detail, { account }] = await Promise.all([client.detail(id), readAccount(client, of)]);
  if (detail.id !== id) throw fault('market.invalid');
  const [shown] = await addLocalState(call.ctx.services, [detail], account?.owned ?? []);
  return { data: shown };
}

/** The picture as a data URL: the browser needs no address of the source, and sends it nothing. */
async function readPicture(call: RouteCall): Promise<HandlerResult> {
  const { type, body } = await clientOf(call, await sourceOf(call)).picture(stringOrEmpty(call.query['path']));
  return { data: { src: `data:${type};base64,${body.toString('base64')}` } };
}

/** Checks the key with the source before it is stored, encrypted. Errors: `market.key` for a text that is no key, and those of the source. */
async function linkAccount(call: RouteCall, { writer }: ModuleServices): Promise<HandlerResult> {
  const { ctx, body } = call;
  const { source: id, key } = linkInput.parse(body);
  if (!isMarketKeyFormat(key)) throw fault('market.key');
  const of = await requireSource(ctx.services, id);
  const { name } = await createMarketClient(ctx.services, { ...of, marketKey: key }, ctx.lang).account();
  await saveAccount(call, {
    writer,
    id,
    account: name,
    sealedKey: encryptMarketKey(ctx.services.env.appKeys, of.url, key),
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
  const of = await requireSource(ctx.services, id);
  const data = await clientOf(call, of).buy({ plugin, ...order });
  return { data, msg: translate(ctx.lang, 'success.plugin_bought') };
}

/** Downloads a package and takes it in like an upload. Errors: `market.package_mismatch`, and those of the source and of `uploadPackage`. */
async function download(call: RouteCall, { writer }: ModuleServices): Promise<HandlerResult> {
  const { ctx, body } = call;
  const { source: id, id: wanted, version } = downloadInput.parse(body);
  const of = await requireSource(ctx.services, id);
  const bytes = await clientOf(call, of).package(wanted, version);
  const { manifest } = readPackage(bytes, ctx.services.env.moduleSigners);
  if (manifest.uid !== wanted || manifest.version !== version)
    throw fault('market.package_mismatch', {
      expected: `${wanted} ${version}`,
      found: `${manifest.uid} ${manifest.version}`,
    });
  return { data: await uploadPackage(writer, ctx, bytes, of.url) };
}

type RouteSpec = Pick<Route, 'path' | 'summary' | 'handler'> & Partial<Route>;

export function registerMarketConsoleRoutes(modules: ModuleServices): void {
  const { routes, writer } = modules;
  const common = { realm: 'admin', access: 'super', inPerson: true } as const;
  const read = ({ path, ...spec }: RouteSpec) =>
    routes.add({ ...common, method: 'GET', query: ['source'], body: 'none', path: `/admin/market/${path}`, ...spec });
  const post = ({ path, ...spec }: RouteSpec) =>
    routes.add({ ...common, method: 'POST', query: [], body: 'json', path: `/admin/market/${path}`, ...spec });
  read({
    path: 'sources',
    query: [],
    summary: 'List the enabled market sources',
    handler: async ({ ctx }) => ({
      data: {
        list: (await listSources(ctx.services)).map(({ id, title, url, marketKey }) => ({
          id,
          title,
          url,
          isLinked: marketKey !== '',
        })),
      },
    }),
  });
  read({
    path: 'catalogue',
    query: ['source', 'page', 'limit', 'search', 'category', 'recommended'],
    summary: 'Read the catalogue of a source',
    handler: readCatalogue,
  });
  read({ path: 'plugin', query: ['source', 'id'], summary: 'Read a plugin of a source', handler: readDetail });
  read({ path: 'picture', query: ['source', 'path'], summary: 'Read a picture of a source', handler: readPicture });
  post({
    ...{ path: 'link', input: linkInput, stepUp: true },
    summary: 'Link a member account of a source by its market key',
    handler: (call) => linkAccount(call, modules),
  });
  post({
    ...{ path: 'unlink', input: sourceInput },
    summary: 'Forget the market key of a source',
    handler: async (call) => {
      const { source: id } = sourceInput.parse(call.body);
      await saveAccount(call, { writer, id, account: '', sealedKey: null });
      return { msg: translate(call.ctx.lang, 'success.market_unlinked') };
    },
  });
  post({ path: 'buy', input: buyInput, stepUp: true, summary: 'Buy a plugin with the linked account', handler: buy });
  post({
    ...{ path: 'download', input: downloadInput, stepUp: true, hasLongTimeout: true },
    summary: 'Download the package of a plugin; it waits to be installed',
    handler: (call) => download(call, modules),
  });
  post({
    ...{ path: 'check', input: z.strictObject({}), hasLongTimeout: true },
    summary: 'Look for new versions of the installed modules now',
    handler: async ({ ctx }) => ({ data: { offers: await checkUpdates(ctx.services, writer) } }),
  });
}
