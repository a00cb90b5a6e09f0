/** The published catalog below `/api/market/`, for the consoles of other installations, and the keys that members make for them. */
import { z } from 'zod';
import { entitlement } from '../../../common/entities/entitlement';
import { pluginVersion } from '../../../common/entities/pluginVersion';
import { permissionKey } from '../../../common/entity/permissionKeys';
import { stringOrEmpty } from '../../../common/json';
import { MARKET_PAYMENTS, MARKET_PREFIX, type MarketAccount, type MarketCatalog } from '../../../common/modules/market';
import { translate } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import { formatCents } from '../../../common/text/cents';
import { truncate } from '../../../common/text/normalize';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { TEXT_ID, type HandlerResult, type Route, type RouteCall } from '../../engine/http/routeRegistry';
import { PACKAGE_LIMITS } from '../../installer/package/manifest';
import { assertMemberRule } from '../../access/members/memberContacts';
import { buyPlugin, listOwned } from './buyPlugin';
import { createMarketKey, findBuyer, listMarketKeys, requireBuyer, revokeMarketKey } from './marketKeys';
import { listGrants } from './listGrants';
import { attachPackage, sendPackage } from './publishPackage';
import { findPublished, loadCategories, loadPluginDetail, loadItems, loadVersions } from './publishedPlugins';
import { listRatings, ratePlugin } from './ratePlugin';
import { listRefundRequests, requestRefund } from './requestRefund';

const MAX_PAGE_SIZE = 50;
const MAX_IDS = 100;
const uid = z.string().min(1).max(40);
const buyInput = z.strictObject({
  plugin: uid,
  payment: z.enum(MARKET_PAYMENTS),
  price: z.string().max(20).default(''),
  code: z.string().max(60).default(''),
  _mid: z.unknown().optional(),
});
const rateInput = z.strictObject({ plugin: uid, rating: z.number().int().min(1).max(5) });
const refundInput = z.strictObject({ plugin: uid, reason: z.string().max(255) });
const keyInput = z.strictObject({ name: z.string().trim().min(1).max(30) });
const revokeInput = z.strictObject({ id: z.number().int().positive() });

/** A whole number within bounds; the lower bound for anything else. */
function readCount(value: RouteCall['query'][string] | undefined, min: number, max: number): number {
  const count = Number(value ?? min);
  return Number.isSafeInteger(count) ? Math.min(Math.max(count, min), max) : min;
}

async function readCatalog({ ctx, query }: RouteCall, { reader }: ModuleServices): Promise<MarketCatalog> {
  const { settings, db } = ctx.services;
  const asked = {
    page: readCount(query['page'], 1, 1000),
    limit: readCount(query['limit'] ?? '20', 1, MAX_PAGE_SIZE),
    search: truncate(stringOrEmpty(query['search']), 60),
    category: readCount(query['category'], 0, Number.MAX_SAFE_INTEGER),
    onlyRecommended: query['recommended'] === '1',
  };
  const [found, categories] = await reader.snapshot(ctx, async (tx) => [
    await loadItems(tx, db.dialect, asked),
    await loadCategories(tx),
  ]);
  const title = { en: settings.siteNameEn || settings.siteName, 'zh-cn': settings.siteName };
  return { title, currency: settings.currency, categories, ...found };
}

async function readNewest({ ctx, query }: RouteCall, { reader }: ModuleServices) {
  const ids = stringOrEmpty(query['ids'])
    .split(',')
    .filter((id) => id !== '')
    .slice(0, MAX_IDS);
  return reader.snapshot(ctx, async (tx) => {
    const rows = await findPublished(tx, ids);
    const versions = await loadVersions(
      tx,
      rows.map(({ id }) => Number(id)),
    );
    return rows.map((row) => ({
      id: stringOrEmpty(row['name']),
      version: stringOrEmpty(versions.get(Number(row['id']))?.[0]?.['version']),
    }));
  });
}

async function readAccount(call: RouteCall, { writer }: ModuleServices): Promise<MarketAccount> {
  const { db, clock } = call.ctx.services;
  const { id } = await requireBuyer(call, writer);
  const [row] = await db.rows<{
    readonly nickname: string | null;
    readonly username: string;
    readonly money: number;
    readonly score: number;
  }>('SELECT nickname, username, money, score FROM `user` WHERE id = ?', [id]);
  if (row === undefined) throw fault('market.key');
  const owned = await listOwned(db, id, Math.floor(clock.now() / 1000));
  return {
    name: row.nickname ?? row.username,
    money: formatCents(Number(row.money)),
    score: Number(row.score),
    owned: owned.map(({ name }) => name),
    ratings: await listRatings(db, id),
    refunds: await listRefundRequests(db, id),
  };
}

type RouteSpec = Pick<Route, 'method' | 'path' | 'summary' | 'handler'> & Partial<Route>;

/** Routes of the published catalog. All but the keys and the packages of staff are closed while the setting is off. */
export function registerCatalogueRoutes(modules: ModuleServices): void {
  const { routes, writer } = modules;
  const addCatalogueRoute = ({ path, handler, ...spec }: RouteSpec) =>
    routes.add({
      realm: 'member',
      access: 'guest',
      query: [],
      body: 'none',
      path: `${MARKET_PREFIX}/${path}`,
      ...spec,
      handler: async (call) => {
        if (!call.ctx.services.settings.marketOpen) throw fault('market.closed');
        return handler(call);
      },
    });
  registerReadRoutes(modules, addCatalogueRoute);
  registerBuyerRoutes(modules, addCatalogueRoute);
  registerKeyRoutes(modules);
  registerGrantRoute(modules);
  routes.add({
    method: 'POST',
    path: '/admin/plugin_version/package',
    realm: 'admin',
    access: 'admin',
    query: ['id', 'module', 'file'],
    body: 'bytes',
    bodyLimit: PACKAGE_LIMITS.archiveBytes,
    permission: permissionKey(pluginVersion, 'edit'),
    hasLongTimeout: true,
    summary: 'Attach a module package to a plugin version',
    handler: (call) => attachPackage(call, writer),
  });
}

