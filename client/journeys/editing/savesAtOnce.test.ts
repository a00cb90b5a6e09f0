/** Two people save one shared draft at the same moment: both saves are stored, and nobody is asked anything. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright-core';
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
  const readContent = async () => {
    const { data } = await admin.call('GET', `/admin/news/edit?id=${id}`);
    return (data['row'] as { readonly content: string }).content;
  };

  it('the second save, with an older text of the same sentence, is merged and stored without a dialog', async () => {
    const [first, second] = pages();
    await putCaretBehind(first, 'Two');
    await first.keyboard.type(' draft', { delay: 10 });
    await bothShow('One sentence here.', 'Two draft.');
    // Ben's request waits until Anna has typed more and saved it
    let held: Route | undefined;
    await second.route('**/admin/news/edit', (route) => {
      if (held !== undefined || route.request().method() !== 'POST') return route.continue();
      held = route;
      return undefined;
    });
    await contentField(second).locator('.ProseMirror').focus();
    const answers: number[] = [];
    second.on('response', (response) => {
      if (response.url().includes('/admin/news/edit') && response.request().method() === 'POST')
        void response.json().then(({ code }: { code: number }) => answers.push(code));
    });
    await second.keyboard.press('Control+s');
    await waitUntilEqual(async () => await Promise.resolve(held !== undefined), true);
    await putCaretBehind(first, 'draft');
    await first.keyboard.type(' of both', { delay: 10 });
    await bothShow('One sentence here.', 'Two draft of both.');
    expect((await saveByKey(first)).code).toBe(1);
    await contentField(second).getByText('Unsaved').waitFor({ state: 'detached' });
    await held?.continue();
    await waitUntilEqual(() => Promise.resolve([...answers]), [412, 1]);
    await bothShow('One sentence here.', 'Two draft of both.');
    await waitUntilEqual(readContent, '<p>One sentence here.</p><p>Two draft of both.</p>');
    expect(await second.getByRole('dialog').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
