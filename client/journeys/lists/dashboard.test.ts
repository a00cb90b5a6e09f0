/** The live dashboard: metrics arrive in one message, change live, lead to their list, and can be arranged. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, sampleSize } from '../../../config/jest/testEnvironment';
import { waitUntilIdle, waitUntilEqual, signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const IDLE_MS = sampleSize(5_000, 120_000);
const withBrowser = chromiumPath() === null ? describe.skip : describe;
const card = (page: Page, id: string) => page.locator(`[data-card="${id}"]`);
const figure = async (page: Page, id: string): Promise<number> =>
  Number(await card(page, id).locator('[data-figure]').first().getAttribute('data-figure'));

withBrowser('the live dashboard', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let viewer: Viewer;
  let page: Page;
  let admin: Caller;

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    viewer = await openViewer(browser);
    ({ page } = viewer);
    await signInByCall(viewer, product.url);
    await page.goto(`${product.url}/admin/dashboard`);
    await card(page, 'members').locator('[data-figure]').waitFor();
    admin = await callAsAdmin(product.url);
  });
  afterAll(environments.close);
  const members = async () => (await admin.index('user', '?limit=1')).total;
  const register = (nickname: string, username: string) =>
    admin.add('user', { username, nickname, password: 'Colleague-7' });

  it('shows the metrics; one registration updates number, ring, chart and list without a request', async () => {
    await waitUntilEqual(() => figure(page, 'members'), await members());
    await waitUntilIdle(viewer);
    const rings = await figure(page, 'sources');
    viewer.takeRequests();
    await register('Ada Winter', 'ada_winter');
    await waitUntilEqual(() => figure(page, 'members'), await members());
    await waitUntilEqual(() => figure(page, 'sources'), rings + 1);
    await card(page, 'new_members').getByText('Ada Winter').waitFor();
    expect(
      await card(page, 'registrations').getByRole('img', { name: 'Registrations' }).getAttribute('aria-label'),
    ).toContain('in total');
    expect(viewer.takeRequests()).toEqual([]);
  });

  it(`sends no request in ${IDLE_MS / 1000} idle seconds`, async () => {
    await waitUntilIdle(viewer);
    viewer.takeRequests();
    await page.waitForTimeout(IDLE_MS);
    expect(viewer.takeRequests()).toEqual([]);
  });

  it('counts a visit of the site, but no bot', async () => {
    const before = await figure(page, 'pages');
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    await fetch(product.url, {
      headers: { accept: 'text/html', 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
    });
    await fetch(product.url, { headers: { accept: 'text/html', 'user-agent': agent } });
    await waitUntilEqual(() => figure(page, 'pages'), before + 1);
  });

  it('leads from a number to the rows it counts', async () => {
    const open = await figure(page, 'leads');
    await card(page, 'leads').getByRole('link').first().click();
    await page.waitForURL('**/admin/lead?**');
    await page.getByText(`${open} · live`).first().waitFor();
    await page.goBack();
    await waitUntilEqual(() => figure(page, 'leads'), open);
  });

  it('counts 0 installed plugins and leads to an empty list', async () => {
    await waitUntilEqual(() => figure(page, 'modules'), 0);
    await card(page, 'modules').getByRole('link', { name: 'Installed plugins: 0.' }).click();
    await page.waitForURL(/\/admin\/module\?/);
    await page.getByText('0 · live').first().waitFor();
    await page.goBack();
    await waitUntilEqual(() => figure(page, 'modules'), 0);
  });

  it('offers a chart as a table', async () => {
    await card(page, 'registrations')
      .getByRole('button', { name: /Show as table/ })
      .click();
    await waitUntilEqual(() => card(page, 'registrations').getByRole('row').count(), 31);
    await card(page, 'registrations')
      .getByRole('button', { name: /Show as chart/ })
      .click();
  });

  it('keeps the arrangement of its user, also after a reload', async () => {
    await page.getByRole('button', { name: 'Edit dashboard' }).click();
    await page.getByRole('button', { name: 'Remove Attachments' }).click();
    await page.getByRole('button', { name: 'Move Visitors today earlier' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit dashboard' }).waitFor();
    let respond = (): void => undefined;
    const asked = new Promise<void>((done) => (respond = done));
    await page.route('**/admin/Dashboard/dashboard', (route) => asked.then(() => route.continue()));
    await page.reload();
    await card(page, 'members').locator('[data-figure]').waitFor({ state: 'attached' });
    // No other arrangement is shown before the stored one is loaded.
    expect(await card(page, 'members').isVisible()).toBe(false);
    respond();
    await card(page, 'members').locator('[data-figure]').waitFor();
    await page.unroute('**/admin/Dashboard/dashboard');
    const order = () =>
      page.locator('[data-card]').evaluateAll((cards) => cards.map((one) => one.getAttribute('data-card')));
    await waitUntilEqual(async () => (await order()).slice(0, 2), ['visitors', 'members']);
    expect(await order()).not.toContain('attachments');
  });

  it('opens in kiosk mode and returns', async () => {
    await page.goto(`${product.url}/admin/dashboard?wall=1`);
    const wall = page.getByRole('dialog', { name: 'Full-screen display' });
    await wall.locator('[data-figure]').first().waitFor();
    await wall.getByRole('button', { name: 'Exit full-screen display' }).click();
    await page.getByRole('button', { name: 'Edit dashboard' }).waitFor();
  });

  it('is exact again after the server was killed', async () => {
    await register('Noah Berg', 'noah_berg');
    await waitUntilEqual(() => figure(page, 'members'), await members());
    await product.kill();
    await product.start();
    admin = await callAsAdmin(product.url);
    await register('Mia Rossi', 'mia_rossi');
    await waitUntilEqual(() => figure(page, 'members'), await members());
    // The stored metrics plus all later changes equal a fresh count.
    const cli = join(process.cwd(), '.build/server/cli.mjs');
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: product.dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [cli, 'verify:all'], { env });
    const verified = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      readonly checked: { readonly counter: number };
      readonly findings: readonly unknown[];
    };
    expect(verified.findings).toEqual([]);
    expect(verified.checked.counter).toBeGreaterThan(5);
  });
});
