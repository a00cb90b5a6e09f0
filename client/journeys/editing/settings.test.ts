/** Two admins change settings at once, and every window updates without a reload. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const item = (page: Page, name: string) => page.locator(`[data-item="${name}"]`);

/** Adds text settings to the first tab; returns the codes of the responses. */
async function addSettings(page: Page, url: string, count: number): Promise<readonly number[]> {
  const stored = await page.evaluate(() => localStorage.getItem('adminInfo') ?? '{}');
  const { token } = JSON.parse(stored) as { readonly token: string };
  const codes: number[] = [];
  for (let index = 1; index <= count; index += 1) {
    const response = await page.request.post(`${url}/admin/config/add`, {
      headers: { server: 'true', batoken: token },
      data: { name: `extra_${index}`, title: `Extra ${index}`, type: 'string', group: 'basics' },
    });
    codes.push(((await response.json()) as { readonly code: number }).code);
  }
  return codes;
}

withBrowser('settings', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let ada: Viewer;
  let lin: Viewer;
  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    ada = await openViewer(browser);
    lin = await openViewer(browser, 'zh-CN');
    for (const viewer of [ada, lin]) {
      await signInByCall(viewer, product.url);
      await viewer.page.goto(`${product.url}/admin/config`);
      await item(viewer.page, 'site_name').getByRole('textbox').waitFor();
    }
  });
  afterAll(environments.close);

  it('change the site name in every open title, in both languages, and on the login screen', async () => {
    await item(ada.page, 'site_name').getByRole('textbox').fill('Harbour House');
    await ada.page.getByRole('button', { name: 'Save', exact: true }).click();
    await lin.page.waitForFunction(() => document.title.endsWith('Harbour House'));
    expect(await item(lin.page, 'site_name').getByRole('textbox').inputValue()).toBe('Harbour House');
    const signedOutViewer = await openViewer(browser);
    await signedOutViewer.page.goto(`${product.url}/user/login`);
    await signedOutViewer.page.waitForFunction(() => document.title.endsWith('Harbour House'));
    await lin.page.getByRole('tab', { name: '邮件' }).waitFor();
  });

  it('show a conflict to the second admin who changes the same setting', async () => {
    await item(lin.page, 'record_number').getByRole('textbox').fill('沪ICP备1号');
    await item(ada.page, 'record_number').getByRole('textbox').fill('ICP 2');
    await ada.page.getByRole('button', { name: 'Save', exact: true }).click();
    await item(lin.page, 'record_number').locator('[data-conflict]').waitFor();
    expect(await item(lin.page, 'record_number').getByRole('textbox').inputValue()).toBe('沪ICP备1号');
  });

  it('gain an item of a custom type, which the colleague sees at once', async () => {
    await ada.page.getByRole('button', { name: 'Add setting', exact: true }).click();
    const dialog = ada.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Variable name' }).fill('opening_hours');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Opening hours');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await item(lin.page, 'opening_hours').getByRole('textbox').waitFor();
    await item(lin.page, 'opening_hours').getByRole('textbox').fill('9–17');
    await lin.page.getByRole('button', { name: '保存', exact: true }).click();
    await ada.page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[data-item="opening_hours"] input')?.value === '9–17',
    );
  });

  it('a tab of 80 settings loads without page errors', async () => {
    await lin.page.close();
    await ada.page.goto(`${product.url}/livez`);
    expect(new Set(await addSettings(ada.page, product.url, 60))).toEqual(new Set([1]));
    const errors: string[] = [];
    ada.page.on('pageerror', ({ message }) => errors.push(message));
    for (let turn = 0; turn < 2; turn += 1) {
      await ada.page.goto(`${product.url}/admin/config`);
      await item(ada.page, 'extra_60').getByRole('textbox').waitFor();
      await item(ada.page, 'site_name').getByRole('textbox').waitFor();
    }
    expect(errors).toEqual([]);
  });
});
