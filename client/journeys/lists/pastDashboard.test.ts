/** The dashboard as of a moment: chosen in the toolbar, untouched by later changes, with lists of the same moment behind its figures. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { formatDateTime } from '../../../common/text/time/dates';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { findBrokenRules, WCAG21 } from '../../testing/browser/findBrokenRules';
import { openSignedIn, waitForAnimations, waitUntilEqual, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

withBrowser('the dashboard as of a moment', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let anna: Viewer;
  let ben: Caller;
  let moment = 0;

  beforeAll(async () => {
    const stage = await environments.open();
    ({ product } = stage);
    anna = await openSignedIn(stage.browser, product.url);
    ben = await callAsAdmin(product.url);
  });
  afterAll(environments.close);

  const card = (id: string) => anna.page.locator(`[data-card="${id}"]`);
  const figure = async (id: string) =>
    Number(/: ([\d,]+)\./.exec((await card(id).getByRole('link').first().getAttribute('aria-label')) ?? '')?.[1]);

  it('shows the figures of that time, keeps them while others write, and returns to the live figures', async () => {
    const { page } = anna;
    await page.goto(`${product.url}/admin/dashboard`);
    await card('leads').getByRole('link').first().waitFor();
    const before = await figure('leads');
    moment = Math.floor(Date.now() / 1000);
    await sleep(1_100);
    const lead = { name: 'Later', mobile: '13812340101', email: 'later@example.com', content: 'x' };
    await ben.make('lead', lead);
    await waitUntilEqual(() => figure('leads'), before + 1);

    await page.getByRole('button', { name: 'As of…' }).click();
    await page.getByRole('menuitem', { name: 'Another time…' }).click();
    await page.getByLabel('Date and time').fill(formatDateTime(moment));
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText(`As of ${formatDateTime(moment)}`).waitFor();
    await waitUntilEqual(() => figure('leads'), before);
    for (const id of ['pages', 'visit_hours', 'online', 'working']) await card(id).getByText('No history').waitFor();
    expect(await card('new_leads').getByText('Later').count()).toBe(0);

    await ben.make('lead', { ...lead, name: 'Later still' });
    await sleep(1_000);
    expect(await figure('leads')).toBe(before);
    await card('leads').getByRole('link').first().click();
    await page.getByText(`As of ${formatDateTime(moment)}`).waitFor();
    await page.getByText(new RegExp(`^${before} in total`)).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await waitUntilEqual(() => figure('leads'), before + 2);
    await card('new_leads').getByText('Later still').waitFor();
  });

  it('is accessible and fits a phone, in both themes', async () => {
    const { page } = anna;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport);
        await page.goto(`${product.url}/admin/dashboard?as_of=${moment}`);
        await card('visit_hours').getByText('No history').waitFor();
        await waitForAnimations(page);
        expect(await findBrokenRules(page, WCAG21)).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(DESKTOP);
  });

  it('the reason is shown when the dashboard of a moment cannot be computed', async () => {
    const { page } = anna;
    await page.goto(`${product.url}/admin/dashboard?as_of=1`);
    await page.getByText('Couldn’t load the dashboard for that time').waitFor();
    await page.getByText(/History starts at/).waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await card('leads').getByRole('link').first().waitFor();
  });
});
