/** Two nodes behind one address: a cut network, a killed node, a removed permission; every screen ends in the right state. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, mariadbUrl, sampleSize } from '../../../config/jest/testEnvironment';
import { launchBrowser } from '../../testing/browser/launchBrowser';
import { waitUntilIdle, waitUntilEqual, signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { startCluster, type Cluster } from '../../testing/product/startCluster';
import { ADMIN } from '../../testing/product/startProduct';
import { fieldNamed } from '../../testing/browser/fieldNamed';

const withAll = chromiumPath() === null || mariadbUrl() === null ? describe.skip : describe;
const PERSON = { username: 'nadia', password: 'Nadia-2026', nickname: 'Nadia' };
const CHANGES = 100;
/** Longer than a break that is not shown; in full runs as long as the acceptance script says. */
const CUT_MS = sampleSize(4_000, 20_000);

const connectionStatus = (page: Page) => page.locator('[data-status]').first();
const pillSays = (page: Page, status: string) => page.locator(`[data-status="${status}"]`).first().waitFor();
const rowsShown = async (page: Page, total: number) =>
  page
    .getByText(new RegExp(`\\b${total}\\b`))
    .first()
    .waitFor();

withAll('reconnecting', () => {
  let cluster: Cluster;
  let root: Caller;
  let anna: Viewer;
  let nadia: Viewer;
  const closing: (() => Promise<unknown>)[] = [];

  let browser: Browser;

  /** A kiosk display, opened by its link alone. */
  const hangUp = async (): Promise<Page> => {
    const inThirtyDays = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const { id } = await root.add('wall_screen', { name: 'Hall', expire_time: inThirtyDays });
    const { data } = await root.call('POST', '/admin/wall_screen/show', { id });
    const { page } = await openViewer(browser);
    await page.goto(`${cluster.balancer.url}/admin/wall#${String(data['token'])}`);
    return page;
  };
  const enter = async (username: string): Promise<Page> => {
    const { page } = await openViewer(browser, 'zh-CN', { width: 390, height: 844 });
    await signInByCall({ page }, cluster.balancer.url, { username, password: ADMIN.password }, 'member');
    await page.goto(`${cluster.balancer.url}/user/overview`);
    return page;
  };

  beforeAll(async () => {
    cluster = await startCluster();
    closing.push(cluster.dispose);
    browser = await launchBrowser();
    closing.unshift(() => browser.close());
    root = await callAsAdmin(cluster.second.url);
    const { list } = await root.index('admin_group');
    const editors = list.find(({ name }) => name === 'Editors');
    await root.add('admin', { ...PERSON, group_arr: [editors?.['id']] });
    [anna, nadia] = await Promise.all([openViewer(browser), openViewer(browser)]);
    // One viewer on each node.
    cluster.balancer.prefer(0);
    await signInByCall(anna, cluster.balancer.url);
    await anna.page.goto(`${cluster.balancer.url}/admin/news_category`);
    await waitUntilIdle(anna);
    cluster.balancer.prefer(1);
    await signInByCall(nadia, cluster.balancer.url, PERSON);
    await nadia.page.goto(`${cluster.balancer.url}/admin/news_category`);
    await waitUntilIdle(nadia);
  }, 120_000);
  afterAll(async () => {
    for (const close of closing) await close();
  });

  it('acceptance, step 5: shows that the connection is lost, and after reconnecting all of the hundred changes', async () => {
    const before = (await root.index('news_category')).total;
    await Promise.all([anna, nadia].map(({ page }) => rowsShown(page, before)));
    [anna, nadia].forEach((viewer) => viewer.takeRequests());
    cluster.balancer.cut();
    const cutAt = Date.now();
    for (let index = 1; index <= CHANGES; index += 1) await root.add('news_category', { name: `While away ${index}` });
    await Promise.all([anna, nadia].map(({ page }) => pillSays(page, 'reconnecting')));
    await connectionStatus(anna.page)
      .getByText(/Reconnecting… \(\d+ s\)/)
      .waitFor();
    await sleep(Math.max(0, CUT_MS - (Date.now() - cutAt)));
    cluster.balancer.prefer(0);
    cluster.balancer.mend();
    const mendedAt = Date.now();
    // The messages close by themselves.
    const summaries = [anna, nadia].map(({ page }) =>
      page.getByText(`Back online. ${CHANGES} changes while you were away`),
    );
    await Promise.all(summaries.map((text) => text.waitFor()));
    await Promise.all([anna, nadia].map(({ page }) => pillSays(page, 'live')));
    await anna.page.getByRole('button', { name: 'Show', exact: true }).last().click();
    process.stdout.write(`all back ${Date.now() - mendedAt} ms after the cut was mended\n`);
    for (const { page, takeRequests } of [anna, nadia]) {
      await rowsShown(page, before + CHANGES);
      expect(takeRequests().filter((path) => path.endsWith('/index'))).toEqual([]);
    }
    const dialog = anna.page.getByRole('dialog', { name: 'While you were away' });
    await dialog.getByText(`While away ${CHANGES}`, { exact: false }).first().waitFor();
    if (process.env['SHOTS'] !== undefined) await anna.page.screenshot({ path: `${process.env['SHOTS']}/away.png` });
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  it('acceptance, step 5: updates a kiosk display and a member’s phone, too', async () => {
    const [member] = (await root.index('user', '?quick_search=member005')).list;
    const [wall, phone] = [await hangUp(), await enter('member005')];
    const members = wall.locator('[data-card="members"] [data-figure]').first();
    const shown = async () => Number(await members.getAttribute('data-figure'));
    const balance = phone.locator('[data-figure="money"]').first();
    const cents = async () => Number(((await balance.textContent()) ?? '').replace(/\D/g, ''));
    const { total } = await root.index('user', '?limit=1');
    await waitUntilEqual(shown, total);
    await balance.waitFor();
    const before = await cents();
    cluster.balancer.cut();
    for (const at of [1, 2, 3])
      await root.add('user', { username: `away_${at}`, nickname: `Away ${at}`, password: 'Colleague-7' });
    await root.add('user_money_log', { user_id: member?.['id'], money: '50.00', memo: 'While away' });
    await phone.locator('[data-status="reconnecting"]').first().waitFor();
    cluster.balancer.mend();
    await waitUntilEqual(shown, total + 3);
    await waitUntilEqual(cents, before + 50_00);
    await Promise.all([wall.context().close(), phone.context().close()]);
  });

  it('acceptance, step 6: continues on the other node when one is killed, without fetching again', async () => {
    expect(cluster.balancer.connectionsTo(0)).toBeGreaterThan(0);
    const { list } = await root.index('news_category', '?limit=200');
    const shown = list.find(({ name_en }) => name_en === 'Security');
    anna.takeRequests();
    const killedAt = Date.now();
    await cluster.first.kill();
    await root.edit('news_category', { id: shown?.['id'], name: 'After the death of a node' });
    await anna.page.getByText('After the death of a node').first().waitFor();
    process.stdout.write(`on the other node ${Date.now() - killedAt} ms after the kill\n`);
    expect(Date.now() - killedAt).toBeLessThan(5_000);
    await pillSays(anna.page, 'live');
    expect(anna.takeRequests().filter((path) => path.endsWith('/index'))).toEqual([]);
    await nadia.page.getByText('After the death of a node').first().waitFor();
    await cluster.first.start();
  });

  it('acceptance, step 7: removes a permission on open screens, keeps the text, and ends the session of a disabled account', async () => {
    const { page } = nadia;
    const own = await callAsAdmin(cluster.second.url, PERSON);
    const { id } = await own.add('news', { title: 'Hers', content: '<p>Hers</p>' });
    await page.goto(`${cluster.balancer.url}/admin/news/${String(id)}`);
    await page.getByRole('textbox', { name: fieldNamed('Title') }).fill('Words not to be lost');
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    const groups = (await root.index('admin_group')).list;
    const editors = groups.find(({ name }) => name === 'Editors');
    // On the node that does not serve her.
    const elsewhere = root.at(cluster.first.url);
    const takenAt = Date.now();
    await elsewhere.edit('admin_group', { id: editors?.['id'], rules: ['news/index', 'navigation/index'] });
    await page.locator('button:disabled', { hasText: 'Save' }).waitFor();
    process.stdout.write(`read-only ${Date.now() - takenAt} ms after the right was taken\n`);
    expect(await page.getByRole('textbox', { name: fieldNamed('Title') }).inputValue()).toBe('Words not to be lost');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('link', { name: 'News', exact: true }).waitFor();
    await menu.getByRole('link', { name: 'Categories' }).waitFor({ state: 'hidden' });
    if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/revoked.png` });
    const disabledAt = Date.now();
    const [person] = (await root.index('admin')).list.filter((row) => row['username'] === 'nadia');
    await elsewhere.edit('admin', { id: person?.['id'], status: 0 });
    await page.waitForURL(/\/login/);
    process.stdout.write(`at the login ${Date.now() - disabledAt} ms after being disabled\n`);
  });
});
