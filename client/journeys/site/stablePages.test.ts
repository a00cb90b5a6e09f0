/** Pages of the public site over a slow network on a slow device: nothing moves while they load, and nothing is requested afterwards. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { DESKTOP, observePage, PHONE } from '../../testing/browser/observePage';
import type { Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const PATHS = ['/', '/news', '/news/1', '/products/1', '/contact', '/zh-cn/solutions/1'] as const;
/** Kilobytes of scripts of the home page. */
const SCRIPT_BUDGET_KB = 90;

withBrowser('a page of the public site that loads slowly', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  beforeAll(async () => {
    ({ product, browser } = await environments.open());
  }, 120_000);
  afterAll(() => environments.close());

  it.each([
    { name: 'a desktop', screen: DESKTOP },
    { name: 'a phone', screen: PHONE },
  ])(
    'moves nothing on $name, requests nothing after it has loaded, and loads few scripts',
    async ({ screen }) => {
      for (const path of PATHS) {
        const { layoutShift, moved, lateRequests, scriptBytes } = await observePage(
          browser,
          product.url + path,
          screen,
        );
        expect({ path, layoutShift, moved, lateRequests }).toEqual({
          path,
          layoutShift: 0,
          moved: [],
          lateRequests: [],
        });
        expect(scriptBytes).toBeGreaterThan(1_000);
        expect(scriptBytes / 1024).toBeLessThan(SCRIPT_BUDGET_KB);
      }
    },
    120_000,
  );
});
