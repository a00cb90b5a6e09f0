/**
 * Uploads directly to an S3-compatible store: sent, cancelled, retried, with an expired signature, and from a page that is older than
 * the configuration.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { Browser, Page, Request, Route } from 'playwright-core';
import sharp from 'sharp';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { locales } from '../../../common/locales/index';
import type { Lang } from '../../../common/lang';
import { lazyTranslations } from '../../../common/locales/lazyTranslations';
import { openObjectServer, type ObjectServer } from '../../../server/testing/fakes/objectServer';
import { waitUntilEqual, signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { selectObjectStore } from '../../testing/product/settings';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const fill = (text: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce((said, [key, value]) => said.replace(`{{${key}}}`, value), text);
const picture = async (name: string) => {
  const background = `#${randomBytes(3).toString('hex')}`;
  const buffer = await sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
};

/** The upload dialog. */
const getDialog = (page: Page, lang: Lang) => {
  const { files, upload: uploadTexts } = lazyTranslations[lang];
  const dialog = page.getByRole('dialog');
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  return {
    dialog,
    open: async (url: string) => {
      await page.goto(`${url}/admin/attachment?look=tiles`);
      await page.getByRole('button', { name: files.upload, exact: true }).click();
      await dialog.getByText(files.upload_text).waitFor();
    },
    give: (file: Awaited<ReturnType<typeof picture>>) => dialog.locator('input[type=file]').setInputFiles(file),
    stored: (count: number) =>
      dialog
        .getByText(fill(count === 1 ? files.uploaded_one : files.uploaded_other, { count: String(count) }), {
          exact: true,
        })
        .waitFor(),
    saysBroken: (name: string) =>
      dialog.getByRole('alert').getByText(fill(uploadTexts.store_broken, { name }), { exact: true }).waitFor(),
    retry: (name: string) => press(fill(uploadTexts.retry_of, { name })),
    cancel: (name: string) => press(fill(uploadTexts.cancel, { name })),
  };
};

