/** Two installations: one publishes a plugin, the console of the other links an account, buys and installs it, while a second admin watches live. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { packFaq, packFaqUpdate, TRUSTING_ENV } from '../../../server/testing/modulePackages';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { openSignedIn, type Viewer } from '../../testing/browser/viewer';
import { ADMIN, startProduct, type Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const BUYER = { username: 'buyer', password: ADMIN.password };

interface Response {
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>>;
}
async function post(url: string, headers: Readonly<Record<string, string>>, body: string | Uint8Array<ArrayBuffer>) {
  const response = await fetch(url, { method: 'POST', headers: { server: 'true', ...headers }, body });
  const { code, msg, data } = (await response.json()) as Response;
  if (code !== 1) throw new Error(`${url}: ${msg}`);
  return data;
}

withBrowser('the market between two installations', () => {
  const environments = createBrowserEnvironments();
  let shop: Product;
  let publisher: Caller;
  let plugin: number;
  let marketKey: string;
  /** Pays for the version 1.0.0. */
  let code: string;
  let browser: Browser;
  let anna: Viewer;
  let ben: Viewer;

  const addVersion = async (version: string, archive: Buffer) => {
    const id = await publisher.make('plugin_version', {
      plugin_id: plugin,
      version,
      status: 1,
      explain_en: `What is new in ${version}`,
    });
    const headers = { batoken: publisher.token, 'content-type': 'application/octet-stream' };
    await post(`${shop.url}/admin/plugin_version/package?id=${id}`, headers, new Uint8Array(archive));
    return id;
  };
  const setSetting = async (name: string, value: number | string) => {
    const { list } = await publisher.index('config', '?limit=200');
    await publisher.edit('config', { id: list.find((row) => row['name'] === name)?.['id'], value });
  };
  /** Publishes the FAQ for 12.50, and makes a member with 50.00 and a key. */
  async function publish(): Promise<void> {
    publisher = await callAsAdmin(shop.url);
    await setSetting('market_open', 1);
    await setSetting('captcha', 'never');
    const [category] = (await publisher.index('plugin_category', '?limit=1')).list;
    plugin = await publisher.make('plugin', {
      title: '常见问题',
      title_en: 'FAQ',
      name: 'faq',
      cate_id: category?.['id'],
      price: '12.50',
      points_price: 300,
      author: 'Example',
      description_en: 'Questions and answers',
      content_en: '<p>In both languages</p>',
      status: 1,
    });
    const version = await addVersion('1.0.0', packFaq());
    const granting = await publisher.make('activation_code', { plugin_version_id: version });
    const json = { 'content-type': 'application/json' };
    const staff = { batoken: publisher.token, ...json };
    const shown = await post(`${shop.url}/admin/activation_code/reveal`, staff, JSON.stringify({ ids: [granting] }));
    code = (shown['codes'] as readonly { readonly code: string }[])[0]?.code ?? '';
    const user = await publisher.make('user', { ...BUYER, nickname: 'Office Nord', email: 'buyer@example.com' });
    await publisher.add('user_money_log', { user_id: user, memo: 'Start', type: 'top_up', money: '50.00' });
    await publisher.add('user_score_log', { user_id: user, memo: 'Start', type: 'top_up', score: 300 });
    const body = JSON.stringify({ tab: 'login', ...BUYER });
    const { userInfo } = await post(`${shop.url}/api/user/checkIn`, json, body);
    const { token } = userInfo as { readonly token: string };
    const named = JSON.stringify({ name: 'Console' });
    const made = await post(`${shop.url}/api/market/addKey`, { ...json, 'ba-user-token': token }, named);
    marketKey = String(made['key']);
  }

  beforeAll(async () => {
    const env = { ...TRUSTING_ENV, PRIVATE_HOSTS: '127.0.0.1' };
    const startShop = async () => {
      shop = await startProduct({ env, filled: true });
      environments.later(shop.dispose);
      await publish();
    };
    const [opened] = await Promise.all([environments.open({ env, filled: true }), startShop()]);
    const { product: home } = opened;
    browser = opened.browser;
    const admin = await callAsAdmin(home.url);
    await admin.add('market_source', { title: 'Shop', url: shop.url });
    const enter = () => openSignedIn(browser, home.url, { locale: 'en-GB' });
    [anna, ben] = await Promise.all([enter(), enter()]);
    await Promise.all([anna.page.goto(`${home.url}/admin/module/market`), ben.page.goto(`${home.url}/admin/module`)]);
  });
  afterAll(environments.close);

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const card = () => anna.page.getByRole('button', { name: /^FAQ Version/ });
  const dialog = (name: string | RegExp) => anna.page.getByRole('dialog', { name });
  const finishJob = async () => {
    await anna.page.getByRole('dialog').getByText('Success · 100 %').waitFor({ timeout: 60_000 });
    await anna.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  };
  const module = () => ben.page.getByRole('list', { name: 'Modules' }).getByRole('listitem');

  it('a key links the account, and the plugin is bought from its balance', async () => {
    await button(anna.page, 'Link an account').click();
    await anna.page.getByRole('textbox', { name: 'Market key' }).fill(marketKey);
    await button(anna.page, 'Link').click();
    await anna.page.getByText('Office Nord · ¥50.00 · 300 points').waitFor();
    await card().click();
    await dialog('FAQ').getByText('What is new in 1.0.0').waitFor();
    await dialog('FAQ').getByRole('button', { name: 'Buy' }).click();
    await button(anna.page, 'Pay ¥12.50').click();
    await anna.page.getByText('Office Nord · ¥37.50 · 300 points').waitFor({ state: 'attached' });
    const { list } = await publisher.index('plugin_purchase', '?limit=5');
    expect(list).toMatchObject([{ money: '12.50', status: 1, client: 'Console' }]);
  });

  it('the installation is followed live, and the other admin gets the card without a reload', async () => {
    await dialog('FAQ').getByRole('button', { name: 'Install' }).click();
    await dialog('Install FAQ 1.0.0?').getByRole('button', { name: 'Install' }).click();
    await module().getByText('Installed', { exact: true }).waitFor({ timeout: 60_000 });
    await finishJob();
  });

  it('a new version is found on demand, shown to both, and offered by the plugin; a rating reaches the shop', async () => {
    await addVersion('1.1.0', packFaqUpdate());
    await anna.page.getByRole('link', { name: 'Marketplace' }).first().click();
    await button(anna.page, 'Check for updates').click();
    await anna.page.getByText('1 new version found.').waitFor();
    await module().getByText('Version 1.1.0 is available').waitFor();
    await card().click();
    await dialog('FAQ').getByRole('button', { name: 'Update to 1.1.0' }).waitFor();
    await dialog('FAQ').locator('label').filter({ hasText: '5 stars' }).click();
    await anna.page.getByText('Rating saved.').waitFor();
    const { list } = await publisher.index('plugin', '?limit=50');
    expect(list.find(({ id }) => id === plugin)).toMatchObject({ num: 1, score: 5 });
  });

  const openFaq = async () => {
    await dialog('FAQ').getByRole('button', { name: 'Close' }).click();
    await card().click();
  };
  const purchase = async () => (await publisher.index('plugin_purchase', '?limit=5')).list[0] ?? {};

  it('the console requests a refund, and staff of the shop grant it with the reason of the buyer', async () => {
    await dialog('FAQ').getByRole('button', { name: 'Request a refund' }).click();
    await anna.page.getByRole('textbox', { name: 'Reason' }).fill('Too slow');
    await button(anna.page, 'Request refund').click();
    await dialog('FAQ').getByText('Refund requested').waitFor();
    const { id } = await purchase();
    const clerk = await openSignedIn(browser, shop.url, { locale: 'en-GB' });
    await clerk.page.goto(`${shop.url}/admin/plugin_purchase/${String(id)}`);
    await button(clerk.page, 'Refund').click();
    await clerk.page
      .getByRole('dialog')
      .getByRole('textbox', { name: 'Reason' })
      .and(clerk.page.locator('[value="Too slow"]'))
      .waitFor();
    await clerk.page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    await clerk.page.getByRole('dialog').waitFor({ state: 'detached' });
    await clerk.context.close();
    expect(await purchase()).toMatchObject({ status: 2, refund_memo: 'Too slow' });
    await openFaq();
    await dialog('FAQ').getByRole('button', { name: 'Buy' }).waitFor();
  });

  it('it is bought again for points, and after another refund by an activation code', async () => {
    await dialog('FAQ').getByRole('button', { name: 'Buy' }).click();
    await dialog(/^Buy/)
      .getByRole('radio', { name: /Points/ })
      .click();
    await button(anna.page, 'Pay 300 points').click();
    await dialog('FAQ').getByRole('button', { name: 'Update to 1.1.0' }).waitFor();
    const { id, paid_by: paidBy, score } = await purchase();
    expect([paidBy, score]).toEqual(['score', 300]);
    const json = { batoken: publisher.token, 'content-type': 'application/json' };
    await post(`${shop.url}/admin/plugin_purchase/refund`, json, JSON.stringify({ id, memo: 'Again' }));
    await openFaq();
    await dialog('FAQ').getByRole('button', { name: 'Buy' }).click();
    await dialog(/^Buy/)
      .getByRole('radio', { name: /Activation code/ })
      .click();
    await dialog(/^Buy/).getByRole('textbox', { name: 'Activation code' }).fill(code);
    await dialog(/^Buy/).getByRole('button', { name: 'Buy' }).click();
    await dialog('FAQ').getByRole('button', { name: 'Update to 1.1.0' }).waitFor();
    expect(await purchase()).toMatchObject({ status: 1, paid_by: 'code' });
    const { list } = await publisher.index('user_score_log', '?limit=3');
    expect(list.map(({ score: change }) => change)).toEqual([300, -300, 300]);
  });
});
