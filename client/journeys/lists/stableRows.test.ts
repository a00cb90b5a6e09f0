/** Rows stay in place in every kind of list: selected rows, trees, tabs of a record, tiles, and during many writes. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { waitUntilEqual, openSignedIn, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { readShownIds, openList, ROWS } from '../../testing/browser/openList';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const MOVED = /^The order changed/;

/** The opacity of an element with all its ancestors: 1 when nothing fades it. */
const solidity = (element: Locator) =>
  element.evaluate((here) => {
    let solid = 1;
    for (let at: Element | null = here; at !== null; at = at.parentElement)
      solid *= Number(window.getComputedStyle(at).opacity);
    return solid;
  });

withBrowser('rows of a list', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let anna: Viewer;
  let ben: Caller;

  beforeAll(async () => {
    const stage = await environments.open();
    ({ product } = stage);
    anna = await openSignedIn(stage.browser, product.url);
    ben = await callAsAdmin(product.url);
  });
  afterAll(environments.close);

  const open = (address: string, rows?: string) => openList(anna, product.url + address, rows);
  const show = () => anna.page.getByRole('button', { name: /— (Show|Refresh)$/ });

  it('a selected row that left the list is not deleted, though its form has its newest revision', async () => {
    const { page } = anna;
    const ids: number[] = [];
    for (const at of [1, 2, 3, 4]) ids.push(await ben.make('news_category', { name: `Kappa ${at}` }));
    const [first = 0, second = 0, third = 0, fourth = 0] = ids;
    await open(`/admin/news_category?q=Kappa&record=${second}`);
    await page.locator('aside input').first().waitFor();
    for (const id of [first, second, third]) await page.locator(`tr[data-id="${id}"]`).getByRole('checkbox').check();
    await ben.edit('news_category', { id: second, name: 'Moved on' });
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor();
    await show().click();
    await waitUntilEqual(async () => (await readShownIds(page)).includes(second), false);
    const bar = page.getByRole('toolbar', { name: '2 selected' });
    await bar.getByText('1 selected record was removed').waitFor();
    await bar.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 records?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await waitUntilEqual(() => readShownIds(page), [fourth]);
    const { list } = await ben.index('news_category', '?limit=200');
    expect(ids.filter((id) => list.some((row) => row['id'] === id))).toEqual([second, fourth]);
  });

  it('pending rows cover neither titles nor checkboxes, and a removed row keeps its place', async () => {
    const { page } = anna;
    const name = 'Omega of a name so long that no column of any table has the room to show all of it';
    const ids = [await ben.make('news', { title: `${name}, first`, content: 'x' })];
    ids.push(await ben.make('news', { title: `${name}, second`, content: 'x' }));
    const [gone = 0, stays = 0] = ids;
    const loadBox = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const left = async (one: Locator) => Math.round((await loadBox(one)).x);
    await open('/admin/news?q=Omega');
    await page.locator(`tr[data-id="${stays}"]`).hover();
    await ben.call('POST', '/admin/news/del', { ids: [gone] });
    const reason = page.locator(`tr[data-id="${gone}"]`).getByText(/^deleted by /);
    await reason.waitFor();
    // Where both are too long the title is shortened, and a tooltip has the whole reason.
    expect(await reason.getAttribute('title')).toBe(await reason.textContent());
    const isCut = (one: Locator) => one.evaluate((words) => words.scrollWidth > words.clientWidth);
    const nameBox = await loadBox(reason.locator('xpath=preceding-sibling::*[1]'));
    expect((await isCut(reason)) && nameBox.width > 40).toBe(false);
    expect(await solidity(reason)).toBe(1);
    expect(await solidity(page.locator(`tr[data-id="${gone}"]`).getByText('Hidden'))).toBeLessThan(1);
    const ticks = ['thead tr', `tr[data-id="${gone}"]`, `tr[data-id="${stays}"]`].map((row) =>
      left(page.locator(row).getByRole('checkbox')),
    );
    expect(new Set(await Promise.all(ticks)).size).toBe(1);
    const pill = await loadBox(show());
    // Letters begin a little below the upper edge of their line.
    const covered = async (words: Locator) => {
      const { x, y, width, height } = await loadBox(words);
      return x < pill.x + pill.width && x + width > pill.x && y + height / 5 < pill.y + pill.height;
    };
    for (const head of await page.locator('thead th .MuiTableSortLabel-root').all())
      expect(await covered(head)).toBe(false);
    await page.setViewportSize({ width: 390, height: 844 });
    const all = page.getByText('Select all on this page', { exact: true });
    await page.getByRole('button', { name: 'List tools' }).click();
    await page.getByRole('button', { name: 'Select records' }).click();
    await all.waitFor();
    await ben.add('news', { title: `${name}, third`, content: 'x' });
    await show().waitFor();
    const card = page.locator(`li[data-id="${gone}"]`);
    expect(await solidity(card.getByText(/^deleted by /))).toBe(1);
    expect(await solidity(card.getByText('Hidden'))).toBeLessThan(1);
    const [above, below] = [await loadBox(show()), await loadBox(all)];
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('rows of a tree stay in place, marked, when they get another parent', async () => {
    const { page } = anna;
    const [one, two] = [
      await ben.make('navigation', { title: 'Harbour', type: 1 }),
      await ben.make('navigation', { title: 'Station', type: 1 }),
    ];
    const child = await ben.make('navigation', { title: 'Quay', url: '/', pid: two });
    await open('/admin/navigation');
    const before = await readShownIds(page);
    const hovered = page.locator(`tr[data-id="${one}"]`);
    await hovered.hover();
    await ben.edit('navigation', { id: child, pid: one });
    const row = page.locator(`tr[data-id="${child}"]`);
    await row.getByLabel(MOVED).waitFor();
    expect(await readShownIds(page)).toEqual(before);
    await page.getByRole('button', { name: '1 moved — Show' }).waitFor();
    await page.keyboard.press('.');
    await waitUntilEqual(async () => {
      const ids = await readShownIds(page);
      return ids.indexOf(child) - ids.indexOf(one);
    }, 1);
    expect(await page.getByLabel(MOVED).count()).toBe(0);
  });

  it('the list in a tab of a record counts, announces and greys as every list', async () => {
    const { page } = anna;
    const [plugin] = (await ben.index('plugin', '?limit=1')).list;
    const [version] = (await ben.index('plugin_version', '?limit=1')).list;
    const without = new Set(['id', 'revision', 'create_time', 'update_time', 'delete_time', 'weigh']);
    const base = Object.fromEntries(Object.entries(version ?? {}).filter(([name]) => !without.has(name)));
    const add = (number: string) =>
      ben.make('plugin_version', { ...base, plugin_id: plugin?.['id'], version: number, title: `Version ${number}` });
    const old = await add('9.9.1');
    const rows = `[role=tabpanel] ${ROWS}`;
    await open(`/admin/plugin/${String(plugin?.['id'])}`, rows);
    const before = await readShownIds(page, rows);
    expect(before).toContain(old);
    const panel = page.getByRole('tabpanel');
    await panel.locator(`tr[data-id="${old}"]`).hover();
    const addedRow = await add('9.9.2');
    await panel.getByText(`${before.length + 1} · live`).waitFor();
    await ben.call('POST', '/admin/plugin_version/del', { ids: [old] });
    const row = panel.locator(`tr[data-id="${old}"]`);
    await row.getByText(/^deleted by /).waitFor();
    expect(await row.getByRole('link').count()).toBe(0);
    expect(await readShownIds(page, rows)).toEqual(before);
    await panel.getByRole('button', { name: '1 new · 1 removed — Show' }).click();
    await waitUntilEqual(async () => (await readShownIds(page, rows)).includes(addedRow), true);
    expect(await readShownIds(page, rows)).not.toContain(old);
  });

  it('a tile is greyed and loses checkbox and buttons when its file is deleted', async () => {
    const { page } = anna;
    const upload = async (name: string) => {
      const form = new FormData();
      form.append('file', new Blob([`hello ${name}`], { type: 'text/plain' }), name);
      const headers = { batoken: ben.token, server: 'true' };
      const response = await fetch(`${product.url}/admin/ajax/upload`, { method: 'POST', headers, body: form });
      const { data } = (await response.json()) as { readonly data: { readonly file: { readonly id: number } } };
      return data.file.id;
    };
    const [going] = [await upload('going.txt'), await upload('staying.txt')];
    await open('/admin/attachment?look=tiles', 'li[data-id]');
    const tile = page.locator(`li[data-id="${going}"]`);
    await tile.hover();
    await ben.call('POST', '/admin/attachment/del', { ids: [going] });
    await tile.getByText(/^deleted by /).waitFor();
    expect(await tile.getByRole('checkbox').isDisabled()).toBe(true);
    expect(await tile.getByRole('button', { disabled: false }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('toolbar').getByText('removed').waitFor({ state: 'detached' });
    expect(await tile.getByRole('checkbox').isChecked()).toBe(false);
  });

  it('no row is replaced under a resting pointer while hundreds arrive; all are once it leaves', async () => {
    const { page } = anna;
    const who = { mobile: '13800000000', content: 'y' };
    for (const name of ['Mia', 'Noa', 'Ole', 'Pia', 'Rui', 'Sam']) await ben.add('lead', { ...who, name });
    await open('/admin/lead?sort=name');
    const before = await readShownIds(page);
    await page.locator(ROWS).nth(4).hover();
    for (const round of ['Aaa', 'Aab']) {
      const list = Array.from({ length: 400 }, (_, index) => ({ ...who, name: `${round} ${index}` }));
      expect((await ben.call('POST', '/admin/lead/batchAdd', { list })).code).toBe(1);
    }
    await show().waitFor();
    await page.waitForTimeout(6_000);
    expect(await readShownIds(page)).toEqual(before);
    await page.mouse.move(2, 2);
    await waitUntilEqual(async () => (await readShownIds(page)).some((id) => before.includes(id)), false);
  });
});