withBrowser('files for an object store', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let store: ObjectServer;
  let ada: Viewer;
  let lin: Viewer;
  const en = () => getDialog(ada.page, 'en');
  const zh = () => getDialog(lin.page, 'zh-cn');
  const named = async (name: string) =>
    (await admin.index('attachment', `?limit=1&quick_search=${encodeURIComponent(name)}`)).list[0];
  const incoming = () => store.requests.filter((one) => one === `POST /${store.settings.bucket}`);

  beforeAll(async () => {
    store = await openObjectServer();
    environments.later(store.close);
    ({ product, browser } = await environments.open({ env: { PRIVATE_HOSTS: '127.0.0.1' }, filled: true }));
    admin = await callAsAdmin(product.url);
    [ada, lin] = [await openViewer(browser), await openViewer(browser, 'zh-CN')];
    for (const viewer of [ada, lin]) {
      await signInByCall(viewer, product.url);
    }
  });
  afterAll(environments.close);
  beforeEach(() => {
    store.failureMode = 'none';
  });

  it('go through the server from a page that was open before the store was configured', async () => {
    await en().open(product.url);
    await selectObjectStore(admin, store);
    // The page gets the address of the store, but its CSP is older and forbids it.
    await waitUntilEqual(async () => ada.frames().some((frame) => frame.includes('"mode":"s3"')), true);
    const asked = ada.page.waitForRequest((request) => request.url().endsWith('/admin/ajax/uploadTicket'));
    await en().give(await picture('open.png'));
    await asked;
    await en().stored(1);
    expect(incoming()).toEqual([]);
    expect((await named('open.png'))?.['storage']).toBe('s3');
  });

  it('go directly to the store from later pages, with the signature as only credential, and are shown from there', async () => {
    await en().open(product.url);
    const sent: Request[] = [];
    ada.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().startsWith(store.url)) sent.push(request);
    });
    await en().give(await picture('direct.png'));
    await en().stored(1);
    const big = {
      name: 'big.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(randomBytes(3_000_000).toString('hex')),
    };
    await en().give(big);
    await en().stored(2);
    expect(sent.map((request) => new URL(request.url()).origin)).toEqual([store.url, store.url]);
    for (const request of sent) {
      const headers = await request.allHeaders();
      expect([headers['batoken'], headers['cookie'], headers['authorization']]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
    expect((await named('big.txt'))?.['size']).toBe(6_000_000);
    const kept = await named('direct.png');
    expect(kept).toMatchObject({ storage: 's3', width: 320, mimetype: 'image/png' });
    await ada.page.goto(`${product.url}/admin/attachment?look=tiles&record=${Number(kept?.['id'])}`);
    const face = ada.page.getByRole('img', { name: 'direct.png' }).first();
    await face.waitFor();
    await waitUntilEqual(() => face.evaluate((image) => (image as HTMLImageElement).naturalWidth), 320);
    const { files } = lazyTranslations.en;
    await ada.page.goto(
      `${product.url}/admin/attachment?look=tiles&record=${Number((await named('big.txt'))?.['id'])}`,
    );
    const text = ada.page.getByRole('region', { name: fill(files.content_of, { name: 'big.txt' }) });
    await text.getByText(big.buffer.toString().slice(0, 40)).waitFor();
    await en().open(product.url);
  });

  it('are retried by hand when the store is down, and the first attempt leaves nothing', async () => {
    await zh().open(product.url);
    store.failureMode = 'drops';
    await zh().give(await picture('again.png'));
    await zh().saysBroken('again.png');
    expect(await named('again.png')).toBeUndefined();
    store.failureMode = 'none';
    await zh().retry('again.png');
    await zh().stored(1);
    expect((await named('again.png'))?.['quote']).toBe(1);
  });

  it('requests a new signature without user action when the first one expired', async () => {
    const late = await picture('late.png');
    const over = store.expiredForm(late.buffer.length, 'image/png');
    let tickets = 0;
    await ada.page.route('**/admin/ajax/uploadTicket', async (route) => {
      tickets += 1;
      if (tickets > 1) return route.continue();
      const answer = await route.fetch();
      const body = (await answer.json()) as { readonly data: object };
      return route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...over } } });
    });
    await en().give(late);
    await en().stored(1);
    await ada.page.unroute('**/admin/ajax/uploadTicket');
    expect(tickets).toBe(2);
    expect((await named('late.png'))?.['storage']).toBe('s3');
  });

  it('are canceled while they are sent, also on the server', async () => {
    const pausedRoutes: Route[] = [];
    const puts = `${store.url}/**`;
    await ada.page.route(puts, (route) => void pausedRoutes.push(route));
    const returned = ada.page.waitForResponse((answer) => answer.url().endsWith('/admin/ajax/uploadReturn'));
    await en().give(await picture('stopped.png'));
    await waitUntilEqual(async () => pausedRoutes.length > 0, true);
    await en().cancel('stopped.png');
    expect(((await (await returned).json()) as { code: number }).code).toBe(1);
    await en().dialog.getByText('stopped.png', { exact: true }).waitFor({ state: 'hidden' });
    await ada.page.unroute(puts);
    expect(await named('stopped.png')).toBeUndefined();
  });

  it('are not sent again when the server could not inspect them', async () => {
    await ada.page.route('**/admin/Alioss/callback', (route) => {
      store.failureMode = 'fails';
      return route.continue();
    });
    const before = incoming().length;
    await en().give(await picture('unseen.png'));
    await en().dialog.getByRole('alert').getByText(locales.en.faults.upload.store, { exact: true }).waitFor();
    expect(await named('unseen.png')).toBeUndefined();
    await ada.page.unroute('**/admin/Alioss/callback');
    store.failureMode = 'none';
    await en().retry('unseen.png');
    await en().stored(2);
    expect(incoming()).toHaveLength(before + 1);
    expect((await named('unseen.png'))?.['storage']).toBe('s3');
  });
});
