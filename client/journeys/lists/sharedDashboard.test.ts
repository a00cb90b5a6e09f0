/** One dashboard for many: two people arrange it at once, a kiosk display shows it, and hostile names stay text in its charts. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { waitUntilEqual, signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
/** Several windows at once are slow on a busy machine. */
const STEP_TIMEOUT_MS = 240_000;
const card = (page: Page, id: string) => page.locator(`[data-card="${id}"]`);
const figure = async (page: Page, id: string): Promise<number> =>
  Number(await card(page, id).locator('[data-figure]').first().getAttribute('data-figure'));
const getCards = (page: Page) =>
  page.locator('[data-card]').evaluateAll((cards) => cards.map((one) => one.getAttribute('data-card')));

/** A name that runs a script when it is rendered as HTML. */
const HOSTILE = '<img src=x onerror=__ran=1>';
const CARDS = [
  { id: 'members', kind: 'figure', e: 'user', at: 'create_time', w: 4, h: 2 },
  { id: 'leads', kind: 'figure', e: 'lead', at: 'create_time', w: 4, h: 2 },
  { id: 'files', kind: 'figure', e: 'attachment', w: 4, h: 2 },
  {
    id: 'line',
    kind: 'line',
    e: 'visit',
    add: 'pages',
    also: 'visitors',
    at: 'quarter',
    grain: 'day',
    count: 7,
    w: 6,
    h: 4,
  },
  { id: 'ring', kind: 'split', e: 'plugin', by: 'cate_id', title: HOSTILE, w: 6, h: 4 },
  { id: 'bars', kind: 'bars', e: 'user', at: 'create_time', grain: 'day', count: 30, title: HOSTILE, w: 6, h: 4 },
  { id: 'rows', kind: 'latest', e: 'lead', count: 5, w: 6, h: 4 },
];

