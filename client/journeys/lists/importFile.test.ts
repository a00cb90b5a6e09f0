/** Import of a file in a real browser: fields guessed, errors shown before anything changes, records in another person's open list, and one undo. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { imports as english } from '../../../common/locales/en/imports';
import { imports as chinese } from '../../../common/locales/zh-cn/imports';
import { findBrokenRules, WCAG21 } from '../../testing/browser/findBrokenRules';
import { openSignedIn, waitForAnimations, waitUntilEqual, type Viewer } from '../../testing/browser/viewer';
import { ROWS } from '../../testing/browser/openList';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const SCREENSHOT_DIR = process.env['PICTURES_DIR'];

type Texts = typeof english | typeof chinese;

withBrowser('an import', () => {
  const environments = createBrowserEnvironments();
  const folder = mkdtempSync(join(tmpdir(), 'atrium-import-file-'));
  let product: Product;
  let anna: Viewer;
  let ben: Viewer;
  let lin: Viewer;
  beforeAll(async () => {
    const environment = await environments.open();
    ({ product } = environment);
    anna = await openSignedIn(environment.browser, product.url);
    ben = await openSignedIn(environment.browser, product.url);
    lin = await openSignedIn(environment.browser, product.url, { locale: 'zh-CN' });
  });
  afterAll(async () => {
    await environments.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const writeFile = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  /** Opens a list, with or without rows, in any language. */
  const openAnyList = async ({ page }: Viewer, address: string, texts: Texts) => {
    await page.goto(`${product.url}${address}`);
    await page.getByRole('button', { name: texts.action, exact: true }).waitFor();
  };
  const openImport = async (viewer: Viewer, texts: Texts, path: string) => {
    const { page } = viewer;
    await openAnyList(viewer, '/admin/news', texts);
    await page.getByRole('button', { name: texts.action, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(texts.upload.drop).waitFor();
    await dialog.locator('input[type=file]').setInputFiles(path);
    return dialog;
  };
  /** No broken rule of accessibility, and a screenshot on request, in both themes and both widths. */
  const checkAppearance = async ({ page }: Viewer, name: string) => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        await waitForAnimations(page);
        expect([name, colorScheme, width, await findBrokenRules(page, WCAG21)]).toEqual([name, colorScheme, width, []]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([name, width, overflow <= 0]).toEqual([name, width, true]);
        if (SCREENSHOT_DIR !== undefined)
          await page.screenshot({ path: `${SCREENSHOT_DIR}/import-${name}-${colorScheme}-${width}.png` });
      }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  it('an import in English: upload, fields, check with errors, import, result and undo, while a colleague watches', async () => {
    const { page } = anna;
    await openAnyList(ben, '/admin/news?q=Imported', english);
    const text = `Title,Content,Remark\nImported one,<p>1</p>,x\n=1+1 Imported,<p>2</p>,y\n,<p>none</p>,z\n`;
    const dialog = await openImport(anna, english, writeFile('news.csv', text));
    await dialog.getByRole('button', { name: english.fields.submit }).waitFor();
    const chosen = await dialog.getByRole('listitem').getByRole('combobox').allTextContents();
    expect(chosen).toEqual(['Title', 'Content', english.fields.skip]);
    await checkAppearance(anna, 'fields');
    await dialog.getByRole('button', { name: english.fields.submit }).click();
    await dialog.getByText(english.check.some).waitFor();
    await dialog.getByRole('table').waitFor();
    const cells = await dialog.getByRole('table').getByRole('cell').allTextContents();
    expect(cells.slice(0, 2)).toEqual(['4', 'Title']);
    expect(await ben.page.locator(ROWS).count()).toBe(0);
    await checkAppearance(anna, 'check');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: english.errors.download }).click();
    expect((await download).suggestedFilename()).toBe('news-errors.csv');
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
    await dialog.getByText(english.result.success).waitFor();
    await checkAppearance(anna, 'result');
    await ben.page.getByRole('button', { name: /^2 new/ }).click();
    await waitUntilEqual(() => ben.page.locator(ROWS).count(), 2);
    await dialog.getByRole('link', { name: english.result.open }).click();
    await waitUntilEqual(() => page.locator(ROWS).count(), 2);
    expect(new URL(page.url()).searchParams.get('id')).toMatch(/^\d+\.\.\d+$/);
  });

  it('an import in Chinese, by keyboard: the fields are remembered, and one undo takes everything back', async () => {
    const { page } = lin;
    const text = `备注,Content,Title\nx,<p>1</p>,玖玖甲\ny,<p>2</p>,玖玖乙\n`;
    const dialog = await openImport(lin, chinese, writeFile('chinese.csv', text));
    const submit = dialog.getByRole('button', { name: chinese.fields.submit });
    await submit.waitFor();
    await submit.focus();
    await page.keyboard.press('Enter');
    await dialog.getByText(chinese.check.good).waitFor();
    const start = dialog.getByRole('button', { name: '导入 2 行' });
    await start.focus();
    await page.keyboard.press('Enter');
    await dialog.getByText(chinese.result.success).waitFor();
    await checkAppearance(lin, 'chinese');
    await dialog.getByRole('button', { name: chinese.result.undo }).click();
    await dialog.getByText(chinese.result.undone).waitFor();
    await openAnyList(lin, '/admin/news?q=玖玖', chinese);
    await waitUntilEqual(() => page.locator(ROWS).count(), 0);
    // A file that cannot be read says why.
    const broken = await openImport(lin, chinese, writeFile('broken.xlsx', 'PK\u0003\u0004 nothing'));
    await broken.getByRole('alert').getByText('该工作簿已损坏').waitFor();
    await checkAppearance(lin, 'broken');
  });
});
