/** A setting of every type, edited by two admins at once, and the effect of settings on open windows. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import sharp from 'sharp';
import { ITEM_TYPES, type ItemType } from '../../../common/entities/config';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn } from '../../../common/entity/columns';
import { locales } from '../../../common/locales/index';
import type { Lang } from '../../../common/lang';
import { lazyTranslations } from '../../../common/locales/lazyTranslations';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { sampleFraction } from '../../../server/testing/sampleByTitle';
import { createSettingEntity } from '../../admin/screens/settings/settingEntity';
import { waitUntilEqual, signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { setItem } from '../../testing/product/settings';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { enterValue, type EntryOptions } from '../../testing/entityWalk/enterValues';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const SECRET = 'quiet-canary-7';
const TABLE = { a: 'Alpha', b: 'Beta', c: 'Gamma' };
const getName = (type: ItemType) => `every_${type.toLowerCase()}`;
/** Secrets have no form: they are encrypted at once. */
const TYPES = sampleFraction(
  'a setting of every type',
  Object.values(ITEM_TYPES).filter((type) => type !== 'secret'),
  3,
);
type Round = 0 | 1 | 2;

/** The first value, its change, and the change by the other admin; the other types are computed below. */
const VALUES: Partial<Readonly<Record<ItemType, readonly [Json, Json, Json]>>> = {
  string: ['One', 'Two', 'Three'],
  textarea: ['One\nline', 'Two\nlines', 'Three\nlines'],
  editor: ['One thought', 'Two thoughts', 'Three thoughts'],
  number: [1.5, 2.5, 3.5],
  float: [1.25, 2.25, 3.25],
  integer: [1, 2, 3],
  date: ['2026-03-04', '2026-03-05', '2026-03-06'],
  time: ['05:06:07', '05:06:08', '05:06:09'],
  year: [2024, 2025, 2026],
  switch: [1, 0, 0],
  radio: ['a', 'b', 'c'],
  select: ['a', 'b', 'c'],
  checkbox: ['a', 'b', 'c'],
  color: ['#3366cc', '#cc3366', '#66cc33'],
  icon: ['shopping_bag', 'settings', 'mail'],
  city: [1, 2, 3],
  array: [{ a: '1' }, { b: '2' }, { c: '3' }],
};
const DRAWN = ['#224466', '#446622', '#662244'] as const;
const draw = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();

