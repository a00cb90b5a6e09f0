/** A reporter who may see only own news: checks the screens and every byte that the server sends. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { waitUntilIdle, openViewer, signIn, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const REPORTER = { username: 'lin_xi', password: 'Reporter-2026' };
const withBrowser = chromiumPath() === null ? describe.skip : describe;

withBrowser('a limited role', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let reporter: Viewer;
  let admin: Caller;
  let ownId: number;
  const menu = () => reporter.page.getByRole('navigation', { name: 'Main menu' });

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    const { list } = await admin.index('admin', '?limit=50');
    ownId = Number(list.find((row) => row['username'] === REPORTER.username)?.['id']);
    await admin.edit('admin', { id: ownId, password: REPORTER.password });
    reporter = await openViewer(browser);
    await signIn(reporter, product.url, REPORTER);
  });
  afterAll(environments.close);

  it('sees the menu entries of its permissions and no others', async () => {
    await menu().getByRole('link', { name: 'News', exact: true }).waitFor();
    expect(await menu().getByRole('link', { name: 'Enterprises' }).count()).toBe(0);
    expect(await menu().getByRole('link', { name: 'Admins' }).count()).toBe(0);
  });

  it('receives its own rows live and none of others', async () => {
    const { list } = await admin.index('news', '?limit=200');
    const ownRow = list.find((row) => row['admin_id'] === ownId);
    const foreign = list.filter((row) => row['admin_id'] !== ownId).slice(0, 5);
    await menu().getByRole('link', { name: 'News', exact: true }).click();
    await reporter.page.getByRole('heading', { name: 'News', exact: true }).waitFor();
    await waitUntilIdle(reporter);
    for (const row of foreign)
      await admin.edit('news', { id: Number(row['id']), title: `CANARY ${String(row['id'])}` });
    await admin.edit('news', { id: Number(ownRow?.['id']), title: 'Mine, changed by the desk' });
    await reporter.page.getByText('Mine, changed by the desk').first().waitFor();
    expect(reporter.frames().join('\n')).not.toContain('CANARY');
    expect(reporter.frames().join('\n')).toContain('Mine, changed by the desk');
  });

  it('is refused by the server for every missing button', async () => {
    const limited = await callAsAdmin(product.url, REPORTER);
    const responses = await Promise.all([
      limited.call('GET', '/admin/enterprise/index'),
      limited.call('POST', '/admin/admin/edit', { id: 1, nickname: 'Mallory' }),
      limited.call('POST', '/admin/news_category/add', { name: 'Mine' }),
      limited.call('GET', '/admin/news/index?order=admin_password,asc'),
    ]);
    expect(responses.map(({ code }) => code)).toEqual([403, 403, 403, 400]);
  });

  it('leaves an open list when the permission is removed', async () => {
    const groups = await admin.index('admin_group', '?limit=50');
    const reporters = groups.list.find((row) => row['name'] === 'Reporters');
    await admin.edit('admin_group', { id: Number(reporters?.['id']), rules: ['news_category/index'] });
    await menu().getByRole('link', { name: 'News', exact: true }).waitFor({ state: 'detached' });
  });
});
