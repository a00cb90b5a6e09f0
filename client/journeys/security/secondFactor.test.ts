/** The second factor in a browser: an authenticator app, a passkey, a recovery code, a group that requires it, and a sign-out by another admin. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib/functional';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { findBrokenRules } from '../../testing/browser/findBrokenRules';
import { openViewer, signIn, waitForAnimations, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { sampleByTitle } from '../../../server/testing/sampleByTitle';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
/** Runs in both languages. */
const WORDS = {
  'en-US': {
    setUp: 'Set up: Authenticator app',
    confirm: 'Confirm',
    keep: 'I’ve saved them',
    signIn: 'Sign in',
    wrong: 'This code is wrong or already used.',
    add: 'Add passkey',
    goOn: 'Continue',
    usePasskey: 'Use passkey',
    useRecovery: 'Use recovery code',
    first: 'Set up two-step verification',
    onward: 'Continue to the console',
  },
  'zh-CN': {
    setUp: '设置: 身份验证器应用',
    confirm: '确认',
    keep: '我已保存',
    signIn: '登录',
    wrong: '动态码或恢复码错误，或已被使用。',
    add: '添加通行密钥',
    goOn: '继续',
    usePasskey: '使用通行密钥',
    useRecovery: '使用恢复码',
    first: '请先设置两步验证',
    onward: '进入后台',
  },
} as const;

const code = (secret: string, ahead = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + ahead });

/** A virtual authenticator of the browser. */
async function plugIn({ context, page }: Viewer): Promise<void> {
  const line = await context.newCDPSession(page);
  await line.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasUserVerification: true } as const;
  const more = { isUserVerified: true, automaticPresenceSimulation: true };
  await line.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...more } });
}

withBrowser.each(sampleByTitle('secondFactor', ['en-US', 'zh-CN'] as const))('the second factor in %s', (locale) => {
  const say = WORDS[locale];
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let viewer: Viewer;
  let page: Page;
  let caller: Caller;
  let url: string;
  let codes: readonly string[];
  let secret: string;

  const sound = async (): Promise<void> => {
    await waitForAnimations(page);
    const broken = await findBrokenRules(page, null);
    expect(broken.map(({ id, html }) => `${id}: ${html.join(' ')}`)).toEqual([]);
  };
  const password = async (): Promise<void> => {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto(`${url}/admin/login`);
    await page.locator('input[autocomplete=username]').fill(ADMIN.username);
    await page.locator('input[autocomplete=current-password]').fill(ADMIN.password);
    await page.locator('input[autocomplete=current-password]').press('Enter');
  };
  const inside = () => page.waitForURL(/\/admin\/(?!login)/);
  /** Sets up an app in the dialog that opens; returns its secret and the recovery codes. */
  const setUp = async (on: Page): Promise<readonly [string, readonly string[]]> => {
    await on.getByRole('button', { name: say.setUp }).click();
    const dialog = on.getByRole('dialog');
    await dialog.getByRole('img').waitFor();
    const shown = (await dialog.getByText(/^([A-Z2-7]{4} ?)+$/).textContent()) ?? '';
    const own = shown.replaceAll(' ', '');
    await dialog.locator('input[autocomplete=one-time-code]').fill(code(own));
    await dialog.getByRole('button', { name: say.confirm }).click();
    await on.getByRole('button', { name: say.keep }).waitFor();
    const printed = await on.getByRole('dialog').getByRole('listitem').allTextContents();
    return [own, printed];
  };

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    // Browsers allow no passkeys for IP addresses.
    url = product.url.replace('127.0.0.1', 'localhost');
    caller = await callAsAdmin(product.url);
    viewer = await openViewer(browser, locale);
    ({ page } = viewer);
    await plugIn(viewer);
    await signIn(viewer, url);
    await page.goto(`${url}/admin/profile`);
  });
  afterAll(environments.close);

  it('sets up an app by QR code or secret, and shows ten recovery codes once', async () => {
    [secret, codes] = await setUp(page);
    expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
    await sound();
    await page.getByRole('button', { name: say.keep }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await sound();
  });

  // @covers fault auth.code
  it('sign-in asks for the code after the password, refuses a wrong code, and works with the keyboard only', async () => {
    await password();
    const field = page.locator('input[autocomplete=one-time-code]:focus');
    await field.waitFor();
    await sound();
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByText(say.wrong).waitFor();
    await page.locator('input[autocomplete=one-time-code]').fill(code(secret, 30));
    await page.keyboard.press('Enter');
    await inside();
  });

  it('adds a named passkey and signs in with it', async () => {
    await page.goto(`${url}/admin/profile`);
    await page.getByRole('button', { name: say.add }).click();
    await page.getByRole('dialog').locator('input[name=name]').fill('My key');
    await page.getByRole('dialog').getByRole('button', { name: say.goOn }).click();
    await page.getByText('My key', { exact: true }).waitFor();
    await password();
    await page.getByRole('button', { name: say.usePasskey }).click();
    await inside();
  });

  it('accepts a recovery code once', async () => {
    for (const [again, [used = '']] of [false, true].map((twice) => [twice, codes] as const)) {
      await password();
      await page.getByRole('button', { name: say.useRecovery }).click();
      await page.locator('input[name=code]').fill(used);
      await page.locator('input[name=code]').press('Enter');
      if (again) await page.getByText(say.wrong).waitFor();
      else await inside();
    }
  });

  it('leads members of a group that requires it to the enrolment, admits them afterwards, and signs them out when another admin ends the session', async () => {
    const group = await caller.add('admin_group', { name: 'Strict', rules: ['news/index'], require_second_factor: 1 });
    const person = { username: 'strict_one', password: ADMIN.password };
    const made = await caller.add('admin', { ...person, nickname: 'Strict one', group_arr: [Number(group['id'])] });
    const other = await openViewer(browser, locale, { width: 390, height: 844 });
    await signIn(other, url, person);
    await other.page.getByRole('heading', { name: say.first }).waitFor();
    await other.page.goto(`${url}/admin/news`);
    await other.page.getByRole('heading', { name: say.first }).waitFor();
    await setUp(other.page);
    await other.page.getByRole('button', { name: say.keep }).click();
    await other.page.getByRole('button', { name: say.onward }).click();
    await other.page.locator('a[href="/admin/news"], [data-row], tbody tr').first().waitFor({ state: 'attached' });
    // The page is subscribed before the change.
    await other.page.waitForFunction(() => document.querySelector('main') !== null);
    const began = Date.now();
    expect((await caller.call('POST', '/admin/admin/revoke', { id: made['id'] })).code).toBe(1);
    await other.page.waitForURL('**/admin/login**');
    expect(Date.now() - began).toBeLessThan(5_000);
    await other.context.close();
  });
});
