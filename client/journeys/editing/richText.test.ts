/** A person formats text and pastes hostile HTML: it is stored clean, runs no script and violates no CSP. */
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { RICH_VECTORS, TEXT_VECTORS } from '../../../server/testing/vectors';
import { waitUntilEqual, signInByCall, openViewer, waitForAnimations, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { detectExecutedScripts } from '../../testing/browser/detectExecutedScripts';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const HOSTILE =
  '<p onclick="window.ran=1">Pasted <b>well</b></p><img src=x onerror="window.ran=1"><svg onload="window.ran=1"></svg>' +
  '<script>window.ran=1</script><a href="javascript:window.ran=1">link</a><math><style><img src onerror=window.ran=1></style></math>';

/** The field of the Chinese content; the form also has an editor for the English one. */
const contentField = (page: Page) => page.locator('[data-field="content"]');

const paste = (page: Page, html: string) =>
  contentField(page)
    .locator('.ProseMirror')
    .evaluate((box, given) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', given);
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, html);

withBrowser('the rich-text editor', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let viewer: Viewer;
  let admin: Caller;
  let id: number;
  const complaints: string[] = [];

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    const news = await admin.index('news', '?limit=1');
    id = Number(news.list[0]?.['id']);
    await admin.edit('news', { id, content: '<p>Start</p>' });
    viewer = await openViewer(browser);
    viewer.page.on('console', (message) => {
      if (/content security|trusted/i.test(message.text())) complaints.push(message.text());
    });
    viewer.page.on('pageerror', (error) => complaints.push(error.message));
    await signInByCall(viewer, product.url);
  });
  afterAll(environments.close);

  it('formats text, neutralizes pasted hostile HTML and saves it clean', async () => {
    const { page } = viewer;
    await page.goto(`${product.url}/admin/news/${id}`);
    const field = contentField(page);
    const box = field.locator('.ProseMirror');
    await box.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' and ');
    const bold = async () => {
      await field.getByRole('button', { name: 'Bold', exact: true }).click();
      await field.locator('.ProseMirror:focus').waitFor();
    };
    await bold();
    await page.keyboard.type('strong');
    await bold();
    await page.keyboard.press('Enter');
    await paste(page, HOSTILE);
    await field.getByRole('toolbar', { name: 'Formatting' }).scrollIntoViewIfNeeded();
    await waitForAnimations(page);
    const { violations } = await new AxeBuilder({ page }).include('[role=toolbar]').include('.ProseMirror').analyze();
    expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    const saved = page.waitForResponse(
      (response) => response.url().includes('/admin/news/edit') && response.request().method() === 'POST',
    );
    await page.keyboard.press('Control+s');
    const { data } = (await (await saved).json()) as { data: { row: { content: string } } };
    expect(data.row.content).toContain('<p>Start and <strong>strong</strong></p>');
    expect(data.row.content).toContain('Pasted <strong>well</strong>');
    expect(data.row.content).not.toMatch(/script|onerror|onclick|svg|math|javascript/i);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    expect(complaints).toEqual([]);
  });
  // @case T2.10
  it('a plugin description runs no script and sends no request to other origins, also for images', async () => {
    const { page, context } = await openViewer(browser);
    const canary = await detectExecutedScripts(page, product.url);
    const { host } = new URL(product.url);
    const unexpectedParts: string[] = [];
    await context.route(
      (url) => /^https?:$/.test(url.protocol) && url.host !== host,
      (route) => {
        unexpectedParts.push(route.request().url());
        return route.abort();
      },
    );
    const picture = 'https://pictures.example/screen.png';
    const shown = RICH_VECTORS.filter((one) => one.length < 300 && !/\p{Cc}/u.test(one.replaceAll(/[\t\n]/g, '')));
    const content = `<h2>Goods</h2><p><img src="${picture}" alt="A screen"></p>${shown.join('')}`;
    const plain = TEXT_VECTORS.filter((one) => !/\p{Cc}/u.test(one)).slice(0, 12);
    const [category] = (await admin.index('plugin_category', '?limit=1')).list;
    const fields = { content, mobile_content: content, description: plain.slice(0, 8).join(' ').slice(0, 500) };
    const goods = { title: 'Goods of others', name: 'goods-of-others', cate_id: category?.['id'], ...fields };
    const plugin = Number((await admin.add('plugin', goods))['id']);
    const version = { plugin_id: plugin, version: '2.1.0', explain: plain.join(' ').slice(0, 1000) };
    const released = Number((await admin.add('plugin_version', version))['id']);
    await signInByCall({ page }, product.url);
    const noticed: string[] = [];
    for (const path of ['plugin', 'plugin_version', `plugin_version/${released}`, `plugin/${plugin}`]) {
      await page.goto(`${product.url}/admin/${path}`);
      await page
        .locator(path.includes('/') ? 'form h2' : 'tr[data-id]')
        .first()
        .waitFor();
      noticed.push(...(await canary.takeFindings()));
    }
    // The save removed the images of another website; the text around them stays.
    await waitUntilEqual(() => page.locator('.ProseMirror h2').filter({ hasText: 'Goods' }).count(), 2);
    expect(await page.locator(`.ProseMirror img[src="${picture}"]`).count()).toBe(0);
    noticed.push(...(await canary.takeFindings()));
    expect([noticed, unexpectedParts]).toEqual([[], []]);
    await context.close();
  });
  it('is translated into Chinese', async () => {
    const other = await openViewer(browser, 'zh-CN', { width: 390, height: 800 });
    await signInByCall(other, product.url);
    await other.page.goto(`${product.url}/admin/news/${id}`);
    await contentField(other.page).getByRole('button', { name: '加粗', exact: true }).waitFor();
    const width = await other.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});
