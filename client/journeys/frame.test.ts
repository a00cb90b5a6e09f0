/** The console's frame as a person meets it: tabs that survive a reload, typed text that survives a visit elsewhere, search, layouts. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../config/jest/tools';
import { openViewer, signIn } from './support/browser';
import type { Product } from './support/product';
import { createStages } from './support/stage';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const tabsOf = (page: Page) => page.locator('nav[aria-label="Open pages"] a');

withBrowser('the frame of the console', () => {
  const stages = createStages();
  let product: Product;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    ({ product, browser } = await stages.open());
    const viewer = await openViewer(browser);
    ({ page } = viewer);
    await signIn(viewer, product.url);
    await page.waitForURL('**/admin/dashboard');
  });
  afterAll(stages.close);

  it('keeps tabs over a reload, and what was typed over a visit to another tab', async () => {
    const menu = page.locator('nav[aria-label="Main menu"]');
    await menu.locator('a[href="/admin/news"]').click();
    await tabsOf(page).filter({ hasText: 'News' }).waitFor();
    await menu.locator('a[href="/admin/user"]').click();
    await tabsOf(page).filter({ hasText: 'Members' }).waitFor();
    await page.reload();
    await tabsOf(page).first().waitFor();
    expect(await tabsOf(page).allTextContents()).toEqual(['Overview', 'News', 'Members']);
    await page.goto(`${product.url}/admin/news?record=3`);
    const title = page.locator('aside input').first();
    await title.fill('Not saved yet');
    await tabsOf(page).filter({ hasText: 'Members' }).click();
    await page.waitForURL('**/admin/user');
    expect(await page.getByRole('img', { name: 'unsaved' }).count()).toBe(1);
    await tabsOf(page).filter({ hasText: 'News' }).click();
    await title.waitFor();
    expect(await title.inputValue()).toBe('Not saved yet');
    await page.getByRole('button', { name: 'Close News' }).click();
    await page.getByRole('button', { name: 'Close without saving' }).click();
    await page.waitForURL('**/admin/user');
    expect(await tabsOf(page).allTextContents()).toEqual(['Overview', 'Members']);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('finds a record by the palette and opens it', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search pages, records and actions' }).fill('Two editors');
    await page
      .getByRole('option', { name: /Two editors/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/news\/\d+$/);
  });

  it('takes another arrangement at once and keeps it', async () => {
    await page.getByRole('button', { name: 'Layout' }).click();
    await page.getByRole('button', { name: 'Classic' }).click();
    await page.locator('[data-layout=Classic]').waitFor();
    await page.reload();
    await page.locator('[data-layout=Classic]').waitFor();
  });

  it('leads unknown addresses to the page that says so', async () => {
    await page.goto(`${product.url}/admin/ghost?x=1`);
    await page.waitForURL('**/404');
    await page.goto(`${product.url}/ghost/at/all`);
    await page.waitForURL('**/404');
    expect(await page.title()).toMatch(/^Page not found - /);
  });

  it('never leaves the origin by way of a loading route (T2.01)', async () => {
    const evil = [
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      'https://evil.example',
      '/admin/../..//evil.example',
    ];
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs++;
      void dialog.dismiss();
    });
    for (const url of evil) {
      await page.goto(`${product.url}/admin/loading?${new URLSearchParams({ url }).toString()}`);
      await page.waitForURL(`${product.url}/admin/dashboard`);
    }
    expect(dialogs).toBe(0);
  });
});
