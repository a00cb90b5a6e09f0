/** Every screen of the skeleton, in both themes and on a phone: nothing serious for axe, nothing said in the console. */
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../config/jest/tools';
import { openViewer, signIn } from './support/browser';
import type { Product } from './support/product';
import { createStages } from './support/stage';

const SCREENS = [
  '/admin',
  '/admin/news',
  '/admin/news/3',
  '/admin/navigation',
  '/admin/admin_group/2',
  '/admin/nowhere',
];
const LOOKS = [
  { name: 'light, English, desktop', locale: 'en-US', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark, Chinese, desktop', locale: 'zh-CN', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'light, Chinese, phone', locale: 'zh-CN', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const;
const withBrowser = chromiumPath() === null ? describe.skip : describe;

async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${page.url()} ${id}: ${nodes
          .map(({ html }) => html)
          .join(' | ')
          .slice(0, 400)}`,
    );
}

withBrowser('every screen is within reach of everybody', () => {
  const stages = createStages();
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    ({ product, browser } = await stages.open());
  });
  afterAll(stages.close);

  it.each(LOOKS)('$name', async ({ locale, viewport, colorScheme }) => {
    const viewer = await openViewer(browser, locale, viewport);
    const { page } = viewer;
    const said: string[] = [];
    page.on('pageerror', (error) => said.push(error.message));
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${product.url}/admin/login`);
    await page.locator('button[type=submit]').waitFor();
    const found = await seriousFindings(page);
    await signIn(viewer, product.url);
    for (const screen of SCREENS) {
      await page.goto(product.url + screen);
      await page.locator('main h1, main h2').first().waitFor();
      await page.waitForTimeout(400);
      found.push(...(await seriousFindings(page)));
    }
    expect(found).toEqual([]);
    expect(said.filter((line) => !line.includes('404'))).toEqual([]);
    await viewer.context.close();
  });
});