function registerReadRoutes(modules: ModuleServices, open: (spec: RouteSpec) => void): void {
  const { writer } = modules;
  open({
    method: 'GET',
    path: 'catalogue',
    query: ['page', 'limit', 'search', 'category', 'recommended'],
    summary: 'List the plugins of the published catalogue',
    handler: async (call) => ({ data: await readCatalog(call, modules) }),
  });
  open({
    method: 'GET',
    path: 'plugin',
    query: ['id'],
    parameters: TEXT_ID,
    summary: 'Read a plugin of the catalogue with its versions and pictures',
    handler: async ({ ctx, query }) => {
      const detail = await modules.reader.snapshot(ctx, (tx) => loadPluginDetail(tx, stringOrEmpty(query['id'])));
      if (detail === undefined) throw fault('row.missing');
      return { data: detail };
    },
  });
  open({
    method: 'GET',
    path: 'versions',
    query: ['ids'],
    summary: 'Read the newest versions of plugins',
    handler: async (call) => ({ data: await readNewest(call, modules) }),
  });
  open({
    method: 'GET',
    path: 'package',
    query: ['id', 'version'],
    parameters: { ...TEXT_ID, version: { required: true } },
    hasLongTimeout: true,
    isMemberCenter: true,
    summary: 'Download the package of a version',
    handler: async (call) => sendPackage(call, await findBuyer(call, writer)),
  });
}

function registerBuyerRoutes(modules: ModuleServices, open: (spec: RouteSpec) => void): void {
  const { writer } = modules;
  const common = { isMemberCenter: true } as const;
  open({
    ...common,
    method: 'GET',
    path: 'account',
    summary: 'Read the account that a market key belongs to',
    handler: async (call) => ({ data: await readAccount(call, modules) }),
  });
  open({
    ...common,
    method: 'POST',
    path: 'buy',
    body: 'json',
    input: buyInput,
    summary: 'Buy a plugin by balance, points or activation code; the idempotency key makes repetitions safe',
    handler: async (call): Promise<HandlerResult> => {
      const buyer = await requireBuyer(call, writer);
      const { _mid, ...order } = buyInput.parse(call.body);
      const data = await buyPlugin(call.ctx, writer, buyer, order);
      return { data, msg: translate(call.ctx.lang, 'success.plugin_bought') };
    },
  });
  open({
    ...common,
    method: 'POST',
    path: 'rate',
    body: 'json',
    input: rateInput,
    summary: 'Rate a bought plugin from 1 to 5',
    handler: async (call) => {
      const { plugin, rating } = rateInput.parse(call.body);
      const buyer = await requireBuyer(call, writer);
      return { data: { rating: await ratePlugin(call.ctx, writer, buyer, plugin, rating) } };
    },
  });
  open({
    ...common,
    method: 'POST',
    path: 'requestRefund',
    body: 'json',
    input: refundInput,
    summary: 'Request a refund of a bought plugin; staff decide',
    handler: async (call) => {
      const { plugin, reason } = refundInput.parse(call.body);
      const data = await requestRefund(call.ctx, writer, await requireBuyer(call, writer), { plugin, reason });
      return { data, msg: translate(call.ctx.lang, 'success.refund_requested') };
    },
  });
}

/** Grants stay visible while the catalog is closed: codes give them too. */
function registerGrantRoute({ routes, reader }: ModuleServices): void {
  routes.add({
    method: 'GET',
    path: '/api/entitlement/granted',
    realm: 'member',
    access: 'member',
    query: [],
    body: 'none',
    entity: entitlement,
    summary: 'List what activation codes and purchases gave the member',
    handler: async ({ ctx }) => {
      assertMemberRule(ctx, 'account/redeem');
      return { data: { list: await reader.snapshot(ctx, (tx) => listGrants(tx, ctx)) } };
    },
  });
}

/** The keys that a member makes for consoles. */
function registerKeyRoutes({ routes, writer }: ModuleServices): void {
  const common = { realm: 'member', access: 'member', query: [] } as const;
  routes.add({
    ...common,
    method: 'GET',
    path: `${MARKET_PREFIX}/keys`,
    body: 'none',
    summary: 'List the market keys of the member',
    handler: async ({ ctx }) => ({
      data: { isOpen: ctx.services.settings.marketOpen, list: await listMarketKeys(ctx) },
    }),
  });
  routes.add({
    ...common,
    method: 'POST',
    path: `${MARKET_PREFIX}/addKey`,
    body: 'json',
    input: keyInput,
    rejectsApiTokens: true,
    summary: 'Make a market key; it is shown once',
    handler: async ({ ctx, body }) => ({
      data: { key: await createMarketKey(ctx, writer, keyInput.parse(body).name) },
    }),
  });
  routes.add({
    ...common,
    method: 'POST',
    path: `${MARKET_PREFIX}/revokeKey`,
    body: 'json',
    input: revokeInput,
    rejectsApiTokens: true,
    summary: 'Revoke a market key',
    handler: async ({ ctx, body }) => {
      await revokeMarketKey(ctx, writer, revokeInput.parse(body).id);
      return { msg: translate(ctx.lang, 'success.key_revoked') };
    },
  });
}
