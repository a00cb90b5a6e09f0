/** The market between two installations: publish, read, buy, download, install, update, refund. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, sendRequest, type Caller } from '../testing/callers';
import { createMarketFixture, publishUpdate, visitor, type MarketFixture } from '../testing/marketFixture';
import { setSetting } from '../testing/setSetting';
import { sampleDialects } from '../testing/sampleDialects';

type Row = Readonly<Record<string, unknown>>;
const ORDER = { plugin: 'faq', payment: 'money', price: '12.50' };

describe.each(sampleDialects())('the market on %s', (database) => {
  let market: MarketFixture;
  let buyer: Caller & { readonly key: string };
  beforeAll(async () => {
    market = await createMarketFixture(database);
    buyer = await market.addBuyer(5_000, 400);
  });
  afterAll(() => market.close());

  const read = async (path: string, query: Readonly<Record<string, string>> = {}) =>
    market.homeAdmin.get(`/admin/market/${path}`, { source: String(market.sourceId), ...query });
  const post = (path: string, body: Row) =>
    market.homeAdmin.post(`/admin/market/${path}`, { source: market.sourceId, ...body });
  const order = (more: Row = {}) => ({
    id: 'faq',
    payment: 'money',
    price: '12.50',
    key: 'key-of-one-purchase-1',
    ...more,
  });
  const moduleRow = async () => (await market.homeAdmin.get('/admin/module/index')).data.list[0];
  const pluginRow = async () =>
    (await market.shopAdmin.get('/admin/plugin/edit', { id: String(market.pluginId) })).data.row as Row;
  const balance = async (caller: Caller) =>
    (await market.shopAdmin.get('/admin/user/edit', { id: String(caller.id) })).data.row as Row;
  const purchases = async () =>
    (await market.shopAdmin.get('/admin/plugin_purchase/index')).data.list as readonly Row[];
  const settle = async (job: unknown) => {
    await market.home.jobs.settled();
    const { row } = (await market.homeAdmin.get('/admin/job/edit', { id: String(job) })).data;
    expect([row.status, row.error]).toEqual(['success', '']);
  };
  const withKey = (path: string, body: Row | undefined, key = buyer.key, mid = 'one-more-key') =>
    sendRequest(`${market.shop.url}/api/market/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': mid },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  // @covers fault market.closed
  it('the catalog is open only while the setting is on, and lists only published versions', async () => {
    await setSetting(market.shop, 'market_open', 0);
    const closed = await visitor(market).get('/api/market/catalogue');
    expect([closed.status, closed.msg]).toEqual([404, 'This site doesn’t publish plugins.']);
    await setSetting(market.shop, 'market_open', 1);
    const { data } = await visitor(market).get('/api/market/catalogue');
    expect([data.total, data.items[0].version, data.items[0].price, data.currency]).toEqual([
      1,
      '1.0.0',
      '12.50',
      'CNY',
    ]);
    expect((await visitor(market).get('/api/market/catalogue', { search: 'nothing' })).data.total).toBe(0);
    expect((await visitor(market).get('/api/market/catalogue', { search: 'faq', category: '1' })).data.total).toBe(1);
    expect((await visitor(market).get('/api/market/catalogue', { recommended: '1' })).data.total).toBe(0);
    await market.shopAdmin.post('/admin/plugin/edit', { id: market.pluginId, status: 0 });
    expect((await visitor(market).get('/api/market/catalogue')).data.total).toBe(0);
    expect((await visitor(market).get('/api/market/plugin', { id: 'faq' })).status).toBe(404);
    await market.shopAdmin.post('/admin/plugin/edit', { id: market.pluginId, status: 1 });
  });

  // @covers fault market.package_mismatch
  it('a version takes only the package that it names', async () => {
    const { packFaqUpdate } = await import('../testing/modulePackages');
    const [version] = (await market.shopAdmin.get('/admin/plugin_version/index')).data.list as readonly Row[];
    const refused = await market.attach(Number(version?.['id']), packFaqUpdate());
    expect([refused.code, refused.msg]).toEqual([0, 'The package must be faq 1.0.0, but it is faq 1.1.0.']);
    expect(readdirSync(join(market.shop.env.dataDir, 'market'))).toEqual([
      `${String(version?.['package_digest'])}.zip`,
    ]);
    const clerk = await limitedAdmin(market.shop, ['plugin_version/index']);
    expect((await clerk.send('POST', '/admin/plugin_version/package?id=1', { body: 'x' })).code).toBe(403);
  });

  // @spec P1-026
  // @covers fault market.unlinked
  it('the console reads the catalog and a plugin with its versions, and cannot buy before it is linked', async () => {
    const { data } = await read('catalogue');
    expect([data.title.en, data.account, data.items[0].title]).toEqual([
      'Atrium',
      null,
      { en: 'FAQ', 'zh-cn': '常见问题' },
    ]);
    expect(data.items[0].local).toEqual({
      moduleId: 0,
      state: 'uninstalled',
      version: '',
      isOwned: false,
      hasUpdate: false,
      ownRating: null,
      refund: 'none',
    });
    const detail = (await read('plugin', { id: 'faq' })).data;
    expect([detail.text.en, detail.versions[0].news.en]).toEqual(['One & two\nThree', 'News of 1.0.0']);
    expect((await post('buy', order())).msg).toBe('No member account is linked to this source.');
    const clerk = await limitedAdmin(market.home, ['module/index']);
    expect((await clerk.get('/admin/market/catalogue', { source: String(market.sourceId) })).code).toBe(403);
  });

  // @covers fault market.key
  // @covers fault market.refused
  it('an account is linked by a key that the source accepts; the key is stored encrypted', async () => {
    expect((await market.link('nonsense')).msg).toBe('The market key is wrong, disabled or expired.');
    const wrong = await market.link(buyer.key.replace(/.(?=.$)/, (letter) => (letter === 'A' ? 'B' : 'A')));
    expect(wrong.msg).toBe('The source rejected the request: The market key is wrong, disabled or expired.');
    expect((await market.link(buyer.key)).code).toBe(1);
    const [row] = await market.home.services.db.rows<Row>('SELECT * FROM market_source');
    expect(JSON.stringify(row)).not.toContain(buyer.key.split('.')[1]);
    const logs = await market.home.services.db.rows<Row>('SELECT * FROM admin_log');
    expect(JSON.stringify(logs)).not.toContain(buyer.key.split('.')[1]);
    expect((await read('catalogue')).data.account).toMatchObject({
      money: '50.00',
      score: 400,
      owned: [],
      ratings: [],
      refunds: [],
    });
  });

  // @covers fault market.not_entitled
  it('a package with a price is for buyers only', async () => {
    expect((await visitor(market).get('/api/market/package', { id: 'faq', version: '1.0.0' })).msg).toBe(
      'Buy the plugin first.',
    );
    expect((await post('download', { id: 'faq', version: '1.0.0' })).msg).toBe(
      'The source rejected the request: Buy the plugin first.',
    );
    expect((await withKey('rate', { plugin: 'faq', rating: 5 })).msg).toBe('Buy the plugin first.');
  });

  // @covers fault market.price_changed
  it('a price that changed between view and purchase is asked again, and nothing is booked', async () => {
    await market.shopAdmin.post('/admin/plugin/edit', { id: market.pluginId, price: '15.00' });
    const refused = await post('buy', order());
    expect(refused.msg).toBe('The source rejected the request: The price is now 15.00. Check it and buy again.');
    expect([(await balance(buyer))['money'], await purchases()]).toEqual(['50.00', []]);
    await market.shopAdmin.post('/admin/plugin/edit', { id: market.pluginId, price: '12.50' });
  });

  // @covers fault market.owned
  it('ten presses of Buy pay once, through the ledger, at the price of the moment', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => withKey('buy', ORDER, buyer.key, 'double-click')),
    );
    expect(new Set(responses.map(({ code, data }) => `${code} ${data?.number}`)).size).toBe(1);
    expect(responses[0]?.code).toBe(1);
    expect((await balance(buyer))['money']).toBe('37.50');
    expect(await purchases()).toMatchObject([{ money: '12.50', status: 1, paid_by: 'money', client: 'Console' }]);
    const { list } = (await buyer.get('/api/user_money_log/index')).data;
    expect(list[0]).toMatchObject({ money: '-12.50', memo: 'purchase:常见问题 ¦ FAQ' });
    expect((await pluginRow())['num']).toBe(1);
    const others = [{ price: '12.51' }, { payment: 'score', price: '300' }, { plugin: 'other' }];
    for (const other of others) {
      const reused = await withKey('buy', { ...ORDER, ...other }, buyer.key, 'double-click');
      expect([reused.status, reused.code]).toEqual([422, 422]);
    }
    expect((await post('buy', order())).msg).toBe(
      'The source rejected the request: This account already has the plugin.',
    );
    expect((await buyer.get('/api/plugin_purchase/index')).data.list).toHaveLength(1);
  });

  it('a balance that is too small changes nothing', async () => {
    const poor = await market.addBuyer(100, 10);
    const refused = await withKey('buy', ORDER, poor.key);
    expect([refused.code, refused.data.available]).toEqual([0, '1.00']);
    expect((await withKey('buy', { ...ORDER, payment: 'score', price: '300' }, poor.key, 'second')).code).toBe(0);
    expect(await balance(poor)).toMatchObject({ money: '1.00', score: 10 });
    expect((await purchases()).filter((row) => row['user_id'] === poor.id)).toEqual([]);
    expect((await poor.get('/api/entitlement/index')).data.list).toEqual([]);
    expect((await pluginRow())['num']).toBe(1);
  });

  // @covers fault market.not_for_points
  // @covers fault market.code_other
  it('points and activation codes pay too; a code for something else is not used up', async () => {
    const rich = await market.addBuyer(0, 400);
    expect((await withKey('buy', { ...ORDER, payment: 'score', price: '300' }, rich.key)).code).toBe(1);
    expect(await balance(rich)).toMatchObject({ score: 100 });
    const lucky = await market.addBuyer();
    const loadCode = async (values: Row) => {
      const { data } = await market.shopAdmin.post('/admin/activation_code/add', values);
      const shown = await market.shopAdmin.post('/admin/activation_code/reveal', { ids: [data.id] });
      return String(shown.data.codes[0].code);
    };
    const other = await loadCode({ score: 5 });
    const withCode = (code: string, mid: string) =>
      withKey('buy', { plugin: 'faq', payment: 'code', code }, lucky.key, mid);
    expect((await withCode(other, 'code-1')).msg).toBe('This code doesn’t include this plugin.');
    expect(await balance(lucky)).toMatchObject({ score: 0 });
    const [version] = (await market.shopAdmin.get('/admin/plugin_version/index')).data.list as readonly Row[];
    const right = await loadCode({ plugin_version_id: version?.['id'] });
    expect((await withCode(right, 'code-2')).code).toBe(1);
    expect((await lucky.post('/api/activation_code/redeem', { code: other })).code).toBe(1);
    expect((await pluginRow())['num']).toBe(3);
    await market.shopAdmin.post('/admin/plugin/edit', { id: market.pluginId, points_price: null });
    const late = await withKey(
      'buy',
      { ...ORDER, payment: 'score', price: '300' },
      (await market.addBuyer(0, 400)).key,
      'late',
    );
    expect(late.msg).toBe('This plugin can’t be bought with points.');
  });

  it('ratings of buyers make the score', async () => {
    expect((await withKey('rate', { plugin: 'faq', rating: 4 })).data).toEqual({ rating: 4 });
    expect((await pluginRow())['score']).toBe(4);
    expect((await visitor(market).get('/api/market/catalogue')).data.items[0].rating).toBe(4);
    expect((await read('catalogue')).data.items[0].local.ownRating).toBe(4);
  });

  it('the console can rate only purchased plugins, with the linked account', async () => {
    const response = await post('rate', { id: 'faq', rating: 5 });
    expect([response.code, response.msg, response.data]).toEqual([1, 'Rating saved.', { rating: 5 }]);
    const { account } = (await read('catalogue')).data;
    expect(account.ratings).toEqual([{ id: 'faq', rating: 5 }]);
    const stranger = await market.addBuyer();
    expect((await withKey('rate', { plugin: 'faq', rating: 1 }, stranger.key)).msg).toBe('Buy the plugin first.');
    expect((await pluginRow())['score']).toBe(5);
  });

  it('download and install: the module is installed and names its source', async () => {
    const got = await post('download', { id: 'faq', version: '1.0.0' });
    expect([got.code, got.msg]).toEqual([1, expect.any(String)]);
    expect(await moduleRow()).toMatchObject({ state: 'init', source_url: market.shop.url });
    const { data } = await market.homeAdmin.post('/admin/module/install', { id: got.data.id });
    await settle(data.job);
    expect((await read('catalogue')).data.items[0].local).toMatchObject({
      state: 'installed',
      version: '1.0.0',
      isOwned: true,
    });
    const dashboard = await market.homeAdmin.get('/admin/module/index');
    expect(dashboard.data.total).toBe(1);
  });

  // @covers fault module.none_waits
  it('a new version creates a notice for staff who may see modules, and can be installed', async () => {
    await publishUpdate(market);
    expect((await market.homeAdmin.post('/admin/market/check')).data).toEqual({ offers: 1 });
    expect(await moduleRow()).toMatchObject({ state: 'update', version: '1.0.0', available_version: '1.1.0' });
    const { list } = (await market.homeAdmin.get('/admin/notice/index')).data;
    expect(list[0]).toMatchObject({ title: 'module_update', params: { title: '常见问题 1.1.0' } });
    expect((await market.homeAdmin.post('/admin/market/check')).data).toEqual({ offers: 0 });
    const notYet = await market.homeAdmin.post('/admin/module/update', { uid: 'faq' });
    expect(notYet.msg).toBe(
      'No package of this module waits to be installed. Upload one, or download it from the marketplace.',
    );
    for (const [state, is] of [
      [0, 'disabled'],
      [1, 'update'],
    ]) {
      await settle((await market.homeAdmin.post('/admin/module/changeState', { uid: 'faq', state })).data.job);
      expect(await moduleRow()).toMatchObject({ state: is, version: '1.0.0', available_version: '1.1.0' });
    }
    await market.home.services.db.transact((tx) => tx.run("UPDATE module SET source_url = 'https://a.example'", []));
    const got = await post('download', { id: 'faq', version: '1.1.0' });
    expect(await moduleRow()).toMatchObject({ state: 'update', source_url: 'https://a.example' });
    const { data: review } = await market.homeAdmin.get('/admin/module/review', { uid: 'faq' });
    expect(review.changedSource).toEqual({ before: 'https://a.example', after: market.shop.url });
    const { data } = await market.homeAdmin.post('/admin/module/update', { id: got.data.id });
    await settle(data.job);
    expect(await moduleRow()).toMatchObject({
      state: 'installed',
      version: '1.1.0',
      available_version: '',
      source_url: market.shop.url,
    });
  });

  // @covers fault module.downgrade
  it('an older version is refused', async () => {
    expect((await post('download', { id: 'faq', version: '1.0.0' })).msg).toBe(
      'Version 1.0.0 is not newer than the installed version 1.1.0.',
    );
  });

  // @covers fault market.not_requested
  // @covers fault market.refund_declined
  it('the console requests a refund for the linked account; staff get a notice, and can decline once', async () => {
    const bought = await market.addBuyer(2_000);
    expect((await withKey('requestRefund', { plugin: 'faq', reason: 'Why' }, bought.key)).msg).toBe(
      'Buy the plugin first.',
    );
    expect((await withKey('buy', ORDER, bought.key, 'for-refund')).code).toBe(1);
    await market.link(bought.key);
    expect((await read('catalogue')).data.items[0].local.refund).toBe('possible');
    const empty = await post('requestRefund', { id: 'faq', reason: ' ' });
    expect(empty.code).toBe(0);
    const answers = await Promise.all([1, 2, 3].map(() => post('requestRefund', { id: 'faq', reason: ' Too slow ' })));
    expect(answers.map(({ code, msg }) => [code, msg])).toEqual(Array(3).fill([1, 'Refund requested.']));
    expect((await read('plugin', { id: 'faq' })).data.local).toMatchObject({ refund: 'requested', isOwned: true });
    const row = async () => (await purchases()).find((purchase) => purchase['user_id'] === bought.id);
    expect(await row()).toMatchObject({ status: 3, refund_memo: 'Too slow' });
    const notices = (await market.shopAdmin.get('/admin/notice/index')).data.list as readonly Row[];
    expect(notices.filter(({ title }) => title === 'plugin_refund_requested')).toMatchObject([
      {
        link: `/admin/plugin_purchase/${String((await row())?.['id'])}`,
        params: { title: '常见问题', memo: 'Too slow' },
      },
    ]);
    const request = { id: (await row())?.['id'] };
    const clerk = await limitedAdmin(market.shop, ['plugin_purchase/index']);
    expect((await clerk.post('/admin/plugin_purchase/decline', request)).code).toBe(403);
    const refunder = await limitedAdmin(market.shop, ['plugin_purchase/index', 'plugin_purchase/refund']);
    expect((await refunder.post('/admin/plugin_purchase/decline', request)).code).toBe(1);
    expect((await refunder.post('/admin/plugin_purchase/decline', request)).msg).toBe(
      'No refund was requested for this purchase.',
    );
    expect(await row()).toMatchObject({ status: 1 });
    expect((await read('catalogue')).data.items[0].local.refund).toBe('declined');
    expect((await post('requestRefund', { id: 'faq', reason: 'Again' })).msg).toBe(
      'The source rejected the request: A refund was already declined. Contact the publisher.',
    );
    const { list } = (await bought.get('/api/notice/index')).data;
    expect(list[0]).toMatchObject({ title: 'plugin_refund_declined', params: { title: '常见问题' } });
    expect(await balance(bought)).toMatchObject({ money: '7.50' });
  });

  it('a requested refund is paid once, even while the buyer asks again', async () => {
    const bought = await market.addBuyer(2_000);
    expect((await withKey('buy', ORDER, bought.key, 'refund-race')).code).toBe(1);
    expect((await withKey('requestRefund', { plugin: 'faq', reason: 'No use' }, bought.key)).code).toBe(1);
    const [row] = (await purchases()).filter((purchase) => purchase['user_id'] === bought.id);
    const refund = () => market.shopAdmin.post('/admin/plugin_purchase/refund', { id: row?.['id'], memo: 'Sorry' });
    const ask = () => withKey('requestRefund', { plugin: 'faq', reason: 'No use' }, bought.key);
    const answers = await Promise.all([refund(), ask(), refund(), ask(), refund()]);
    expect(answers.filter((_answer, index) => index % 2 === 0).filter(({ code }) => code === 1)).toHaveLength(1);
    const [after] = (await purchases()).filter((purchase) => purchase['user_id'] === bought.id);
    expect(after).toMatchObject({ status: 2, refund_memo: 'No use · Sorry' });
    expect(await balance(bought)).toMatchObject({ money: '20.00' });
    expect((await withKey('account', undefined, bought.key)).data).toMatchObject({
      owned: [],
      ratings: [],
      refunds: [],
    });
    await market.link(buyer.key);
  });

  // @covers fault market.refunded
  it('a refund gives the money back once, by staff with the permission, and takes the plugin back', async () => {
    const [purchase] = (await purchases()).filter((row) => row['user_id'] === buyer.id);
    const request = { id: purchase?.['id'], memo: 'Not needed' };
    const clerk = await limitedAdmin(market.shop, ['plugin_purchase/index', 'plugin_purchase/refund']);
    expect((await clerk.post('/admin/plugin_purchase/refund', request)).code).toBe(403);
    expect((await balance(buyer))['money']).toBe('37.50');
    const responses = await Promise.all(
      [1, 2, 3].map(() => market.shopAdmin.post('/admin/plugin_purchase/refund', request)),
    );
    expect(responses.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(responses.find(({ code }) => code !== 1)?.msg).toBe('This purchase has already been refunded.');
    expect(await balance(buyer)).toMatchObject({ money: '50.00' });
    expect(await pluginRow()).toMatchObject({ num: 3, score: 0 });
    expect((await post('download', { id: 'faq', version: '1.1.0' })).msg).toBe(
      'The source rejected the request: Buy the plugin first.',
    );
    expect((await withKey('buy', ORDER, buyer.key, 'again')).code).toBe(1);
    expect((await pluginRow())['num']).toBe(4);
  });

  it('a revoked key pays and downloads nothing', async () => {
    const [key] = (await buyer.get('/api/market/keys')).data.list as readonly Row[];
    const stranger = await market.addBuyer();
    expect((await stranger.post('/api/market/revokeKey', { id: key?.['id'] })).code).toBe(404);
    expect((await buyer.post('/api/market/revokeKey', { id: key?.['id'] })).code).toBe(1);
    expect((await withKey('account', undefined)).msg).toBe('The market key is wrong, disabled or expired.');
  });
});
