/** Every screen and everything that opens over one, in both themes and both languages: nothing serious for axe, no sideways scrolling at any width, nothing said in the console. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, samples } from '../../config/jest/tools';
import { seedOf } from '../../server/testing/random';
import { brokenRules, WCAG21 } from './support/axe';
import { letIn, openViewer, still } from './support/browser';
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
const LANGUAGES = [
  { language: 'English', locale: 'en-US' },
  { language: 'Chinese', locale: 'zh-CN' },
] as const;
type Locale = (typeof LANGUAGES)[number]['locale'];
interface Look {
  readonly locale: Locale;
  readonly colorScheme: 'light' | 'dark';
  readonly width: (typeof WIDTHS)[number];
}
/** Every theme in every language at every width. */
const LOOKS: readonly Look[] = WIDTHS.flatMap((width) =>
  LANGUAGES.flatMap(({ locale }) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ locale, colorScheme, width })),
  ),
);
/** What has no button on a phone. */
const DESKS = LOOKS.filter(({ width }) => width > 900);
const turn = seedOf();
/** The step has no divisor in common with the number of looks: over the screens each look occurs equally often. */
const STEP = 5;
/** The looks a thing is seen in: one that the seed draws by its place among all things, or all of them under `npm run prove`. */
const looksOf = (place: number, looks: readonly Look[], locale: Locale): readonly Look[] =>
  looks.filter(
    (look, at) => look.locale === locale && (samples(0, 1) === 1 || at === (place * STEP + turn) % looks.length),
  );
const HEIGHT = 860;
const PATIENCE_MS = samples(180_000, 1_800_000);
/** The last leads to the members' own page for what is missing. */
const MEMBER_SCREENS = ['/user/balance', '/user/integral', '/user/changePassword', '/user/profile', '/user/nowhere'];
const withBrowser = chromiumPath() === null ? describe.skip : describe;

const seriousFindings = async (page: Page): Promise<string[]> =>
  (await brokenRules(page, WCAG21))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${page.url()} ${id}: ${html.join(' | ').slice(0, 400)}`);

/** Widths at which the page itself can be scrolled sideways. */
async function sideways(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
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
        .getByRole('button', { name: /^(?:Notices|通知)/ })
        .click(),
    role: 'dialog',
  },
  {
    name: 'notice settings',
    open: async (page) => {
      await bar(page)
        .getByRole('button', { name: /^(?:Notices|通知)/ })
        .click();
      await page.getByRole('button', { name: /^(?:Notice settings|通知设置)/ }).click();
      await page.getByRole('checkbox').first().waitFor();
    },
    role: 'dialog',
  },
];

/** Something to look at, and how one comes there. */
interface Sight {
  readonly go: (page: Page) => Promise<unknown>;
  /** Opens over what is there and leaves no width of its own to look at. */
  readonly over?: true;
}

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

  interface Visit {
    readonly page: Page;
    /** Looks at each of these, dressed as its place in the list demands. */
    readonly see: (sights: readonly Sight[], first: number, looks?: readonly Look[]) => Promise<void>;
    /** Nothing was found, and nothing was said in the console but what is allowed. */
    readonly end: (allowed: RegExp) => Promise<void>;
  }
  async function visit(locale: Locale): Promise<Visit> {
    const { page, context } = await openViewer(browser, locale);
    const said: string[] = [];
    const found: string[] = [];
    page.on('pageerror', (error) => said.push(error.message));
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
    await page.route('https://board.example/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<html lang="en"><title>Board</title><main>Today</main></html>',
      }),
    );
    return {
      page,
      see: async (sights, first, looks = LOOKS) => {
        for (const [at, { go, over }] of sights.entries())
          for (const { colorScheme, width } of looksOf(first + at, looks, locale)) {
            await page.setViewportSize({ width, height: HEIGHT });
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            await go(page);
            await still(page);
            const serious = await seriousFindings(page);
            found.push(...serious.map((finding) => `${colorScheme}, ${width}: ${finding}`));
            if (over) await page.keyboard.press('Escape');
            else found.push(...(await sideways(page)));
          }
      },
      end: async (allowed) => {
        expect(found).toEqual([]);
        expect(said.filter((line) => !allowed.test(line))).toEqual([]);
        await context.close();
      },
    };
  }
  const arriveAt = (path: string, shown: string) => async (page: Page) => {
    await page.goto(product.url + path);
    await page.locator(shown).first().waitFor();
  };
  const barred: Sight = {
    go: async (page) => {
      await goWithin(page, '/401');
      await page.getByRole('heading', { level: 1, name: /^(?:No access|.*权限)/ }).waitFor();
    },
  };

  it.each(LANGUAGES)(
    'console, in $language',
    async ({ locale }) => {
      const { page, see, end } = await visit(locale);
      await see([{ go: arriveAt('/admin/login', 'button[type=submit]') }], 0);
      await letIn({ page }, product.url);
      await see(
        SCREENS.map((path) => ({ go: arriveAt(path, 'main h1, main h2, main iframe') })),
        1,
      );
      await arriveAt(EMBEDDED, 'main iframe')(page);
      expect(await page.frameLocator('main iframe').locator('main').textContent()).toBe('Today');
      await see([barred], SCREENS.length + 1);
      await end(/404/);
    },
    PATIENCE_MS,
  );

  it.each(LANGUAGES)(
    'what opens over it, in $language',
    async ({ locale }) => {
      const { page, see, end } = await visit(locale);
      await letIn({ page }, product.url);
      await arriveAt('/admin/enterprise', 'main h1')(page);
      for (const [at, { open, role }] of OVERLAYS.entries()) {
        const go = async () => {
          await open(page);
          await page.getByRole(role).first().waitFor();
        };
        await see([{ go, over: true }], at, DESKS);
        await page.getByRole(role).first().waitFor({ state: 'detached' });
      }
      let release = () => {};
      const held = new Promise<void>((done) => (release = done));
      await page.route('**/admin/Index/index', async (route) => {
        await held;
        await route.continue();
      });
      const notYet = async () => {
        await page.goto(`${product.url}/admin/news`);
        await page.waitForTimeout(1_200);
      };
      await see([{ go: notYet }], OVERLAYS.length, DESKS);
      release();
      await end(/403/);
    },
    PATIENCE_MS,
  );

  it.each(LANGUAGES)(
    'member centre and the server’s own pages, in $language',
    async ({ locale }) => {
      const { page, see, end } = await visit(locale);
      const door = arriveAt('/user/login', 'input[autocomplete=username]');
      const faces = [/^(?:Create account|注册账号)/, /^(?:Forgot password|忘记密码)/].map((face) => async () => {
        await door(page);
        await page.getByRole('button', { name: face }).click();
        await page.locator('form').first().waitFor();
      });
      const filled = async () => {
        await door(page);
        await page.locator('input[autocomplete=username]').fill(member);
      };
      const outside = ['/', '/404', '/401'].map((path) => arriveAt(path, 'body'));
      const before = [...outside, ...faces, filled].map((go) => ({ go }));
      await see(before, 0);
      await letIn({ page }, product.url, { username: member, password: ADMIN.password }, 'user');
      const within = [
        arriveAt('/user/overview', '[data-figure]'),
        ...MEMBER_SCREENS.map((path) => arriveAt(path, 'main h1, main h2')),
      ];
      await see(
        within.map((go) => ({ go })),
        before.length,
      );
      await arriveAt('/user/profile', 'main h1, main h2')(page);
      await see([barred], before.length + within.length);
      await end(/40[14]/);
    },
    PATIENCE_MS,
  );
});
