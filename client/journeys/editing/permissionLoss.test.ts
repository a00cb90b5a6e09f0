/** A permission is removed during an edit: within a second the form is read-only, and the text can be copied. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { sampleByTitle } from '../../../server/testing/sampleByTitle';
import { findBrokenRules } from '../../testing/browser/findBrokenRules';
import {
  waitUntilIdle,
  waitUntilEqual,
  signInByCall,
  openViewer,
  waitForAnimations,
  expectFasterThan,
  type Viewer,
} from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { fieldNamed } from '../../testing/browser/fieldNamed';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const PERSON = { username: 'press_one', password: 'Press-2026' };
const WORDS = {
  'en-US': {
    title: 'Title',
    save: 'Save',
    copy: 'Copy',
    copied: 'Copied',
    said: 'Administrator changed your permissions. Your text is still here.',
    menu: 'Categories',
  },
  'zh-CN': {
    title: '标题',
    save: '保存',
    copy: '复制',
    copied: '已复制',
    said: 'Administrator 变更了您的权限，输入的内容仍保留。',
    menu: '分类',
  },
} as const;
const GIVEN = ['news/index', 'news/edit', 'news_category/index'];
const TAKEN = ['news/index'];

withBrowser.each(sampleByTitle('a removed permission', ['en-US', 'zh-CN'] as const))(
  'a removed permission, in %s',
  (locale) => {
    const say = WORDS[locale];
    const environments = createBrowserEnvironments();
    let product: Product;
    let browser: Browser;
    let viewer: Viewer;
    let root: Caller;
    let group: unknown;
    let id: number;

    beforeAll(async () => {
      ({ product, browser } = await environments.open());
      root = await callAsAdmin(product.url);
      ({ id: group } = await root.add('admin_group', { name: 'Press', rules: GIVEN, data_scope: 'all' }));
      await root.add('admin', { ...PERSON, nickname: 'Press one', group_arr: [group] });
      id = Number((await root.index('news')).list[0]?.['id']);
      viewer = await openViewer(browser, locale);
      await viewer.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await signInByCall(viewer, product.url, PERSON);
      await viewer.page.goto(`${product.url}/admin/news/${id}`);
      await waitUntilIdle(viewer);
    });
    afterAll(environments.close);

    it('makes the open form read-only within a second, names the author, and keeps the typed text', async () => {
      const { page } = viewer;
      const title = page.getByRole('textbox', { name: fieldNamed(say.title) });
      const save = page.locator('button', { hasText: say.save });
      await title.fill('Words not to be lost 一个字也不丢');
      await expectFasterThan(1_000, async (round) => {
        if (round > 0) await root.edit('admin_group', { id: group, rules: GIVEN });
        await waitUntilEqual(() => save.isEnabled(), true);
        const since = Date.now();
        await root.edit('admin_group', { id: group, rules: TAKEN });
        await page.locator('button:disabled', { hasText: say.save }).waitFor();
        process.stdout.write(`read-only ${Date.now() - since} ms after the right was taken\n`);
        return Date.now() - since;
      });
      await page.getByText(say.said).waitFor();
      await waitUntilEqual(() => title.inputValue(), 'Words not to be lost 一个字也不丢');
      await page.getByRole('link', { name: say.menu, exact: true }).waitFor({ state: 'detached' });
      await waitForAnimations(page);
      const violations = await findBrokenRules(page);
      expect(violations.map(({ id: rule, html }) => `${rule}: ${html[0] ?? ''}`)).toEqual([]);
      if (process.env['SHOTS'] !== undefined)
        await page.screenshot({ path: `${process.env['SHOTS']}/permissions-${locale}.png` });
      await page.getByRole('button', { name: say.copy, exact: true }).click();
      await page.getByText(say.copied, { exact: true }).first().waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Words not to be lost 一个字也不丢');
    });

    it('makes the form editable again without a reload once it is granted again, with the text', async () => {
      const { page } = viewer;
      await root.edit('admin_group', { id: group, rules: GIVEN });
      await waitUntilEqual(() => page.locator('button', { hasText: say.save }).isEnabled(), true);
      await page.getByRole('button', { name: say.save, exact: true }).click();
      await waitUntilEqual(
        async () => ((await root.call('GET', `/admin/news/edit?id=${id}`)).data['row'] as { title: string }).title,
        'Words not to be lost 一个字也不丢',
      );
    });
  },
);