withBrowser('a shared dashboard', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let board = 0;
  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    const files = (await admin.index('attachment', '?limit=50')).list;
    const image = files.find(({ mimetype }) => String(mimetype).startsWith('image/'))?.['url'];
    const category = await admin.add('plugin_category', { title: HOSTILE, image }).catch(() => undefined);
    expect(category).toBeDefined();
    // A ring names its six largest parts.
    const { list } = await admin.index('plugin', '?limit=50');
    for (const { id } of list) await admin.edit('plugin', { id, cate_id: category?.['id'] });
    await admin.add('lead', { name: 'Ada', company: HOSTILE, mobile: '13812340101', content: 'How much is it?' });
    board = Number((await admin.add('board', { title: 'Hall', cards: CARDS }))['id']);
    await admin.add('admin', { username: 'second', nickname: 'Second', password: ADMIN.password, group_arr: [1] });
  }, STEP_TIMEOUT_MS);
  afterAll(environments.close);

  const onDashboard = async (person = ADMIN): Promise<Viewer> => {
    const viewer = await openViewer(browser);
    await signInByCall(viewer, product.url, person);
    await viewer.page.goto(`${product.url}/admin/dashboard`);
    await card(viewer.page, 'leads').waitFor();
    return viewer;
  };

  it(
    'is arranged by two at once: each sees the other’s avatar and changes, and no change is lost',
    async () => {
      const one = (await onDashboard()).page;
      const other = (await onDashboard({ username: 'second', password: ADMIN.password })).page;
      for (const page of [one, other]) {
        await page.getByRole('button', { name: 'Edit dashboard' }).click();
        await page.getByRole('switch', { name: 'Edit shared dashboard' }).click();
        await page.getByRole('button', { name: 'Done' }).waitFor();
      }
      await one
        .getByRole('button', { name: /Second/ })
        .first()
        .waitFor();
      await one.getByRole('button', { name: 'Remove Attachments' }).click();
      await other.getByRole('button', { name: 'Move Open leads earlier' }).click();
      const cardIds = ['leads', 'members', 'line', 'ring', 'bars', 'rows'];
      for (const page of [one, other]) await waitUntilEqual(() => getCards(page), cardIds);
      for (const page of [one, other]) await page.getByRole('button', { name: 'Done' }).click();
      await other.reload();
      await card(other, 'leads').waitFor();
      expect(await getCards(other)).toEqual(cardIds);
      for (const page of [one, other]) await page.context().close();
    },
    STEP_TIMEOUT_MS,
  );

  // @case T1.16
  it(
    'shows hostile names as text: in titles, rows, rings, legends and tooltips',
    async () => {
      const { page } = await onDashboard();
      const violations: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted/.test(message.text())) violations.push(message.text());
      });
      await card(page, 'ring').getByRole('heading', { name: HOSTILE }).waitFor();
      await card(page, 'ring').getByText(HOSTILE).nth(1).waitFor();
      await card(page, 'rows').getByText(HOSTILE).waitFor();
      const said = async (id: string, place: { x: number; y: number }) => {
        const drawing = card(page, id).locator('svg').last();
        const box = await drawing.boundingBox();
        await drawing.hover({
          position: { x: (box?.width ?? 0) * place.x, y: (box?.height ?? 0) * place.y },
          force: true,
        });
        return (await drawing.locator('text').allTextContents()).join(' ');
      };
      // The ring has one category: its name appears wherever the pointer is.
      await waitUntilEqual(
        async () =>
          (await said('ring', { x: 0.5, y: 0.07 })).includes('<img') ||
          (await said('ring', { x: 0.5, y: 0.93 })).includes('<img'),
        true,
      );
      await waitUntilEqual(async () => /\d/.test(await said('bars', { x: 0.5, y: 0.5 })), true);
      expect(await page.locator('img[src="x"]').count()).toBe(0);
      expect(await page.evaluate(() => '__ran' in globalThis)).toBe(false);
      expect(violations).toEqual([]);
      await page.context().close();
    },
    STEP_TIMEOUT_MS,
  );

  // @spec P2-028
  // @covers route /admin/wall
  it(
    'opens on a kiosk display by its link alone: live, page by page, with the newest build, and closed once the link is revoked',
    async () => {
      const made = await admin
        .add('wall_screen', { name: 'Hall', board_id: board, expire_time: '2030-01-01 00:00:00' })
        .catch(async () => {
          const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
          return admin.add('wall_screen', { name: 'Hall', board_id: board, expire_time: soon });
        });
      const id = Number(made['id']);
      const { data } = await admin.call('POST', '/admin/wall_screen/show', { id });
      const { page } = await openViewer(browser);
      await page.goto(`${product.url}/admin/wall#${String(data['token'])}`);
      const { total } = await admin.index('user', '?limit=1');
      await waitUntilEqual(() => figure(page, 'members'), total);
      await admin.add('user', { username: 'wall_ada', nickname: 'Ada', password: 'Colleague-7' });
      await waitUntilEqual(() => figure(page, 'members'), total + 1);
      // The display stores nothing and offers no action.
      expect(
        await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].join()),
      ).not.toContain('adminInfo');
      expect(await page.locator('a:not([inert] a)').count()).toBe(0);
      await page.evaluate(() => Object.assign(globalThis, { kept: true }));
      const newer = '<!doctype html><script type="module" src="/assets/admin-another.js"></script>';
      await page.route('**/admin/dashboard', (route) => route.fulfill({ contentType: 'text/html', body: newer }), {
        times: 1,
      });
      await product.kill();
      await product.start();
      await waitUntilEqual(() => page.evaluate(() => 'kept' in globalThis).catch(() => true), false);
      await waitUntilEqual(() => figure(page, 'members'), total + 1);
      admin = await callAsAdmin(product.url);
      await admin.edit('wall_screen', { id, status: 0 });
      await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
      await page.context().close();
    },
    STEP_TIMEOUT_MS,
  );
});
