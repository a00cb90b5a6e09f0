/** A module is uploaded, reviewed, installed, used, updated, disabled, enabled and uninstalled on the screen, while a second admin watches live. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, mariadbUrl } from '../../../config/jest/testEnvironment';
import { packFaq, packFaqUpdate, TRUSTING_ENV } from '../../../server/testing/modulePackages';
import { createMariadbDatabase } from '../../../server/testing/testServer';
import { openSignedIn, waitUntilIdle, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const DATABASES = mariadbUrl() === null ? ['sqlite'] : ['sqlite', 'mariadb'];

const card = (page: Page) => page.getByRole('list', { name: 'Modules' }).getByRole('listitem');
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const upload = async (page: Page, name: string, buffer: Buffer) => {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer });
};
/** Waits until the job over the screen has ended, and closes it. */
async function finishJob(page: Page): Promise<void> {
  await dialog(page).getByText('Success · 100 %').waitFor({ timeout: 60_000 });
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

withBrowser('modules on the screen', () => {
  const stages = createBrowserEnvironments();
  afterAll(stages.close);

  describe.each(DATABASES)('on %s', (database) => {
    let product: Product;
    let browser: Browser;
    let anna: Viewer;
    let ben: Viewer;

    beforeAll(async () => {
      const created = database === 'mariadb' ? await createMariadbDatabase() : undefined;
      if (created) stages.later(created.drop);
      const options = created ? { databaseUrl: created.url } : {};
      ({ product, browser } = await stages.open({ env: { ...TRUSTING_ENV, SEED: 'base' }, ...options }));
      const enter = () => openSignedIn(browser, product.url, { locale: 'en-GB' });
      [anna, ben] = await Promise.all([enter(), enter()]);
      await Promise.all([anna, ben].map(({ page }) => page.goto(`${product.url}/admin/module`)));
      await button(anna.page, 'Upload package').waitFor();
      await ben.page.getByText('No modules yet').waitFor();
      await waitUntilIdle(ben);
    });

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
      await ben.page.getByRole('link', { name: 'FAQ questions' }).first().waitFor({ state: 'attached' });
    });

    it('use: the screen of the module lists its rows, which both may edit', async () => {
      await anna.page.getByRole('link', { name: 'Open FAQ questions' }).click();
      await anna.page.waitForURL('**/admin/faq_question');
      await anna.page.getByText('忘记密码怎么办？').first().waitFor();
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
      await ben.page.getByRole('link', { name: 'FAQ questions' }).first().waitFor({ state: 'attached' });
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
