/** Two people edit one record: merged fields, conflicts at the field, and the conflict dialog. */
import AxeBuilder from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { openSignedIn, waitForAnimations, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { fieldNamed } from '../../testing/browser/fieldNamed';

const withBrowser = chromiumPath() === null ? describe.skip : describe;

const open = async ({ page }: Viewer, url: string, id: number, title: string) => {
  await page.goto(`${url}/admin/news/${id}`);
  await page.getByLabel(fieldNamed(title)).waitFor();
};
const save = (page: Page, name = 'Save') => page.getByRole('button', { name, exact: true }).click();

withBrowser('two editors of one record', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let anna: Viewer;
  let ben: Viewer;
  let caller: Caller;
  const stored = async (id: number) => (await caller.call('GET', `/admin/news/edit?id=${id}`)).data['row'];

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    caller = await callAsAdmin(product.url);
    const grace = { username: 'grace_lin', password: 'Journey-2026' };
    [anna, ben] = await Promise.all([
      openSignedIn(browser, product.url),
      openSignedIn(browser, product.url, { person: grace, locale: 'zh-CN' }),
    ]);
  });
  afterAll(environments.close);

  it('acceptance, step 2: edits of different fields are both saved without a question', async () => {
    await Promise.all([open(anna, product.url, 2, 'Title'), open(ben, product.url, 2, '标题')]);
    await ben.page.getByLabel(fieldNamed('描述')).fill('本写的描述');
    await anna.page.getByLabel(fieldNamed('Title')).fill('Anna wrote the title');
    await save(anna.page);
    await ben.page.locator('input[value="Anna wrote the title"]').waitFor();
    await save(ben.page, '保存');
    await ben.page.getByText('已保存', { exact: false }).first().waitFor();
    expect(await ben.page.getByRole('dialog').count()).toBe(0);
    expect(await stored(2)).toMatchObject({ title: 'Anna wrote the title', description: '本写的描述' });
  });

  it('acceptance, step 3: a conflict is shown at the field, then once in the dialog, and the choice is stored', async () => {
    await Promise.all([open(anna, product.url, 3, 'Title'), open(ben, product.url, 3, '标题')]);
    await ben.page.getByLabel(fieldNamed('标题')).fill('本想要的标题');
    await anna.page.getByLabel(fieldNamed('Title')).fill('What Anna wants');
    await save(anna.page);
    await ben.page.getByRole('button', { name: '保留我的' }).waitFor();
    await save(ben.page, '保存');
    const dialog = ben.page.getByRole('dialog');
    await dialog.getByRole('textbox').waitFor();
    await ben.page.getByRole('button', { name: '保留我的', includeHidden: true }).waitFor({ state: 'detached' });
    await waitForAnimations(ben.page);
    const { violations } = await new AxeBuilder({ page: ben.page }).include('[role=dialog]').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    await caller.edit('news', { id: 3, title: 'A third change' });
    await dialog.locator('[data-fresh]').waitFor();
    await dialog.getByRole('textbox').fill('两人商定的标题');
    await ben.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await ben.page.getByText('已保存', { exact: false }).first().waitFor();
    expect(await stored(3)).toMatchObject({ title: '两人商定的标题' });
  });

  it('a record that was deleted during an edit can be restored', async () => {
    await open(anna, product.url, 4, 'Title');
    await anna.page.getByLabel(fieldNamed('Title')).fill('Still wanted');
    await caller.call('POST', '/admin/news/del', { ids: [4] });
    await anna.page.getByRole('button', { name: 'Restore and keep editing' }).click();
    await anna.page.getByText('1 unsaved field').waitFor();
    await save(anna.page);
    await anna.page
      .getByText(/^Saved/)
      .first()
      .waitFor();
    expect(await stored(4)).toMatchObject({ title: 'Still wanted' });
  });
});
