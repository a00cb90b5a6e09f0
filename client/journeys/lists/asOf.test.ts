/** A list and a record as of a moment: chosen in the toolbar, untouched by later changes, restored field by field, and back to now. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { formatDateTime } from '../../../common/text/time/dates';
import { findBrokenRules, WCAG21 } from '../../testing/browser/findBrokenRules';
import { waitUntilEqual, openSignedIn, waitForAnimations, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { CARDS, openList, ROWS } from '../../testing/browser/openList';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const PHONE = { width: 390, height: 844 };

withBrowser('a list as of a moment', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let anna: Viewer;
  let ben: Caller;

  beforeAll(async () => {
    const stage = await environments.open();
    ({ product } = stage);
    anna = await openSignedIn(stage.browser, product.url);
    ben = await callAsAdmin(product.url);
  });
  afterAll(environments.close);

  const titles = (rows = ROWS) =>
    anna.page.locator(rows).evaluateAll((all) => all.map((row) => row.querySelector('button')?.textContent));

  it('shows the rows of that time, keeps them while others write, restores a field, and returns to the live list', async () => {
    const { page } = anna;
    const id = await ben.make('news', { title: 'Sigma as it was', content: '<p>one</p>', description: 'kept' });
    await sleep(1_100);
    const moment = Math.floor(Date.now() / 1000) - 1;
    await ben.edit('news', { id, title: 'Sigma as it is', content: '<p>two</p>' });
    await ben.make('news', { title: 'Sigma of later', content: 'x' });
    await openList(anna, `${product.url}/admin/news?q=Sigma`);
    await page.getByRole('button', { name: 'As of…' }).click();
    await page.getByRole('menuitem', { name: 'Another time…' }).click();
    await page.getByLabel('Date and time').fill(formatDateTime(moment));
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText(`As of ${formatDateTime(moment)}`).waitFor();
    await waitUntilEqual(() => titles(), ['Sigma as it was']);
    await ben.edit('news', { id, title: 'Sigma once more' });

    await page.getByRole('button', { name: 'Sigma as it was' }).click();
    const changed = page.locator('aside [data-differs]');
    await page.locator('aside').getByText('2 fields have changed since').waitFor();
    expect(await changed.evaluateAll((all) => all.map((one) => one.getAttribute('data-field')))).toEqual([
      'title',
      'content',
    ]);
    await page.locator('aside').getByText('more').first().waitFor();
    expect(await titles()).toEqual(['Sigma as it was']);
    await page.getByRole('button', { name: 'Restore this value Title' }).click();
    await page.locator('aside').getByText('1 field has changed since').waitFor();
    const { row } = (await ben.call('GET', `/admin/news/edit?id=${id}`)).data as { row: Record<string, unknown> };
    expect(row).toMatchObject({ title: 'Sigma as it was', content: '<p>two</p>', revision: 4 });

    await page.getByRole('button', { name: 'Back to now' }).click();
    await page
      .getByText(/· live$/)
      .first()
      .waitFor();
    await waitUntilEqual(() => page.locator(ROWS).count(), 2);
  });

  it('is accessible and fits a phone, in both themes, and shows the record from the history', async () => {
    const { page } = anna;
    const id = await ben.make('news', { title: 'Tau before', content: '<p>one</p>' });
    await sleep(1_100);
    await ben.edit('news', { id, title: 'Tau after' });
    const moment = Math.floor(Date.now() / 1000) - 1;
    const address = `${product.url}/admin/news?q=Tau&as_of=${moment}`;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${address}&record=${id}`);
      await page.locator('aside').getByText('1 field has changed since').waitFor();
      await waitForAnimations(page);
      expect(await findBrokenRules(page, WCAG21)).toEqual([]);
      await page.setViewportSize(PHONE);
      await page.goto(address);
      await page.locator(CARDS).getByText('Tau before').waitFor();
      await waitForAnimations(page);
      expect(await findBrokenRules(page, WCAG21)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${product.url}/admin/news/${id}`);
    await page.getByRole('button', { name: 'Show history' }).click();
    await page.getByRole('button', { name: 'View the record at this time' }).last().click();
    await page.getByText('1 field has changed since').waitFor();
    expect(await findBrokenRules(page, WCAG21)).toEqual([]);
    await page.getByRole('button', { name: 'Back to history' }).click();
    await page.getByRole('button', { name: 'View the record at this time' }).first().waitFor();
  });
});
