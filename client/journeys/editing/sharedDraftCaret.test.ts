/** One person types a sentence while another one changes its block: the sentence stays in one piece, also with a Chinese input method. */
import { setTimeout as sleep } from 'node:timers/promises';
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
  readBlocks,
  selectText,
} from '../../testing/browser/sharedDraftWindow';
import { waitUntilEqual, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const BEN = { username: 'ben_caret', nickname: 'Ben', password: 'Journey-2026' };
const SENTENCE = ' the new bridge over the river in autumn.';

withBrowser('the caret in a shared draft', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let [anna, ben]: Viewer[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    await admin.make('admin', { ...BEN, group_arr: [1] });
    const id = await admin.make('news', { title: 'First', content: '<p>First</p>' });
    const news = { url: product.url, id, complaints };
    anna = await openDraftWindow(browser, { ...news, locale: 'en-US' });
    ben = await openDraftWindow(browser, { ...news, locale: 'zh-CN', person: BEN });
  });
  afterAll(environments.close);

  const pages = (): readonly [Page, Page] => {
    if (anna === undefined || ben === undefined) throw new Error('the windows are not open');
    return [anna.page, ben.page];
  };
  const openNews = async (content: string) => {
    const id = await admin.make('news', { title: 'Caret', content });
    for (const page of pages()) {
      await page.goto(`${product.url}/admin/news/${id}`);
      await contentField(page).locator('.ProseMirror').waitFor();
    }
    return pages();
  };
  const bothShow = async (...texts: readonly string[]) => {
    for (const page of pages()) await waitUntilEqual(() => readBlocks(page), [...texts]);
  };
  const press = (keys: string) => (page: Page) => page.keyboard.press(keys);
  const enterBehind = (text: string) => async (page: Page) => {
    await putCaretBehind(page, text);
    await page.keyboard.press('Enter');
  };
  const WHOLE = ['Before', `The mayor opened${SENTENCE}`, 'After'];
  const SPLIT = ['Before', 'The', ` mayor opened${SENTENCE}`, 'After'];

  it.each<[string, number, (page: Page) => Promise<void>, readonly string[]]>([
    ['Quote', 60, press('Control+Shift+b'), WHOLE],
    ['Bulleted list', 140, press('Control+Shift+8'), WHOLE],
    ['Heading', 100, press('Control+Alt+2'), WHOLE],
    ['Enter', 60, enterBehind('The'), SPLIT],
    [
      'Enter and Backspace',
      140,
      async (page) => {
        await enterBehind('The')(page);
        await sleep(500);
        await page.keyboard.press('Backspace');
      },
      WHOLE,
    ],
  ])(
    'a sentence stays in one piece while another person presses %s (%i ms a key)',
    async (_name, delay, act, blocks) => {
      const [first, second] = await openNews('<p>Before</p><p>The mayor opened</p><p>After</p>');
      await putCaretBehind(second, 'The');
      await putCaretBehind(first, 'opened');
      await Promise.all([first.keyboard.type(SENTENCE, { delay }), sleep(delay * 6).then(() => act(second))]);
      await bothShow(...blocks);
    },
  );

  it.each<[string, (page: Page) => Promise<void>, readonly string[]]>([
    ['a heading', press('Control+Alt+2'), ['Before', '你好世界美丽的', 'After']],
    ['a list', press('Control+Shift+8'), ['Before', '你好世界美丽的', 'After']],
    ['two paragraphs', enterBehind('你好'), ['Before', '你好', '世界美丽的', 'After']],
  ])('a composition leaves no letters when another person makes %s of the block', async (_name, act, blocks) => {
    const [first, second] = await openNews('<p>Before</p><p>你好世界</p><p>After</p>');
    await putCaretBehind(second, '你好');
    await putCaretBehind(first, '世界');
    const steps = ['mei', 'mei li', 'mei li de'];
    await compose(first, steps, '美丽的', async () => {
      if (steps.length === 3) await act(second);
      steps.pop();
      await sleep(400);
    });
    await bothShow(...blocks);
    await first.keyboard.type('!');
    await bothShow(...blocks.map((text) => text.replace('美丽的', '美丽的!')));
  });

  it('a button below the text goes to a person outside of the visible part', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `<p>Line ${index}.</p>`).join('');
    const [first, second] = await openNews(`${lines}<p>Last one</p>`);
    await first.setViewportSize({ width: 390, height: 844 });
    await selectText(second, 'Last one');
    const button = contentField(first).getByRole('button', { name: 'Go to the place of Ben' });
    await button.focus();
    await first.keyboard.press('Enter');
    await button.waitFor({ state: 'detached' });
    await waitUntilEqual(() => first.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    expect(complaints).toEqual([]);
  });
});
