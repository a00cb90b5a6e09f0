/** A member's account: registration with a source, changing the bound address, the reason of a sign-out, support sessions. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { locales } from '../../../common/locales/index';
import { lazyTranslations } from '../../../common/locales/lazyTranslations';
import { interpolate } from '../../../common/text/interpolate';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { sampleByTitle } from '../../../server/testing/sampleByTitle';
import { waitUntilEqual, openViewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const LANGUAGES = { 'en-US': 'en', 'zh-CN': 'zh-cn' } as const;
interface Letter {
  readonly to: string;
  readonly params?: { readonly code?: string };
}

withBrowser('a member account', () => {
  const sinks = mkdtempSync(join(tmpdir(), 'atrium-sinks-'));
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  beforeAll(async () => {
    ({ product, browser } = await environments.open({ env: { TEST_SINKS: sinks }, filled: true }));
    admin = await callAsAdmin(product.url);
    const { list } = await admin.index('config', '?limit=200');
    const captcha = list.find(({ name }) => name === 'captcha_mode' || name === 'captcha');
    await admin.edit('config', { id: captcha?.['id'], value: 'never' });
  }, 120_000);
  afterAll(async () => {
    await environments.close();
    rmSync(sinks, { recursive: true, force: true });
  });

  async function codeTo(to: string): Promise<string> {
    for (let waited = 0; waited < 300; waited += 1) {
      for (const name of readdirSync(sinks)) {
        const file = join(sinks, name);
        const { to: whom, params } = JSON.parse(readFileSync(file, 'utf8')) as Letter;
        if (whom !== to || params?.code === undefined) continue;
        rmSync(file);
        return params.code;
      }
      await sleep(50);
    }
    throw new Error(`no code came to ${to}`);
  }
  const enter = async (page: Page, username: string, password = ADMIN.password) => {
    await page.goto(`${product.url}/user/login`);
    await page.locator('input[name="username"]').fill(username);
    await page.locator('input[name="password"]').fill(password);
    // Tabs of one browser share a session only when it is stored persistently.
    await page.locator('input[type="checkbox"]').first().check();
    await page.locator('button[type="submit"]').click();
    await page.waitForURL('**/user/overview');
  };
  const memberNamed = async (username: string) => {
    const { list } = await admin.index('user', `?quick_search=${username}`);
    return { id: Number(list[0]?.['id']), source: list[0]?.['source'] };
  };

  it('records the source of a visitor who registers, from the home page to the form', async () => {
    const ways = [
      ['searcher', '/', 'https://www.google.com/', 'search'],
      ['invited', '/?source=invitation', undefined, 'invitation'],
      ['walker', '/', undefined, 'direct'],
    ] as const;
    for (const [username, start, referer, source] of ways) {
      const { page, context } = await openViewer(browser);
      await page.goto(product.url + start, referer === undefined ? {} : { referer });
      await page.locator('a[href="/user"]').click();
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.locator('input[name=username]').fill(username);
      await page.locator('input[name=email]').fill(`${username}@example.com`);
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.locator('input[name=captcha]').fill(await codeTo(`${username}@example.com`));
      await page.locator('input[name=password]').fill('Walking-2026');
      await page.locator('input[name=repeated_password]').fill('Walking-2026');
      await page.locator('button[type=submit]').click();
      await page.waitForURL('**/user/overview');
      expect((await memberNamed(username)).source).toBe(source);
      await context.close();
    }
  });

  /** The error text of a field. */
  const saysAt = (page: Page, name: string) =>
    page
      .locator(`input[name=${name}]`)
      .last()
      .evaluate((field) =>
        field.getAttribute('aria-invalid') === 'true'
          ? document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
          : '',
      );
  // @spec P5-002 P5-003 P5-001 P9-001 P5-005 P5-004 P9-002 P5-010 P5-007 P7-010 P5-008 P5-009 P5-012 P5-013
  // @covers browser account, browser accountMin, browser password, browser passwordMin, browser too_short
  // @covers browser code_wrong, browser mobile, browser email, browser name
  it.each(sampleByTitle('violated rules', ['en-US', 'zh-CN'] as const))(
    'shows each violated rule at its field, in %s',
    async (locale) => {
      const { issues, member } = locales[LANGUAGES[locale]];
      const { registration } = lazyTranslations[LANGUAGES[locale]];
      const SECRET = interpolate(issues.password, { min: '6', max: '32' });
      const { page, context } = await openViewer(browser, locale);
      const give = async (given: Readonly<Record<string, string>>) => {
        const again = 'password' in given ? { repeated_password: given['password'] ?? '' } : {};
        for (const [name, value] of Object.entries({ ...given, ...again }))
          await page.locator(`input[name=${name}]`).last().fill(value);
        await page.locator('button[type=submit]').last().click();
      };
      const expectErrors = (words: Readonly<Record<string, string>>) =>
        waitUntilEqual(
          async () =>
            Object.fromEntries(
              await Promise.all(Object.keys(words).map(async (name) => [name, await saysAt(page, name)] as const)),
            ),
          words,
        );
      await page.goto(`${product.url}/user/login?tab=register`);
      await page.getByRole('button', { name: registration.register.submit }).click();
      const all = { username: registration.required, email: registration.required, captcha: registration.required };
      await expectErrors({ ...all, password: registration.required });
      await give({ username: '1abc', email: 'a@b', captcha: '123456', password: 'calm-river-&' });
      await expectErrors({ username: issues.account, email: issues.email, captcha: '', password: SECRET });
      await give({ username: 'ab', email: 'rules@example.com', captcha: '123', password: 'short' });
      const least = (min: string) => interpolate(registration.too_short, { min });
      await expectErrors({ username: least('3'), email: '', captcha: registration.code_short, password: least('6') });
      await give({ username: 'rules_1', captcha: '123456', password: 'calm-river-42' });
      await expectErrors({ username: '', email: '', captcha: issues.code_wrong, password: '' });
      await page.getByRole('button', { name: registration.way.mobile }).click();
      await page.locator('input[name=mobile]').fill('12800138000');
      await page.getByRole('button', { name: registration.send }).click();
      await expectErrors({ mobile: issues.mobile });

      await page.getByRole('button', { name: member.login.login, exact: true }).click();
      await page.getByRole('button', { name: member.login.retrieve, exact: true }).click();
      await page.locator('input[name=email]').waitFor();
      await give({ email: 'member23@example.com', captcha: '123456', password: 'calm-river-<' });
      await expectErrors({ email: '', captcha: '', password: SECRET });
      await give({ password: 'calm-river-42' });
      await expectErrors({ email: '', captcha: issues.code_wrong, password: '' });

      await enter(page, 'member023');
      await page.goto(`${product.url}/user/changePassword`);
      await page.locator('input[name=oldPassword]').waitFor();
      await give({});
      await expectErrors({
        oldPassword: registration.required,
        newPassword: registration.required,
        confirmPassword: registration.required,
      });
      await give({ oldPassword: 'Not-mine-2026', newPassword: 'calm-river-42', confirmPassword: 'calm-river-43' });
      await expectErrors({ oldPassword: '', newPassword: '', confirmPassword: issues.password_repeat });
      await give({ confirmPassword: 'calm-river-42' });
      await expectErrors({ oldPassword: issues.password_old, newPassword: '', confirmPassword: '' });
      await give({ newPassword: "calm-river-'", confirmPassword: "calm-river-'" });
      await expectErrors({ oldPassword: '', newPassword: SECRET, confirmPassword: '' });

      await page.goto(`${product.url}/user/profile`);
      await page.locator('input[name=nickname]').waitFor();
      await give({ nickname: 'a/b' });
      await expectErrors({ nickname: issues.name });
      await give({ nickname: ' ' });
      await expectErrors({ nickname: issues.required });
      await context.close();
    },
  );

  it('is bound to another address despite a typo, and an expired verification leads back to the first step', async () => {
    const { page, context } = await openViewer(browser);
    await enter(page, 'member021');
    await page.goto(`${product.url}/user/profile`);
    await page.getByRole('button', { name: 'Change email' }).click();
    const dialog = page.getByRole('dialog');
    const submit = () => dialog.locator('button[type=submit]').click();
    const code = (text: string) => dialog.locator('input[name=captcha]').fill(text);
    const prove = async () => {
      await dialog.locator('input[name=password]').fill(ADMIN.password);
      await dialog.getByRole('button', { name: 'Send code' }).click();
      await code(await codeTo('member21@example.com'));
      await submit();
      await dialog.getByText('Now enter your new email address.').waitFor();
    };
    await dialog.locator('input[name=password]').fill('Wrong-2026');
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await dialog.locator('input[name=password][aria-invalid=true]').waitFor();
    expect(await dialog.locator('input[name=captcha]').getAttribute('aria-invalid')).toBe('false');
    await prove();
    await dialog.locator('input[name=email]').fill('found@example.com');
    await dialog.getByRole('button', { name: 'Send code' }).click();
    const right = await codeTo('found@example.com');
    // The server responds that the verification expired.
    await page.route('**/api/account/changeBind', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: JSON.stringify({ code: 0, msg: 'Not any more.', data: { verifyFirst: true }, time: 1 }),
      }),
    );
    await code(right);
    await submit();
    await dialog.getByText('First, verify your current email address.').waitFor();
    await page.unroute('**/api/account/changeBind');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await context.close();

    const again = await openViewer(browser);
    await enter(again.page, 'member022');
    await again.page.goto(`${product.url}/user/profile`);
    await again.page.getByRole('button', { name: 'Change email' }).click();
    const second = again.page.getByRole('dialog');
    const send = () => second.locator('button[type=submit]').click();
    await second.locator('input[name=password]').fill(ADMIN.password);
    await second.getByRole('button', { name: 'Send code' }).click();
    await second.locator('input[name=captcha]').fill(await codeTo('member22@example.com'));
    await send();
    await second.getByText('Now enter your new email address.').waitFor();
    await second.locator('input[name=email]').fill('fresh@example.com');
    await second.getByRole('button', { name: 'Send code' }).click();
    const sentCode = await codeTo('fresh@example.com');
    await second.locator('input[name=captcha]').fill(sentCode.slice(0, 5) + String((Number(sentCode[5]) + 1) % 10));
    await send();
    await second.locator('input[name=captcha][aria-invalid=true]').waitFor();
    await second.locator('input[name=captcha]').fill(sentCode);
    await send();
    await second.waitFor({ state: 'detached' });
    await again.page.getByText('fresh@example.com').waitFor();
    await again.context.close();
  });

  // @spec P5-010
  it('shows all missing fields of a first number at once', async () => {
    const { page, context } = await openViewer(browser);
    await enter(page, 'searcher', 'Walking-2026');
    await page.goto(`${product.url}/user/profile`);
    await page.getByRole('button', { name: 'Add mobile number' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add mobile number' });
    await dialog.locator('button[type=submit]').click();
    await waitUntilEqual(() => dialog.locator('input[aria-invalid=true]').count(), 3);
    await context.close();
  });

  // @case D3.8
  it('shows why it is signed out after a new password or a disabled account', async () => {
    const { page, context } = await openViewer(browser);
    const other = await context.newPage();
    await enter(page, 'walker', 'Walking-2026');
    await other.goto(`${product.url}/user/profile`);
    await other.locator('input[name=nickname]').waitFor();
    const { id } = await memberNamed('walker');
    await admin.edit('user', { id, password: 'Running-2026' });
    for (const tab of [page, other]) {
      await tab.waitForURL(/\/user\/login/);
      await tab.getByText(/^The password of this account was changed/).waitFor();
      await tab.reload();
      await tab.getByText(/^The password of this account was changed/).waitFor();
    }
    await enter(page, 'walker', 'Running-2026');
    await admin.edit('user', { id, status: 0 });
    await page.getByText(/this account was disabled/).waitFor();
    await context.close();

    const staff = await openViewer(browser, 'zh-CN');
    await admin.add('admin', { username: 'leaving', nickname: 'leaving', password: 'Leaving-2026', group_arr: [2] });
    await staff.page.goto(`${product.url}/admin/login`);
    await staff.page.locator('input[name="username"]').fill('leaving');
    await staff.page.locator('input[name="password"]').fill('Leaving-2026');
    await staff.page.locator('button[type="submit"]').click();
    await staff.page.waitForURL((address) => !address.pathname.endsWith('/login'));
    const { list } = await admin.index('admin', '?quick_search=leaving');
    await admin.edit('admin', { id: list[0]?.['id'], status: 0 });
    await staff.page.waitForURL(/\/admin\/login/);
    await staff.page.getByText(/^该账户已被禁用/).waitFor();
    await staff.context.close();
  });

  it('stays signed in during a support session in the same browser, which is marked as such', async () => {
    const { page, context } = await openViewer(browser);
    await enter(page, 'member007');
    // Profile data of the user follows the member's row, so that only the id of the user is compared.
    const kept = () => page.evaluate(() => /"id":\d+,|$/.exec(localStorage.getItem('userInfo') ?? '')?.[0] ?? null);
    const before = await kept();
    expect(before).toMatch(/\d/);
    await admin.call('POST', '/admin/Index/stepUp', { password: ADMIN.password });
    const lookAt = async (username: string) => {
      const { id } = await memberNamed(username);
      const { data } = await admin.call('POST', '/admin/user/support', { id, reason: 'A call' });
      const tab = await context.newPage();
      await tab.goto(`${product.url}/user/login#support=${String(data['ticket'])}`);
      await tab.waitForURL('**/user/overview');
      await tab.getByText('(customer service)', { exact: false }).waitFor();
      return tab;
    };
    const tab = await lookAt('member008');
    expect(await kept()).toBe(before);
    await tab.getByRole('button', { name: 'End', exact: true }).click();
    await tab.waitForURL(/\/user\/login/);
    expect(await kept()).toBe(before);
    const own = await lookAt('member007');
    await page.goto(`${product.url}/user/profile`);
    const devices = page.getByRole('listitem').filter({ hasText: 'Customer service is viewing your account' });
    await waitUntilEqual(() => devices.count(), 1);
    expect(await devices.innerText()).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
    await own.close();
    await context.close();
  });
});
