/** Grants of a member: from purchases, from activation codes, after reversal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OwnGrant } from '../../../common/modules/ownGrant';
import { member, type Caller } from '../../testing/callers';
import { createMarketFixture, type MarketFixture } from '../../testing/marketFixture';
import { sampleDialects } from '../../testing/sampleDialects';

const PATH = '/api/entitlement/granted';
const ORDER = { plugin: 'faq', payment: 'money', price: '12.50' };
const DAY_S = 86_400;

describe.each(sampleDialects())('the grants of a member on %s', (database) => {
  let market: MarketFixture;
  let buyer: Caller;
  beforeAll(async () => {
    market = await createMarketFixture(database);
    buyer = await market.addBuyer(2_000, 0);
  });
  afterAll(() => market.close());

  const grants = async (by = buyer) => (await by.get(PATH)).data.list as readonly OwnGrant[];
  const add = async (entity: string, values: object) => {
    const { code, msg, data } = await market.shopAdmin.post(`/admin/${entity}/add`, { ...values });
    expect([code, msg]).toEqual([1, expect.any(String)]);
    return Number(data.id);
  };
  const redeem = async (values: object, by = buyer) => {
    const id = await add('activation_code', values);
    const { data } = await market.shopAdmin.post('/admin/activation_code/reveal', { ids: [id] });
    return by.post('/api/activation_code/redeem', { code: data.codes[0].code });
  };

  it('a purchase with a session pays once for a repeated request, and grants the version', async () => {
    expect(await grants()).toEqual([]);
    const press = () => buyer.post('/api/market/buy', { ...ORDER, _mid: 'pressed-once' });
    const [one, again] = [await press(), await press()];
    expect([one.code, one.data.number]).toEqual([1, again.data.number]);
    expect((await buyer.get('/api/market/account')).data).toMatchObject({ money: '7.50', owned: ['faq'] });
    expect(await grants()).toEqual([
      expect.objectContaining({
        kind: 'version',
        source: 'purchase',
        uid: 'faq',
        version: '1.0.0',
        title: { en: 'FAQ', 'zh-cn': '常见问题' },
      }),
    ]);
  });

  it('a plugin that is hidden later keeps its name', async () => {
    await market.shopAdmin.post('/admin/plugin/edit', { id: market.pluginId, status: 0 });
    expect((await grants())[0]?.title.en).toBe('FAQ');
    await market.shopAdmin.post('/admin/plugin/edit', { id: market.pluginId, status: 1 });
  });

  it('a code grants balance, points and days of an app; a reversed booking marks its grant as reversed', async () => {
    const company = await add('enterprise', { name: 'Harbor', title: 'Harbor' });
    const app = await add('app', { title: '工作台', title_en: 'Desk', name: 'Desk', company_id: company });
    const now = Math.floor(market.shop.services.clock.now() / 1000);
    expect((await redeem({ money: '3.00', score: 20, app_id: app, app_days: 30 })).code).toBe(1);
    const list = await grants();
    const of = (kind: OwnGrant['kind']) => list.find((grant) => grant.kind === kind);
    expect(list.map(({ source }) => source).sort()).toEqual(['code', 'code', 'code', 'purchase']);
    const keys = list.map(({ kind, key }) => `${kind}/${key}`);
    expect([new Set(keys).size, keys.filter((key) => !/\/[1-9A-Z]/.test(key))]).toEqual([4, []]);
    // A list shows each line once: two apps of one member have keys of their own.
    const other = await add('app', { title: '前台', title_en: 'Front', name: 'Front', company_id: company });
    expect((await redeem({ app_id: other, app_days: 1 })).code).toBe(1);
    const apps = (await grants()).filter(({ kind }) => kind === 'app').map(({ key }) => key);
    expect(new Set(apps).size).toBe(2);
    expect([of('money'), of('score')]).toMatchObject([{ amount: '3.00' }, { amount: '20' }]);
    expect(of('app')?.title).toEqual({ en: 'Desk', 'zh-cn': '工作台' });
    expect(Number(of('app')?.until) - now).toBeGreaterThanOrEqual(30 * DAY_S);
    expect(of('app')?.isOver).toBe(false);
    const { data } = await market.shopAdmin.get('/admin/user_money_log/index', {
      quick_search: of('money')?.key ?? '',
    });
    const reversed = await market.shopAdmin.post('/admin/user_money_log/reverse', {
      id: data.list[0].id,
      memo: 'Wrong',
    });
    expect(reversed.code).toBe(1);
    expect((await grants()).find(({ kind }) => kind === 'money')?.isReversed).toBe(true);
  });

  it('members see only their own grants, and no amounts without the permission for the account', async () => {
    expect(await grants(await member(market.shop))).toEqual([]);
    const { db } = market.shop.services;
    const [row] = await db.rows<{ id: number }>("SELECT id FROM `user_rule` WHERE name = 'account/balance'");
    const setStatus = (status: number) => market.shopAdmin.post('/admin/user_rule/edit', { id: row?.id, status });
    expect((await setStatus(0)).code).toBe(1);
    expect((await grants()).map(({ kind }) => kind).sort()).toEqual(['app', 'app', 'score', 'version']);
    expect((await setStatus(1)).code).toBe(1);
  });
});
