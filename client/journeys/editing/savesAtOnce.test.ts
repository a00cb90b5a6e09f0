/** Two people save one shared draft at the same moment: both saves are stored, and no dialog opens. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page, Response, Route } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import {
  contentField,
  openDraftWindow,
  putCaretBehind,
  readParagraphs,
  saveByKey,
} from '../../testing/browser/sharedDraftWindow';
import { waitUntilEqual, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const BEN = { username: 'ben_at_once', nickname: 'Ben', password: 'Journey-2026' };
const EDIT = /\/admin\/news\/edit/;
const TEXT = '<p>One sentence here.</p><p>Two.</p>';

withBrowser('two saves of a shared draft at the same moment', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let [anna, ben]: Viewer[] = [];
  let id: number;
  const complaints: string[] = [];

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    await admin.make('admin', { ...BEN, group_arr: [1] });
    id = await admin.make('news', { title: 'First', content: TEXT });
    const news = { url: product.url, id, complaints };
    anna = await openDraftWindow(browser, { ...news, locale: 'en-US' });
    ben = await openDraftWindow(browser, { ...news, locale: 'en-US', person: BEN });
  });
  afterAll(environments.close);

  const pages = (): readonly [Page, Page] => {
    if (anna === undefined || ben === undefined) throw new Error('the windows are not open');
    return [anna.page, ben.page];
  };
  const bothShow = async (...texts: readonly string[]) => {
    for (const page of pages()) await waitUntilEqual(() => readParagraphs(page), [...texts]);
  };
  const typeBehind = async (page: Page, text: string, typed: string) => {
    await putCaretBehind(page, text);
    await page.keyboard.type(typed, { delay: 10 });
  };
  const readContent = async () => {
    const { data } = await admin.call('GET', `/admin/news/edit?id=${id}`);
    return (data['row'] as { readonly content: string }).content;
  };

  it.each([
    ['what he typed meanwhile is saved', ' plain', [412, 1]],
    ['there is nothing left to save', '', [412]],
  ])('the second save has an older text of the same sentence: no dialog, and %s', async (_title, typed, expected) => {
    const [first, second] = pages();
    id = await admin.make('news', { title: 'Together', content: TEXT });
    for (const page of pages()) {
      await page.goto(`${product.url}/admin/news/${id}`);
      await contentField(page).locator('.ProseMirror').waitFor();
    }
    await typeBehind(first, 'Two', ' draft');
    await bothShow('One sentence here.', 'Two draft.');
    // Ben's request waits until Anna has typed more and saved it
    const held: Route[] = [];
    const codes: number[] = [];
    await second.route(EDIT, (route) => {
      if (held.length > 0 || route.request().method() !== 'POST') return route.continue();
      held.push(route);
      return undefined;
    });
    const onResponse = (response: Response) => {
      if (EDIT.test(response.url()) && response.request().method() === 'POST')
        void response.json().then(({ code }: { readonly code: number }) => codes.push(code));
    };
    second.on('response', onResponse);
    await contentField(second).locator('.ProseMirror').focus();
    await second.locator('[data-action-bar]').getByText('1 unsaved').waitFor();
    await second.keyboard.press('Control+s');
    await waitUntilEqual(() => Promise.resolve(held.length), 1);
    await typeBehind(first, 'draft', ' of both');
    await bothShow('One sentence here.', 'Two draft of both.');
    expect((await saveByKey(first)).code).toBe(1);
    if (typed !== '') await typeBehind(second, 'One', typed);
    await bothShow(`One${typed} sentence here.`, 'Two draft of both.');
    await held[0]?.continue();
    await waitUntilEqual(() => Promise.resolve([...codes]), [...expected]);
    await waitUntilEqual(readContent, `<p>One${typed} sentence here.</p><p>Two draft of both.</p>`);
    await second.locator('[data-action-bar]').getByText('1 unsaved').waitFor({ state: 'detached' });
    expect(await second.getByRole('dialog').count()).toBe(0);
    second.off('response', onResponse);
    await second.unroute(EDIT);
    expect(complaints).toEqual([]);
  });
});
