/** Somebody who may only suggest and an editor in two windows: suggestions appear, are accepted and rejected live, and a save leaves them out. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import {
  compose,
  contentField,
  openDraftWindow,
  putCaretBehind,
  readParagraphs,
  saveByKey,
  selectText,
} from '../../testing/browser/sharedDraftWindow';
import { waitUntilEqual, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const SUE = { username: 'sue_suggest', nickname: 'Sue', password: 'Journey-2026' };
const TEXT = '<p>The shop opens at nine.</p><p>Closed on Sunday</p>';

withBrowser('suggestions in a shared draft', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let id: number;
  let [editor, sue]: Viewer[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    id = await admin.make('news', { title: 'Hours', content: TEXT });
    const rules = ['news/index', 'news/suggest'];
    const group = await admin.make('admin_group', { name: 'Reviewers', rules, data_scope: 'all' });
    await admin.make('admin', { ...SUE, group_arr: [group] });
    const news = { url: product.url, id, complaints };
    [editor, sue] = await Promise.all([
      openDraftWindow(browser, { ...news, locale: 'en-US' }),
      openDraftWindow(browser, { ...news, locale: 'zh-CN', person: SUE }),
    ]);
  });
  afterAll(environments.close);

  const pages = (): readonly [Page, Page] => {
    if (editor === undefined || sue === undefined) throw new Error('the windows are not open');
    return [editor.page, sue.page];
  };
  const bothShow = async (...texts: readonly string[]) => {
    for (const page of pages()) await waitUntilEqual(() => readParagraphs(page), [...texts]);
  };

  it('typed, deleted and composed text becomes suggestions that both people see; the rest of the form is read-only', async () => {
    const [, page] = pages();
    await contentField(page).getByText('建议模式').waitFor();
    expect(await page.locator('[data-field="title"] input').isDisabled()).toBe(true);
    await selectText(page, 'nine');
    await page.keyboard.type('eight');
    await putCaretBehind(page, 'Closed');
    await compose(page, ['z', 'zhou', 'zhou mo'], '周末');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Welcome');
    await page.keyboard.press('Backspace');
    await bothShow('The shop opens at -nine-+eight+.', 'Closed+周末+ on Sunday', '+Welcom+');
    await contentField(page).getByText('3 条修改建议').waitFor();
  });
  it('the editor accepts one and rejects another; a save stores the text without the open one', async () => {
    const [first] = pages();
    const decide = (excerpt: string, name: string) =>
      first.getByRole('listitem').filter({ hasText: excerpt }).getByRole('button', { name }).click();
    await decide('Replace “nine” with “eight”', 'Accept');
    await bothShow('The shop opens at eight.', 'Closed+周末+ on Sunday', '+Welcom+');
    // the next decision has the focus
    await first.keyboard.press('Control+z');
    await bothShow('The shop opens at -nine-+eight+.', 'Closed+周末+ on Sunday', '+Welcom+');
    await first.keyboard.press('Control+Shift+z');
    await bothShow('The shop opens at eight.', 'Closed+周末+ on Sunday', '+Welcom+');
    await decide('Add “周末”', 'Reject');
    await bothShow('The shop opens at eight.', 'Closed on Sunday', '+Welcom+');
    await first.keyboard.press('Control+z');
    await bothShow('The shop opens at eight.', 'Closed+周末+ on Sunday', '+Welcom+');
    await decide('Add “周末”', 'Reject');
    await bothShow('The shop opens at eight.', 'Closed on Sunday', '+Welcom+');
    expect((await saveByKey(first)).code).toBe(1);
    const { data } = await admin.call('GET', `/admin/news/edit?id=${id}`);
    expect(data['row']).toMatchObject({ content: '<p>The shop opens at eight.</p><p>Closed on Sunday</p>' });
    await bothShow('The shop opens at eight.', 'Closed on Sunday', '+Welcom+');
    expect(await first.locator('[data-conflict]').count()).toBe(0);
  });
  it('she withdraws a suggestion', async () => {
    const [first, page] = pages();
    await page.getByRole('button', { name: '撤回' }).click();
    await bothShow('The shop opens at eight.', 'Closed on Sunday');
    await contentField(first).getByText('1 suggestion').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});
