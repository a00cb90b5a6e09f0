/** The shared terminal (acceptance, step 9): one person starts a build, both follow it, one reloads in the middle, and a crash leaves a defined state. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { launchBrowser } from '../../testing/browser/launchBrowser';
import { openViewer, signIn, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin } from '../../testing/browser/callAsAdmin';
import { startProduct, type Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const TICKS = 24;
/** A slow fake build that prints its progress. */
const BUILD = `node -e "let n=0;const t=setInterval(()=>{console.log('step '+ ++n);if(n===${TICKS})clearInterval(t)},200)"`;

async function checkout(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'atrium-terminal-'));
  await cp(join(process.cwd(), '.build'), join(root, '.build'), { recursive: true });
  await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  await writeFile(
    join(root, 'package.json'),
    JSON.stringify({ name: 'house', type: 'module', scripts: { build: BUILD } }),
  );
  return root;
}
const rows = (page: Page) => page.locator('.xterm-rows > div');
const shown = async (page: Page) =>
  (await rows(page).allInnerTexts()).map((text) => text.trim()).filter((text) => text !== '');
const reaches = (page: Page, step: number) =>
  rows(page)
    .filter({ hasText: new RegExp(`^step ${step}\\s*$`) })
    .waitFor({ timeout: 30_000 });

withBrowser('the shared terminal', () => {
  let root: string;
  let product: Product;
  let browser: Browser;
  let anna: Viewer;
  let ben: Viewer;
  beforeAll(async () => {
    root = await checkout();
    product = await startProduct({ root });
    browser = await launchBrowser();
    const admin = await callAsAdmin(product.url);
    await admin.call('POST', '/admin/ajax/changeTerminalConfig', { data: { manager: 'npm' } });
    anna = await openViewer(browser);
    ben = await openViewer(browser, 'zh-CN');
    await signIn(anna, product.url);
    await signIn(ben, product.url);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await product.dispose();
    await rm(root, { recursive: true, force: true });
  });

  it('shows both viewers the same output, also after one reloads', async () => {
    await ben.page.getByRole('button', { name: '打开命令终端' }).waitFor();
    await anna.page.getByRole('button', { name: 'Open terminal' }).click();
    await anna.page.getByRole('button', { name: 'Run command' }).click();
    await anna.page.getByRole('menuitem', { name: /Build frontend/ }).click();
    await anna.page.getByRole('button', { name: 'Run', exact: true }).click();
    await reaches(anna.page, 3);
    await ben.page.getByRole('button', { name: '命令终端，有新动态' }).click();
    await reaches(ben.page, 3);
    await anna.page.reload();
    await anna.page.getByRole('button', { name: /Terminal, new activity|Open terminal/ }).click();
    await Promise.all([reaches(anna.page, TICKS), reaches(ben.page, TICKS)]);
    await ben.page.getByText('执行成功', { exact: true }).waitFor();
    await anna.page.getByText('Success', { exact: true }).waitFor();
    const steps = Array.from({ length: TICKS }, (_, index) => `step ${index + 1}`);
    for (const { page } of [anna, ben])
      expect((await shown(page)).filter((text) => text.startsWith('step'))).toEqual(steps);
    expect(await shown(anna.page)).toEqual(await shown(ben.page));
  }, 120_000);

  it('marks a task unknown when the server is killed; the queue names the blocking task, and Retry works', async () => {
    await anna.page.getByRole('button', { name: 'Retry' }).first().click();
    await anna.page.getByText('Executing · Attempt 2').waitFor();
    await reaches(anna.page, 2);
    await product.kill();
    await product.start();
    const alert = anna.page.getByRole('alert').filter({ hasText: 'Later tasks are paused' });
    await alert.waitFor({ timeout: 60_000 });
    await anna.page.getByText('Unknown · Attempt 2').waitFor();
    await ben.page.getByText('未知 · 第 2 次').waitFor();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await reaches(ben.page, TICKS);
    await anna.page.getByText('Success · Attempt 3').waitFor({ timeout: 30_000 });
    await alert.waitFor({ state: 'detached' });
  }, 180_000);
});
