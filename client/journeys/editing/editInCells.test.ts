/** Edits in a cell of a list while the row, its position or the permission changes: no text is lost, and the list is applied afterwards. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { waitUntilIdle, waitUntilEqual, openSignedIn, signIn, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const PERSON = { username: 'cell_one', password: 'Cells-2026' };
const GIVEN = ['news_category/index', 'news_category/edit'];
const ROWS = 'tbody tr[data-id]';

const editor = (page: Page) => page.locator('[data-editing] input');
async function editCell(page: Page, id: number, head: string, text: string) {
  const heads = await page.locator('thead th').allInnerTexts();
  const column = heads.findIndex((name) => name.trim().startsWith(head));
  await page.locator(`tr[data-id="${id}"] td`).nth(column).dblclick();
  await editor(page).fill(text);
}

withBrowser('an edit in a cell', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let viewer: Viewer;
  let root: Caller;
  let group: unknown;
  const show = async (path: string) => {
    await viewer.page.goto(product.url + path);
    await viewer.page.locator(ROWS).first().waitFor();
    await waitUntilIdle(viewer);
  };
  const shown = () =>
    viewer.page.locator(ROWS).evaluateAll((rows) => rows.map((one) => Number(one.getAttribute('data-id'))));
  const loadName = async (id: number) =>
    ((await root.call('GET', `/admin/news_category/edit?id=${id}`)).data['row'] as { name: string }).name;

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    root = await callAsAdmin(product.url);
    ({ id: group } = await root.add('admin_group', { name: 'Cells', rules: GIVEN, data_scope: 'all' }));
    await root.add('admin', { ...PERSON, nickname: 'Cell one', group_arr: [group] });
    viewer = await openSignedIn(browser, product.url);
  });
  afterAll(environments.close);

  it('can be finished when another change removes the row from the search result; the list is applied afterwards', async () => {
    const { page } = viewer;
    const [kept, going] = [
      await root.make('news_category', { name: 'Yota one' }),
      await root.make('news_category', { name: 'Yota two' }),
    ];
    await show('/admin/news_category?q=Yota');
    await editCell(page, going, 'Name', 'Typed to the end');
    await root.edit('news_category', { id: going, name: 'Renamed away' });
    await page.locator(`tr[data-id="${going}"][aria-disabled]`).waitFor();
    expect(await editor(page).inputValue()).toBe('Typed to the end');
    await editor(page).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Yours' }).click();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Typed to the end');
    await dialog.getByRole('button', { name: 'Save result' }).click();
    await waitUntilEqual(() => loadName(going), 'Typed to the end');
    await page.mouse.move(700, 20);
    await waitUntilEqual(shown, [kept]);
  });

  it('resolves its conflict in the form that is open beside the list', async () => {
    const { page } = viewer;
    const id = await root.make('news_category', { name: 'Zeta' });
    await show(`/admin/news_category?q=Zeta&record=${id}`);
    await page.locator('aside [data-field=name] input').waitFor();
    await editCell(page, id, 'Name', 'Zeta mine');
    await root.edit('news_category', { id, name: 'Zeta theirs' });
    await waitUntilEqual(() => page.locator('aside [data-field=name] input').inputValue(), 'Zeta theirs');
    await editor(page).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Yours' }).click();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Zeta mine');
    await dialog.getByRole('button', { name: 'Save result' }).click();
    await waitUntilEqual(() => loadName(id), 'Zeta mine');
  });

  it('stays open while the list scrolls', async () => {
    const { page } = viewer;
    await show('/admin/user?limit=100');
    const third = (await shown())[2] ?? 0;
    await editCell(page, third, 'Nickname', 'Typed before');
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 3_000);
    await waitUntilEqual(async () => (await shown()).length > 10 && (await shown()).includes(third), true);
    await waitUntilEqual(
      () => page.locator(`tr[data-id="${third}"]`).evaluate((row) => row.getBoundingClientRect().top < 0),
      true,
    );
    await page.keyboard.type(', and after');
    expect(await editor(page).inputValue()).toBe('Typed before, and after');
    await editor(page).press('Escape');
  });

  it('can be copied when the permission to edit is removed', async () => {
    const { page, context } = viewer;
    await context.clearCookies();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(viewer, product.url, PERSON);
    const id = await root.make('news_category', { name: 'Kappa' });
    await show('/admin/news_category?q=Kappa');
    await editCell(page, id, 'Name', 'Typed while the right goes');
    await root.edit('admin_group', { id: group, rules: ['news_category/index'] });
    const notice = page.getByRole('alert').filter({ hasText: 'Your changes to Name of Kappa can’t be saved.' });
    await notice.getByText('Typed while the right goes').waitFor();
    expect(await editor(page).count()).toBe(0);
    await notice.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied', { exact: true }).first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Typed while the right goes');
    await root.edit('news_category', { id, name: 'Gone from the search' });
    await page.mouse.move(700, 20);
    await waitUntilEqual(shown, []);
  });
});
