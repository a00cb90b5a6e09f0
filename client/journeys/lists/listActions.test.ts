/** Actions on the rows of a list: filter by address, edit in place, reorder, bulk edit. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { findBrokenRules } from '../../testing/browser/findBrokenRules';
import { waitUntilEqual, openSignedIn, waitForAnimations, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { readShownIds, openList } from '../../testing/browser/openList';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { fieldNamed } from '../../testing/browser/fieldNamed';

const withBrowser = chromiumPath() === null ? describe.skip : describe;

withBrowser('list actions', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let anna: Viewer;
  let ben: Viewer;
  let calls: Caller;

  beforeAll(async () => {
    const stage = await environments.open();
    ({ product } = stage);
    const enter = () => openSignedIn(stage.browser, product.url);
    [anna, ben] = await Promise.all([enter(), enter()]);
    calls = await callAsAdmin(product.url);
  });
  afterAll(environments.close);

  const open = (viewer: Viewer, address: string) => openList(viewer, product.url + address);

  it('every filter operator in the address finds the same rows as REST', async () => {
    const { page } = anna;
    const cases = [
      ['id=gt:3', 'id', 'gt', '3'],
      ['id=notrange:2..4', 'id', 'NOT RANGE', '2,4'],
      ['title=notlike:a', 'title', 'NOT LIKE', 'a'],
      ['status=ne:1', 'status', 'ne', '1'],
    ] as const;
    for (const [address, field, operator, val] of cases) {
      const search = `search[0][field]=${field}&search[0][operator]=${operator}&search[0][val]=${val}`;
      const { total } = await calls.index('news', `?limit=1&${search}`);
      await page.goto(`${product.url}/admin/news?${address}`);
      await page.getByText(new RegExp(`^${total} · live$`)).waitFor();
    }
  });

  it('a title edited in place appears in the other window', async () => {
    await Promise.all([open(anna, '/admin/news?sort=-id'), open(ben, '/admin/news?sort=-id')]);
    const [id = 0] = await readShownIds(anna.page);
    await anna.page.locator(`tr[data-id="${id}"] [data-editable=title]`).dblclick();
    await anna.page.getByRole('textbox', { name: /^Edit Title/ }).fill('Edited right here');
    await anna.page.keyboard.press('Enter');
    await ben.page.getByText('Edited right here').waitFor();
    expect(new URL(anna.page.url()).searchParams.get('record')).toBeNull();
  });

  it('a conflict of an edit in place opens the dialog that forms use', async () => {
    const { page } = anna;
    await open(anna, '/admin/news?sort=-id');
    const [id = 0] = await readShownIds(page);
    await page.locator(`tr[data-id="${id}"] [data-editable=title]`).dblclick();
    await page.getByRole('textbox', { name: /^Edit Title/ }).fill('What Anna wants');
    await calls.edit('news', { id, title: 'What somebody wants' });
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'You changed this record in another tab or through the API' });
    await dialog.waitFor();
    await dialog.getByRole('radio', { name: 'Yours' }).check();
    await waitUntilEqual(() => dialog.getByRole('textbox').inputValue(), 'What Anna wants');
    await dialog.getByRole('button', { name: 'Discard mine' }).click();
    await page.locator(`tr[data-id="${id}"]`).getByText('What somebody wants').waitFor();
  });

  it('rows are reordered by mouse and keyboard, live in the other window', async () => {
    await Promise.all([open(anna, '/admin/news_category?sort=-weigh'), open(ben, '/admin/news_category?sort=-weigh')]);
    const [first = 0, second = 0, third = 0] = await readShownIds(anna.page);
    // Nothing moves under a pointer.
    await ben.page.locator(`tr[data-id="${first}"]`).hover();
    await anna.page.locator(`tr[data-id="${third}"] [data-handle]`).dragTo(anna.page.locator(`tr[data-id="${first}"]`));
    await anna.page.waitForFunction(
      (id) => document.querySelector('tbody tr[data-id]')?.getAttribute('data-id') === String(id),
      third,
    );
    await ben.page.getByRole('button', { name: /moved — Show$/ }).click();
    await ben.page.waitForFunction(
      (id) => document.querySelector('tbody tr[data-id]')?.getAttribute('data-id') === String(id),
      third,
    );
    await anna.page.locator(`tr[data-id="${third}"]`).focus();
    await anna.page.keyboard.press('Alt+ArrowDown');
    await anna.page.waitForFunction(
      (id) => document.querySelector('tbody tr[data-id]')?.getAttribute('data-id') === String(id),
      first,
    );
    await waitUntilEqual(async () => (await readShownIds(anna.page)).slice(0, 3), [first, third, second]);
  });

  it('rows are reordered by touch', async () => {
    await open(anna, '/admin/news_category?sort=-weigh');
    const [first = 0, second = 0] = await readShownIds(anna.page);
    const at = async (id: number, part: string) => {
      const box = await anna.page.locator(`tr[data-id="${id}"]${part}`).boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    };
    const from = await at(second, ' [data-handle]');
    const to = { x: from.x, y: (await at(first, '')).y };
    const cdp = await anna.context.newCDPSession(anna.page);
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly { x: number; y: number }[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
    await touch('touchStart', [from]);
    await touch('touchMove', [{ x: from.x, y: (from.y + to.y) / 2 }]);
    await touch('touchMove', [to]);
    await touch('touchEnd', []);
    await anna.page.waitForFunction(
      (id) => document.querySelector('tbody tr[data-id]')?.getAttribute('data-id') === String(id),
      second,
    );
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  });

  it('a view is saved, opened again and exported', async () => {
    const { page } = anna;
    await open(anna, '/admin/news?sort=-id&status=1');
    await page.getByRole('button', { name: 'Save view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('What is shown');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await open(ben, '/admin/news');
    const views = ben.page.getByRole('navigation', { name: 'Views' });
    const tab = views.getByRole('button', { name: 'What is shown', exact: true });
    await tab.click();
    await ben.page.waitForURL((address) => address.searchParams.get('status') === '1');
    await waitUntilEqual(() => tab.getAttribute('aria-current'), 'page');
    const { total } = await calls.index('news', '?limit=1&search[0][field]=status&search[0][val]=1');
    const [file] = await Promise.all([
      ben.page.waitForEvent('download'),
      ben.page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('news.csv');
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(total + 1);
  });

  it('a bulk edit skips a row that somebody else edits, and is undone', async () => {
    const { page } = anna;
    await open(anna, '/admin/news?sort=-id&status=1');
    const [one = 0, two = 0] = await readShownIds(page);
    for (const id of [one, two]) await page.locator(`tr[data-id="${id}"]`).getByRole('checkbox').check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Edit' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('checkbox', { name: fieldNamed('Summary') }).check();
    await drawer.getByRole('textbox', { name: fieldNamed('Summary') }).fill('The same for all');
    await calls.edit('news', { id: two, title: '改过', title_en: 'Touched meanwhile' });
    await waitForAnimations(page);
    const broken = await findBrokenRules(page, null);
    expect(broken.map(({ id, html }) => `${id}: ${html[0] ?? ''}`)).toEqual([]);
    await drawer.getByRole('button', { name: 'Apply' }).click();
    await drawer.getByText('1 record changed · 1 needs review').waitFor();
    await drawer.getByText('Touched meanwhile').waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    const described = async (id: number) => {
      const { data } = await calls.call('GET', `/admin/news/edit?id=${id}`);
      return (data['row'] as Readonly<Record<string, unknown>>)['description'];
    };
    expect([await described(one), await described(two)]).toEqual([
      'The same for all',
      expect.not.stringContaining('same'),
    ]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Redo', exact: true }).waitFor();
    expect(await described(one)).not.toBe('The same for all');
  });
});
