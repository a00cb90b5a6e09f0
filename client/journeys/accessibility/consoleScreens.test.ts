/**
 * Every screen of the console in a theme, language and width that the seed draws: no finding of axe, no horizontal scrolling at any
 * width, no message in the browser console.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { signInByCall } from '../../testing/browser/viewer';
import { callAsAdmin } from '../../testing/browser/callAsAdmin';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import {
  gotoAndWaitFor,
  forbiddenScreen,
  LANGUAGES,
  STEP_TIMEOUT_MS,
  seed,
  visit,
} from '../../testing/browser/accessibilitySweep';

const BOARD = 'https://board.example/today';
const EMBEDDED = `/admin/iframe/${encodeURIComponent(BOARD)}`;
const SCREENS = [
  '/admin',
  '/admin/news',
  '/admin/news/3',
  '/admin/navigation',
  '/admin/menu_rule',
  '/admin/admin_group/2',
  '/admin/admin_log?record=1',
  '/admin/explain?admin_id=2&node=news/del',
  '/admin/profile',
  '/admin/terminal',
  '/admin/nowhere',
  '/admin/iframe/https%3A%2F%2Fnot-listed.example%2F',
  EMBEDDED, // last, so that it is open when the sweep ends
];
const withBrowser = chromiumPath() === null ? describe.skip : describe;

withBrowser('screens of the console are accessible', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    process.stdout.write(`seed of the accessibility test: ${seed}\n`);
    ({ product, browser } = await environments.open());
    const admin = await callAsAdmin(product.url);
    await admin.add('menu_rule', {
      type: 'menu',
      menu_type: 'iframe',
      title: 'Board',
      name: 'today',
      url: BOARD,
      weigh: 1,
    });
  });
  afterAll(environments.close);

  // @spec P2-053
  // @covers route /admin/terminal
  it.each(LANGUAGES)(
    'console, in $language',
    async ({ locale }) => {
      const { page, checkScreens, end } = await visit(browser, locale, 'all');
      await checkScreens([{ open: gotoAndWaitFor(product.url, '/admin/login', 'button[type=submit]') }], 0);
      await signInByCall({ page }, product.url);
      await checkScreens(
        SCREENS.map((path) => ({ open: gotoAndWaitFor(product.url, path, 'main h1, main h2, main iframe') })),
        1,
      );
      await gotoAndWaitFor(product.url, EMBEDDED, 'main iframe')(page);
      expect(await page.frameLocator('main iframe').locator('main').textContent()).toBe('Today');
      await checkScreens([forbiddenScreen], SCREENS.length + 1);
      await end(/404/);
    },
    STEP_TIMEOUT_MS,
  );
});
