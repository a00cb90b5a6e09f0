/** A list on a real screen during other writes: what it announces before changes are applied, and what it shows afterwards. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, sampleSize } from '../../../config/jest/testEnvironment';
import { waitUntilEqual, openSignedIn, expectFasterThan, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { CARDS, readShownIds, openList, ROWS } from '../../testing/browser/openList';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const PAGE = 10;

const saidTotal = async (page: Page) => {
  const totalText = await page.getByText(/^[\d,]+ · live$/).textContent();
  return Number((totalText ?? '').replaceAll(/\D/g, ''));
};
/** A small generator of random numbers, so that a failing run can be repeated by its printed seed. */
function dice(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

withBrowser('a list during other writes', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let anna: Viewer;
  let ben: Caller;

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    anna = await openSignedIn(browser, product.url);
    ben = await callAsAdmin(product.url);
  });
  afterAll(environments.close);

  const open = (address: string) => openList(anna, product.url + address);

  it('counts exactly and moves nothing under the pointer; after applying it equals a fresh response', async () => {
    const { page } = anna;
    const seed = Number(process.env['SEED'] ?? Date.now() % 1e6);
    process.stdout.write(`seed of the live list: ${seed}\n`);
    const next = dice(seed);
    const fresh = (limit: number) =>
      ben.index(
        'news',
        `?limit=${limit}&order=title,asc&search[0][field]=status&search[0][operator]=eq&search[0][val]=1`,
      );
    const letters = () => String.fromCodePoint(65 + next(26), 97 + next(26), 97 + next(26));
    const write = async () => {
      const { list } = await ben.index('news', '?limit=200');
      const row = list[next(list.length)];
      const what = next(4);
      if (what === 0 || row === undefined)
        await ben.add('news', { title: `${letters()} new`, content: 'x', status: 1 });
      else if (what === 1) await ben.edit('news', { id: row['id'], status: row['status'] === 1 ? 0 : 1 });
      else if (what === 2) await ben.edit('news', { id: row['id'], title: `${letters()} again` });
      else await ben.call('POST', '/admin/news/del', { ids: [row['id']] });
    };
    await open(`/admin/news?status=1&sort=title&limit=${PAGE}`);
    await page.locator(ROWS).first().hover();
    for (let round = 0; round < sampleSize(4, 60); round += 1) {
      const before = await readShownIds(page);
      anna.takeRequests();
      for (let writes = 1 + next(5); writes > 0; writes -= 1) await write();
      const { list, total } = await fresh(PAGE);
      const should = list.map((row) => Number(row['id']));
      await waitUntilEqual(() => saidTotal(page), total);
      expect(await readShownIds(page)).toEqual(before);
      expect(anna.takeRequests()).toEqual([]);
      const pill = page.getByRole('button', { name: /— Show$/ });
      if (JSON.stringify(should) !== JSON.stringify(before)) await pill.waitFor();
      if (await pill.isVisible()) await page.keyboard.press('.');
      await waitUntilEqual(() => readShownIds(page), should);
      await waitUntilEqual(() => pill.isVisible(), false);
    }
  });

  it('greys a removed row, gives the reason, and removes its buttons at once', async () => {
    const { page } = anna;
    await open('/admin/news?status=1&sort=title');
    const rows = page.locator(ROWS);
    await rows.nth(4).hover();
    const [hidden = 0, deleted = 0] = await readShownIds(page);
    await ben.edit('news', { id: hidden, status: 0 });
    await ben.call('POST', '/admin/news/del', { ids: [deleted] });
    await page.getByText('no longer matches').waitFor();
    await page.getByText(/^deleted by /).waitFor();
    for (const id of [hidden, deleted]) {
      const row = page.locator(`tr[data-id="${id}"]`);
      expect(await row.getAttribute('aria-disabled')).toBe('true');
      expect(await row.getByRole('button').count()).toBe(0);
      expect(await row.getByRole('checkbox').isDisabled()).toBe(true);
      await row.click({ force: true });
    }
    expect(new URL(page.url()).searchParams.get('record')).toBeNull();
  });

  it('marks removed and moved rows on the cards of a phone, and removes their actions', async () => {
    const titles = ['Sigma 1', 'Sigma 2', 'Sigma 3', 'Sigma 4'];
    const ids: number[] = [];
    for (const title of titles) ids.push(await ben.make('news', { title, content: 'x', status: 1 }));
    const [hidden = 0, deleted = 0, moved = 0, held = 0] = ids;
    const phone = await openSignedIn(browser, product.url, { viewport: { width: 390, height: 844 } });
    const { page } = phone;
    await openList(phone, `${product.url}/admin/news?status=1&sort=title&q=Sigma`, CARDS);
    const card = (id: number) => page.locator(`li[data-id="${id}"]`);
    const place = () => card(moved).getByLabel('The order changed');
    await page.getByRole('button', { name: 'List tools' }).click();
    await page.getByRole('button', { name: 'Select records' }).click();
    await card(held).getByRole('checkbox').check();
    expect(await readShownIds(page, CARDS)).toEqual(ids);
    phone.takeRequests();
    await ben.edit('news', { id: hidden, status: 0 });
    await ben.call('POST', '/admin/news/del', { ids: [deleted] });
    await ben.edit('news', { id: moved, title: 'Sigma 9' });
    await card(hidden).getByText('no longer matches').waitFor();
    await card(deleted)
      .getByText(/^deleted by /)
      .waitFor();
    await place().waitFor();
    expect(await readShownIds(page, CARDS)).toEqual(ids);
    for (const id of [hidden, deleted]) {
      expect(await card(id).getByRole('checkbox').isDisabled()).toBe(true);
      // The button that expands the card acts on no row.
      expect(await card(id).locator('button:enabled:not([aria-controls])').count()).toBe(0);
    }
    expect(await card(moved).locator('button:enabled:not([aria-controls])').count()).toBeGreaterThan(0);
    await card(held).getByRole('checkbox').uncheck();
    await page.getByRole('button', { name: /— Show$/ }).click();
    await waitUntilEqual(() => readShownIds(page, CARDS), [held, moved]);
    expect(await place().count()).toBe(0);
    expect(phone.takeRequests()).toEqual([]);
    await phone.context.close();
  });

  it('shows the new name of a category within a second and without a request', async () => {
    const { page } = anna;
    const { list } = await ben.index('news_category', '?limit=1');
    const id = Number(list[0]?.['id']);
    await ben.add('news', { title: 'In a category', content: 'x', status: 1, cat_ids: [id] });
    await open('/admin/news?sort=-id');
    await page.getByText(String(list[0]?.['name_en'])).first().waitFor();
    anna.takeRequests();
    await expectFasterThan(1_000, async (round) => {
      const at = Date.now();
      await ben.edit('news_category', { id, name_en: `Quite another ${round}` });
      await page.getByText(`Quite another ${round}`).first().waitFor();
      return Date.now() - at;
    });
    expect(anna.takeRequests()).toEqual([]);
  });
});
