/** Two people in two windows, on one list and on one record. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import {
  waitUntilIdle,
  waitUntilEqual,
  openSignedIn,
  expectFasterThan,
  type Viewer,
} from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { fieldNamed } from '../../testing/browser/fieldNamed';

const withBrowser = chromiumPath() === null ? describe.skip : describe;

const openFirstRecord = async ({ page }: Viewer, url: string) => {
  await page.goto(`${url}/admin/news/1`);
  await page.getByRole('textbox', { name: fieldNamed('Title') }).waitFor();
};
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

withBrowser('two admins at once', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let anna: Viewer;
  let ben: Viewer;

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    const enter = () => openSignedIn(browser, product.url);
    [anna, ben] = await Promise.all([enter(), enter()]);
  });
  afterAll(environments.close);

  it('an edit appears in the other window in less than a second, without a request', async () => {
    await openFirstRecord(anna, product.url);
    await ben.page.goto(`${product.url}/admin/news`);
    const title = await anna.page.getByRole('textbox', { name: fieldNamed('Title') }).inputValue();
    await ben.page.getByRole('searchbox').fill(title);
    await ben.page.waitForURL(/[?&]q=/);
    await ben.page.getByText(title).first().waitFor();
    await waitUntilIdle(ben);
    ben.takeRequests();
    await expectFasterThan(1_000, async (round) => {
      const next = `${title}${'!'.repeat(round + 1)}`;
      await anna.page.getByRole('textbox', { name: fieldNamed('Title') }).fill(next);
      const saved = Date.now();
      await save(anna.page);
      await ben.page.getByText(next, { exact: true }).first().waitFor();
      return Date.now() - saved;
    });
    expect(ben.takeRequests()).toEqual([]);
  });

  it('edits of different fields are both kept', async () => {
    await Promise.all([openFirstRecord(anna, product.url), openFirstRecord(ben, product.url)]);
    await anna.page.getByRole('textbox', { name: fieldNamed('Title') }).fill('Anna wrote the title');
    await ben.page.getByLabel(fieldNamed('Summary')).fill('Ben wrote the summary');
    await save(anna.page);
    await ben.page.getByText('Updated just now').first().waitFor();
    await save(ben.page);
    await ben.page
      .getByText(/^Saved/)
      .first()
      .waitFor();
    await openFirstRecord(anna, product.url);
    await waitUntilEqual(
      () => anna.page.getByRole('textbox', { name: fieldNamed('Title') }).inputValue(),
      'Anna wrote the title',
    );
    await waitUntilEqual(() => anna.page.getByLabel(fieldNamed('Summary')).inputValue(), 'Ben wrote the summary');
  });

  it('the second edit of the same title is a conflict at the field', async () => {
    await Promise.all([openFirstRecord(anna, product.url), openFirstRecord(ben, product.url)]);
    await ben.page.getByRole('textbox', { name: fieldNamed('Title') }).fill('What Ben wants');
    await anna.page.getByRole('textbox', { name: fieldNamed('Title') }).fill('What Anna wants');
    await save(anna.page);
    await ben.page.getByRole('button', { name: 'Keep mine' }).waitFor();
    expect(await ben.page.getByRole('textbox', { name: fieldNamed('Title') }).inputValue()).toBe('What Ben wants');
    await ben.page.getByRole('button', { name: 'Use theirs' }).click();
    await waitUntilEqual(
      () => ben.page.getByRole('textbox', { name: fieldNamed('Title') }).inputValue(),
      'What Anna wants',
    );
  });
});
