/**
 * A tab duplicated by the browser shares its tokens with the first: neither ends the session of the other, whichever refreshes its
 * tokens, and whenever.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { waitUntilEqual, openViewer, type Viewer } from '../../testing/browser/viewer';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { openMenuGroups } from '../../testing/browser/openMenuGroups';

const withBrowser = chromiumPath() === null ? describe.skip : describe;

withBrowser('a duplicated tab', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let viewer: Viewer;
  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    viewer = await openViewer(browser);
    const { page } = viewer;
    await page.goto(`${product.url}/admin/login`);
    await page.locator('input[autocomplete=username]').fill(ADMIN.username);
    await page.locator('input[autocomplete=current-password]').fill(ADMIN.password);
    await page.locator('input[type=checkbox]').uncheck();
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/admin/dashboard');
  });
  afterAll(environments.close);

  const refreshToken = (page: Page) =>
    page.evaluate(() =>
      String((JSON.parse(sessionStorage.getItem('adminInfo') ?? '{}') as { refreshToken?: string }).refreshToken),
    );
  const generation = async (page: Page) => Number((await refreshToken(page)).split('.')[1]);
  const accessToken = (page: Page) =>
    page.evaluate(() => String((JSON.parse(sessionStorage.getItem('adminInfo') ?? '{}') as { token?: string }).token));
  /** Responds to the list like the server for an expired token, for the token that this tab has now. */
  const expire = async (page: Page, screen: string) => {
    const old = await accessToken(page);
    const list = `**/admin/${screen}/index?*`;
    await page.route(list, (route) =>
      route.request().headers()['batoken'] === old
        ? route.fulfill({ contentType: 'application/json', body: '{"code":409,"msg":"","data":null,"time":1}' })
        : route.continue(),
    );
    await openMenuGroups(page);
    await page.locator(`nav a[href="/admin/${screen}"]`).first().click();
    await page.waitForURL(`**/admin/${screen}`);
    await page.waitForFunction(
      (before) => (JSON.parse(sessionStorage.getItem('adminInfo') ?? '{}') as { token?: string }).token !== before,
      old,
    );
    await page.locator('tbody tr').first().waitFor();
    await page.unroute(list);
  };

  it('continues after the first tab refreshed its tokens twice, and the first after it', async () => {
    const { page: first, context } = viewer;
    const opening = context.waitForEvent('page');
    await first.evaluate(() => void window.open('/admin/dashboard'));
    const second = await opening;
    second.setDefaultTimeout(30_000);
    await second.waitForURL('**/admin/dashboard');
    await second.locator('main h1').waitFor();
    await waitUntilEqual(() => refreshToken(second), await refreshToken(first));
    await expire(first, 'news');
    await expire(first, 'user');
    expect(await generation(first)).toBe(2);
    await expire(second, 'navigation');
    await expire(first, 'enterprise');
    await expire(second, 'news_category');
    for (const page of [first, second]) {
      await page.reload();
      await page.locator('tbody tr').first().waitFor();
      expect(new URL(page.url()).pathname).not.toBe('/admin/login');
    }
    await waitUntilEqual(() => generation(second), await generation(first));
  });

  it('refreshes its tokens together with the first tab, once', async () => {
    const [first, second] = viewer.context.pages();
    if (first === undefined || second === undefined) throw new Error('two tabs were open');
    const before = await generation(first);
    await Promise.all([expire(first, 'menu_rule'), expire(second, 'menu_rule')]);
    await waitUntilEqual(() => generation(second), await generation(first));
    expect((await generation(first)) - before).toBeLessThanOrEqual(2);
  });

  // @case T2.11
  it('signs out together with the first tab, and the back button shows no data', async () => {
    const [first, second] = viewer.context.pages();
    if (first === undefined || second === undefined) throw new Error('two tabs were open');
    await first
      .getByRole('banner')
      .getByRole('button', { name: /^Account: / })
      .click();
    await first.getByRole('menuitem', { name: 'Sign out' }).click();
    await Promise.all([first, second].map((page) => page.waitForURL('**/admin/login*')));
    for (const page of [first, second]) {
      const kept = () =>
        page.evaluate(() => [localStorage, sessionStorage].map((storage) => storage.getItem('adminInfo')));
      await waitUntilEqual(kept, [null, null]);
      await page.goBack();
      await page.locator('input[autocomplete=current-password]').waitFor();
      expect(new URL(page.url()).pathname).toBe('/admin/login');
      expect(await page.locator('tbody tr').count()).toBe(0);
    }
  });
});
