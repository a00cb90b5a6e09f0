/** The module store of older clients: the catalogs of our market sources in their form. The guards are those of our market. */
import { randomUUID } from 'node:crypto';
import { stringOrEmpty } from '../../../common/json';
import { translate } from '../../../common/locales/translate';
import type { ShownMarketDetail } from '../../../common/modules/market';
import { Fault, fault } from '../../../common/protocol/faults';
import type { RequestContext } from '../../context';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { HandlerResult, Route, RouteCall } from '../../engine/http/routeRegistry';
import { createMarketClient } from '../../market/remote/marketClient';
import { listSources, requireSource, type MarketSource } from '../../market/remote/marketSources';
import { loadCatalog, loadPlugin, loadImage, type ShownCatalog } from '../../market/remote/readMarket';
import { loadStoreImages } from './storeImages';
import { parseOrder, printOrder, type StoreOrder } from './storeOrder';
import { ALL_TAB, listTabs, readTab, toStoreDetail, toStoreItem } from './storeForm';

const PAGE_SIZE = 50;
/** These clients read a tab as a whole. */
const MAX_PAGES = 4;

type RouteSpec = Pick<Route, 'path' | 'summary' | 'handler'> & Partial<Route>;

export function registerCompatStoreRoutes({ routes }: ModuleServices): void {
  const common = { realm: 'admin', access: 'super', rejectsApiTokens: true, body: 'none' } as const;
  const read = (spec: RouteSpec) => routes.add({ ...common, method: 'GET', query: [], ...spec });
  const post = (spec: RouteSpec) => routes.add({ ...common, method: 'POST', query: [], ...spec });
  read({
    path: '/admin/moduleStore/modules',
    query: ['activeTab', 'onlyLocal', 'order', 'quickSearch', 'installed', 'sysVersion', 'page', 'limit'],
    summary: 'List the plugins of the market sources, for older clients',
    handler: listStore,
  });
  read({
    path: '/admin/moduleStore/info',
    query: ['uid', 'localVersion', 'sysVersion'],
    summary: 'Read a plugin of the market sources, for older clients',
    handler: readStoreInfo,
  });
  post({
    path: '/admin/moduleStore/order',
    query: ['goods_id'],
    summary: 'Show what a plugin costs, for older clients',
    handler: showOrder,
  });
  post({
    path: '/admin/moduleStore/pay',
    query: ['order_id', 'pay_type'],
    stepUp: true,
    summary: 'Buy a plugin with the linked account, for older clients',
    handler: payOrder,
  });
}

/** All pages of a tab of a source, as far as these clients show them. */
async function loadTab(ctx: RequestContext, source: MarketSource, query: Readonly<Record<string, string>>) {
  const load = (page: number): Promise<ShownCatalog> =>
    loadCatalog(ctx, source, { ...query, page: String(page), limit: String(PAGE_SIZE) });
  const first = await load(1);
  const items = [...first.items];
  for (let page = 2; page <= MAX_PAGES && items.length < first.total; page += 1)
    items.push(...(await load(page)).items);
  return { ...first, items };
}

async function listStore({ ctx, query }: RouteCall): Promise<HandlerResult> {
  const sources = await listSources(ctx.services);
  const asked = readTab(stringOrEmpty(query['activeTab']));
  const source = sources.find(({ id }) => id === asked.source) ?? sources[0];
  const allTab = { id: ALL_TAB, name: translate(ctx.lang, 'compat.allModules') };
  if (source === undefined)
    return { data: { rows: [], category: [allTab], remark: translate(ctx.lang, 'compat.noSources') } };
  const search = { search: stringOrEmpty(query['quickSearch']), category: asked.category };
  const catalogue = await loadTab(ctx, source, search);
  const images = await loadStoreImages(
    catalogue.items.map(({ picture }) => picture),
    (path) => unlessRefused(loadImage(ctx, source, path)),
  );
  return {
    data: {
      rows: catalogue.items.map((item) => ({
        ...toStoreItem(item, ctx.lang),
        logo: images.get(item.picture) ?? '',
      })),
      category: [allTab, ...listTabs(sources, source, catalogue, ctx.lang)],
      remark: catalogue.problem === '' ? translate(ctx.lang, 'compat.moreModules') : catalogue.problem,
    },
  };
}

