/**
 * Staff watch the dashboard while simulated colleagues work (acceptance, step 1): on a desktop, a dark one, a phone
 * and a kiosk display the same metrics change, avatars come and go, and an open list updates.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { waitUntilEqual, signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
/** Four windows at once are slow on a busy machine. */
const STEP_TIMEOUT_MS = 240_000;
const card = (page: Page, id: string) => page.locator(`[data-card="${id}"]`);
const figure = async (page: Page, id: string): Promise<number> =>
  Number(await card(page, id).locator('[data-figure]').first().getAttribute('data-figure'));

withBrowser('a dashboard while many colleagues work', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let colleagues: ChildProcess;
  const screens: Record<string, Page> = {};

  const open = async (viewport: { width: number; height: number }, dark: boolean): Promise<Viewer> => {
    const viewer = await openViewer(browser, 'en-US', viewport);
    await viewer.page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await signInByCall(viewer, product.url);
    await viewer.page.goto(`${product.url}/admin/dashboard`);
    await card(viewer.page, 'members').locator('[data-figure]').waitFor();
    return viewer;
  };
  /** Stops the simulated colleagues. */
  const waitUntilIdle = async (): Promise<void> => {
    if (colleagues.exitCode !== null || colleagues.signalCode !== null) return;
    const gone = new Promise((done) => colleagues.once('exit', done));
    colleagues.kill();
    await gone;
  };
  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    screens['desktop'] = (await open({ width: 1440, height: 900 }, false)).page;
    screens['dark'] = (await open({ width: 1440, height: 900 }, true)).page;
    screens['phone'] = (await open({ width: 390, height: 844 }, false)).page;
    screens['wall'] = (await open({ width: 1920, height: 1080 }, true)).page;
    await screens['wall'].goto(`${product.url}/admin/dashboard?wall=1`);
    await card(screens['wall'], 'members').locator('[data-figure]').waitFor();
    const env = {
      PATH: process.env['PATH'] ?? '',
      DEMO_URL: product.url,
      ADMIN_PASSWORD: ADMIN.password,
      DEMO_PACE_MS: '250',
    };
    colleagues = spawn(process.execPath, [join(process.cwd(), 'config/run/demoBots.mjs')], { env, stdio: 'ignore' });
    environments.later(waitUntilIdle);
  }, STEP_TIMEOUT_MS);
  afterAll(environments.close);
  const all = () => Object.values(screens);
  const until = (read: () => Promise<boolean>) => waitUntilEqual(read, true);

  it(
    'updates on every screen, without a reload and with the same metrics',
    async () => {
      const [first = 0] = await Promise.all(all().map((page) => figure(page, 'members')));
      const seen = await Promise.all(all().map((page) => figure(page, 'pages')));
      for (const [index, page] of all().entries()) {
        await until(async () => (await figure(page, 'members')) > first);
        await until(async () => (await figure(page, 'pages')) > (seen[index] ?? 0));
      }
      expect(colleagues.exitCode).toBeNull();
    },
    STEP_TIMEOUT_MS,
  );

  it(
    'shows the avatars of online staff and the running terminal task',
    async () => {
      for (const page of all()) await until(async () => (await figure(page, 'online')) >= 4);
      const { desktop } = screens;
      if (desktop === undefined) throw new Error('nobody looks');
      await card(desktop, 'online').getByRole('listitem').nth(3).waitFor();
      const tasks = async () => (await admin.index('terminal_task', '?limit=1')).total;
      await until(async () => (await tasks()) > 0);
      await card(desktop, 'tasks').locator('[data-figure]').waitFor();
    },
    STEP_TIMEOUT_MS,
  );

  it(
    'leads to a list that shows colleagues at work',
    async () => {
      const { dark } = screens;
      if (dark === undefined) throw new Error('nobody looks');
      await dark.goto(`${product.url}/admin/news`);
      await dark
        .getByRole('button', { name: /Ella Moore|陈宇/ })
        .first()
        .waitFor();
    },
    STEP_TIMEOUT_MS,
  );

  it(
    'is exact once the writes stop',
    async () => {
      await waitUntilIdle();
      for (const [name, page] of Object.entries(screens)) {
        if (name === 'dark') await page.goto(`${product.url}/admin/dashboard`);
        // Their last requests may still be under way.
        const off = async () => (await figure(page, 'members')) - (await admin.index('user', '?limit=1')).total;
        await waitUntilEqual(() => off().catch(() => null), 0);
      }
    },
    STEP_TIMEOUT_MS,
  );
});
