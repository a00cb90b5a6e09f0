/** Somebody changes a record of mine: notifications count it without a request, describe it in my language, and lead to it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { findBrokenRules } from '../../testing/browser/findBrokenRules';
import { waitUntilIdle, signInByCall, openViewer, waitForAnimations, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const REPORTER = { username: 'lin_xi', password: 'Reporter-2026' };
const withBrowser = chromiumPath() === null ? describe.skip : describe;

withBrowser('notifications', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let lin: Viewer;
  let admin: Caller;
  let own: readonly number[];
  const bell = (name: string | RegExp) => lin.page.getByRole('banner').getByRole('button', { name, exact: true });
  const readAll = async () => {
    const reporter = await callAsAdmin(product.url, REPORTER);
    await reporter.call('POST', '/admin/notice/readAll', {});
    await bell('Notifications').waitFor();
  };

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    const people = await admin.index('admin', '?limit=50');
    const id = Number(people.list.find((row) => row['username'] === REPORTER.username)?.['id']);
    await admin.edit('admin', { id, password: REPORTER.password });
    const news = await admin.index('news', '?limit=200');
    own = news.list.filter((row) => row['admin_id'] === id).map((row) => Number(row['id']));
    lin = await openViewer(browser);
    await signInByCall(lin, product.url, REPORTER);
    await lin.page.goto(`${product.url}/admin`);
    await waitUntilIdle(lin);
    await readAll();
  });
  afterAll(environments.close);

  it('count up without a request, show a message, and lead to the record', async () => {
    await waitUntilIdle(lin);
    lin.takeRequests();
    await admin.edit('news', { id: own[0] ?? 0, title: 'Rewritten by the desk' });
    await bell('Notifications, 1 unread').waitFor();
    await lin.page.getByText('changed your news item “Rewritten by the desk”').first().waitFor();
    expect(lin.takeRequests()).toEqual([]);
    await bell('Notifications, 1 unread').click();
    const panel = lin.page.getByRole('dialog', { name: 'Notifications' });
    await panel.getByText('changed your news item “Rewritten by the desk”').click();
    await lin.page.waitForURL(`**/admin/news/${own[0]}`);
    await bell('Notifications').waitFor();
  });

  it('combine many changes in one entry and one message', async () => {
    for (const id of own.slice(0, 3)) await admin.edit('news', { id, description: `Checked ${id}` });
    const count = Math.min(3, own.length);
    await lin.page.getByText(`changed ${count} of your news`).first().waitFor();
    await bell('Notifications, 1 unread').click();
    await lin.page.getByRole('dialog', { name: 'Notifications' }).getByText(`changed ${count} of your news`).waitFor();
    await lin.page.keyboard.press('Escape');
  });

  it('are accessible in both themes and on a phone', async () => {
    const found: string[] = [];
    const check = async () => {
      await waitForAnimations(lin.page);
      const grave = (await findBrokenRules(lin.page, null)).filter(
        ({ impact }) => impact === 'serious' || impact === 'critical',
      );
      found.push(...grave.map(({ id, html }) => `${id}: ${html.join(' | ')}`.slice(0, 400)));
    };
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const viewport of [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
      ]) {
        await lin.page.setViewportSize(viewport);
        await lin.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await bell(/^Notifications/).click();
        await lin.page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first().waitFor();
        await check();
        await lin.page.getByRole('button', { name: 'Notification settings' }).click();
        await lin.page.getByRole('dialog', { name: 'Notification settings' }).waitFor();
        await check();
        await lin.page.getByRole('button', { name: 'Close' }).last().click();
        await lin.page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    }
    expect(found).toEqual([]);
  });
});