/** Undefined where the source refuses or does not respond. */
const unlessRefused = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (error instanceof Fault) return undefined;
    throw error;
  });

/** A plugin of the first source that has it. */
async function findPlugin(ctx: RequestContext, uid: string) {
  for (const source of await listSources(ctx.services)) {
    const plugin = await unlessRefused(loadPlugin(ctx, source, uid));
    if (plugin !== undefined) return { source, plugin };
  }
  return undefined;
}

/** A module that no source has comes from an upload: the client shows what it knows of it. */
async function readStoreInfo({ ctx, query }: RouteCall): Promise<HandlerResult> {
  const found = await findPlugin(ctx, stringOrEmpty(query['uid']));
  if (found === undefined) return { data: { info: { type: 'local' } } };
  const { source, plugin } = found;
  const load = (path: string) => unlessRefused(loadImage(ctx, source, path));
  const images = (await Promise.all(plugin.pictures.map(load))).filter((image) => image !== undefined);
  return { data: { info: { ...toStoreDetail(plugin, source.id, ctx.lang), images } } };
}

/** The plugin of an order, and what is to be paid for it. Error: `row.missing`. */
async function requireOrder(ctx: RequestContext, text: string) {
  const order = parseOrder(text);
  if (order === undefined) throw fault('row.missing');
  const source = await requireSource(ctx.services, order.source);
  return { order, source, plugin: await loadPlugin(ctx, source, order.uid) };
}

async function showOrder({ ctx, query }: RouteCall): Promise<HandlerResult> {
  const { source, plugin } = await requireOrder(ctx, stringOrEmpty(query['goods_id']));
  if (source.marketKey === '' && !plugin.local.isOwned) throw fault('market.unlinked');
  const { id: uid, price, points } = plugin;
  const isForMoney = Number(price) > 0;
  const amount = isForMoney ? price : String(points ?? 0);
  const order = printOrder({ source: source.id, uid, ...getShownPrices(plugin) });
  const title = getOrderTitle(ctx, plugin);
  const pay = { score: points !== null, money: isForMoney };
  return { data: { info: { id: order, uid, sn: order, title, amount, purchased: plugin.local.isOwned, pay } } };
}

/** Both prices, for the purchase by either payment method; none for a plugin that was bought. */
const getShownPrices = ({ price, points, local }: ShownMarketDetail): Pick<StoreOrder, 'price' | 'points'> =>
  local.isOwned ? { price: '', points: '' } : { price, points: points === null ? '' : String(points) };

/** These clients show one amount; a second price, in points, stands in the title. */
function getOrderTitle({ lang }: RequestContext, plugin: ShownMarketDetail): string {
  const { title } = toStoreItem(plugin, lang);
  const hasBothPrices = Number(plugin.price) > 0 && plugin.points !== null && !plugin.local.isOwned;
  return hasBothPrices ? translate(lang, 'compat.orPoints', { title, points: String(plugin.points) }) : title;
}

async function payOrder({ ctx, query }: RouteCall): Promise<HandlerResult> {
  const { order, source } = await requireOrder(ctx, stringOrEmpty(query['order_id']));
  const method = stringOrEmpty(query['pay_type']);
  if (method !== 'balance' && method !== 'score') throw fault('compat.payment');
  const isByPoints = method === 'score';
  await createMarketClient(ctx.services, source, ctx.lang).buy({
    plugin: order.uid,
    payment: isByPoints ? 'score' : 'money',
    price: isByPoints ? order.points : order.price,
    code: '',
    key: randomUUID(),
  });
  const info = { id: printOrder({ ...order, price: '', points: '' }), uid: order.uid };
  return { data: { info }, msg: translate(ctx.lang, 'success.plugin_bought') };
}
