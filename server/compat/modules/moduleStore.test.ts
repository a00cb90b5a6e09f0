/** The module store of older clients: catalog, order, installation, update, switch, upload, conflicts, and what they may not do. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { limitedAdmin } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { createMarketFixture, type MarketFixture } from '../../testing/marketFixture';
import { packFaq, packFiles } from '../../testing/modulePackages';
import { SUPER_ADMIN, testDialects } from '../../testing/testServer';

const packVersion = (version: string): Buffer =>
  packFaq(({ edit }) =>
    edit('module.json', (manifest) => {
      manifest.version = version;
    }),
  );

describe.each(testDialects())('the module store of older clients on %s', (database) => {
  let market: MarketFixture;
  beforeAll(async () => {
    market = await createMarketFixture(database);
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(picture)]), 'icon.png');
    const { file } = (await market.shopAdmin.send('POST', '/admin/ajax/upload', { body })).data;
    const edited = await market.shopAdmin.post('/admin/plugin/edit', { id: market.pluginId, icon_id: file.id });
    expect(edited.code).toBe(1);
  });
  afterAll(() => market.close());

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    const store = dialect === 'first' ? '/api/v2.store/' : '/api/v6.store/';
    const orderKey = dialect === 'first' ? 'order_id' : 'orderId';
    let client: CompatClient;
    beforeAll(async () => {
      client = createCompatClient(market.home, dialect);
      await client.signIn();
      await market.homeAdmin.post('/admin/market/unlink', { source: market.sourceId });
    });
    /** A call whose parameters are all in the query, with or without a body. */
    const send = (path: string, query: Readonly<Record<string, string>>, body?: object) =>
      client.send('POST', `${path}?${String(new URLSearchParams(query))}`, {
        ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      });
    const listStore = async (query: string) => (await client.get(`${store}modules?${query}`)).data;
    const readInfo = async (uid = 'faq') =>
      (await client.get(`${store}info?uid=${uid}${dialect === 'first' ? '' : '&localVersion=1.0.0'}`)).data.info;
    const readState = async () => (await client.get('/admin/module/state?uid=faq')).data.state;
    const findInstalled = async () => (await client.get('/admin/module/index')).data.installed[0];
    const install = (order: string, extend: object = {}) =>
      send('/admin/module/install', { uid: 'faq', [orderKey]: order, token: '' }, { extend });
    const changeState = (state: number, more: object = {}) =>
      client.post('/admin/module/changeState', { uid: 'faq', state, ...more });

    it('shows the catalog by category, and searches it', async () => {
      // The store is at the address of the site.
      expect((await client.openConsole()).data.siteConfig.apiUrl).toBe('');
      const { rows, category } = await listStore(
        'order=&activeTab=all&installed[0][uid]=x&installed[0][version]=1.0.0',
      );
      expect(category.map(({ name }: { name: string }) => name)).toEqual(['All', 'Office']);
      expect(rows).toEqual([
        expect.objectContaining({
          uid: 'faq',
          title: 'FAQ',
          present_price: '12.50',
          currency_select: 1,
          new_version: false,
          logo: expect.stringMatching(/^data:image\/(?:png|webp);base64,/),
        }),
      ]);
      expect((await listStore(`activeTab=${category[1].id}`)).rows).toHaveLength(1);
      expect((await listStore('activeTab=all&quickSearch=nothing')).rows).toEqual([]);
      expect(await readInfo('no-such')).toEqual({ type: 'local' });
    });

    // @covers fault compat.payment
    it('shows a plugin, asks for a linked account, and buys and installs it', async () => {
      const info = await readInfo();
      expect(info).toMatchObject({ uid: 'faq', purchased: '', present_price: '12.50', type: 'online' });
      expect(info.detail_editor).toContain('<p>One &#38; two</p>');
      expect(info.version_log[0]).toMatchObject({ describe: expect.stringContaining('News of') });
      const unlinked = await send(`${store}order`, { goods_id: info.id });
      expect([unlinked.code, unlinked.msg]).toEqual([0, 'No member account is linked to this source.']);
      await market.link((await market.addBuyer(5_000, 400)).key);
      const order = (await send(`${store}order`, { goods_id: info.id })).data.info;
      expect(order).toMatchObject({ uid: 'faq', amount: '12.50', purchased: false, pay: { score: true, money: true } });
      expect(order.title).toBe('FAQ (or 300 points)');
      // The second client has buttons for both.
      for (const type of ['wx', 'zfb', '']) {
        const other = await send(`${store}pay`, { order_id: order.id, pay_type: type });
        expect([other.status, other.code, other.msg]).toEqual([
          ...[200, 0],
          'WeChat Pay and Alipay are not offered here. Pay from the balance or with points.',
        ]);
      }
      for (const [type, prices] of [
        ['score', { points_price: 900 }],
        ['balance', { price: '90.00' }],
      ] as const) {
        await market.shopAdmin.post('/admin/plugin/edit', { id: market.pluginId, ...prices });
        const changed = await send(`${store}pay`, { order_id: order.id, pay_type: type });
        const price = type === 'score' ? '900' : '90.00';
        expect([changed.code, changed.msg]).toEqual([0, expect.stringContaining(`The price is now ${price}.`)]);
      }
      const former = { id: market.pluginId, price: '12.50', points_price: 300 };
      expect((await market.shopAdmin.post('/admin/plugin/edit', former)).code).toBe(1);
      const method = dialect === 'first' ? 'score' : 'balance';
      const paid = await send(`${store}pay`, { order_id: order.id, pay_type: method });
      expect([paid.code, paid.data?.info.uid]).toEqual([1, 'faq']);
      expect((await send(`${store}order`, { goods_id: info.id })).data.info.purchased).toBe(true);
      expect(await readState()).toBe(0);
      const installed = await install(paid.data.info.id);
      // The second installation finds the rows of the first one.
      const { fileConflict } = installed.data;
      expect([installed.code, fileConflict === undefined]).toEqual(dialect === 'first' ? [1, true] : [-1, false]);
      if (dialect === 'second') {
        expect(fileConflict[0]).toMatchObject({ newFile: 'archive:faq_category', solution: 'cover' });
        expect(await readState()).toBe(3);
        // The client sends an object by the name of the conflict, or of what it is about.
        for (const wrong of [{ 'archive:faq_category': 'no such solution' }, { faq_category: 1 }])
          expect((await install('', { type: 'conflictHandle', fileConflict: wrong })).code).not.toBe(1);
        const [one, ...others] = fileConflict as readonly { newFile: string; oldFile: string }[];
        const byName = others.map(({ newFile }) => [newFile, 'cover'] as const);
        const handled = Object.fromEntries([[one?.oldFile ?? '', 'cover'], ...byName]);
        const extend = { type: 'conflictHandle', fileConflict: handled, dependConflict: {} };
        expect((await install('', extend)).code).toBe(1);
      }
      expect(await readState()).toBe(1);
      expect(await findInstalled()).toMatchObject({ uid: 'faq', state: 1, title: 'FAQ' });
    });

    // @covers fault module.update_waits
    it('updates a module: offers it, downloads it, and installs it', async () => {
      const next = dialect === 'first' ? '1.1.0' : '1.2.0';
      await market.addVersion(next, packVersion(next));
      const { new_version: isNewer, purchased } = await readInfo();
      expect([isNewer, purchased]).toEqual([true, expect.stringContaining('faq')]);
      const waiting = await changeState(0, { update: 1, order: purchased, token: '' });
      expect([waiting.code, await readState()]).toEqual([-3, 2]);
      expect((await install(purchased)).code).toBe(1);
      expect(await findInstalled()).toMatchObject({ version: next, state: 1 });
      expect((await readInfo()).new_version).toBe(false);
    });

    // @covers fault module.update_disabled
    it('disables, enables and uninstalls a module', async () => {
      expect((await changeState(0)).code).toBe(1);
      expect([await readState(), (await findInstalled()).state]).toEqual([6, 6]);
      expect((await client.get('/admin/faq_question/index')).status).toBe(404);
      const order = { [orderKey]: `${market.sourceId}:faq::`, token: '' };
      const update = await send('/admin/module/update', { uid: 'faq', ...order }, { extend: {} });
      expect([update.code, update.msg]).toEqual([0, 'This module is disabled. Enable it, then update it.']);
      expect((await changeState(1)).code).toBe(1);
      // The client installs what it has enabled.
      expect((await install('0')).code).toBe(1);
      expect((await client.get('/admin/faq_question/index')).code).toBe(1);
      expect((await send('/admin/module/dependentInstallComplete', { uid: 'faq' })).data.state).toBe(1);
      expect((await send('/admin/module/uninstall', { uid: 'faq' })).code).toBe(1);
      expect([await readState(), await findInstalled()]).toEqual([0, undefined]);
    });

    it('installs an uploaded package, and names the modules that it needs', async () => {
      const uid = `notes-${dialect}`;
      const requires = { atrium: '>=0.0.0', modules: { crm: '>=2.0.0' } };
      const body = new FormData();
      const archive = packFiles({ uid, permissions: [], requires }, {});
      body.append('file', new Blob([new Uint8Array(archive)], { type: 'application/zip' }), 'notes.zip');
      const { file } = (await client.send('POST', '/admin/ajax/upload', { body })).data;
      const received = await send('/admin/module/upload', { file: file.url, token: '' });
      expect([received.code, received.data?.info]).toEqual([1, { uid }]);
      expect((await client.get(`/admin/module/state?uid=${uid}`)).data.state).toBe(4);
      const refused = await send('/admin/module/install', { uid, [orderKey]: '0', token: '' }, { extend: {} });
      expect([refused.code, refused.data.wait_install]).toEqual([-2, ['crm']]);
      await market.homeAdmin.post('/admin/module/discard', { uid });
    });

    it('can do nothing that the plain routes refuse', async () => {
      const calls = [
        ...[() => client.get(`${store}modules?activeTab=all`), () => client.get(`${store}info?uid=faq`)],
        ...[() => send(`${store}order`, { goods_id: '1:faq::' }), () => install('1:faq::'), () => changeState(0)],
        () => send(`${store}pay`, { order_id: '1:faq:12.50:', pay_type: 'balance' }),
      ];
      const admin = client;
      client = createCompatClient(market.home, dialect);
      for (const call of calls) expect((await call()).code).toBe(302);
      client.useToken('admin', (await limitedAdmin(market.home, ['news/index'], 'all')).token);
      for (const call of calls) expect((await call()).code).toBe(403);
      client = admin;
      const stale = { order_id: '1:faq:0.01:', pay_type: 'balance' };
      expect((await send(`${store}pay`, stale)).msg).toMatch(/already|price/i);
      market.home.advanceClock(400_000);
      const order = { id: 'faq', payment: 'money', price: '12.50', key: `key-of-${dialect}-purchase` };
      const plain = await market.homeAdmin.post('/admin/market/buy', { source: market.sourceId, ...order });
      expect(plain.data).toMatchObject({ stepUp: true });
      const older = await send(`${store}pay`, stale);
      expect(older.data).toMatchObject({ stepUp: true });
      expect([older.status, older.code, older.msg]).toEqual([
        200,
        0,
        expect.stringContaining('Confirm your password again'),
      ]);
      expect((await install('1:faq::')).data).toMatchObject({ stepUp: true });
      expect((await changeState(0)).data).toMatchObject({ stepUp: true });
      await market.homeAdmin.post('/admin/Index/stepUp', { password: SUPER_ADMIN.password });
    });
  });

  it('an empty store explains how to add a source', async () => {
    await market.homeAdmin.post('/admin/market_source/edit', { id: market.sourceId, status: 0 });
    const client = createCompatClient(market.home, 'second');
    await client.signIn();
    const { rows, category, remark } = (await client.get('/api/v6.store/modules?activeTab=all')).data;
    expect([rows, category]).toEqual([[], [{ id: 'all', name: 'All' }]]);
    expect(remark).toContain('No market source');
  });
});
