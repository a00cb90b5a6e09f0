/** Chunks of the console that nobody opened before the connection was lost: prefetched when there was time, else announced and loaded later. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { lazyTranslations } from '../../../common/locales/lazyTranslations';
import { locales } from '../../../common/locales/index';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { signInByCall, openSignedIn, openViewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const { shell, engine } = locales.en;
const { lists } = lazyTranslations.en;
const withBrowser = chromiumPath() === null ? describe.skip : describe;
const openBell = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click();
const missing = (page: Page) => page.locator('[data-missing-part]');

const openFilters = (page: Page) => page.getByRole('button', { name: engine.list.filter, exact: true }).click();
async function openFilter(page: Page, column: string): Promise<void> {
  await openFilters(page);
  await page.locator('.MuiPopover-paper').getByRole('button', { name: column, exact: true }).click();
}

withBrowser('chunks while offline', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  beforeAll(async () => {
    ({ product, browser } = await environments.open());
  }, 120_000);
  afterAll(environments.close);

  it('an idle console prefetches its chunks: filters, notifications, and the layout of a rotated tablet', async () => {
    const { page, context } = await openSignedIn(browser, product.url, { isPrefetching: true });
    await page.goto(`${product.url}/admin/news`);
    await page.locator('tr[data-id]').first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.waitForFunction(() => performance.getEntriesByName('chunks-prefetched').length > 0, undefined, {
      timeout: 120_000,
    });
    expect(asked.filter((path) => /^\/assets\/later-admin-.*\.json$/.test(path))).toHaveLength(1);
    await context.setOffline(true);
    await openFilter(page, 'Title');
    const editor = page.locator('[aria-label="Filter by Title"]');
    await editor.getByRole('textbox').fill('spring');
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'hidden' });
    await openBell(page);
    await page.getByRole('dialog', { name: 'Notifications' }).getByRole('heading').first().waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: lists.tools, exact: true }).click();
    await page.getByRole('button', { name: lists.order.label, exact: true }).waitFor();
    expect(await missing(page).count()).toBe(0);
    await context.close();
  }, 240_000);

  it('show a message where they are missing and load when the connection returns; typed text stays', async () => {
    const viewer = await openViewer(browser);
    const { page, context } = viewer;
    await signInByCall(viewer, product.url);
    await page.goto(`${product.url}/admin/news?record=3`);
    const title = page.locator('aside [data-field="title"]').locator('input, textarea').first();
    await title.fill('Typed on a train');
    await page.locator('[data-status="live"]').first().waitFor();
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Notifications/ })
      .waitFor();
    await context.setOffline(true);
    await openFilters(page);
    await missing(page).getByText(shell.failed.part).waitFor();
    await missing(page).getByRole('button', { name: shell.retry }).click();
    await missing(page).getByText(shell.failed.part).waitFor();
    await missing(page).getByRole('button', { name: shell.close }).click();
    await missing(page).waitFor({ state: 'hidden' });
    await openBell(page);
    await page.getByRole('dialog', { name: 'Notifications' }).getByText(shell.failed.part).waitFor();
    expect(await title.inputValue()).toBe('Typed on a train');
    await context.setOffline(false);
    await page.getByRole('dialog', { name: 'Notifications' }).getByRole('heading').first().waitFor();
    expect(await missing(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    await openFilter(page, 'Title');
    await page.locator('[aria-label="Filter by Title"]').getByRole('textbox').waitFor();
    expect(await title.inputValue()).toBe('Typed on a train');
    await context.close();
  }, 240_000);
});
