/**
 * Dialogs over the console, the member center and the server's own pages, each in a theme, language and width that the seed draws:
 * accessible as the console's screens are.
 */
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { signInByCall } from '../../testing/browser/viewer';
import { callAsAdmin } from '../../testing/browser/callAsAdmin';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import {
  gotoAndWaitFor,
  forbiddenScreen,
  DESKTOP_LOOKS,
  LANGUAGES,
  STEP_TIMEOUT_MS,
  seed,
  visit,
} from '../../testing/browser/accessibilitySweep';

/** The last one leads to the 404 page of the member center. */
const MEMBER_SCREENS = [
  '/user/balance',
  '/user/integral',
  '/user/redeem',
  '/user/notices',
  '/user/changePassword',
  '/user/profile',
  '/user/nowhere',
];
const withBrowser = chromiumPath() === null ? describe.skip : describe;

/** Dialogs and menus over a screen, and how they open. The test waits for them. */
const bar = (page: Page) => page.getByRole('banner');
const openAccount = (page: Page) =>
  bar(page)
    .getByRole('button', { name: /^(?:Account|账户)/ })
    .click();
const OVERLAYS: readonly {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  readonly role: 'dialog' | 'menu';
}[] = [
  {
    name: 'palette',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('a');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
    role: 'dialog',
  },
  { name: 'shortcuts', open: (page) => page.keyboard.press('?'), role: 'dialog' },
  { name: 'account', open: (page) => openAccount(page), role: 'menu' },
  {
    name: 'step-up',
    open: async (page) => {
      await page.route('**/admin/ajax/clearCache', (route) =>
        route.fulfill({ status: 403, json: { code: 403, msg: 'x', data: { stepUp: true }, time: 1 } }),
      );
      await openAccount(page);
      await page.getByRole('menuitem', { name: /^(?:Clear cache|清理缓存)/ }).click();
      await page.getByRole('dialog').locator('input[type=password]').waitFor();
    },
    role: 'dialog',
  },
  {
    name: 'terminal',
    open: async (page) => {
      await bar(page)
        .getByRole('button', { name: /terminal|命令终端/i })
        .click();
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
    },
    role: 'dialog',
  },
  {
    name: 'layout',
    open: (page) =>
      bar(page)
        .getByRole('button', { name: /^(?:Layout|布局)/ })
        .click(),
    role: 'dialog',
  },
  {
    name: 'tab menu',
    open: (page) =>
      page
        .getByRole('navigation', { name: /^(?:Open pages|已打开)/ })
        .getByRole('link')
        .first()
        .click({ button: 'right' }),
    role: 'menu',
  },
  {
    name: 'notices',
    open: (page) =>
      bar(page)
        .getByRole('button', { name: /^(?:Notifications|通知)/ })
        .click(),
    role: 'dialog',
  },
  {
    name: 'notice settings',
    open: async (page) => {
      await bar(page)
        .getByRole('button', { name: /^(?:Notifications|通知)/ })
        .click();
      await page.getByRole('button', { name: /^(?:Notification settings|通知设置)/ }).click();
      await page.getByRole('checkbox').first().waitFor();
    },
    role: 'dialog',
  },
];

withBrowser('dialogs, the member center and server pages are accessible', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let member = '';

  beforeAll(async () => {
    process.stdout.write(`seed of the accessibility test: ${seed}\n`);
    ({ product, browser } = await environments.open());
    const admin = await callAsAdmin(product.url);
    const [someone] = (await admin.index('user', '?limit=1')).list;
    member = String(someone?.['username']);
  });
  afterAll(environments.close);

  it.each(LANGUAGES)(
    'dialogs over the console, in $language',
    async ({ locale }) => {
      const { page, checkScreens, end } = await visit(browser, locale);
      await signInByCall({ page }, product.url);
      await gotoAndWaitFor(product.url, '/admin/enterprise', 'main h1')(page);
      for (const [index, { open, role }] of OVERLAYS.entries()) {
        const openOverlay = async () => {
          await open(page);
          await page.getByRole(role).first().waitFor();
        };
        await checkScreens([{ open: openOverlay, isDialog: true }], index, DESKTOP_LOOKS);
        await page.getByRole(role).first().waitFor({ state: 'detached' });
      }
      let release = () => {};
      const held = new Promise<void>((done) => (release = done));
      await page.route('**/admin/Index/index', async (route) => {
        await held;
        await route.continue();
      });
      const openWhileLoading = async () => {
        await page.goto(`${product.url}/admin/news`);
        await page.waitForTimeout(1_200);
      };
      await checkScreens([{ open: openWhileLoading }], OVERLAYS.length, DESKTOP_LOOKS);
      release();
      await end(/403/);
    },
    STEP_TIMEOUT_MS,
  );

  // @spec P2-073 P2-075 P2-076 P1-021 P2-074 P6-013
  // @covers member /user/profile, member /user/balance, member /user/integral, member /user/redeem
  // @covers member /user/notices, member /user/changePassword
  it.each(LANGUAGES)(
    'member center and the server’s own pages, in $language',
    async ({ locale }) => {
      const { page, checkScreens, end } = await visit(browser, locale);
      const openLogin = gotoAndWaitFor(product.url, '/user/login', 'input[autocomplete=username]');
      const otherTabs = [/^(?:Create account|注册账号)/, /^(?:Forgot password|忘记密码)/].map((name) => async () => {
        await openLogin(page);
        await page.getByRole('button', { name }).click();
        await page.locator('form').first().waitFor();
      });
      const openFilledLogin = async () => {
        await openLogin(page);
        await page.locator('input[autocomplete=username]').fill(member);
      };
      const publicPages = ['/', '/404', '/401'].map((path) => gotoAndWaitFor(product.url, path, 'body'));
      const signedOutScreens = [...publicPages, ...otherTabs, openFilledLogin].map((open) => ({ open }));
      await checkScreens(signedOutScreens, 0);
      await signInByCall({ page }, product.url, { username: member, password: ADMIN.password }, 'member');
      const memberScreens = [
        gotoAndWaitFor(product.url, '/user/overview', '[data-figure]'),
        ...MEMBER_SCREENS.map((path) => gotoAndWaitFor(product.url, path, 'main h1, main h2')),
      ];
      await checkScreens(
        memberScreens.map((open) => ({ open })),
        signedOutScreens.length,
      );
      await gotoAndWaitFor(product.url, '/user/profile', 'main h1, main h2')(page);
      await checkScreens([forbiddenScreen], signedOutScreens.length + memberScreens.length);
      await end(/40[14]/);
    },
    STEP_TIMEOUT_MS,
  );
});
