/** The preview of a news item: live before it is saved, in both languages and sizes, in a second window, and never on the public page. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { callAsAdmin } from '../../testing/browser/callAsAdmin';
import { findBrokenRules, WCAG21 } from '../../testing/browser/findBrokenRules';
import { waitUntilEqual, openSignedIn, waitForAnimations, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;

withBrowser('the preview of the public site', () => {
  const environments = createBrowserEnvironments();
  const messages: string[] = [];
  let product: Product;
  let browser: Browser;
  let staff: Viewer;
  let page: Page;
  let id: number;
  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    const admin = await callAsAdmin(product.url);
    id = await admin.make('news', { title: '旧标题', title_en: 'Old title', content: '<p>正文</p>', status: 1 });
    staff = await openSignedIn(browser, product.url, { locale: 'zh-CN' });
    ({ page } = staff);
    staff.context.on('weberror', (error) => messages.push(error.error().message));
    staff.context.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
    await page.goto(`${product.url}/admin/news?record=${id}`);
  }, 120_000);
  afterAll(() => environments.close());

  const field = (name: string) => page.locator(`[data-field="${name}"] input`).first();
  const panel = () => page.getByRole('region', { name: '预览' });
  const heading = () => page.frameLocator('iframe[data-device]').locator('main h1');
  const publicPage = async (prefix: string) => {
    const response = await fetch(`${product.url}${prefix}/news/${id}`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(200);
    return response.text();
  };
  const frameWidth = () =>
    page.locator('iframe[data-device]').evaluate((frame: HTMLIFrameElement) => frame.clientWidth);

  it('shows typed values before they are saved, as a visitor would see them', async () => {
    await page.getByRole('button', { name: '预览', exact: true }).click();
    await heading().getByText('旧标题').waitFor();
    await field('title').fill('新标题');
    await heading().getByText('新标题').waitFor();
    expect(await publicPage('/zh-cn')).not.toContain('新标题');
    await panel().getByRole('button', { name: 'English' }).click();
    await heading().getByText('Old title').waitFor();
    await field('title_en').fill('New title');
    await heading().getByText('New title').waitFor();
    expect(await frameWidth()).toBe(1280);
    await panel().getByRole('button', { name: '手机' }).click();
    await waitUntilEqual(frameWidth, 390);
    await waitForAnimations(page);
    expect((await findBrokenRules(page, WCAG21)).filter(({ impact }) => /serious|critical/.test(impact))).toEqual([]);
    // The form and its remote changes stay live beside the preview.
    await (await callAsAdmin(product.url)).edit('news', { id, content_en: '<p>Written by a colleague</p>' });
    await page.frameLocator('iframe[data-device]').getByText('Written by a colleague').waitFor();
    expect(messages).toEqual([]);
  });

  it('follows the form in a second window, which closes with the form', async () => {
    const opening = staff.context.waitForEvent('page');
    await panel().getByRole('button', { name: '在第二个窗口打开' }).click();
    const second = await opening;
    await second.locator('main h1').getByText('New title').waitFor();
    expect(await panel().count()).toBe(0);
    await field('title_en').fill('Second title');
    await second.locator('main h1').getByText('Second title').waitFor();
    // Reloaded, it asks for the page again; links lead nowhere.
    await second.reload();
    await second.locator('main h1').getByText('Second title').waitFor();
    await second.locator('main a').first().click();
    expect(new URL(second.url()).pathname).toBe('/preview');
    expect(await publicPage('')).not.toContain('Second title');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await waitUntilEqual(async () => (await publicPage('')).includes('Second title'), true);
    const closing = second.waitForEvent('close');
    await page.getByRole('complementary').getByRole('button', { name: '关闭', exact: true }).click();
    await closing;
    expect(messages).toEqual([]);
    await staff.context.close();
  });
});
