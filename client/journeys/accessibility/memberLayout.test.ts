/** The overview of the member center with the longest names and largest amounts: nothing is wider than the screen or its card, also during animations. */
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { waitUntilEqual, signInByCall, openViewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const MEMBER = 'member010';
/** As many characters as a nickname may have, without a break opportunity. */
const LONGEST = 'Wolfeschlegelsteinhausenberger';
const WIDTHS = [1440, 820, 390, 320] as const;
const LOCALES = ['en-US', 'zh-CN'] as const;

const LINK = { type: 'menu', menu_type: 'link', url: 'https://help.example/', weigh: 1, extend: 'none', status: 1 };

/** Elements that overflow the window or their card horizontally; those inside a scroll container do not count. */
const beyond = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page: ${scrollWidth} in ${clientWidth}`] : [];
    const describeElement = (element: Element) => `${element.tagName} “${element.textContent.slice(0, 60)}”`;
    for (const card of document.querySelectorAll('main section')) {
      const edge = card.getBoundingClientRect();
      for (const element of card.querySelectorAll('*')) {
        const { left, right, width } = element.getBoundingClientRect();
        if (width > 1 && (left < edge.left - 1 || right > edge.right + 1)) found.push(describeElement(element));
      }
    }
    for (const element of document.querySelectorAll('header [data-figure], main h1')) {
      if (element.getBoundingClientRect().right > clientWidth) found.push(describeElement(element));
    }
    return found;
  });

withBrowser('long names and large amounts in the member center', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let id = 0;
  const book = (money: string) => admin.add('user_money_log', { user_id: id, money, memo: `Changed by ${money}` });
  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    await admin.call('POST', '/admin/Index/stepUp', { password: ADMIN.password });
    const [row] = (await admin.index('user', `?quick_search=${MEMBER}`)).list;
    id = Number(row?.['id']);
    await admin.edit('user', { id, nickname: LONGEST });
    for (const name of ['terms', 'partners', 'questions'])
      await admin.add('user_rule', { ...LINK, name, title: `More about ${name}` });
    await book((123_456_789.01 - Number(row?.['money'])).toFixed(2));
    await admin.add('user_score_log', { user_id: id, score: 987_654_321, memo: 'Points of the former programme' });
  }, 120_000);
  afterAll(environments.close);

  it.each(LOCALES)(
    'are no wider than the screen or their card, in %s',
    async (locale) => {
      const { page, context } = await openViewer(browser, locale, { width: WIDTHS[0], height: 900 });
      await signInByCall({ page }, product.url, { username: MEMBER, password: ADMIN.password }, 'member');
      await page.goto(`${product.url}/user/overview`);
      await page.getByRole('heading', { level: 1, name: LONGEST }).waitFor();
      // With a mouse alone the screens beyond the edge must be reachable, too.
      const onward = page.getByRole('banner').locator('.MuiTabScrollButton-root').last();
      // Short titles fit without it.
      if (await onward.isVisible()) await onward.click();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await book('1000000.00');
        // A floating change keeps its place after it faded.
        const floating = page.locator('main [data-floating="money"]', { hasText: '+¥1,000,000.00' });
        await floating.waitFor({ state: 'attached' });
        await waitUntilEqual(async () => ({ width, found: await beyond(page) }), { width, found: [] });
        await book('-1000000.00');
        await page
          .locator('main [data-floating="money"]', { hasText: '−¥1,000,000.00' })
          .waitFor({ state: 'attached' });
      }
      await context.close();
    },
    120_000,
  );
});
