/** A text that is no date in a new record: Save says so at the field, in each language. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { openSignedIn } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;

withBrowser('a wrong date in a new record', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  beforeAll(async () => {
    ({ product, browser } = await environments.open({ env: { SEED: 'base' } }));
  }, 120_000);
  afterAll(() => environments.close());

  it.each([
    { locale: 'zh-CN', label: '开始展示', title: '标题', save: '保存', error: '请输入日期和时间', count: '项需要修正' },
    {
      locale: 'en-US',
      label: 'Show from',
      title: 'Title',
      save: 'Save',
      error: 'Enter a date and time',
      count: 'fields need attention',
    },
  ])(
    'is reported at the field and counted in the footer in $locale',
    async ({ locale, label, title, save, error, count }) => {
      const { page } = await openSignedIn(browser, product.url, { locale });
      const thrown: string[] = [];
      page.on('pageerror', ({ message }) => thrown.push(message));
      await page.goto(`${product.url}/admin/news?record=new`);
      const date = page.getByLabel(label, { exact: true });
      await date.fill('明天');
      await page.getByLabel(title).first().focus();
      await page.getByRole('button', { name: save, exact: true }).click();
      await page.getByText(error).first().waitFor();
      await page.getByText(count).first().waitFor();
      expect(await date.getAttribute('aria-invalid')).toBe('true');
      expect(thrown).toEqual([]);
    },
    60_000,
  );
});