/** Everything a field shows, whatever its elements; equal in every language. */
const shownIn = (item: Locator) =>
  item.locator('[data-field="value"]').evaluate((field) => ({
    inputs: [
      ...field.querySelectorAll<HTMLInputElement>('input:not([type=file]), textarea:not([aria-hidden=true])'),
    ].map((input) => (['checkbox', 'radio'].includes(input.type) ? input.checked : input.value)),
    text: field.querySelector('[contenteditable=true]')?.textContent ?? '',
    files: [...field.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')),
  }));

withBrowser('a setting of every type', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let ada: Viewer;
  let lin: Viewer;
  let titles: readonly string[];
  const entities = new Map<ItemType, AnyEntity>();
  const item = ({ page }: Viewer, type: ItemType) => page.locator(`[data-item="${getName(type)}"]`);
  const getLang = (viewer: Viewer): Lang => (viewer === ada ? 'en' : 'zh-cn');
  const getWords = (viewer: Viewer) => lazyTranslations[getLang(viewer)].settings;
  const unsaved = (viewer: Viewer, count: number) =>
    viewer.page
      .getByText(getWords(viewer).unsaved_other.replace('{{count}}', String(count)), { exact: true })
      .waitFor();
  const save = ({ page }: Viewer) => page.getByRole('button', { name: getWords(ada).save, exact: true }).click();

  async function enterAll(viewer: Viewer, round: Round): Promise<void> {
    const [lang, { page }] = [getLang(viewer), viewer];
    for (const type of TYPES) {
      const entity = entities.get(type);
      const column = entity && findColumn(entity, 'value');
      if (!column) throw new Error(`${type} is not a field`);
      const content = type.startsWith('image') ? await draw(DRAWN[round]) : `remark ${round}`;
      const options: EntryOptions = { searchText: titles[round], content };
      const enteredValue = await enterValue(
        { page, lang, entity, within: item(viewer, type) },
        column,
        VALUES[type]?.[round],
        options,
      );
      expect([type, enteredValue]).toEqual([type, true]);
    }
  }

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    titles = (await admin.index('news_category', '?limit=3')).list.map((row) => String(row['title'] ?? row['name']));
    for (const type of Object.values(ITEM_TYPES)) {
      const content = type === 'radio' || type === 'select' || type === 'checkbox' ? { content: TABLE } : {};
      const extend = type === 'remoteSelect' ? { extend: { entity: 'news_category' } } : {};
      const row = { name: getName(type), group: 'every', title: type, type, rule: [], ...content, ...extend };
      await admin.add('config', row);
      if (type !== 'secret') entities.set(type, createSettingEntity(row));
    }
    ada = await openViewer(browser);
    lin = await openViewer(browser, 'zh-CN');
    for (const viewer of [ada, lin]) {
      await signInByCall(viewer, product.url);
      await viewer.page.goto(`${product.url}/admin/config`);
      await viewer.page.getByRole('tab', { name: 'every', exact: true }).click();
      await item(viewer, 'editor').locator('[contenteditable=true]').waitFor();
    }
  });
  afterAll(environments.close);

  it('appears in the other open form as soon as it is saved', async () => {
    await enterAll(ada, 0);
    await unsaved(ada, TYPES.length);
    await save(ada);
    await ada.page.getByText(locales.en.engine.form.unchanged, { exact: true }).waitFor();
    for (const type of TYPES) await waitUntilEqual(() => shownIn(item(lin, type)), await shownIn(item(ada, type)));
    const { list } = await admin.index('config', '?limit=200');
    const empty = TYPES.filter(
      (type) => (list.find((row) => row['name'] === getName(type))?.['value'] ?? null) === null,
    );
    expect(empty).toEqual([]);
  }, 120_000);

  it('a second change is a conflict at the field, and can take the saved value', async () => {
    await enterAll(lin, 2);
    await unsaved(lin, TYPES.length);
    await enterAll(ada, 1);
    await unsaved(ada, TYPES.length);
    await save(ada);
    // Both changed the switch in the same way, which is not a conflict.
    for (const type of TYPES.filter((one) => one !== 'switch')) {
      await item(lin, type).locator('[data-conflict="value"]').click();
      await waitUntilEqual(() => shownIn(item(lin, type)), await shownIn(item(ada, type)));
    }
    expect(await item(lin, 'switch').locator('[data-conflict]').count()).toBe(0);
  }, 180_000);

  it('a secret is never shown again', async () => {
    const field = item(ada, 'secret');
    await field.getByRole('button', { name: getWords(ada).secret_change, exact: true }).click();
    await field.locator('input[type=password]').fill(SECRET);
    await field.getByRole('button', { name: getWords(ada).save, exact: true }).click();
    for (const viewer of [ada, lin])
      await item(viewer, 'secret').getByText(getWords(viewer).secret_set, { exact: true }).waitFor();
    expect(JSON.stringify(await admin.index('config', '?limit=200'))).not.toContain(SECRET);
    for (const viewer of [ada, lin]) {
      expect(viewer.frames().filter((frame) => frame.includes(SECRET))).toEqual([]);
      expect(await viewer.page.content()).not.toContain(SECRET);
    }
  });

  it('applies at once to open windows: sizes and types of files', async () => {
    const { files } = lazyTranslations.en;
    const { upload: said } = locales.en.faults;
    await ada.page.goto(`${product.url}/admin/attachment`);
    await ada.page.getByRole('button', { name: files.upload, exact: true }).click();
    const dialog = ada.page.getByRole('dialog');
    const give = (name: string, bytes: number) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'x') });
    const waitForFrame = (text: string) =>
      waitUntilEqual(async () => ada.frames().some((frame) => frame.includes(text)), true);
    const asked: string[] = [];
    ada.page.on('request', (request) => asked.push(request.url()));
    await setItem(admin, 'upload_maxsize', 1);
    await waitForFrame('"maxsize":1048576');
    await give('big.txt', 1_500_000);
    await dialog.getByText(said.too_large.replace('{{name}}', 'big.txt').replace('{{max}}', '1 MB')).waitFor();
    await setItem(admin, 'upload_mimetype', '.png');
    await waitForFrame('"mimetype":".png"');
    await give('notes.txt', 10);
    await dialog.getByText(said.type.replace('{{name}}', 'notes.txt').replace('{{allowed}}', '.png')).waitFor();
    expect(asked.filter((url) => url.includes('/ajax/upload'))).toEqual([]);
    await setItem(admin, 'upload_mimetype', '*');
    await waitForFrame('"mimetype":"*"');
    await give('notes.txt', 10);
    await dialog.getByText(files.uploaded_one.replace('{{count}}', '1'), { exact: true }).waitFor();
  });

  it('applies at once to the language of visitors without a supported language', async () => {
    const visitor = await openViewer(browser, 'fr-FR');
    const speaks = () => visitor.page.evaluate(() => document.documentElement.lang);
    for (const [lang, tag] of [
      ['en', /^en/],
      ['zh-cn', /^zh/],
    ] as const) {
      await setItem(admin, 'default_locale', lang);
      await visitor.page.goto(`${product.url}/user/login`);
      await visitor.page.locator('input[name="username"]').waitFor();
      expect(await speaks()).toMatch(tag);
    }
  });
});
