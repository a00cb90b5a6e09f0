/** Uploads in every way: canceled, retried, continued after a reload, picked for a record, and protected from deletion. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { locales } from '../../../common/locales/index';
import { lazyTranslations } from '../../../common/locales/lazyTranslations';
import { waitUntilEqual, signInByCall, openViewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { sampleByTitle } from '../../../server/testing/sampleByTitle';
import { createPdf } from '../../testing/createPdf';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const LANGUAGES = { 'en-US': 'en', 'zh-CN': 'zh-cn' } as const;

const picture = async (name: string) => {
  const background = `#${randomBytes(3).toString('hex')}`;
  const buffer = await sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
};
/** Drops or pastes a file on an element. */
const hand = (place: Locator, kind: 'drop' | 'paste', file: Awaited<ReturnType<typeof picture>>) =>
  place.evaluate(
    (box, { how, name, type, bytes }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], name, { type }));
      const more = { bubbles: true, cancelable: true };
      if (how === 'drop') box.dispatchEvent(new DragEvent('drop', { ...more, dataTransfer: data }));
      else document.dispatchEvent(new ClipboardEvent('paste', { ...more, clipboardData: data }));
    },
    { how: kind, name: file.name, type: file.mimeType, bytes: [...file.buffer] },
  );
const fill = (text: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce((said, [key, value]) => said.replace(`{{${key}}}`, value), text);

withBrowser.each(sampleByTitle('uploads', ['en-US', 'zh-CN'] as const))('files in %s', (locale) => {
  const { files, upload: uploadTexts } = lazyTranslations[LANGUAGES[locale]];
  const { engine, faults, history } = locales[LANGUAGES[locale]];
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let page: Page;
  let admin: Caller;
  let folder: string;
  const dialog = () => page.getByRole('dialog');
  const stored = (count: number) =>
    dialog()
      .getByText(fill(count === 1 ? files.uploaded_one : files.uploaded_other, { count: String(count) }), {
        exact: true,
      })
      .waitFor();
  const input = () => dialog().locator('input[type=file]');
  const openUpload = async () => {
    await page.getByRole('button', { name: files.upload, exact: true }).click();
    await dialog().getByText(files.upload_text).waitFor();
  };
  const named = async (name: string) =>
    (await admin.index('attachment', `?limit=1&quick_search=${encodeURIComponent(name)}`)).list[0];

  const remove = (name: string) =>
    page.getByRole('button', { name: fill(engine.list.remove_row, { title: name }), exact: true }).click();

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    folder = mkdtempSync(join(tmpdir(), 'atrium-files-'));
    admin = await callAsAdmin(product.url);
    const viewer = await openViewer(browser, locale);
    ({ page } = viewer);
    await signInByCall(viewer, product.url);
    await page.goto(`${product.url}/admin/attachment`);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await environments.close();
  });

  it('are added by selection, drop and paste; a forbidden file is refused before it is sent', async () => {
    await openUpload();
    await input().setInputFiles([await picture('first.png'), await picture('second.png')]);
    await stored(2);
    await hand(dialog().getByText(files.upload_text), 'drop', await picture('dropped.png'));
    await stored(3);
    await dialog().getByText(files.upload_text).hover();
    await hand(dialog().getByText(files.upload_text), 'paste', await picture('pasted.png'));
    await stored(4);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await input().setInputFiles({ name: 'none.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) });
    await dialog().getByRole('alert').getByText(faults.upload.incomplete).waitFor();
    const tooBig = join(folder, 'huge.txt');
    writeFileSync(tooBig, Buffer.alloc(11 * 1024 * 1024, 'x'));
    await input().setInputFiles(tooBig);
    const tooLargeText = fill(faults.upload.too_large, { name: 'huge.txt', max: '10 MB' });
    await dialog().getByText(tooLargeText, { exact: true }).waitFor();
    expect(asked.filter((url) => url.includes('/ajax/upload'))).toEqual([]);
  });

  it('are canceled, and retried after a network fault', async () => {
    const pausedRoutes: Route[] = [];
    await page.route('**/admin/ajax/upload', (route) => void pausedRoutes.push(route));
    await input().setInputFiles(await picture('stopped.png'));
    await waitUntilEqual(async () => pausedRoutes.length, 1);
    await dialog()
      .getByRole('button', { name: fill(uploadTexts.cancel, { name: 'stopped.png' }), exact: true })
      .click();
    await dialog().getByText('stopped.png', { exact: true }).waitFor({ state: 'hidden' });
    await page.unroute('**/admin/ajax/upload');
    await page.route('**/admin/ajax/upload', (route) => route.abort(), { times: 1 });
    await input().setInputFiles(await picture('again.png'));
    await dialog()
      .getByText(fill(uploadTexts.broken, { name: 'again.png' }), { exact: true })
      .waitFor();
    await dialog()
      .getByRole('button', { name: fill(uploadTexts.retry_of, { name: 'again.png' }), exact: true })
      .click();
    await stored(5);
    expect(await named('stopped.png')).toBeUndefined();
  });

  it('continue after a reload where they stopped, when they are large', async () => {
    const big = join(folder, 'big.txt');
    writeFileSync(
      big,
      randomBytes(4 * 1024 * 1024)
        .toString('hex')
        .slice(0, 7 * 1024 * 1024),
    );
    let parts = 0;
    await page.route('**/admin/ajax/uploadPart**', (route) => {
      parts += 1;
      // The third part never arrives.
      return parts > 2 ? undefined : route.continue();
    });
    await input().setInputFiles(big);
    await waitUntilEqual(async () => parts >= 3, true);
    // In the other order the held request would be sent before the page is closed.
    await page.reload();
    await page.unroute('**/admin/ajax/uploadPart**');
    await openUpload();
    const begun = page.waitForResponse((response) => response.url().includes('/ajax/uploadBegin'));
    await input().setInputFiles(big);
    const { data } = (await (await begun).json()) as { data: { offset: number } };
    expect(data.offset).toBeGreaterThan(0);
    await stored(1);
    expect((await named('big.txt'))?.['size']).toBe(7 * 1024 * 1024);
    await dialog().getByRole('button', { name: files.close, exact: true }).click();
  });

  it('continue by themselves after a restart of the server', async () => {
    await openUpload();
    const big = join(folder, 'through.txt');
    const content = randomBytes(2_500_000).toString('hex');
    writeFileSync(big, content);
    const offsets: number[] = [];
    await page.route('**/admin/ajax/uploadPart**', async (route) => {
      offsets.push(Number(new URL(route.request().url()).searchParams.get('offset')));
      // The server is down for the second part and up again before the next attempt.
      if (offsets.length === 2) await product.kill();
      if (offsets.length === 3) await product.start();
      await route.continue();
    });
    await input().setInputFiles(big);
    await stored(1);
    await page.unroute('**/admin/ajax/uploadPart**');
    const [first, refused, again] = offsets;
    expect([first, again === refused, Number(again) > 0]).toEqual([0, true, true]);
    const sha1 = createHash('sha1').update(content).digest('hex');
    expect(await named('through.txt')).toMatchObject({ size: content.length, sha1 });
    await dialog().getByRole('button', { name: files.close, exact: true }).click();
  });

  it('are shown as tiles, picked for a record, and protected from deletion while it refers to them', async () => {
    await page.getByRole('button', { name: files.tiles, exact: true }).click();
    const tile = page.getByRole('list', { name: files.all }).getByRole('listitem').filter({ hasText: 'dropped.png' });
    await tile.getByRole('button').first().click();
    const preview = page.getByRole('region', { name: files.preview });
    await preview.getByText('640 × 400').waitFor();
    await page.getByText(files.unused, { exact: true }).waitFor();

    const [news] = (await admin.index('news', '?limit=1')).list;
    await page.goto(`${product.url}/admin/news/${Number(news?.['id'])}`);
    await page.getByRole('button', { name: files.choose_from_library, exact: true }).first().click();
    await dialog()
      .getByRole('region', { name: files.all })
      .getByRole('button')
      .filter({ hasText: 'dropped.png' })
      .click();
    await dialog()
      .getByRole('button', { name: fill(files.take_one, { count: '1' }), exact: true })
      .click();
    const saved = page.waitForResponse(
      (response) => response.url().includes('/admin/news/edit') && response.request().method() === 'POST',
    );
    await page.keyboard.press('Control+s');
    expect(((await (await saved).json()) as { code: number }).code).toBe(1);

    const kept = Number((await named('dropped.png'))?.['id']);
    await page.goto(`${product.url}/admin/attachment?look=tiles&record=${kept}`);
    await page.getByRole('list', { name: files.uses }).getByRole('link').first().waitFor();
    await remove('dropped.png');
    await dialog().getByText(files.held_warning).waitFor();
    await dialog().getByRole('button', { name: engine.confirm.remove, exact: true }).click();
    await page.getByRole('alert').last().waitFor();
    expect((await named('dropped.png'))?.['id']).toBe(kept);
  });

  it('are previewed without running scripts: PDF pages by keyboard, texts as text', async () => {
    const messages: string[] = [];
    page.on('dialog', (asked) => {
      messages.push(asked.message());
      void asked.dismiss();
    });
    await page.goto(`${product.url}/admin/attachment?look=tiles`);
    await openUpload();
    const paper = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: createPdf(['First sheet', 'Second sheet']) };
    const notes = {
      name: 'notes.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# 你好\n<script>alert(2)</script>\n'),
    };
    const broken = {
      name: 'broken.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\nnothing\n%%EOF\n'),
    };
    await input().setInputFiles([paper, notes, broken]);
    await stored(3);
    const look = async (name: string) => {
      await page.goto(`${product.url}/admin/attachment?look=tiles&record=${Number((await named(name))?.['id'])}`);
      return page.getByRole('region', { name: files.preview });
    };
    const sheets = await look('plan.pdf');
    await sheets.locator('[data-page="1"]').getByText('First sheet').waitFor();
    await sheets.getByRole('button', { name: files.page_next, exact: true }).focus();
    await page.keyboard.press('Enter');
    await sheets.locator('[data-page="2"]').getByText('Second sheet').waitFor();
    await sheets.getByText(fill(files.page, { page: '2', pages: '2' }), { exact: true }).waitFor();
    const text = await look('notes.md');
    await text
      .getByRole('region', { name: fill(files.content_of, { name: 'notes.md' }) })
      .getByText('<script>alert(2)</script>')
      .waitFor();
    await (await look('broken.pdf')).getByText(files.unreadable, { exact: true }).waitFor();
    expect(messages).toEqual([]);
  });

  it('are deleted when nothing refers to them, and restored', async () => {
    await page.goto(`${product.url}/admin/attachment?look=tiles`);
    await remove('second.png');
    await dialog().getByText(files.free_note).waitFor();
    await dialog().getByRole('button', { name: engine.confirm.remove, exact: true }).click();
    await waitUntilEqual(async () => (await named('second.png')) === undefined, true);
    await page.getByRole('button', { name: history.undo, exact: true }).last().click();
    await waitUntilEqual(async () => (await named('second.png')) === undefined, false);
    await page.getByRole('list', { name: files.all }).getByRole('listitem').filter({ hasText: 'second.png' }).waitFor();
  });
});
