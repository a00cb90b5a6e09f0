/** Activation codes in the console: shown by their last characters, revealed to permitted staff, searched for without a trace in the address. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { findBrokenRules } from '../../testing/browser/findBrokenRules';
import { signInByCall, openViewer, waitForAnimations, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const WHOLE = /^(?:[2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}$/;

withBrowser('activation codes', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let anna: Viewer;
  let whole = '';

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    anna = await openViewer(browser);
    await signInByCall(anna, product.url);
  });
  afterAll(environments.close);

  const list = async () => {
    await anna.page.goto(`${product.url}/admin/activation_code`);
    await shows().first().waitFor();
  };
  const shows = () => anna.page.getByRole('button', { name: /^Show the code ending in/ });
  const dialog = () => anna.page.getByRole('dialog');
  const readCode = async (kind: 'input' | 'textarea') => {
    const field = dialog().locator(kind).first();
    await field.waitFor();
    await waitForAnimations(anna.page);
    return field.inputValue();
  };
  const serious = async () => {
    const broken = await findBrokenRules(anna.page);
    return broken.map(({ id, html }) => `${id}: ${html.join(' | ')}`.slice(0, 300));
  };

  it('are revealed from a row, to be copied', async () => {
    await anna.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url });
    await list();
    await waitForAnimations(anna.page);
    expect(await serious()).toEqual([]);
    await shows().first().click();
    whole = await readCode('input');
    expect(whole).toMatch(WHOLE);
    expect(await serious()).toEqual([]);
    await dialog().getByRole('button', { name: 'Copy' }).click();
    await anna.page.getByText('Copied.').waitFor();
    expect(await anna.page.evaluate(() => navigator.clipboard.readText())).toBe(whole);
    await dialog().getByRole('button', { name: 'Done' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await anna.page.content()).not.toContain(whole);
  });

  it('are revealed from the record, and many at once', async () => {
    await list();
    const boxes = anna.page.locator('tbody input[type=checkbox]');
    for (const at of [0, 1, 2]) await boxes.nth(at).click();
    await anna.page.getByRole('button', { name: 'Show codes' }).click();
    const lines = (await readCode('textarea')).split('\n');
    expect(lines.filter((line) => WHOLE.test(line))).toHaveLength(3);
    expect(lines[0]).toBe(whole);
    await dialog().getByRole('button', { name: 'Done' }).click();
    await anna.page.goto(`${product.url}/admin/activation_code/1`);
    await anna.page.getByRole('button', { name: 'Show code', exact: true }).click();
    expect(await readCode('input')).toMatch(WHOLE);
  });

  it('are found by the whole code, which is neither in the address nor in browser storage', async () => {
    await list();
    const search = anna.page.locator('main input[type=search]').first();
    await search.fill(whole.toLowerCase());
    await anna.page.waitForURL(/[?&]id=\d+/);
    await shows().nth(1).waitFor({ state: 'detached' });
    expect(await shows().first().getAttribute('aria-label')).toBe(`Show the code ending in ${whole.slice(-4)}`);
    const kept = await anna.page.evaluate(() =>
      [location.href, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join(),
    );
    expect(kept.toUpperCase()).not.toContain(whole);
    await search.fill('AAAAA-BBBBB-CCCCC-DDDDD');
    await anna.page.getByText('Try a different search or filter.').waitFor();
  });
});
