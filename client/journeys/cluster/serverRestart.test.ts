/** The server is killed and restarted: all clients catch up by themselves. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { callAsAdmin } from '../../testing/browser/callAsAdmin';
import { waitUntilIdle, signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;

withBrowser('a killed and restarted server', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let viewers: readonly Viewer[];

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    viewers = await Promise.all([openViewer(browser), openViewer(browser)]);
    await Promise.all(viewers.map((viewer) => signInByCall(viewer, product.url)));
  });
  afterAll(environments.close);

  it('every window catches up without fetching the list again', async () => {
    for (const viewer of viewers) {
      await viewer.page.goto(`${product.url}/admin/news_category`);
      await viewer.page.locator('tbody tr[data-id]').first().waitFor();
      await waitUntilIdle(viewer);
    }
    const admin = await callAsAdmin(product.url);
    const { list } = await admin.index('news_category');
    const row = list[0];
    await product.kill();
    await product.start();
    viewers.forEach((viewer) => viewer.takeRequests());
    await admin.edit('news_category', { id: Number(row?.['id']), name: 'After the restart' });
    for (const viewer of viewers) {
      await viewer.page.getByText('After the restart').first().waitFor();
      expect(viewer.takeRequests().filter((path) => path.endsWith('/index'))).toEqual([]);
    }
  });
});
