/** The default columns of every list fit into a window of 1440 pixels, in both languages; a quarter of the lists in each run, all in full runs. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
import { staffEntities } from '../../../common/entities/staffEntities';
import type { AnyEntity } from '../../../common/entity/entity';
import { entityLabels } from '../../../common/locales/entityLabels';
import { hasAdminScreen } from '../../../common/entity/permissionKeys';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { sampleFraction } from '../../../server/testing/sampleByTitle';
import { createBrowserEnvironments, type BrowserEnvironment } from '../../testing/browser/browserEnvironment';
import { callAsAdmin } from '../../testing/browser/callAsAdmin';
import { openSignedIn } from '../../testing/browser/viewer';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
/** Settings and modules have screens of their own, and the list of the terminal is a queue. */
const OWN_SCREENS: ReadonlySet<string> = new Set(['config', 'terminal_task', 'module']);
const listed = Object.values<AnyEntity>(staffEntities).filter(
  (entity) => hasAdminScreen(entity) && !OWN_SCREENS.has(entity.name),
);

/** An empty list has no columns to measure, so it gets one row. */
async function fillEmptyList(route: Route): Promise<void> {
  const answer = await route.fetch();
  const envelope = (await answer.json()) as { data?: { list?: unknown[] } };
  if (envelope.data?.list?.length === 0) envelope.data.list.push({ id: 1, revision: 1 });
  await route.fulfill({ response: answer, json: envelope });
}

withBrowser('lists', () => {
  const environments = createBrowserEnvironments();
  let stage: BrowserEnvironment;
  beforeAll(async () => {
    stage = await environments.open();
  });
  afterAll(environments.close);

  it.each([
    ['en', 'en-US'],
    ['zh-cn', 'zh-CN'],
  ] as const)('show their default columns without scrolling sideways, in %s', async (lang, locale) => {
    const { page, context } = await openSignedIn(stage.browser, stage.product.url, { locale });
    await page.route(/\/admin\/[a-z_]+\/index\?/, fillEmptyList);
    await page.goto(`${stage.product.url}/admin/news`);
    await page.locator('tbody tr[data-id]').first().waitFor();
    const tooWide: string[] = [];
    for (const entity of sampleFraction(`widths of lists, ${lang}`, listed, 4)) {
      await page.evaluate((path) => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `/admin/${entity.name}`);
      const { many } = entityLabels(entity, lang);
      const grid = page.getByRole('grid', { name: many, exact: true });
      await grid.locator('tbody tr[data-id]').first().waitFor({ timeout: 15_000 });
      const by = await grid.evaluate(({ parentElement: box }) =>
        box === null ? 0 : box.scrollWidth - box.clientWidth,
      );
      if (by > 0) tooWide.push(`${entity.name}: ${by}`);
    }
    expect(tooWide).toEqual([]);
    await context.close();
  });

  it.each([
    ['en', 'en-US', 'Scheduled · 2096-10-02', 'Shown until 2096-10-02'],
    ['zh-cn', 'zh-CN', '2096-10-02 展示', '展示至 2096-10-02'],
  ] as const)('show the whole time for which rows are scheduled, in %s', async (_lang, locale, scheduled, shown) => {
    const admin = await callAsAdmin(stage.product.url);
    const article = { title: 'Scheduled', content: '<p>x</p>', type: 1 };
    await admin.add('article', { ...article, status: 0, show_from: 4_000_000_000 });
    await admin.add('article', { ...article, status: 1, show_until: 4_000_000_000 });
    const { page, context } = await openSignedIn(stage.browser, stage.product.url, { locale });
    await page.goto(`${stage.product.url}/admin/article`);
    for (const text of [scheduled, shown]) {
      const label = page.getByText(text, { exact: true }).first();
      expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    }
    await context.close();
  });
});
