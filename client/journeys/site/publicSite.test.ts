/**
 * The public site in Chromium: every page is found by following links, accessible in both languages, complete without scripts, live, and
 * its forms reach staff.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { gotoAndWaitFor, LANGUAGES, STEP_TIMEOUT_MS, visit } from '../../testing/browser/accessibilitySweep';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { callAsAdmin } from '../../testing/browser/callAsAdmin';
import { waitUntilEqual, openSignedIn, openViewer, expectFasterThan } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
/** One page of every kind, by the kind that it names. */
const KINDS = [
  '/',
  '/products',
  '/products/1',
  '/solutions',
  '/solutions/1',
  '/cases',
  '/cases/1',
  '/news?page=2',
  '/news/1',
  '/articles',
  '/articles/1',
  '/plugins',
  '/plugins/approvals',
  '/hardware',
  '/hardware/1',
  '/devices/1',
  '/page/about',
  '/contact',
  '/trial',
  '/search',
  '/search?q=atrium',
  '/nowhere',
  '/401',
] as const;
const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
/** Addresses that belong to the two apps, to files and to robots. */
const ELSEWHERE = /^\/(?:admin|user|storage|assets|docs)(?:\/|$)|\.xml$/;

withBrowser('the public site', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Awaited<ReturnType<typeof callAsAdmin>>;
  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
  }, 120_000);
  afterAll(() => environments.close());

  const load = async (path: string) => {
    const response = await fetch(product.url + path, { headers: BROWSER });
    return { status: response.status, html: await response.text() };
  };

  it(
    'every page of the sitemap is found by following links, and no link is dead',
    async () => {
      const found = new Map<string, number>();
      const queue = ['/', '/zh-cn'];
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
        if (found.has(path)) continue;
        const { status, html } = await load(path);
        found.set(path, status);
        for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"#]*)/g)) {
          const target = href.replaceAll('&amp;', '&');
          if (target.startsWith('/') && !ELSEWHERE.test(target.split('?')[0] ?? '')) queue.push(target);
        }
      }
      expect([...found].filter(([, status]) => status !== 200)).toEqual([]);
      const sitemap = (await load('/sitemap.xml')).html;
      const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
      expect(listed.length).toBeGreaterThan(200);
      expect(listed.filter((path) => !found.has(path))).toEqual([]);
    },
    STEP_TIMEOUT_MS,
  );

  it.each(LANGUAGES)(
    'is accessible in $language, in every theme and width, without an error',
    async ({ locale }) => {
      const prefix = locale === 'zh-CN' ? '/zh-cn' : '';
      const { checkScreens, end } = await visit(browser, locale);
      await checkScreens(
        KINDS.map((path) => ({
          open: gotoAndWaitFor(product.url, path === '/' ? prefix || '/' : prefix + path, 'main h1'),
        })),
        0,
      );
      await end(/40[14]/);
    },
    STEP_TIMEOUT_MS,
  );

  it('is complete without scripts', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      locale: 'en-US',
      viewport: { width: 390, height: 800 },
    });
    const page = await context.newPage();
    await page.goto(`${product.url}/products/1`);
    expect(await page.locator('main h1').innerText()).not.toBe('');
    expect(await page.locator('main .rich').first().innerText()).not.toBe('');
    await page.getByRole('link', { name: 'Solutions' }).first().click();
    await page.waitForURL('**/solutions');
    await context.close();
  });

  it('an open page shows a change of the console within a second, and keeps the visitor’s typed text', async () => {
    const { page, context } = await openViewer(browser);
    const opened = page.waitForEvent('websocket');
    await page.goto(`${product.url}/news/1`);
    await opened;
    await expectFasterThan(1000, async (round) => {
      const title = `Changed by staff ${round}`;
      const start = Date.now();
      await admin.edit('news', { id: 1, title_en: title });
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      return Date.now() - start;
    });
    expect(await page.title()).toContain('Changed by staff');
    await page.goto(`${product.url}/contact`);
    await page.getByLabel('Message').fill('Half a sentence');
    await page.waitForTimeout(500);
    await admin.edit('navigation', { id: 1, title_en: 'Start page' });
    await page.getByRole('link', { name: 'Start page' }).first().waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('Half a sentence');
    await context.close();
  });

  it('an open 404 page becomes the page of a scheduled row within a second of its moment, and again after it was hidden', async () => {
    const { page, context } = await openViewer(browser);
    const untilShown = (title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor();
    let path = '';
    await expectFasterThan(1000, async (round) => {
      const title = `Announced ${round}`;
      const showFrom = Math.ceil(Date.now() / 1000) + 5;
      const row = { title, title_en: title, content: '<p>x</p>', status: 1, show_from: showFrom };
      path = `/news/${await admin.make('news', row)}`;
      const connected = page.waitForEvent('websocket');
      expect((await page.goto(product.url + path))?.status()).toBe(404);
      await connected;
      expect(await page.locator('.status-code').innerText()).toBe('404');
      await untilShown(title);
      return Date.now() - showFrom * 1000;
    });
    expect(new URL(page.url()).pathname).toBe(path);
    const id = Number(path.split('/')[2]);
    await admin.edit('news', { id, status: 0 });
    await page.locator('.status-code').waitFor();
    await admin.edit('news', { id, status: 1 });
    await untilShown('Announced');
    expect(await page.title()).toContain('Announced');
    await context.close();
  });

  it('a 404 page that cannot become another page opens no connection', async () => {
    const { page, context } = await openViewer(browser);
    let connections = 0;
    page.on('websocket', () => (connections += 1));
    await page.goto(`${product.url}/nowhere`);
    await page.waitForURL('**/404');
    // Chromium runs the script of live updates when it is idle.
    await page.waitForTimeout(1_500);
    expect(connections).toBe(0);
    await context.close();
  });

  it('no line of a banner or of a 404 page consists of one character', async () => {
    for (const [path, width, text] of [
      ['/zh-cn/news', 1440, '.banner-text strong'],
      ['/zh-cn/nowhere', 390, '.missing .lead'],
    ] as const) {
      const page = await browser.newPage({ locale: 'zh-CN', viewport: { width, height: 800 } });
      await page.goto(product.url + path);
      const lines = await page
        .locator(text)
        .first()
        .evaluate((element) => {
          const range = document.createRange();
          const tops = [...element.textContent].map((_character, at) => {
            range.setStart(element.firstChild ?? element, at);
            range.setEnd(element.firstChild ?? element, at + 1);
            return Math.round(range.getBoundingClientRect().top);
          });
          return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
        });
      expect([path, lines.length, Math.min(...lines) > 3]).toEqual([path, 2, true]);
      await page.context().close();
    }
  });

  /** Sends the form by the script: it runs once the page is connected. Without it the browser sends the form, which has its own test. */
  const sendContact = async (page: Page, name: string) => {
    const connected = page.waitForEvent('websocket');
    await page.goto(`${product.url}/contact`);
    await connected;
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#error-consent').getByText('Agree to the privacy policy').waitFor();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('[name=name][aria-invalid=true]').waitFor();
    expect(await page.locator('#error-name').innerText()).not.toBe('');
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Mobile').fill('13812340101');
    await page.getByLabel('Message').fill('How much is it?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  };

  it('no page sets a cookie; a contact message shows errors at its fields, and arrives in the open list of staff', async () => {
    const staff = await openSignedIn(browser, product.url);
    await staff.page.goto(`${product.url}/admin/lead`);
    await staff.page.locator('tr[data-id]').first().waitFor();
    const visitor = await openViewer(browser);
    await visitor.page.goto(`${product.url}/products/1`);
    await visitor.page.waitForLoadState('networkidle');
    expect(await visitor.context.cookies()).toEqual([]);
    await sendContact(visitor.page, 'Ada Visitor');
    await staff.page.getByText('Ada Visitor').first().waitFor();
    await Promise.all([visitor.context.close(), staff.context.close()]);
  });

  it('a form works before the script of the page has loaded', async () => {
    const { page, context } = await openViewer(browser);
    // The script never arrives: what a visitor with a slow phone has in the first seconds.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`${product.url}/zh-cn/trial`);
    const send = () => page.locator('form[data-form] button[type=submit]').click();
    await page.locator('[name=remarks]').fill('多少钱？');
    await send();
    await page.locator('#error-consent:not(:empty)').waitFor();
    expect(await page.locator('[name=remarks]').inputValue()).toBe('多少钱？');
    expect(new URL(page.url()).pathname).toBe('/zh-cn/trial');
    await page.locator('[name=consent]').check();
    await send();
    await page.locator('[name=full_name][aria-invalid=true]').waitFor();
    expect(await page.locator('[name=consent]').isChecked()).toBe(true);
    for (const [name, text] of [
      ['company', 'Early Works'],
      ['full_name', 'Early Visitor'],
      ['phone', '13812340102'],
    ] as const)
      await page.locator(`[name=${name}]`).fill(text);
    await send();
    await page.locator('#sent').waitFor();
    expect(await page.locator('form[data-form]').isVisible()).toBe(false);
    const newest = async () => (await admin.index('trial_request', '?limit=1')).list[0];
    await waitUntilEqual(async () => (await newest())?.['full_name'], 'Early Visitor');
    expect(await newest()).toMatchObject({ remarks: '多少钱？', locale: 'zh-cn' });
    await context.close();
  });

  it('a form works in place where the site is sent without HTTPS', async () => {
    const { page, context } = await openViewer(browser);
    await page.addInitScript(() => Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined }));
    const failed: string[] = [];
    page.on('pageerror', (error) => failed.push(error.message));
    const connected = page.waitForEvent('websocket');
    await page.goto(`${product.url}/contact`);
    await connected;
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#error-consent').getByText('Agree to the privacy policy').waitFor();
    expect(failed).toEqual([]);
    await context.close();
  });

  it('a trial request arrives with the plugins that the visitor chose', async () => {
    const { page, context } = await openViewer(browser);
    await page.goto(`${product.url}/trial`);
    await page.getByLabel('Company', { exact: false }).first().fill('Northwind');
    await page.getByLabel('Full name').fill('Emma Clarke');
    await page.getByLabel('Phone').fill('+44 20 7946 0000');
    await page.locator('[name="plugin_ids[]"]').first().check();
    await page.locator('[name=consent]').check();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await waitUntilEqual(
      async () => (await admin.index('trial_request', '?limit=1')).list[0]?.['full_name'],
      'Emma Clarke',
    );
    await context.close();
  });

  it('a like is counted once, and other readers see it', async () => {
    const [one, other] = [await openViewer(browser), await openViewer(browser)];
    const opened = other.page.waitForEvent('websocket');
    await other.page.goto(`${product.url}/articles/1`);
    await opened;
    await one.page.goto(`${product.url}/articles/1`);
    const likes = async (page: Page) => Number((await page.locator('[data-likes]').innerText()).replace(/\D/g, ''));
    const before = await likes(other.page);
    await one.page.getByRole('button', { name: 'Like' }).click();
    await one.page.getByRole('button', { name: 'Liked' }).waitFor();
    await waitUntilEqual(() => likes(other.page), before + 1);
    await Promise.all([one.context.close(), other.context.close()]);
  });
});
