/** Every screen and everything that opens over one, in both themes and both languages: nothing serious for axe, no sideways scrolling at any width, nothing said in the console. */
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, samples } from '../../config/jest/tools';
import { seedOf } from '../../server/testing/random';
import { openViewer, signIn, still, type Viewer } from './support/browser';
import { callAsAdmin } from './support/calls';
import { ADMIN, type Product } from './support/product';
import { createStages } from './support/stage';

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
  EMBEDDED, // last, so that it stands open when the sweep ends
];
const WIDTHS = [1440, 1024, 390] as const;
const LOOKS = [
  { name: 'light, English, desktop', locale: 'en-US', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark, Chinese, desktop', locale: 'zh-CN', colorScheme: 'dark', viewport: { width: 1024, height: 768 } },
  { name: 'light, Chinese, phone', locale: 'zh-CN', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const;
type Look = (typeof LOOKS)[number];
/** Each screen in one look, another one in every run; in all of them under `npm run prove`. */
const turn = seedOf();
const due = <T>(all: readonly T[], looks: readonly Look[], look: Look): readonly T[] =>
  all.filter((_, at) => samples(0, 1) === 1 || (at + turn) % looks.length === looks.indexOf(look));
/** One of each theme and language is enough for what looks the same at every width. */
const DESKS = LOOKS.slice(0, 2);
/** The last leads to the members' own page for what is missing. */
const MEMBER_SCREENS = ['/user/balance', '/user/integral', '/user/changePassword', '/user/profile', '/user/nowhere'];
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

/** Widths at which the page itself can be scrolled sideways; leaves the window as it was. */
async function sideways(page: Page, { viewport }: Look): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: viewport.height });
    const beyond = await page.evaluate(
      () =>
        new Promise<number>((done) =>
          requestAnimationFrame(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            done(scrollWidth - clientWidth);
          }),
        ),
    );
    if (beyond > 0) found.push(`${page.url()} is ${beyond} px too wide at ${width}`);
  }
  await page.setViewportSize(viewport);
  return found;
}

/** What opens over a screen, and how. Its dialog or menu is waited for. */
const bar = (page: Page) => page.getByRole('banner');
const openAccount = (page: Page) =>
  bar(page)
    .getByRole('button', { name: /^(?:Account|账户)/ })
    .click();
/** Goes there as a link within the page would: only an app itself shows this one. */
const goWithin = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
const OVERLAYS: readonly {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  readonly role: 'dialog' | 'menu';
  /** Only where the bar has room for its button. */
  readonly wide?: true;
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
        .getByRole('button', { name: /ommand terminal|命令终端/ })
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
    wide: true,
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
    wide: true,
  },
  {
    name: 'notices',
    open: (page) =>
      bar(page)
        .getByRole('button', { name: /^(?:Notices|通知)/ })
        .click(),
    role: 'dialog',
  },
];

