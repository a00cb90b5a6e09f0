/** Two installations for tests of the market: one publishes a plugin with the FAQ as its package, the console of the other reads it. */
import type { Json } from '../../common/entity/field';
import { seedContext } from '../db/seeds/base';
import { guest, member, superAdmin, type ApiResponse, type Caller } from './callers';
import { packFaq, packFaqUpdate, TRUSTING_ENV } from './modulePackages';
import { startTestServer, type TestServer, type TestServerOptions } from './testServer';

export interface MarketFixture {
  readonly shop: TestServer;
  readonly shopAdmin: Caller;
  readonly home: TestServer;
  readonly homeAdmin: Caller;
  readonly pluginId: number;
  /** The source of the console, without an account. */
  readonly sourceId: number;
  readonly addVersion: (version: string, archive: Buffer) => Promise<number>;
  readonly attach: (versionId: number, archive: Buffer) => Promise<ApiResponse>;
  /** A member of the shop with a balance in cents and points, and a market key. */
  readonly addBuyer: (money?: number, score?: number) => Promise<Caller & { readonly key: string }>;
  readonly link: (key: string) => Promise<ApiResponse>;
  readonly close: () => Promise<void>;
}

const create = async (server: TestServer, name: string, values: Readonly<Record<string, Json>>): Promise<number> => {
  const entity = server.services.registry.get(name);
  if (!entity) throw new Error(`no entity ${name}`);
  return (await server.writer.create(seedContext(server.services), entity, values)).id;
};

/** Balance and points come through the ledgers, as everywhere. */
async function addFunds(server: TestServer, userId: number, money: number, score: number): Promise<void> {
  const base = { user_id: userId, memo: 'Start', type: 'top_up' };
  if (money > 0) await create(server, 'user_money_log', { ...base, money: (money / 100).toFixed(2) });
  if (score > 0) await create(server, 'user_score_log', { ...base, score });
}

export async function createMarketFixture(database: TestServerOptions['database'] & string): Promise<MarketFixture> {
  const env = { ...TRUSTING_ENV, PRIVATE_HOSTS: '127.0.0.1' };
  const settings = { captcha: 'never', marketOpen: true } as const;
  const shop = await startTestServer({ database, env, settings });
  const home = await startTestServer({ database, env, settings: { captcha: 'never' } });
  const [shopAdmin, homeAdmin] = [await superAdmin(shop), await superAdmin(home)];
  const category = await create(shop, 'plugin_category', {
    title: '办公',
    title_en: 'Office',
    image: '/storage/x.png',
    status: 1,
  });
  const pluginId = await create(shop, 'plugin', {
    title: '常见问题',
    title_en: 'FAQ',
    name: 'faq',
    cate_id: category,
    price: '12.50',
    points_price: 300,
    author: 'Example',
    description_en: 'Questions and answers',
    content_en: '<p>One &amp; two</p><p>Three</p>',
    status: 1,
  });
  const attach = (versionId: number, archive: Buffer) =>
    shopAdmin.send('POST', `/admin/plugin_version/package?id=${versionId}`, {
      body: new Uint8Array(archive),
      headers: { 'content-type': 'application/octet-stream' },
    });
  const addVersion = async (version: string, archive: Buffer) => {
    const id = await create(shop, 'plugin_version', {
      plugin_id: pluginId,
      version,
      status: 1,
      explain_en: `News of ${version}`,
    });
    const { code, msg } = await attach(id, archive);
    if (code !== 1) throw new Error(msg);
    return id;
  };
  await addVersion('1.0.0', packFaq());
  const { data } = await homeAdmin.post('/admin/market_source/add', { title: 'Shop', url: shop.url });
  const sourceId = Number(data.id);
  return {
    shop,
    shopAdmin,
    home,
    homeAdmin,
    pluginId,
    sourceId,
    addVersion,
    attach,
    addBuyer: async (money = 0, score = 0) => {
      const buyer = await member(shop);
      await addFunds(shop, buyer.id, money, score);
      const made = await buyer.post('/api/market/addKey', { name: 'Console' });
      return { ...buyer, key: String(made.data.key) };
    },
    link: (key) => homeAdmin.post('/admin/market/link', { source: sourceId, key }),
    close: async () => {
      await home.close();
      await shop.close();
    },
  };
}

export const publishUpdate = ({ addVersion }: MarketFixture): Promise<number> => addVersion('1.1.0', packFaqUpdate());
/** A caller of the catalog without a session. */
export const visitor = ({ shop }: MarketFixture): Caller => guest(shop);
