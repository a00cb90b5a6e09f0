/** Permissions and rules that change under open screens: a form whose record leaves the scope, also while offline, and a member's menu. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath, sampleSize } from '../../../config/jest/testEnvironment';
import { sampleByTitle } from '../../../server/testing/sampleByTitle';
import { signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { fieldNamed } from '../../testing/browser/fieldNamed';

const CLERK = { username: 'reach_clerk', password: 'Reach-2026-x' };
const WORDS = {
  en: { title: 'Title', left: /You no longer have access to this record/, save: 'Save' },
  'zh-CN': { title: '标题', left: /已不在您可查看的范围内/, save: '保存' },
} as const;
/** Within a second; a busy machine gets more time. */
const SOON = sampleSize(10_000, 1_000);
const withBrowser = chromiumPath() === null ? describe.skip : describe;

withBrowser('permission changes', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let group: number;
  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    const rules = ['news/index', 'news/edit'];
    group = Number((await admin.add('admin_group', { name: 'Reach', rules, data_scope: 'all', pid: 1 }))['id']);
    await admin.add('admin', { ...CLERK, nickname: 'Reach Clerk', group_arr: [group] });
  }, 120_000);
  afterAll(environments.close);

  it.each(sampleByTitle('permission changes', ['en', 'zh-CN'] as const))(
    'close a form, keep its text and give the true reason, online and after a break (%s)',
    async (lang) => {
      const words = WORDS[lang];
      const clerk = await openViewer(browser, lang);
      await signInByCall(clerk, product.url, CLERK);
      const { page, context } = clerk;
      for (const offline of [false, true]) {
        await admin.edit('admin_group', { id: group, data_scope: 'all' });
        const row = await admin.add('news', { title: `Stored ${lang} ${offline}`, content: '<p>Hidden soon</p>' });
        await page.goto(`${product.url}/admin/news/${String(row['id'])}`);
        const field = page.getByRole('textbox', { name: fieldNamed(words.title) });
        await field.fill('Typed before it went');
        await page.locator('[data-status="live"]').first().waitFor();
        if (offline) await context.setOffline(true);
        await admin.edit('admin_group', { id: group, data_scope: 'own' });
        if (offline) await context.setOffline(false);
        await page.getByText(words.left).waitFor({ timeout: offline ? 20_000 : SOON });
        expect(await field.inputValue()).toBe('Typed before it went');
        expect(await field.isDisabled()).toBe(true);
        // Text that can only be copied has the contrast of secondary text, not of a hint.
        const getColor = (one: typeof field) => one.evaluate((at) => getComputedStyle(at).webkitTextFillColor);
        expect(await getColor(field)).toBe(await getColor(page.locator('form .MuiTypography-caption').first()));
        expect(await page.getByRole('button', { name: words.save, exact: true }).isDisabled()).toBe(true);
        expect(await page.locator('form').innerText()).not.toContain('Hidden soon');
      }
      await context.close();
    },
    120_000,
  );

  it('changes of member menu rules apply to an open page: tabs, embedded pages, disabled rules', async () => {
    const desk: Viewer = await openViewer(browser);
    const { page } = desk;
    await signInByCall({ page }, product.url, { username: 'member006', password: ADMIN.password }, 'member');
    await page.goto(`${product.url}/user/overview`);
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    await tab('Points').waitFor();
    await page.locator('[data-figure="money"]').first().waitFor();
    const rule = { type: 'menu', weigh: 1 };
    const money = { ...rule, title: 'Money box', name: 'reach/money', menu_type: 'tab' };
    const { id } = await admin.add('user_rule', { ...money, path: 'moneybox', component: 'balance' });
    await tab('Money box').click({ timeout: SOON });
    await page.waitForURL('**/user/moneybox');
    await page.getByRole('heading', { name: 'Balance', level: 1 }).waitFor();
    await page.goto(`${product.url}/user/moneybox`);
    await page.getByRole('heading', { name: 'Balance', level: 1 }).waitFor();
    const hall = { ...rule, title: 'Front hall', name: 'reach/hall', menu_type: 'iframe', url: '/?lang=en' };
    await admin.add('user_rule', hall);
    await tab('Front hall').click({ timeout: SOON });
    const frame = page.frameLocator('iframe[title="Front hall"]');
    await frame.locator('h1').first().waitFor();
    const box = await page.locator('iframe[title="Front hall"]').boundingBox();
    expect([Math.min(600, box?.width ?? 0), Math.min(300, box?.height ?? 0)]).toEqual([600, 300]);
    await admin.edit('user_rule', { id, status: 0 });
    await tab('Money box').waitFor({ state: 'detached', timeout: SOON });
    await desk.context.close();
  }, 120_000);
});
