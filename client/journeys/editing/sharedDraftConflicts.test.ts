/** A shared draft and saves elsewhere, in the browser: conflicts, decisions, discarded text, and a record that is restored. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
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
const BEN = { username: 'ben_saves', nickname: 'Ben', password: 'Journey-2026' };
const TEXT = '<p>One sentence here.</p><p>Two.</p><p>Three.</p>';

withBrowser('a shared draft beside other saves', () => {
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
    const news = { url: product.url, id: await admin.make('news', { title: 'First', content: TEXT }), complaints };
    anna = await openDraftWindow(browser, { ...news, locale: 'en-US' });
    ben = await openDraftWindow(browser, { ...news, locale: 'zh-CN', person: BEN });
  });
  afterAll(environments.close);

  const pages = (): readonly [Page, Page] => {
    if (anna === undefined || ben === undefined) throw new Error('the windows are not open');
    return [anna.page, ben.page];
  };
  const show = async (page: Page, id: number) => {
    await page.goto(`${product.url}/admin/news/${id}`);
    await contentField(page).locator('.ProseMirror').waitFor();
  };
  const openNews = async (): Promise<number> => {
    const id = await admin.make('news', { title: 'Together', content: TEXT });
    for (const page of pages()) await show(page, id);
    return id;
  };
  const readContent = async (id: number) => {
    const { data } = await admin.call('GET', `/admin/news/edit?id=${id}`);
    return (data['row'] as { readonly content: string }).content;
  };
  const untilContent = (id: number, content: string) => waitUntilEqual(() => readContent(id), content);
  const saveElsewhere = (id: number, content: string) => admin.call('POST', '/admin/news/edit', { id, content });
  const typeBehind = async (page: Page, text: string, typed: string) => {
    await putCaretBehind(page, text);
    await page.keyboard.type(typed, { delay: 10 });
  };
  const bothShow = async (...texts: readonly string[]) => {
    for (const page of pages()) await waitUntilEqual(() => readParagraphs(page), [...texts]);
  };
  const untilAsked = (page: Page) => page.getByRole('button', { name: 'Use theirs' }).waitFor();
  const discardButton = (page: Page) => contentField(page).getByRole('button', { name: 'Discard for everyone' });
  /** Anna types in a paragraph that a save elsewhere changes too. */
  const contest = async () => {
    const id = await openNews();
    const [first] = pages();
    await typeBehind(first, 'Two', ' draft');
    await bothShow('One sentence here.', 'Two draft.', 'Three.');
    await saveElsewhere(id, TEXT.replace('Two.', 'Two by API.'));
    return id;
  };

  it('a save of a reopened draft asks about a passage that somebody saved meanwhile, and the result is the draft of both', async () => {
    const id = await contest();
    const [first, second] = pages();
    await first.reload();
    await waitUntilEqual(() => readParagraphs(first), ['One sentence here.', 'Two draft.', 'Three.']);
    await typeBehind(first, 'Three', ' more');
    expect((await saveByKey(first)).code).toBe(412);
    const dialog = first.getByRole('dialog');
    await dialog.locator('input[type=radio]').first().check();
    await dialog.getByRole('button', { name: 'Save result' }).click();
    await untilContent(id, '<p>One sentence here.</p><p>Two by API.</p><p>Three more.</p>');
    await bothShow('One sentence here.', 'Two by API.', 'Three more.');
    await typeBehind(second, 'One', ' plain');
    expect((await saveByKey(second)).code).toBe(1);
    await untilContent(id, '<p>One plain sentence here.</p><p>Two by API.</p><p>Three more.</p>');
  });

  it('“Use theirs” writes the saved text into the draft of everyone, and undo takes that back', async () => {
    const id = await contest();
    const [first] = pages();
    await first.getByRole('button', { name: 'Use theirs' }).click();
    await bothShow('One sentence here.', 'Two by API.', 'Three.');
    await typeBehind(first, 'Three', ' more');
    expect((await saveByKey(first)).code).toBe(1);
    await untilContent(id, '<p>One sentence here.</p><p>Two by API.</p><p>Three more.</p>');
    await contest();
    await first.getByRole('button', { name: 'Use theirs' }).click();
    await bothShow('One sentence here.', 'Two by API.', 'Three.');
    await contentField(first).locator('.ProseMirror').focus();
    await first.keyboard.press('Control+z');
    await bothShow('One sentence here.', 'Two draft.', 'Three.');
    await untilAsked(first);
    await first.getByRole('button', { name: 'Use theirs' }).click();
    await bothShow('One sentence here.', 'Two by API.', 'Three.');
    await contentField(first).locator('.ProseMirror').focus();
    await first.keyboard.press('Control+z');
    await untilAsked(first);
    await first.keyboard.press('Control+Shift+z');
    await bothShow('One sentence here.', 'Two by API.', 'Three.');
    await first.getByRole('button', { name: 'Use theirs' }).waitFor({ state: 'detached' });
  });

  it.each([
    ['Use theirs', 'One sentence here.', 'Two by API.'],
    ['Keep mine', 'One by API.', 'Two draft.'],
  ])(
    '“%s” decides the passage only; what others changed elsewhere stays, and Undo takes it back',
    async (name, one, two) => {
      const id = await openNews();
      const [first, second] = pages();
      await typeBehind(first, 'Two', ' draft');
      await typeBehind(second, 'Three', ' by Ben');
      await bothShow('One sentence here.', 'Two draft.', 'Three by Ben.');
      const saved = TEXT.replace('Two.', 'Two by API.').replace('One sentence here.', one);
      await saveElsewhere(id, saved);
      await first.getByText('A passage that this draft changes was also changed elsewhere').waitFor();
      await first.getByRole('button', { name }).click();
      await bothShow(one, two, 'Three by Ben.');
      await first.getByRole('button', { name: 'Undo', exact: true }).click();
      await bothShow('One sentence here.', 'Two draft.', 'Three by Ben.');
      await untilAsked(first);
      // a save of either person asks too, and stores nothing
      for (const page of [first, second]) {
        await putCaretBehind(page, 'Two');
        await page.keyboard.press('Control+s');
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      expect(await readContent(id)).toBe(saved);
      await first.getByRole('button', { name }).click();
      await bothShow(one, two, 'Three by Ben.');
      expect((await saveByKey(first)).code).toBe(1);
      await untilContent(id, `<p>${one}</p><p>${two}</p><p>Three by Ben.</p>`);
    },
  );

  it('“Keep mine” and “Merge…” are saved without another question', async () => {
    const [first] = pages();
    const kept = await contest();
    await first.getByRole('button', { name: 'Keep mine' }).click();
    await putCaretBehind(first, 'Three');
    expect((await saveByKey(first)).code).toBe(1);
    await untilContent(kept, TEXT.replace('Two.', 'Two draft.'));
    const joined = await contest();
    await first.getByRole('button', { name: 'Merge…' }).click();
    await bothShow('One sentence here.', 'Two by API. Two draft.', 'Three.');
    expect((await saveByKey(first)).code).toBe(1);
    await untilContent(joined, TEXT.replace('Two.', 'Two by API. Two draft.'));
  });

  it('discarding the text of everyone asks and names the writers, and Undo puts it back', async () => {
    await openNews();
    const [first, second] = pages();
    await typeBehind(second, 'Two', ' by Ben');
    await bothShow('One sentence here.', 'Two by Ben.', 'Three.');
    await discardButton(first).click();
    const dialog = first.getByRole('dialog');
    await dialog.getByText('Unsaved changes by Ben are discarded', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Discard for everyone' }).click();
    await bothShow('One sentence here.', 'Two.', 'Three.');
    await typeBehind(second, 'Three', ' later');
    await bothShow('One sentence here.', 'Two.', 'Three later.');
    await first.getByRole('button', { name: 'Undo', exact: true }).click();
    await bothShow('One sentence here.', 'Two by Ben.', 'Three later.');
  });

  it('the footer discards the other fields only, and says that the shared text stays unsaved', async () => {
    await openNews();
    const [first] = pages();
    await typeBehind(first, 'Two', ' draft');
    const foot = first.locator('[data-action-bar]');
    await foot.getByText('1 unsaved').waitFor();
    expect(await foot.getByRole('button', { name: 'Discard changes' }).count()).toBe(0);
    const title = first.locator('[data-field="title"] input');
    await title.fill('Another title');
    await foot.getByText('2 unsaved').waitFor();
    await foot.getByRole('button', { name: 'Discard changes' }).click();
    await foot.getByText('1 unsaved').waitFor();
    expect(await title.inputValue()).toBe('Together');
    await bothShow('One sentence here.', 'Two draft.', 'Three.');
  });

  it('“Restore and keep editing” opens the unsaved text again', async () => {
    const id = await openNews();
    const [first] = pages();
    await typeBehind(first, 'Two', ' draft');
    await bothShow('One sentence here.', 'Two draft.', 'Three.');
    await admin.call('POST', '/admin/news/del', { ids: [id] });
    await first.getByRole('button', { name: 'Restore and keep editing' }).click();
    const editors = pages().map((page) => contentField(page).locator('.ProseMirror[contenteditable="true"]'));
    for (const editor of editors) await editor.waitFor();
    await bothShow('One sentence here.', 'Two draft.', 'Three.');
    await typeBehind(first, 'Three', ' more');
    expect((await saveByKey(first)).code).toBe(1);
    await untilContent(id, '<p>One sentence here.</p><p>Two draft.</p><p>Three more.</p>');
    expect(complaints).toEqual([]);
  });
});
