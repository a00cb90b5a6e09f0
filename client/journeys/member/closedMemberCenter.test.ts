/** Staff close the member center and open it again: open pages and the registration form follow at once and keep typed text. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const CLOSED = {
  en: 'Member center disabled, please contact the webmaster to turn it on.',
  zh: '会员中心已禁用，请联系网站管理员开启。',
};

withBrowser('a closed member center', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let staff: Viewer;
  let desk: Viewer;
  let phone: Viewer;

  const enter = async ({ page }: Viewer) => {
    await signInByCall({ page }, product.url, { username: 'member006', password: ADMIN.password }, 'member');
    await page.goto(`${product.url}/user/overview`);
    await page.locator('[data-figure="money"]').first().waitFor();
  };
  const turn = async (name: string) => {
    await staff.page.locator(`[data-item="${name}"]`).getByRole('switch').click();
    await staff.page.getByRole('button', { name: 'Save', exact: true }).click();
  };
  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    [staff, desk, phone] = await Promise.all([
      openViewer(browser),
      openViewer(browser),
      openViewer(browser, 'zh-CN', { width: 390, height: 844 }),
    ]);
    await signInByCall(staff, product.url);
    await staff.page.goto(`${product.url}/admin/config`);
    await staff.page.getByRole('tab', { name: 'Member center' }).click();
    await staff.page.locator('[data-item="member_center"]').getByRole('switch').waitFor();
    await enter(desk);
    await enter(phone);
  });
  afterAll(environments.close);

  // @spec P6-015
  it('shows the message on open pages, and restores them with the typed text once it is open', async () => {
    await desk.page.goto(`${product.url}/user/profile`);
    const motto = desk.page.getByRole('textbox', { name: 'Bio' });
    await motto.fill('Half a sentence');
    await turn('member_center');
    await desk.page.locator('[data-closed]', { hasText: CLOSED.en }).waitFor();
    await phone.page.locator('[data-closed]', { hasText: CLOSED.zh }).waitFor();
    await motto.waitFor({ state: 'hidden' });
    await turn('member_center');
    await motto.waitFor();
    expect(await motto.inputValue()).toBe('Half a sentence');
    await phone.page.locator('[data-figure="money"]').first().waitFor();
    await phone.page.locator('[data-closed]').waitFor({ state: 'hidden' });
    // The client removes rows without a subscriber a little later.
    await phone.page.waitForTimeout(5_000);
    expect(await motto.inputValue()).toBe('Half a sentence');
    expect(await phone.page.locator('[data-figure="money"]').count()).toBe(2);
    expect(await phone.page.getByText('上次登录').count()).toBe(1);
    expect(await phone.page.locator('.MuiSkeleton-root').count()).toBe(0);
  });

  it('hides the registration form, and restores it with the typed text once it is open', async () => {
    const guest = await openViewer(browser);
    await guest.page.goto(`${product.url}/user/login?tab=register`);
    const name = guest.page.getByRole('textbox', { name: 'Username' });
    await name.fill('newcomer_7');
    await turn('registration');
    await guest.page.getByText('Registration is closed').waitFor();
    await turn('registration');
    await name.waitFor();
    expect(await name.inputValue()).toBe('newcomer_7');
  });
});
