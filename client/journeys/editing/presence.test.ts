/** Colleagues on one record: each sees the other and the focused field, and nobody who left. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import {
  waitUntilEqual,
  signInByCall,
  openSignedIn,
  openViewer,
  expectFasterThan,
  type Viewer,
} from '../../testing/browser/viewer';
import { callAsAdmin } from '../../testing/browser/callAsAdmin';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { fieldNamed } from '../../testing/browser/fieldNamed';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const ELLA = { username: 'ella_moore', password: ADMIN.password };
const TOM = { username: 'tom_hardy', password: ADMIN.password };

const faces = (page: Page) => page.locator('form [data-person]');
const holder = (page: Page) => page.locator('[data-holder]');

withBrowser('presence', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let ann: Viewer;
  let ella: Viewer;
  let id: number;
  const at = async ({ page }: Viewer, path: string, title = 'Title') => {
    await page.goto(`${product.url}/admin/${path}`);
    await page.getByRole('textbox', { name: fieldNamed(title) }).waitFor();
  };

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    const enter = (person = ADMIN) => openSignedIn(browser, product.url, { person });
    [ann, ella] = await Promise.all([enter(), enter(ELLA)]);
    const caller = await callAsAdmin(product.url, ELLA);
    id = Number((await caller.index('news')).list[0]?.['id']);
  });
  afterAll(environments.close);

  it('shows a colleague in the form, and the field within half a second of its focus', async () => {
    await at(ann, `news/${id}`);
    await at(ella, `news?record=${id}`);
    await faces(ella.page).first().waitFor();
    await faces(ann.page).first().waitFor();
    const title = ann.page.getByRole('textbox', { name: fieldNamed('Title') });
    await expectFasterThan(500, async () => {
      await title.blur();
      await holder(ella.page).waitFor({ state: 'detached' });
      await ella.page.evaluate(() => {
        const seen = new Promise<number>((done) => {
          const watch = new MutationObserver(() => {
            if (document.querySelector('[data-holder]') !== null) done(Date.now());
          });
          watch.observe(document.body, { childList: true, subtree: true });
        });
        (window as unknown as { seen: Promise<number> }).seen = seen;
      });
      const since = Date.now();
      await title.focus();
      const when = await ella.page.evaluate(() => (window as unknown as { seen: Promise<number> }).seen);
      process.stdout.write(`field seen after ${when - since} ms\n`);
      return when - since;
    });
    await ella.page.getByText('Administrator is editing', { exact: true }).waitFor();
  });

  it('presence warns the second editor without blocking, and delivers the handover request and the response', async () => {
    const title = ella.page.getByRole('textbox', { name: fieldNamed('Title') });
    await title.click();
    await ella.page.getByRole('button', { name: 'Request' }).click();
    expect(await title.evaluate((input) => input === document.activeElement)).toBe(true);
    await ann.page.getByText('Ella Moore wants to edit Title').waitFor();
    await ann.page.getByRole('button', { name: 'Release' }).click();
    await ella.page.getByText('Administrator released Title').waitFor();
    await holder(ella.page).waitFor({ state: 'detached' });
    expect(
      await ann.page
        .getByRole('textbox', { name: fieldNamed('Title') })
        .evaluate((input) => input === document.activeElement),
    ).toBe(false);
  });

  it('never interrupts text composition, and counts typing as editing', async () => {
    const summary = ella.page.getByLabel(fieldNamed('Summary'));
    await summary.focus();
    const session = await ella.context.newCDPSession(ella.page);
    const before = await summary.inputValue();
    await session.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
    await ann.page.getByLabel(fieldNamed('Summary')).focus();
    await ann.page.keyboard.type('x');
    await holder(ella.page).waitFor();
    await session.send('Input.insertText', { text: '你' });
    expect(await summary.inputValue()).toBe(`你${before}`);
    await holder(ann.page).waitFor();
  });

  it('shows one avatar for two tabs of a person, and none for the viewer', async () => {
    const second = await ann.context.newPage();
    await second.goto(`${product.url}/admin/news/${id}`);
    await second.getByRole('textbox', { name: fieldNamed('Title') }).waitFor();
    await second.locator('form [data-person="admin:1"]').waitFor();
    await waitUntilEqual(() => faces(ella.page).count(), 1);
    await ella.page
      .locator('form')
      .getByRole('button', { name: /Also here/ })
      .click();
    await ella.page.getByText('2 tabs').waitFor();
    await ella.page.keyboard.press('Escape');
    await second
      .locator('form')
      .getByRole('button', { name: /You, in another tab/ })
      .waitFor();
    await second.close();
  });

  it('shows avatars beside rows, and removes them when the tab is closed', async () => {
    await ann.page.getByRole('textbox', { name: fieldNamed('Title') }).focus();
    await ella.page.goto(`${product.url}/admin/news`);
    await ella.page.locator(`[data-peers="${id}"]`).waitFor();
    const since = Date.now();
    await ann.page.close();
    await ella.page.locator(`[data-peers="${id}"]`).waitFor({ state: 'detached' });
    expect(Date.now() - since).toBeLessThan(20_000);
  });

  it('is hidden from readers without permission, and is translated into Chinese', async () => {
    const [tom, chen] = await Promise.all([openViewer(browser), openViewer(browser, 'zh-CN')]);
    await Promise.all([
      signInByCall(tom, product.url, TOM),
      signInByCall(chen, product.url, { ...ADMIN, username: 'chen_yu' }),
    ]);
    await tom.page.goto(`${product.url}/admin/news/${id}`);
    await at(ella, `news?record=${id}`);
    await at(chen, `news?record=${id}`, '标题');
    await ella.page.getByRole('textbox', { name: fieldNamed('Title') }).focus();
    await chen.page.getByText('Ella Moore 正在编辑', { exact: true }).waitFor();
    expect(tom.frames().join()).not.toMatch(/"pres"|Ella/);
    await Promise.all([tom.context.close(), chen.context.close()]);
  });
});
