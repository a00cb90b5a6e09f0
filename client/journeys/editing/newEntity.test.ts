/** A new entity takes one file and one line: everything else follows, on a database that already has data. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { findMenuEntry } from '../../testing/browser/findMenuEntry';
import { callAsAdmin } from '../../testing/browser/callAsAdmin';
import { copyCheckout, type Checkout } from '../../testing/product/copyCheckout';
import { signInByCall, openViewer, signIn, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const FAQ = `/** Frequently asked question. */
import { defineEntity } from '../entity/entity';
import { onOff, text } from '../entity/field';

export const faq = defineEntity('faq', {
  menu: 'content',
  icon: 'category',
  sensitivity: 'public',
  fields: {
    question: text({ required: true, max: 120, unique: true, search: true }),
    answer: text({ max: 500, lines: 4 }),
    status: onOff(),
  },
  title: 'question',
  list: { columns: ['question', 'status', 'create_time'] },
  form: ['question', 'answer', 'status'],
  access: { staff: 'crud' },
  labels: {
    en: { $one: 'Question', $many: 'Questions', question: 'Question text', answer: 'Answer', status: ['Status', { disabled: 'Hidden', enabled: 'Shown' }] },
    'zh-cn': { $one: '问题', $many: '常见问题', question: '问题内容', answer: '回答', status: ['状态', { disabled: '隐藏', enabled: '显示' }] },
  },
});
`;

const addFaq = async (root: string) => {
  await writeFile(join(root, 'common/entities/faq.ts'), FAQ);
  const table = join(root, 'common/entities/staffEntities.ts');
  const source = await readFile(table, 'utf8');
  await writeFile(
    table,
    source
      .replace(
        "import { menuRule } from './menuRule';",
        "import { faq } from './faq';\nimport { menuRule } from './menuRule';",
      )
      .replace('  menuRule,', '  faq,\n  menuRule,'),
  );
};

const withBrowser = chromiumPath() === null ? describe.skip : describe;

withBrowser('a new entity file and one registry line', () => {
  let checkout: Checkout;
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let viewers: readonly Viewer[];

  beforeAll(async () => {
    checkout = await copyCheckout(process.cwd());
    environments.later(checkout.dispose);
    await addFaq(checkout.root);
    await checkout.build();
    ({ product, browser } = await environments.open({ root: checkout.root }));
    viewers = await Promise.all([openViewer(browser), openViewer(browser, 'zh-CN')]);
    await signIn(viewers[0] as Viewer, product.url);
  }, 120_000);
  afterAll(environments.close);

  it('adds a menu entry, a form, a list and live rows in a second window', async () => {
    const [first, second] = viewers as readonly [Viewer, Viewer];
    await signInByCall(second, product.url);
    await second.page.goto(`${product.url}/admin/faq`);
    await second.page.getByRole('heading', { name: '常见问题', exact: true }).waitFor();
    await (await findMenuEntry(first.page, 'Questions')).click();
    await first.page.getByRole('heading', { name: 'Questions', exact: true }).waitFor();
    await first.page.locator('main').getByRole('button', { name: /add/i }).first().click();
    await first.page.getByRole('textbox', { name: 'Question text' }).fill('Is everything live?');
    await first.page.getByRole('button', { name: 'Save', exact: true }).click();
    await first.page.getByText('Is everything live?').first().waitFor();
    await second.page.getByText('Is everything live?').first().waitFor();
  });

  it('adds the API and its description', async () => {
    const admin = await callAsAdmin(product.url);
    const { list } = await admin.index('faq');
    expect(list.map((row) => row['question'])).toEqual(['Is everything live?']);
    const description = (await fetch(`${product.url}/openapi.json`, {
      headers: { batoken: admin.token, server: 'true' },
    }).then((response) => response.json())) as { paths: Record<string, unknown> };
    expect(Object.keys(description.paths)).toEqual(expect.arrayContaining(['/admin/faq/index', '/admin/faq/add']));
  });

  it('appears in the log of definitions in both languages', async () => {
    const admin = await callAsAdmin(product.url);
    const { list } = await admin.index('crud_record', '?limit=100');
    const entries = list.filter((row) => row['table_name'] === 'faq');
    expect(entries).toMatchObject([{ status: 'success', source: 'code' }]);
    const [first, second] = viewers as readonly [Viewer, Viewer];
    for (const [{ page }, noun, label, settings] of [
      [first, 'Questions', 'Question text', 'Table settings'],
      [second, '常见问题', '问题内容', '表设置'],
    ] as const) {
      await page.goto(`${product.url}/admin/crud_record/${Number(entries[0]?.['id'])}`);
      await page.getByRole('heading', { name: noun, exact: true }).waitFor();
      await page.locator('dt', { hasText: 'question' }).getByText(label, { exact: true }).waitFor();
      await page.getByRole('region', { name: settings }).getByText('content', { exact: true }).waitFor();
    }
  });
});
