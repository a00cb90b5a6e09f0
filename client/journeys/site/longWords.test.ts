/** The public site on a phone: long words, addresses, tables and code stay within the page, and the bar stays in place when its menu opens. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { callAsAdmin } from '../../testing/browser/callAsAdmin';
import { PHONE } from '../../testing/browser/observePage';
import type { Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const WORD = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2);
const ADDRESS = `https://example.org/${'part/'.repeat(60)}`;
const CONTENT = [
  `<p>${ADDRESS}</p><ul><li>${WORD}</li></ul>`,
  `<table><tbody><tr>${'<td>A cell with words</td>'.repeat(12)}</tr></tbody></table>`,
  `<pre><code>${'code '.repeat(90)}</code></pre>`,
].join('');

withBrowser('long contents on a phone', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let id: number;
  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    const admin = await callAsAdmin(product.url);
    id = await admin.make('news', { title: WORD, description: ADDRESS, content: CONTENT, status: 1 });
  }, 120_000);
  afterAll(() => environments.close());

  it('no page is wider than the screen, and the bar does not move', async () => {
    const page = await browser.newPage(PHONE);
    for (const path of ['/en/news', `/en/news/${id}`, '/en/search?q=Donaudampf']) {
      await page.goto(product.url + path);
      expect(await page.locator('h1, h2, h3').filter({ hasText: WORD }).count()).toBeGreaterThan(0);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([path, width]).toEqual([path, PHONE.viewport.width]);
    }
    const brand = page.locator('.brand');
    const closed = await brand.boundingBox();
    await page.locator('.menu-button').click();
    await page.locator('#menu a').first().waitFor();
    expect(await brand.boundingBox()).toEqual(closed);
    await page.close();
  }, 60_000);
});
