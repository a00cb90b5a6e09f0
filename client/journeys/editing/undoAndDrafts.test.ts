/** Drafts after a crash, undo of a save, and earlier values from the history. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { findBrokenRules } from '../../testing/browser/findBrokenRules';
import {
  waitUntilIdle,
  waitUntilEqual,
  signInByCall,
  openSignedIn,
  openViewer,
  signIn,
  waitForAnimations,
  type Viewer,
} from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { fieldNamed } from '../../testing/browser/fieldNamed';

const withBrowser = chromiumPath() === null ? describe.skip : describe;

withBrowser('undo and drafts', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let anna: Viewer;
  let admin: Caller;

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    anna = await openSignedIn(browser, product.url);
    admin = await callAsAdmin(product.url);
  });
  afterAll(environments.close);

  const title = () => anna.page.getByRole('textbox', { name: fieldNamed('Title') });
  const open = async (id: number) => {
    await anna.page.goto(`${product.url}/admin/news/${id}`);
    await title().waitFor();
  };
  const storedTitle = async (id: number) =>
    ((await admin.call('GET', `/admin/news/edit?id=${id}`)).data['row'] as { title: string }).title;

  it('a draft survives a crash of the tab and is merged with later changes', async () => {
    await open(1);
    const before = await title().inputValue();
    const kept = anna.page.waitForResponse(
      (response) =>
        response.url().endsWith('/admin/draft/keep') && (response.request().postData() ?? '').includes('nobody else'),
    );
    await title().fill('Typed before the crash');
    await anna.page.getByLabel(fieldNamed('Summary')).fill('A summary nobody else touched');
    await kept;
    const crashed = anna.page;
    anna = { ...anna, page: await anna.context.newPage() };
    anna.page.setDefaultTimeout(30_000);
    await crashed.goto('chrome://crash').catch(() => undefined);
    await admin.edit('news', { id: 1, title: 'Changed by somebody else' });
    await signInAgain();
    await open(1);
    await anna.page.getByText('Restore your unsaved changes from').waitFor();
    await waitUntilEqual(() => title().inputValue(), 'Changed by somebody else');
    await anna.page.getByRole('button', { name: 'Restore', exact: true }).click();
    await waitUntilEqual(() => title().inputValue(), 'Typed before the crash');
    await anna.page.getByText('changed this to “Changed by somebody else”').waitFor();
    await anna.page.getByRole('button', { name: 'Use theirs' }).click();
    const dropped = anna.page.waitForResponse((response) => response.url().endsWith('/admin/draft/drop'));
    await anna.page.getByRole('button', { name: 'Save', exact: true }).click();
    await anna.page.getByText('Saved', { exact: true }).waitFor();
    await dropped;
    const looked = anna.page.waitForResponse((response) => response.url().includes('/admin/draft/one'));
    await open(1);
    await waitUntilEqual(
      () => anna.page.getByLabel(fieldNamed('Summary')).inputValue(),
      'A summary nobody else touched',
    );
    await looked;
    expect(await anna.page.getByText('Restore your unsaved changes').count()).toBe(0);
    expect(before).not.toBe('Typed before the crash');
  });
  const signInAgain = async () => {
    await anna.page.goto(`${product.url}/admin/news`);
    const login = anna.page.locator('input[autocomplete=username]');
    const list = anna.page.getByRole('searchbox');
    await login.or(list).first().waitFor();
    if (await login.isVisible()) await signIn(anna, product.url);
  };

  it('two tabs of one person keep separate drafts, also over a reload and a save in one of them', async () => {
    const id = await admin.make('news', { title: 'In two tabs', content: 'x' });
    await open(id);
    const second = await anna.context.newPage();
    second.on('dialog', (dialog) => void dialog.accept());
    const kept = (page: typeof second) =>
      page.waitForResponse((response) => response.url().endsWith('/admin/draft/keep') && response.ok());
    await second.goto(`${product.url}/admin/news/${id}`);
    const secondTitle = second.getByRole('textbox', { name: fieldNamed('Title') });
    await secondTitle.waitFor();
    const keptHere = kept(anna.page);
    await anna.page.getByLabel(fieldNamed('Summary')).fill('Typed in the first tab');
    await keptHere;
    const keptThere = kept(second);
    await secondTitle.fill('Typed in the second tab');
    await keptThere;
    const dropped = anna.page.waitForResponse((response) => response.url().endsWith('/admin/draft/drop'));
    await anna.page.getByRole('button', { name: 'Save', exact: true }).click();
    await anna.page.getByText('Saved', { exact: true }).waitFor();
    await dropped;
    await waitUntilEqual(() => second.getByLabel(fieldNamed('Summary')).inputValue(), 'Typed in the first tab');
    // Another form of the record does not offer text that is still being typed elsewhere.
    const looked = anna.page.waitForResponse((response) => response.url().includes('/admin/draft/one'));
    await open(id);
    await looked;
    await waitUntilIdle(anna);
    expect(await anna.page.getByText('Restore your unsaved changes').count()).toBe(0);
    await second.reload();
    await second.getByText('Restore your unsaved changes').waitFor();
    expect(await second.getByText('Restore your unsaved changes').count()).toBe(1);
    await second.getByRole('button', { name: 'Compare', exact: true }).click();
    const yours = second.locator('dl dd > div', { hasText: 'Yours' }).locator('span, ins');
    await waitUntilEqual(async () => (await yours.allInnerTexts()).join(''), 'Typed in the second tab');
    await second.getByRole('button', { name: 'Restore', exact: true }).click();
    await waitUntilEqual(() => secondTitle.inputValue(), 'Typed in the second tab');
    // The draft of a closed tab is offered to the next form of the record.
    await second.waitForTimeout(1_500);
    await second.close();
    await open(id);
    await anna.page.getByText('Restore your unsaved changes').waitFor();
    await anna.page.getByRole('button', { name: 'Discard', exact: true }).click();
    await anna.page.getByText('Restore your unsaved changes').waitFor({ state: 'detached' });
  });

  it('a save is undone from its message, and redone', async () => {
    await open(2);
    const before = await title().inputValue();
    await title().fill('A slip of the hand');
    await anna.page.getByRole('button', { name: 'Save', exact: true }).click();
    await anna.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await anna.page.getByText('Undone', { exact: true }).waitFor();
    expect(await storedTitle(2)).toBe(before);
    await waitUntilEqual(() => title().inputValue(), before);
    await anna.page.getByRole('button', { name: 'Redo', exact: true }).click();
    await anna.page.waitForFunction(
      (wanted) => [...document.querySelectorAll('input')].some(({ value }) => value === wanted),
      'A slip of the hand',
    );
  });

  it('a save that waits for the connection is sent, also after a reload', async () => {
    const { page } = anna;
    const id = await admin.make('news', { title: 'Before the queue', content: 'x' });
    await open(id);
    await page.route('**/admin/news/edit', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionfailed') : route.continue(),
    );
    await title().fill('Queued over a reload');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .locator('#main')
      .getByText(/^Queued \(1\)/)
      .waitFor();
    const remembered = () =>
      page.evaluate(
        () =>
          new Promise<number>((done, fail) => {
            const opening = indexedDB.open('atrium-queue');
            opening.onerror = () => fail(new Error('no memory'));
            opening.onsuccess = () => {
              const counting = opening.result.transaction('saves').objectStore('saves').count();
              counting.onsuccess = () => {
                opening.result.close();
                done(counting.result);
              };
            };
          }),
      );
    await waitUntilEqual(remembered, 1);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await waitUntilEqual(() => title().inputValue(), 'Queued over a reload');
    await page.unroute('**/admin/news/edit');
    await waitUntilEqual(() => storedTitle(id), 'Queued over a reload');
  });

  it('the history of a record is live and restores a value', async () => {
    await admin.edit('news', { id: 3, title: 'First wording' });
    await open(3);
    await anna.page.getByRole('button', { name: 'Show history' }).click();
    const past = anna.page.getByRole('list', { name: 'History' });
    await past.getByRole('listitem').first().waitFor();
    const lines = await past.getByRole('listitem').count();
    await waitForAnimations(anna.page);
    const violations = await findBrokenRules(anna.page);
    expect(violations.map(({ id }) => id)).toEqual([]);
    await admin.edit('news', { id: 3, title: 'Second wording' });
    await past.getByText('Second').first().waitFor();
    await waitUntilEqual(() => past.getByRole('listitem').count(), lines + 1);
    await past.getByRole('button', { name: 'Revert Title' }).first().click();
    await anna.page.getByText('Earlier values restored').waitFor();
    expect(await storedTitle(3)).toBe('First wording');
  });

  it('undo of a bulk change skips and names the row that was changed since', async () => {
    const { page } = anna;
    const ids: number[] = [];
    for (const name of ['One', 'Two', 'Three'])
      ids.push(Number((await admin.add('news', { title: `Bulk ${name}`, content: 'x', description: 'Before' }))['id']));
    await page.goto(`${product.url}/admin/news?q=Bulk`);
    for (const id of ids) await page.locator(`tr[data-id="${id}"]`).getByRole('checkbox').first().click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Edit' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit 3 records' });
    await drawer.getByRole('checkbox', { name: fieldNamed('Summary') }).click();
    await drawer.getByRole('textbox', { name: fieldNamed('Summary') }).fill('In bulk');
    await drawer.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('3 records changed').waitFor();
    await admin.edit('news', { id: ids[1], description: 'Someone else' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('“Bulk Two”: changed by').waitFor();
    const { list } = await admin.index('news', '?quick_search=Bulk&order=id,asc');
    expect(list.map(({ description }) => description)).toEqual(['Before', 'Someone else', 'Before']);
    await page.keyboard.press('Escape');
  });

  it('a deleted record appears in the recycle bin of a second window and is restored', async () => {
    const { page } = anna;
    const ben = await openViewer(browser, 'zh-CN');
    await signInByCall(ben, product.url);
    await ben.page.goto(`${product.url}/admin/article?deleted=1`);
    await ben.page.getByText('回收站是空的').waitFor();
    await ben.page.goto(`${product.url}/admin/news?deleted=1`);
    await ben.page.locator('tr[data-id]').first().waitFor();
    await waitUntilIdle(ben);
    const id = await admin.make('news', { title: 'Thrown away', content: 'x', status: 1 });
    await page.goto(`${product.url}/admin/news?q=Thrown`);
    await page.locator(`tr[data-id="${id}"]`).hover();
    await page.getByRole('button', { name: 'Delete Thrown away' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await ben.page.getByRole('button', { name: /查看$/ }).click();
    await ben.page.getByRole('button', { name: '恢复“Thrown away”' }).waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Deleted' }).click();
    await page.locator(`tr[data-id="${id}"]`).waitFor();
    await page.locator(`tr[data-id="${id}"]`).hover();
    expect(new URL(page.url()).search).toBe('?q=Thrown&deleted=1');
    expect(await page.locator(`tr[data-id="${id}"] td`).allInnerTexts()).toContainEqual(expect.stringMatching(/\d/));
    await waitForAnimations(page);
    const violations = await findBrokenRules(page);
    expect(violations.map(({ id: rule }) => rule)).toEqual([]);
    await page.getByRole('button', { name: 'Restore “Thrown away”' }).click();
    await page.getByText('1 record restored').waitFor();
    await page.locator(`tr[data-id="${id}"]`).waitFor({ state: 'detached' });
    await ben.page.locator(`tr[data-id="${id}"][aria-disabled]`).waitFor();
    expect(await storedTitle(id)).toBe('Thrown away');

    await admin.call('POST', '/admin/news/del', { ids: [id] });
    await page.getByRole('button', { name: /— Show$/ }).click();
    await page.locator(`tr[data-id="${id}"]`).hover();
    await page.getByRole('button', { name: 'Delete “Thrown away” permanently' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Thrown away” permanently?' });
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('1 record permanently deleted').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const binned = await admin.index('news', '?search[0][field]=delete_time&search[0][operator]=NOT%20NULL&limit=100');
    expect(binned.list.map((row) => row['id'])).not.toContain(id);
    expect(binned.total).toBeGreaterThan(0);
    await ben.context.close();
  });
});
