/** Two people write one article in two windows: different paragraphs, the same word, a save, and a lost connection. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import {
  compose,
  contentField,
  countCompositions,
  openDraftWindow,
  pasteText,
  putCaretBehind,
  readParagraphs,
  saveByKey,
} from '../../testing/browser/sharedDraftWindow';
import { waitUntilEqual, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
/** Letters that are nowhere else in the text. */
const LETTERS = '0123456789CDEGHIJKLMNOPQRTUVWXYZ';
const BEN = { username: 'ben_draft', nickname: 'Ben', password: 'Journey-2026' };

withBrowser('a shared draft', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let id: number;
  let [anna, ben]: Viewer[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    id = await admin.make('news', { title: 'Together', content: '<p>First</p><p>Second word here</p>' });
    await admin.make('admin', { ...BEN, group_arr: [1] });
    const news = { url: product.url, id, complaints };
    anna = await openDraftWindow(browser, { ...news, locale: 'en-US' });
    ben = await openDraftWindow(browser, { ...news, locale: 'zh-CN', person: BEN });
  });
  afterAll(environments.close);

  const pages = (): readonly [Page, Page] => {
    if (anna === undefined || ben === undefined) throw new Error('the windows are not open');
    return [anna.page, ben.page];
  };
  const bothShow = async (...texts: readonly string[]) => {
    for (const page of pages()) await waitUntilEqual(() => readParagraphs(page), [...texts]);
  };
  const readRow = async () => (await admin.call('GET', `/admin/news/edit?id=${id}`)).data['row'];

  it('shows what each types in another paragraph, with the cursor and the name of the other', async () => {
    const [first, second] = pages();
    await putCaretBehind(first, 'First');
    await putCaretBehind(second, 'Second');
    await Promise.all([first.keyboard.type(' by Anna', { delay: 15 }), second.keyboard.type(' 本写的', { delay: 15 })]);
    await bothShow('First by Anna', 'Second 本写的 word here');
    await first.locator('.shared-cursor-name', { hasText: 'Ben' }).waitFor();
    await second.getByText('尚未保存').waitFor();
  });
  it('two people type in one word without a lost character; undo reverts own steps only', async () => {
    const [first, second] = pages();
    // undo takes back what was typed without a pause
    await sleep(600);
    for (const page of pages()) await putCaretBehind(page, 'wo');
    await Promise.all([first.keyboard.type('AAAA', { delay: 20 }), second.keyboard.type('BBBB', { delay: 20 })]);
    await waitUntilEqual(async () => (await readParagraphs(first))[1] === (await readParagraphs(second))[1], true);
    const word = (await readParagraphs(first))[1] ?? '';
    expect(
      [...word]
        .filter((letter) => letter === 'A' || letter === 'B')
        .sort()
        .join(''),
    ).toBe('AAAABBBB');
    expect(word.replaceAll(/[AB]/g, '')).toBe('Second 本写的 word here');
    // a slow machine types in several steps
    for (let step = 0; step < 4 && ((await readParagraphs(first))[1] ?? '').includes('A'); step += 1)
      await first.keyboard.press('Control+z');
    await waitUntilEqual(async () => ((await readParagraphs(second))[1] ?? '').includes('A'), false);
    expect(((await readParagraphs(second))[1] ?? '').match(/B/g)).toHaveLength(4);
  });
  it('one types steadily while the other changes the type of the paragraph: no letter is missing', async () => {
    const [first, second] = pages();
    await putCaretBehind(first, 'Second');
    await putCaretBehind(second, 'here');
    const typed = first.keyboard.type(LETTERS, { delay: 40 });
    const headings: number[] = [];
    for (const keys of ['Control+Alt+2', 'Control+Alt+0', 'Control+Alt+3', 'Control+Alt+0']) {
      await sleep(220);
      await second.keyboard.press(keys);
      headings.push(await contentField(second).locator('h2, h3').count());
    }
    await typed;
    expect(headings).toEqual([1, 0, 1, 0]);
    const isWhole = async (page: Page) => {
      const text = (await readParagraphs(page))[1] ?? '';
      return Array.from(LETTERS).every((letter) => text.includes(letter));
    };
    for (const page of pages()) await waitUntilEqual(() => isWhole(page), true);
    await waitUntilEqual(async () => (await readParagraphs(first)).join('|'), (await readParagraphs(second)).join('|'));
    expect(await readParagraphs(first)).toHaveLength(2);
  });
  it('only Save stores the text, and the other person can keep typing without a conflict', async () => {
    const [first, second] = pages();
    expect(await readRow()).toMatchObject({ revision: 1 });
    const { row } = (await saveByKey(first)).data;
    expect(row).toMatchObject({ content: expect.stringContaining('<p>First by Anna</p>') });
    expect(row).toMatchObject({ content: expect.stringContaining('BBBB') });
    await putCaretBehind(second, 'First by Anna');
    await second.keyboard.type(' and Ben', { delay: 10 });
    const [, text = ''] = await readParagraphs(second);
    await bothShow('First by Anna and Ben', text);
    expect(await second.locator('[data-conflict]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
  it('text that was typed offline is merged', async () => {
    const [first, second] = pages();
    await ben?.context.setOffline(true);
    await putCaretBehind(second, 'First');
    await second.keyboard.type(' offline');
    await putCaretBehind(first, 'and Ben');
    await first.keyboard.type('!');
    await ben?.context.setOffline(false);
    const [, text = ''] = await readParagraphs(second);
    await bothShow('First offline by Anna and Ben!', text);
  });
  it('composition of Chinese text continues while another person types in the same paragraph', async () => {
    const [first, second] = pages();
    const [line = '', text = ''] = await readParagraphs(second);
    await putCaretBehind(first, 'First');
    await putCaretBehind(second, 'First');
    // the editor takes over a selection a little later
    await sleep(300);
    const compositions = await countCompositions(second);
    const shown: string[] = [];
    const places = ['offline', 'by Anna', 'and Ben!'];
    await compose(second, ['n', 'ni', 'ni h', 'ni hao'], '你好', async () => {
      const place = places.shift();
      if (place !== undefined) {
        await putCaretBehind(first, place);
        await sleep(50);
        await first.keyboard.type('+', { delay: 10 });
      }
      await sleep(400);
      shown.push((await readParagraphs(second))[0] ?? '');
    });
    // what the other typed waits, and the composed text stays where it is
    expect(shown).toEqual(['n', 'ni', 'ni h', 'ni hao'].map((step) => line.replace('First', `First${step}`)));
    expect(await compositions()).toEqual(['compositionstart', 'compositionend']);
    await bothShow('First你好 offline+ by Anna+ and Ben!+', text);
    expect(complaints).toEqual([]);
  });
  it('shares a paste of 150 KB whole, in one paragraph and in many', async () => {
    const [first, second] = pages();
    const [line = '', text = ''] = await readParagraphs(first);
    const bothHave = async (...texts: readonly string[]) => {
      const isShown = async (page: Page) => JSON.stringify(await readParagraphs(page)) === JSON.stringify(texts);
      for (const page of pages()) await waitUntilEqual(() => isShown(page), true);
    };
    const long = '长文本'.repeat(17_000);
    await putCaretBehind(first, 'and Ben!+');
    await pasteText(first, long);
    await bothHave(`${line}${long}`, text);
    await putCaretBehind(second, text);
    const lines = Array.from({ length: 1_500 }, (_, index) => `第 ${index} 行`);
    await pasteText(second, lines.join('\n\n'));
    const [begin = '', ...rest] = lines;
    await bothHave(`${line}${long}`, `${text}${begin}`, ...rest);
    expect(await first.getByText('too large').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