withBrowser('every screen is within reach of everybody', () => {
  const stages = createStages();
  let product: Product;
  let browser: Browser;
  let member = '';

  beforeAll(async () => {
    process.stdout.write(`seed of the sweep: ${turn}\n`);
    ({ product, browser } = await stages.open());
    const admin = await callAsAdmin(product.url);
    await admin.add('menu_rule', {
      type: 'menu',
      menu_type: 'iframe',
      title: 'Board',
      name: 'today',
      url: BOARD,
      weigh: 1,
    });
    const [someone] = (await admin.index('user', '?limit=1')).list;
    member = String(someone?.['username']);
  });
  afterAll(stages.close);

  async function openLook(look: Look): Promise<Viewer & { readonly said: string[] }> {
    const viewer = await openViewer(browser, look.locale, look.viewport);
    const said: string[] = [];
    viewer.page.on('pageerror', (error) => said.push(error.message));
    viewer.page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
    await viewer.page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
    await viewer.page.route('https://board.example/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<html lang="en"><title>Board</title><main>Today</main></html>',
      }),
    );
    return { ...viewer, said };
  }

  it.each(LOOKS)(
    'console, $name',
    async (look) => {
      const { page, said, ...viewer } = await openLook(look);
      await page.goto(`${product.url}/admin/login`);
      await page.locator('button[type=submit]').waitFor();
      await still(page);
      const found = [...(await seriousFindings(page)), ...(await sideways(page, look))];
      await signIn({ page, ...viewer }, product.url);
      const screens = due(SCREENS, LOOKS, look);
      for (const screen of screens) {
        await page.goto(product.url + screen);
        await page.locator('main h1, main h2, main iframe').first().waitFor();
        await still(page);
        found.push(...(await seriousFindings(page)), ...(await sideways(page, look)));
      }
      if (screens.includes(EMBEDDED))
        expect(await page.frameLocator('main iframe').locator('main').textContent()).toBe('Today');
      await goWithin(page, '/401');
      await page.getByRole('heading', { level: 1, name: /^(?:No access|.*权限)/ }).waitFor();
      await still(page);
      found.push(...(await seriousFindings(page)));
      expect(found).toEqual([]);
      expect(said.filter((line) => !line.includes('404'))).toEqual([]);
      await viewer.context.close();
    },
    180_000,
  );

  it.each(DESKS)(
    'what opens over it, $name',
    async (look) => {
      const { page, said, ...viewer } = await openLook(look);
      await signIn({ page, ...viewer }, product.url);
      await page.goto(`${product.url}/admin/enterprise`);
      await page.locator('main h1').waitFor();
      const found: string[] = [];
      for (const { open, role, wide, name } of OVERLAYS) {
        if (wide && look.viewport.width < 900) continue;
        await open(page);
        await page.getByRole(role).first().waitFor();
        await still(page);
        found.push(...(await seriousFindings(page)).map((finding) => `${name}: ${finding}`));
        if (name === 'notices') {
          await page.getByRole('button', { name: /^(?:Notice settings|通知设置)/ }).click();
          await page.getByRole('checkbox').first().waitFor();
          await still(page);
          found.push(...(await seriousFindings(page)).map((finding) => `settings: ${finding}`));
        }
        await page.keyboard.press('Escape');
        await page.getByRole(role).first().waitFor({ state: 'detached' });
      }
      let release = () => {};
      const held = new Promise<void>((done) => (release = done));
      await page.route('**/admin/Index/index', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${product.url}/admin/news`);
      await page.waitForTimeout(1_200);
      found.push(...(await seriousFindings(page)), ...(await sideways(page, look)));
      release();
      await page.locator('main h1').waitFor();
      expect(found).toEqual([]);
      expect(said.filter((line) => !line.includes('403'))).toEqual([]);
      await viewer.context.close();
    },
    120_000,
  );

  it.each(DESKS)(
    'member centre and the server’s own pages, $name',
    async (look) => {
      const { page, said, ...viewer } = await openLook(look);
      const found: string[] = [];
      const check = async () => {
        await still(page);
        found.push(...(await seriousFindings(page)), ...(await sideways(page, look)));
      };
      for (const path of ['/', '/404', '/401']) {
        await page.goto(product.url + path);
        await check();
      }
      for (const face of [/^(?:Create account|注册账号)/, /^(?:Forgot password|忘记密码)/]) {
        await page.goto(`${product.url}/user/login`);
        await page.getByRole('button', { name: face }).click();
        await page.locator('form').first().waitFor();
        await check();
      }
      await page.goto(`${product.url}/user/login`);
      await page.locator('input[autocomplete=username]').fill(member);
      await check();
      await page.locator('input[autocomplete=current-password]').fill(ADMIN.password);
      await page.locator('button[type=submit]').click();
      await page.waitForURL('**/user/overview');
      await page.locator('[data-figure]').first().waitFor();
      await check();
      for (const path of due(MEMBER_SCREENS, DESKS, look)) {
        await page.goto(product.url + path);
        await page.locator('main h1, main h2').first().waitFor();
        await check();
      }
      await goWithin(page, '/401');
      await page.getByRole('heading', { level: 1, name: /^(?:No access|.*权限)/ }).waitFor();
      await check();
      expect(found).toEqual([]);
      expect(said.filter((line) => !/40[14]/.test(line))).toEqual([]);
      await viewer.context.close();
    },
    120_000,
  );
});
