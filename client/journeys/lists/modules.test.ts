/**
 * The shipped modules are uploaded, reviewed, installed, used, updated, disabled, enabled and uninstalled on the screen, while a second
 * admin watches live.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, mariadbUrl } from '../../../config/jest/testEnvironment';
import {
  packDashboardsUpdate,
  packFaq,
  packFaqUpdate,
  packGuestBookUpdate,
  packShipped,
  TRUSTING_ENV,
} from '../../../server/testing/modulePackages';
import { sampleByTitle } from '../../../server/testing/sampleByTitle';
import { createMariadbDatabase } from '../../../server/testing/database/mariadbDatabase';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { findMenuEntry } from '../../testing/browser/findMenuEntry';
import { openSignedIn, openViewer, waitUntilIdle, type Viewer } from '../../testing/browser/viewer';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const DATABASES = mariadbUrl() === null ? ['sqlite'] : ['sqlite', 'mariadb'];

const card = (page: Page) => page.getByRole('list', { name: 'Modules' }).getByRole('listitem');
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const upload = async (page: Page, name: string, buffer: Buffer) => {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer });
};
const takePicture = async (page: Page, name: string) => {
  if (process.env['SHOTS'] !== undefined)
    await page.screenshot({ path: `${process.env['SHOTS']}/modules-${name}.png` });
};
/** Waits until the job over the screen has ended, and closes it. */
async function finishJob(page: Page): Promise<void> {
  await dialog(page).getByText('Success · 100 %').waitFor({ timeout: 60_000 });
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

withBrowser('modules on the screen', () => {
  const environments = createBrowserEnvironments();
  afterAll(environments.close);

  describe.each(sampleByTitle('modules on the screen', DATABASES))('on %s', (database) => {
    let product: Product;
    let browser: Browser;
    let anna: Viewer;
    let ben: Viewer;
    let visitor: Page;
    let admin: Caller;

    beforeAll(async () => {
      const created = database === 'mariadb' ? await createMariadbDatabase() : undefined;
      if (created) environments.later(created.drop);
      const options = created ? { databaseUrl: created.url } : {};
      ({ product, browser } = await environments.open({ env: { ...TRUSTING_ENV, SEED: 'base' }, ...options }));
      const enter = () => openSignedIn(browser, product.url, { locale: 'en-GB' });
      [anna, ben] = await Promise.all([enter(), enter()]);
      visitor = (await openViewer(browser, 'en-GB')).page;
      admin = await callAsAdmin(product.url);
      await Promise.all([anna, ben].map(({ page }) => page.goto(`${product.url}/admin/module`)));
      await button(anna.page, 'Upload package').waitFor();
      await ben.page.getByText('No modules yet').waitFor();
      await waitUntilIdle(ben);
    });

    /** Uploads a package and confirms its review. */
    async function change(name: string, archive: Buffer, verb: 'Install' | 'Update'): Promise<void> {
      await anna.page.goto(`${product.url}/admin/module`);
      await button(anna.page, 'Upload package').waitFor();
      await upload(anna.page, name, archive);
      await dialog(anna.page).getByRole('button', { name: verb }).click();
      await finishJob(anna.page);
    }
    async function disableAndEnable(rest: () => Promise<void>): Promise<void> {
      await button(anna.page, 'Disable').click();
      await dialog(anna.page).getByRole('button', { name: 'Disable' }).click();
      await finishJob(anna.page);
      await card(ben.page).getByText('Disabled').waitFor();
      await rest();
      await button(anna.page, 'Enable').click();
      await finishJob(anna.page);
      await card(ben.page).getByText('Installed', { exact: true }).waitFor();
    }
    async function uninstall(): Promise<void> {
      await button(anna.page, 'Uninstall').click();
      await dialog(anna.page).getByRole('button', { name: 'Uninstall' }).click();
      await finishJob(anna.page);
      await ben.page.getByText('No modules yet').waitFor();
    }
    /** The words of a member who is signed in by a call. */
    async function writeEntry(text: string): Promise<void> {
      await admin.add('user', { username: 'carla', nickname: 'Carla', password: ADMIN.password });
      const post = async (path: string, body: object, token = '') => {
        const headers = { 'content-type': 'application/json', server: 'true', 'ba-user-token': token };
        const response = await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
        return (await response.json()) as { code: number; data: { userInfo: { token: string } } };
      };
      const signedIn = await post('/api/user/checkIn', { tab: 'login', username: 'carla', password: ADMIN.password });
      const { token } = signedIn.data.userInfo;
      const { code } = await post('/api/guest_book_entry/add', { name: 'Carla', content: text }, token);
      expect(code).toBe(1);
    }

    // @spec P2-062
    it('upload: the review shows what the module asks for, before anything is installed', async () => {
      await upload(anna.page, 'faq-1.0.0.zip', packFaq());
      const review = dialog(anna.page);
      await review.getByText('Install FAQ 1.0.0?').waitFor();
      for (const text of [
        'Signed by Test signer',
        'show records to everyone',
        'FAQ questions',
        'New table',
        '4 initial records',
      ])
        await review.getByText(text).first().waitFor();
      await card(ben.page).getByText('Not installed yet').waitFor();
    });

    it('install: the job is followed live, and the other admin gets card and menu without a reload', async () => {
      await dialog(anna.page).getByRole('button', { name: 'Install' }).click();
      await dialog(anna.page).getByText('Add initial records').waitFor();
      await card(ben.page).getByText('Installed', { exact: true }).waitFor({ timeout: 60_000 });
      await finishJob(anna.page);
      await findMenuEntry(ben.page, 'FAQ questions');
    });

    it('use: the screen of the module lists its rows, which both may edit', async () => {
      await anna.page.getByRole('link', { name: 'Open FAQ questions' }).click();
      await anna.page.waitForURL('**/admin/faq_question');
      await anna.page.getByText('忘记密码怎么办？').first().waitFor();
      await takePicture(anna.page, `faq-${database}`);
    });

    it('use: the public page shows the questions in both languages, and follows a change', async () => {
      await visitor.goto(`${product.url}/en/faq`);
      await visitor.getByText('I forgot my password. What can I do?').click();
      await visitor.getByText('A code by mail or text message').waitFor();
      await takePicture(visitor, `faq-page-${database}`);
      const { list } = await admin.index('faq_question', '?limit=5');
      const question = list.find((row) => row['question_en'] === 'I forgot my password. What can I do?');
      await admin.edit('faq_question', { id: question?.['id'], question_en: 'How do I get a new password?' });
      await visitor.getByText('How do I get a new password?').waitFor();
      await visitor.goto(`${product.url}/zh-cn/faq`);
      await visitor.getByText('忘记密码怎么办？').waitFor();
    });

    it('update: a newer package is offered to everybody, and its new field comes', async () => {
      await anna.page.goto(`${product.url}/admin/module`);
      await upload(anna.page, 'faq-1.1.0.zip', packFaqUpdate());
      await dialog(anna.page).getByText('Update FAQ to 1.1.0?').waitFor();
      await card(ben.page).getByText('Version 1.1.0 is available').waitFor();
      await dialog(anna.page).getByRole('button', { name: 'Update' }).click();
      await finishJob(anna.page);
      await card(ben.page)
        .getByText(/^1\.1\.0 ·/)
        .waitFor();
    });

    it('disable and enable: the screens disappear from the menu of the other admin, and come back', async () => {
      await button(anna.page, 'Disable').click();
      await dialog(anna.page).getByRole('button', { name: 'Disable' }).click();
      await finishJob(anna.page);
      await card(ben.page).getByText('Disabled').waitFor();
      await ben.page.getByRole('link', { name: 'FAQ questions' }).first().waitFor({ state: 'detached' });
      await button(anna.page, 'Enable').click();
      await finishJob(anna.page);
      await findMenuEntry(ben.page, 'FAQ questions');
    });

    it('uninstall: card, menu and screens are gone for both', async () => {
      await button(anna.page, 'Uninstall').click();
      await dialog(anna.page).getByText('Archive them.').waitFor();
      await dialog(anna.page).getByRole('button', { name: 'Uninstall' }).click();
      await dialog(anna.page).getByText('Success · 100 %').waitFor({ timeout: 60_000 });
      await ben.page.getByRole('link', { name: 'FAQ questions' }).first().waitFor({ state: 'detached' });
      await ben.page.reload();
      await ben.page.getByText('No modules yet').waitFor();
    });

    it('guest book: staff moderate what a member writes, everybody reads it live, and an update keeps it', async () => {
      await change('guest-book-1.0.0.zip', packShipped('guest-book'), 'Install');
      await findMenuEntry(ben.page, 'Guest book entries');
      await visitor.goto(`${product.url}/en/guest-book`);
      await visitor.getByText('Welcome to the guest book').waitFor();
      await ben.page.goto(`${product.url}/admin/guest_book_entry`);
      await ben.page.getByText('Welcome to the guest book').first().waitFor();
      await writeEntry('A fine place to be');
      await ben.page.getByText('A fine place to be').first().waitFor();
      const [entry] = (await admin.index('guest_book_entry', '?limit=1')).list;
      await anna.page.goto(`${product.url}/admin/guest_book_entry/${String(entry?.['id'])}`);
      await anna.page.getByRole('radio', { name: 'Approved' }).check();
      await anna.page.getByRole('textbox', { name: 'Reply' }).fill('Come again');
      await takePicture(anna.page, `guest-book-form-${database}`);
      await button(anna.page, 'Save').click();
      for (const text of ['A fine place to be', 'Come again']) await visitor.getByText(text).waitFor();
      await takePicture(visitor, `guest-book-page-${database}`);
      await ben.page.goto(`${product.url}/admin/module`);
      await change('guest-book-1.1.0.zip', packGuestBookUpdate(), 'Update');
      await visitor.getByText('A fine place to be').waitFor();
      await disableAndEnable(async () => {
        expect((await fetch(`${product.url}/en/guest-book`, { headers: { accept: 'text/html' } })).status).toBe(404);
        await takePicture(anna.page, `disabled-${database}`);
      });
      await visitor.goto(`${product.url}/en/guest-book`);
      await visitor.getByText('Come again').waitFor();
      await uninstall();
    });

    it('dashboard pack: its dashboard is shown once staff want it, and is gone with the module', async () => {
      await change('dashboard-pack-1.0.0.zip', packShipped('dashboard-pack'), 'Install');
      const { list } = await admin.index('board', '?limit=10');
      const board = list.find(({ title }) => title === '咨询');
      expect(board?.['status']).toBe(0);
      await admin.edit('board', { id: board?.['id'], status: 1 });
      await ben.page.goto(`${product.url}/admin/dashboard`);
      await ben.page.locator('[data-card="lead_progress"]').waitFor();
      await takePicture(ben.page, `dashboard-${database}`);
      await ben.page.goto(`${product.url}/admin/module`);
      await change('dashboard-pack-1.1.0.zip', packDashboardsUpdate(), 'Update');
      await disableAndEnable(async () => {
        expect((await admin.index('board')).list).toEqual([]);
      });
      await uninstall();
      expect((await admin.index('board')).list).toEqual([]);
    });

    it('install again: the archived rows are a conflict that has to be decided', async () => {
      await anna.page.goto(`${product.url}/admin/module`);
      await upload(anna.page, 'faq-1.1.0.zip', packFaqUpdate());
      const install = dialog(anna.page).getByRole('button', { name: 'Install' });
      await dialog(anna.page).getByText('2 records of “FAQ questions” are archived').waitFor();
      expect(await install.isDisabled()).toBe(true);
      for (const choice of await dialog(anna.page).getByLabel('Restore the records').all()) await choice.check();
      await install.click();
      await finishJob(anna.page);
      await anna.page.goto(`${product.url}/admin/faq_question`);
      await anna.page.getByText('忘记密码怎么办？').first().waitFor();
    });
  });
});
