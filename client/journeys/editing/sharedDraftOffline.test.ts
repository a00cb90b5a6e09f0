/** A save made without a connection in a shared draft: what was typed is in the text once, with others in it too, and after a closed window. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { contentField, openDraftWindow, putCaretBehind, readParagraphs } from '../../testing/browser/sharedDraftWindow';
import { waitUntilEqual, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const BEN = { username: 'ben_away', nickname: 'Ben', password: 'Journey-2026' };
const TEXT = '<p>The mayor opened</p><p>Second paragraph</p>';

withBrowser('a queued save of a shared draft', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let anna: Viewer;
  let ben: Viewer;
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

  const show = async (page: Page, id: number) => {
    await page.goto(`${product.url}/admin/news/${id}`);
    await contentField(page).locator('.ProseMirror').waitFor();
    await page.locator('[data-status="live"]').first().waitFor();
  };
  const readContent = async (id: number) => {
    const { data } = await admin.call('GET', `/admin/news/edit?id=${id}`);
    return (data['row'] as { readonly content: string }).content;
  };
  const typeBehind = async (page: Page, text: string, typed: string) => {
    await putCaretBehind(page, text);
    await page.keyboard.type(typed, { delay: 10 });
  };
  const queuedNote = () => anna.page.locator('[data-action-bar]').getByText('Queued', { exact: false }).first();
  /** Anna types and saves without a connection. */
  const saveOffline = async () => {
    await anna.context.setOffline(true);
    await contentField(anna.page).getByText('You’re offline').waitFor();
    await typeBehind(anna.page, 'opened', ' the new bridge.');
    await putCaretBehind(anna.page, 'Second paragraph');
    await anna.page.keyboard.press('Enter');
    await anna.page.keyboard.type('New line', { delay: 10 });
    await anna.page.keyboard.press('Control+s');
    await queuedNote().waitFor();
  };
  const SAVED = '<p>The mayor opened the new bridge.</p><p>Second paragraph</p><p>New line</p>';
  const PARAGRAPHS = ['The mayor opened the new bridge.', 'Second paragraph', 'New line'];

  it.each(['alone', 'with a colleague who reads', 'with a colleague who types meanwhile'])(
    'is in the text once: %s',
    async (company) => {
      const id = await admin.make('news', { title: 'Away', content: TEXT });
      const isTyping = company.endsWith('meanwhile');
      await show(anna.page, id);
      if (company === 'alone') await ben.page.goto('about:blank');
      else await show(ben.page, id);
      await saveOffline();
      if (isTyping) await typeBehind(ben.page, 'Second', ' by Ben');
      await anna.context.setOffline(false);
      const own = (text: string) => (isTyping ? text.replace('Second', 'Second by Ben') : text);
      await waitUntilEqual(() => readContent(id), own(SAVED));
      await waitUntilEqual(() => readParagraphs(anna.page), PARAGRAPHS.map(own));
      if (company !== 'alone') await waitUntilEqual(() => readParagraphs(ben.page), PARAGRAPHS.map(own));
      await queuedNote().waitFor({ state: 'detached' });
      await show(anna.page, id);
      expect(await readParagraphs(anna.page)).toEqual(PARAGRAPHS.map(own));
    },
  );

  it('of a window that was closed without a connection is sent by the next one', async () => {
    const id = await admin.make('news', { title: 'Closed', content: TEXT });
    await show(anna.page, id);
    await show(ben.page, id);
    await saveOffline();
    await anna.page.close();
    await typeBehind(ben.page, 'Second', ' by Ben');
    await anna.context.setOffline(false);
    const page = await anna.context.newPage();
    await page.goto(`${product.url}/admin/news/${id}`);
    const both = PARAGRAPHS.map((text) => text.replace('Second', 'Second by Ben'));
    await waitUntilEqual(() => readContent(id), SAVED);
    await waitUntilEqual(() => readParagraphs(ben.page), both);
    await show(page, id);
    await waitUntilEqual(() => readParagraphs(page), both);
    expect(complaints).toEqual([]);
  });
});
