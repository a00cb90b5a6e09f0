/**
 * An API of an app is tried out in the console: request, signed text and response, in both languages, also on a phone; the call log
 * follows.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { findBrokenRules } from '../../testing/browser/findBrokenRules';
import { openSignedIn, waitForAnimations, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const EXAMPLE = '{"code":1,"data":{"order":42}}';
/** Folder for screenshots of the panel, for review by people. */
const SCREENSHOT_DIR = process.env['PICTURES_DIR'];

withBrowser('the try-out of an API', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let interfaceId = 0;

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    const [row] = (await admin.index('app_plugin_version_api')).list;
    interfaceId = Number(row?.['id']);
    const params = [{ name: 'page', kind: 'integer', required: true, info: 'Page of the list' }];
    const definition = await admin.make('api_definition', {
      info: 'Orders',
      api_class: 'Order/list',
      method: 2,
      is_test: 1,
      return_str: EXAMPLE,
      params,
    });
    const version = { id: row?.['plugin_version_api_id'], definition_id: definition, route_status: 1 };
    await admin.edit('plugin_version_api', version);
    await admin.edit('app_plugin_version_api', { id: interfaceId, item: 'third', is_auth: 0, route_status: 1 });
  });
  afterAll(environments.close);

  const open = async (options: Parameters<typeof openSignedIn>[2], label: string): Promise<Viewer> => {
    const viewer = await openSignedIn(browser, product.url, options);
    await viewer.page.goto(`${product.url}/admin/app_plugin_version_api/${interfaceId}`);
    await viewer.page.getByRole('button', { name: label }).click();
    await viewer.page.getByRole('dialog').waitFor();
    return viewer;
  };
  const takePicture = async ({ page }: Viewer, name: string) => {
    await waitForAnimations(page);
    if (SCREENSHOT_DIR !== undefined) await page.screenshot({ path: `${SCREENSHOT_DIR}/${name}.png` });
  };

  it('shows the request, the signed text and the response', async () => {
    const viewer = await open({}, 'Test');
    const dialog = viewer.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.locator('[data-status="422"]').waitFor();
    await dialog.getByLabel('Query').fill('page=2');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.locator('[data-status="200"]').waitFor();
    await dialog.getByText('"order": 42').waitFor();
    await dialog.getByText('ATRIUM-HMAC-SHA256').waitFor();
    await takePicture(viewer, 'try-out');
    expect((await findBrokenRules(viewer.page)).map(({ id }) => id)).toEqual([]);
    await viewer.page.goto(`${product.url}/admin/open_call`);
    await viewer.page.getByText('Check the parameters of this call.').first().waitFor();
    await takePicture(viewer, 'call-log');
  });

  it('is in Chinese, and fits a phone', async () => {
    const viewer = await open({ locale: 'zh-CN', viewport: { width: 390, height: 844 } }, '试用');
    const dialog = viewer.page.getByRole('dialog');
    await dialog.getByRole('button', { name: '发送' }).click();
    await dialog.locator('[data-status="422"]').waitFor();
    await takePicture(viewer, 'try-out-phone');
    const overflow = await viewer.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
