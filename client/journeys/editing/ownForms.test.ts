/** Forms of one person: undo while typing, a form that becomes a page, the own profile, and renamed references. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { waitUntilIdle, waitUntilEqual, openSignedIn, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

withBrowser('a person’s own forms', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let viewer: Viewer;
  let root: Caller;
  let colleague: Caller;
  const loadRow = async (entity: string, id: number) =>
    (await root.call('GET', `/admin/${entity}/edit?id=${id}`)).data['row'] as Record<string, unknown>;
  const show = async (path: string) => {
    await viewer.page.goto(product.url + path);
    await waitUntilIdle(viewer);
  };

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    root = await callAsAdmin(product.url);
    await root.add('admin', { username: 'root_two', nickname: 'Root two', password: 'Journey-2026', group_arr: [1] });
    colleague = await callAsAdmin(product.url, { username: 'root_two', password: 'Journey-2026' });
    viewer = await openSignedIn(browser, product.url);
  });
  afterAll(environments.close);

  it('undo a save during further typing without a conflict', async () => {
    const { page } = viewer;
    await show('/admin/news/5');
    const title = field(page, 'title').locator('input');
    const before = await title.inputValue();
    await title.fill('Saved once');
    await save(page);
    const undo = page.getByRole('button', { name: 'Undo', exact: true }).first();
    await undo.waitFor();
    await title.fill('Saved once and more');
    await undo.click();
    await waitUntilEqual(async () => (await loadRow('news', 5))['title'], before);
    await page.getByText('Undone', { exact: false }).first().waitFor();
    await waitUntilIdle(viewer);
    expect(await title.inputValue()).toBe('Saved once and more');
    expect(await page.getByRole('button', { name: 'Keep mine' }).count()).toBe(0);
    await save(page);
    await waitUntilEqual(async () => (await loadRow('news', 5))['title'], 'Saved once and more');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('keep the typed text when a form beside the list becomes the page of the record', async () => {
    const { page } = viewer;
    await show('/admin/news?record=6');
    await field(page, 'title').locator('input').fill('Typed beside the list');
    await page.getByRole('button', { name: 'Open full page' }).click();
    await page.waitForURL('**/admin/news/6');
    await page.getByText('1 unsaved field').waitFor();
    expect(await field(page, 'title').locator('input').inputValue()).toBe('Typed beside the list');
    await save(page);
    await waitUntilEqual(async () => (await loadRow('news', 6))['title'], 'Typed beside the list');
  });

  it('keep the typed text when the window is resized, a password too, and close with Escape where they cover the list', async () => {
    const { page } = viewer;
    await show('/admin/user?record=9');
    await field(page, 'motto').locator('input, textarea').first().fill('Typed in a wide window');
    await field(page, 'password').locator('input').fill('Not-kept-2026');
    for (const width of [1000, 390, 1440, 800]) {
      await page.setViewportSize({ width, height: 900 });
      await (width < 1200 ? page.getByRole('dialog') : page.locator('aside')).locator('form').waitFor();
      expect(await field(page, 'motto').locator('input, textarea').first().inputValue()).toBe('Typed in a wide window');
      expect(await field(page, 'password').locator('input').inputValue()).toBe('Not-kept-2026');
    }
    expect(await page.getByText('Draft saved').count()).toBe(0);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await field(page, 'motto').locator('input, textarea').first().press('Escape');
    await page.locator('form [data-field]').first().waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('show a conflict when a colleague changes the person’s profile too', async () => {
    const { page } = viewer;
    await show('/admin/profile');
    const motto = page.locator('textarea[name=motto]');
    await motto.fill('Set by me');
    await colleague.edit('admin', { id: root.id, motto: 'Set by Root two', nickname: 'Renamed by Root two' });
    await page.getByText('This was changed to “Set by Root two”').waitFor();
    await waitUntilEqual(() => page.locator('input[name=nickname]').inputValue(), 'Renamed by Root two');
    await save(page);
    expect((await loadRow('admin', root.id))['motto']).toBe('Set by Root two');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await save(page);
    await waitUntilEqual(async () => (await loadRow('admin', root.id))['motto'], 'Set by me');
  });

  it('show the new title of a referenced record', async () => {
    const { page } = viewer;
    await show('/admin/news/7');
    const [category] = (await loadRow('news', 7))['cat_ids'] as readonly number[];
    await field(page, 'cat_ids').locator('input').first().waitFor();
    await colleague.edit('news_category', { id: category, name_en: 'Renamed meanwhile' });
    await field(page, 'cat_ids').getByText('Renamed meanwhile').waitFor();
  });
});
