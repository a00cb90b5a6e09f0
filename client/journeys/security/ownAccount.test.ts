/** The own account in the console: every field, password, image, sessions, cache, full screen, and the repeated password. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { sampleByTitle } from '../../../server/testing/sampleByTitle';
import { waitUntilEqual, signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin } from '../../testing/browser/callAsAdmin';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { openMenuGroups } from '../../testing/browser/openMenuGroups';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
/** Runs in both languages. */
const WORDS = {
  'en-US': {
    fields: { Nickname: 'Root of all', Email: 'root@example.com', Mobile: '13800138000', Bio: 'Quiet work' },
    save: 'Save',
    saved: 'Saved',
    out: 'Sign out all other devices',
    gone: 'Other devices signed out.',
    clear: 'Clear cache',
    cleared: 'Cache cleared.',
    full: 'Full screen',
    unsupported: 'Your browser doesn’t support full screen.',
    home: 'Home page',
    confirm: 'Confirm',
    password: 'Password',
  },
  'zh-CN': {
    fields: { 昵称: '总管', 邮箱: 'zong@example.com', 手机号: '13900139000', 签名: '日拱一卒' },
    save: '保存',
    saved: '已保存',
    out: '退出其他所有设备',
    gone: '已在其他设备退出登录。',
    clear: '清理缓存',
    cleared: '缓存已清理。',
    full: '全屏',
    unsupported: /浏览器不支持全屏/,
    home: '网站首页',
    confirm: '确认',
    password: '密码',
  },
} as const;

withBrowser.each(sampleByTitle('the own account', ['en-US', 'zh-CN'] as const))('the own account in %s', (locale) => {
  const say = WORDS[locale];
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let viewer: Viewer;
  let page: Page;
  const toast = (text: string | RegExp) => page.getByText(text).last().waitFor();
  const menu = async (name: string) => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^(?:Account|账户): / })
      .click();
    await page.getByRole('menuitem', { name }).click();
  };

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    viewer = await openViewer(browser, locale);
    ({ page } = viewer);
    // A browser without full screen reports that.
    await page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
    await signInByCall(viewer, product.url);
    await page.goto(`${product.url}/admin/profile`);
  });
  afterAll(environments.close);

  it('stores every field, shows errors at the field, and shows the new image', async () => {
    for (const [label, value] of Object.entries(say.fields)) {
      await page.getByLabel(label, { exact: true }).fill(value);
      const again = page.waitForResponse((response) => response.url().endsWith('/admin/profile/index'));
      await page.getByRole('button', { name: say.save, exact: true }).click();
      await again;
    }
    await toast(say.saved);
    await page.reload();
    for (const [label, value] of Object.entries(say.fields))
      await waitUntilEqual(() => page.getByLabel(label, { exact: true }).inputValue(), value);
    const [, mail = ''] = Object.keys(say.fields);
    await page.getByLabel(mail, { exact: true }).fill('no mail');
    await page.getByRole('button', { name: say.save, exact: true }).click();
    await page.locator('input[name=email][aria-invalid=true]').waitFor();
    await page.reload();
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE });
    await page.locator('main img[src*="/storage/"]').waitFor();
    await page.locator('header img[src*="/storage/"]').waitFor();
  });

  it('changes the password with the old one, and ends all other sessions', async () => {
    const other = await callAsAdmin(product.url);
    const fill = async (old: string, next: string, again = next) => {
      await page.locator('input[name=old_password]').fill(old);
      await page.locator('input[name=password]').fill(next);
      await page.locator('input[name=repeat_password]').fill(again);
      await page.locator('input[name=repeat_password]').press('Enter');
    };
    const wrong = (name: string) => page.locator(`input[name=${name}][aria-invalid=true]`).waitFor();
    await fill(ADMIN.password, 'Another-2027', 'Another-2028');
    await wrong('repeat_password');
    await fill('Not-mine-2026', 'Another-2027');
    await wrong('old_password');
    await fill(ADMIN.password, 'Another-2027');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=password]')?.value === '');
    expect((await other.call('GET', '/admin/profile/index')).code).toBe(302);
    await callAsAdmin(product.url, { ...ADMIN, password: 'Another-2027' });
    await fill('Another-2027', ADMIN.password);
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=password]')?.value === '');
  });

  it('lists the sessions and ends one of them', async () => {
    const elsewhere = await callAsAdmin(product.url);
    await page.reload();
    await page.getByRole('button', { name: say.out }).click();
    await toast(say.gone);
    await page.getByRole('button', { name: say.out }).waitFor({ state: 'detached' });
    expect((await elsewhere.call('GET', '/admin/profile/index')).code).toBe(302);
    await page.locator('section').last().getByRole('listitem').first().waitFor();
  });

  it('clears the cache, with the password where the server requires it', async () => {
    await openMenuGroups(page);
    await page.locator('nav a[href="/admin/news"]').first().click();
    await page.waitForURL('**/admin/news');
    await page.locator('tbody tr').first().waitFor();
    let refused = 0;
    await page.route('**/admin/ajax/clearCache', (route) => {
      if (refused++ > 0) return route.continue();
      const body = { code: 403, msg: 'x', data: { stepUp: true }, time: 1 };
      return route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify(body) });
    });
    await menu(say.clear);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say.password).fill('Not-mine-2026');
    await dialog.getByRole('button', { name: say.confirm }).click();
    await dialog.locator('input[aria-invalid=true]').waitFor();
    viewer.takeRequests();
    await dialog.getByLabel(say.password).fill(ADMIN.password);
    await dialog.getByRole('button', { name: say.confirm }).click();
    await toast(say.cleared);
    await page.locator('tbody tr').first().waitFor();
    expect(refused).toBe(2);
    const expected = ['/admin/ajax/clearCache', '/admin/Index/index', '/admin/news/index'];
    const asked = new Set<string>();
    await waitUntilEqual(async () => {
      for (const path of viewer.takeRequests()) asked.add(path);
      return expected.filter((path) => !asked.has(path));
    }, []);
    await waitUntilEqual(async () => {
      const stored = await page.evaluate(() => localStorage.getItem('storeTabViewConfig') ?? '[]');
      const [{ tabs }] = JSON.parse(stored) as [{ tabs: { path: string }[] }];
      return tabs.map(({ path }) => path);
    }, ['/admin/news']);
  });

  // @spec P8-024
  // @covers fault client.fullscreen
  it('shows that full screen is not supported, and leads home', async () => {
    await page.getByRole('banner').getByRole('button', { name: say.full }).click();
    await toast(say.unsupported);
    await menu(say.home);
    await page.waitForURL(`${product.url}/`);
  });
});
