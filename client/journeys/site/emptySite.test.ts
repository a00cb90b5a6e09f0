/** An installation with an empty site is filled by the forms of the console alone: open pages show each row at once, and no link is dead. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { entities } from '../../../common/entities/index';
import { GUEST, grantedRows } from '../../../common/entity/access';
import { findColumn } from '../../../common/entity/columns';
import type { Json } from '../../../common/entity/field';
import { createRegistry } from '../../../common/entity/registry';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { openSignedIn, openViewer, type Viewer } from '../../testing/browser/viewer';
import { enterValue } from '../../testing/entityWalk/enterValues';
import { findHorizontalScrolling, gotoAndWaitFor, LANGUAGES, visit } from '../../testing/browser/accessibilitySweep';
import type { Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const registry = createRegistry(entities);
/** Addresses that belong to the two apps, to files and to robots. */
const PATHS_OUTSIDE_SITE = /^\/(?:admin|user|storage|assets|docs)(?:\/|$)|\.xml$/;

/** The form of a new row of the site proposes to hide it. */
const STATUS_SHOWN = 1;

/** What the empty list of staff says. */
const EMPTY_LIST = /No (?:leads|trial requests) yet/i;

interface Step {
  readonly entity: string;
  /** The values to enter, by field; a reference is entered as the title of its row. */
  readonly values: Readonly<Record<string, Json>>;
  /** The page on which the row is seen, and the text that shows it. */
  readonly path: string;
  readonly text: string;
  /** Whether the open home page shows it too. */
  readonly isOnHome: boolean;
}
const STEPS: readonly Step[] = [
  { entity: 'news_category', values: { name: 'Company' }, path: '/news?category=1', text: 'Company', isOnHome: false },
  {
    entity: 'news',
    values: { title: 'We have moved', cat_ids: 'Company', thumbnail: null, content: 'To the old harbour.' },
    path: '/news',
    text: 'We have moved',
    isOnHome: true,
  },
  {
    entity: 'product',
    values: { title: 'Harbour desk', sub_title: 'The desk of a port', content: 'It keeps the berths.' },
    path: '/products',
    text: 'The desk of a port',
    isOnHome: true,
  },
  {
    entity: 'solution',
    values: { title: 'Berths without calls', description: 'One board for all quays', content: 'Every quay sees it.' },
    path: '/solutions',
    text: 'One board for all quays',
    isOnHome: true,
  },
  {
    entity: 'showcase',
    values: { title: 'Port of Delfzijl', info: 'Two calls fewer a day', content: 'The harbormaster reads the board.' },
    path: '/cases',
    text: 'Two calls fewer a day',
    isOnHome: true,
  },
  {
    entity: 'article',
    values: { title: 'A night at the lock', type: 1, content: 'The lantern keeper writes.' },
    path: '/articles',
    text: 'A night at the lock',
    isOnHome: true,
  },
  {
    entity: 'news_case',
    values: { news_id: 'A night at the lock', company_user: 'Femke Smit', reflections: 'We sleep better now.' },
    path: '/articles/1',
    text: 'We sleep better now.',
    isOnHome: false,
  },
  { entity: 'hardware', values: { name: 'Tide gauge' }, path: '/hardware', text: 'Tide gauge', isOnHome: false },
  { entity: 'device', values: { name: 'Bridge display' }, path: '/devices', text: 'Bridge display', isOnHome: false },
  {
    entity: 'plugin_category',
    values: { title: 'Connectors', image: null },
    path: '/plugins',
    text: 'Connectors',
    isOnHome: false,
  },
  {
    entity: 'plugin',
    values: { title: 'Tide relay', name: 'tide-relay', cate_id: 'Connectors', index_group: 'Chosen by ports' },
    path: '/plugins/tide-relay',
    text: 'Tide relay',
    isOnHome: true,
  },
  {
    entity: 'plugin_function',
    values: { name: 'High water', describe: 'Warns before the flood', plugin_id: 'Tide relay' },
    path: '/plugins/tide-relay',
    text: 'Warns before the flood',
    isOnHome: false,
  },
  {
    entity: 'plugin_version',
    values: { version: '1.2.0', explain: 'Reads two gauges', plugin_id: 'Tide relay' },
    path: '/plugins/tide-relay',
    text: 'Reads two gauges',
    isOnHome: false,
  },
  {
    entity: 'page',
    values: { slug: 'privacy', title: 'Privacy', content: 'What we store.' },
    path: '/page/privacy',
    text: 'What we store.',
    isOnHome: false,
  },
  {
    entity: 'home_block',
    values: { name: 'hero', titles: ['Ports run smoothly'], contents: ['From the first ship on'] },
    path: '/',
    text: 'Ports run smoothly',
    isOnHome: true,
  },
  {
    entity: 'banner',
    values: { title: 'Open day on Friday', image: null, jump_url: '/products' },
    path: '/products',
    text: 'Open day on Friday',
    isOnHome: true,
  },
  { entity: 'navigation', values: { title: 'Our news', url: '/news' }, path: '/', text: 'Our news', isOnHome: true },
  {
    entity: 'navigation',
    values: { title: 'For ports', url: '/products' },
    path: '/',
    text: 'For ports',
    isOnHome: true,
  },
  // Its form links to the page about privacy.
  {
    entity: 'navigation',
    values: { title: 'Write to us', url: '/contact' },
    path: '/',
    text: 'Write to us',
    isOnHome: true,
  },
];

withBrowser('a new installation with an empty site', () => {
  const environments = createBrowserEnvironments();
  const browserErrors: string[] = [];
  let product: Product;
  let browser: Browser;
  let staff: Viewer;
  let visitor: Viewer;
  const listenTo = ({ context, page }: Viewer) => {
    context.on('weberror', (error) => browserErrors.push(`${page.url()}: ${error.error().message}`));
    context.on(
      'console',
      (message) => message.type() === 'error' && browserErrors.push(`${page.url()}: ${message.text()}`),
    );
  };
  beforeAll(async () => {
    ({ product, browser } = await environments.open({ env: { SEED: 'base' } }));
    [staff, visitor] = await Promise.all([openSignedIn(browser, product.url), openViewer(browser)]);
    listenTo(staff);
    listenTo(visitor);
  }, 120_000);
  afterAll(() => environments.close());

  /** Follows every link from the start pages of both languages; returns the paths, and those that do not respond with 200. */
  const crawl = async (page: Page) => {
    const found = new Map<string, number>();
    const queue = ['/', '/zh-cn'];
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (found.has(path)) continue;
      const response = await page.goto(product.url + path);
      found.set(path, response?.status() ?? 0);
      const links = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      for (const link of links.map((one) => one.split('#')[0] ?? ''))
        if (link.startsWith('/') && !PATHS_OUTSIDE_SITE.test(link.split('?')[0] ?? '')) queue.push(link);
    }
    return { paths: [...found.keys()], dead: [...found].filter(([, status]) => status !== 200) };
  };

  /** Fills the form of a new row and saves it. */
  const addByForm = async ({ entity: name, values }: Step) => {
    const { page } = staff;
    const entity = registry.get(name);
    if (entity === undefined) throw new Error(`there is no entity ${name}`);
    await page.goto(`${product.url}/admin/${name}?record=new`);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.waitFor();
    for (const [field, value] of Object.entries({ ...values, status: STATUS_SHOWN })) {
      const column = findColumn(entity, field);
      if (column === undefined) throw new Error(`there is no field ${name}.${field}`);
      const options =
        (column.kind === 'refs' || column.kind === 'ref') && typeof value === 'string' ? { searchText: value } : {};
      expect([field, await enterValue({ page, lang: 'en', entity }, column, value, options)]).toEqual([field, true]);
    }
    const stored = page.waitForResponse((answer) => new URL(answer.url()).pathname === `/admin/${name}/add`);
    await Promise.all([stored, save.click()]);
    const { code, msg } = (await (await stored).json()) as { readonly code: number; readonly msg: string };
    expect([name, code, msg]).toEqual([name, 1, expect.any(String)]);
  };
  const loadText = async (path: string) => {
    const response = await fetch(product.url + path, { headers: { accept: 'text/html' } });
    return response.text();
  };

  it('has no dead link and no error before anything is entered', async () => {
    const { paths, dead } = await crawl(visitor.page);
    expect(dead).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(['/', '/zh-cn', '/contact']));
    expect(browserErrors).toEqual([]);
  }, 60_000);

  it('shows each row at once that staff enter in a form, also on an open page', async () => {
    const connected = visitor.page.waitForEvent('websocket');
    await visitor.page.goto(product.url);
    await connected;
    for (const step of STEPS) {
      expect([step.text, (await loadText(step.path)).includes(step.text)]).toEqual([step.text, false]);
      await addByForm(step);
      // The commit drops the page before the form gets its response.
      expect([step.text, (await loadText(step.path)).includes(step.text)]).toEqual([step.text, true]);
      if (step.isOnHome) await visitor.page.getByText(step.text).first().waitFor();
    }
    expect(browserErrors).toEqual([]);
  }, 180_000);

  it('has a row of each entity that guests may read', () => {
    const read = [...registry.all].filter((entity) => grantedRows(GUEST, entity, 'read') !== undefined);
    expect(new Set(STEPS.map(({ entity }) => entity))).toEqual(new Set(read.map(({ name }) => name)));
  });

  it('finds a word of each body by its search', async () => {
    for (const [word, title] of [
      ['lantern', 'A night at the lock'],
      ['harbormaster', 'Port of Delfzijl'],
      ['old harbour', 'We have moved'],
    ] as const) {
      await visitor.page.goto(`${product.url}/search?q=${encodeURIComponent(word)}`);
      expect(await visitor.page.locator('main .card').allInnerTexts()).toEqual([expect.stringContaining(title)]);
    }
    expect(browserErrors).toEqual([]);
  }, 30_000);

  it.each([
    {
      entity: 'lead',
      path: '/contact',
      inputs: { name: 'Ada Harbor', mobile: '13812340101', content: 'How much is it?' },
      choices: [],
      arrived: 'Ada Harbor',
    },
    {
      entity: 'trial_request',
      path: '/trial',
      inputs: { company: 'Northwind Quays', full_name: 'Emma Clarke', phone: '+44 20 7946 0000' },
      choices: ['plugin_ids[]'],
      arrived: 'Northwind Quays',
    },
  ])(
    'a form at $path tells all errors at their fields, and arrives in the open list of staff',
    async (form) => {
      const { page } = visitor;
      await staff.page.goto(`${product.url}/admin/${form.entity}`);
      await staff.page.getByText(EMPTY_LIST).first().waitFor();
      const connected = page.waitForEvent('websocket');
      await page.goto(product.url + form.path);
      await connected;
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('#error-consent:not(:empty)').waitFor();
      for (const name of Object.keys(form.inputs))
        expect([name, await page.locator(`#error-${name}`).innerText()]).toEqual([name, expect.stringMatching(/./)]);
      for (const [name, text] of Object.entries(form.inputs)) await page.locator(`[name="${name}"]`).fill(text);
      for (const name of [...form.choices, 'consent']) await page.locator(`[name="${name}"]`).first().check();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('heading', { name: 'Thank you' }).waitFor();
      await staff.page.getByText(form.arrived).first().waitFor();
      expect(browserErrors).toEqual([]);
    },
    60_000,
  );

  it('is complete without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' });
    const page = await context.newPage();
    for (const { path, text } of STEPS) {
      await page.goto(product.url + path);
      expect([path, await page.getByText(text).first().isVisible()]).toEqual([path, true]);
    }
    await context.close();
  }, 60_000);

  it('has no dead link and no error once it is filled, and shows the images', async () => {
    const { paths, dead } = await crawl(visitor.page);
    expect(dead).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining([
        ...['/news', '/news/1', '/products/1', '/solutions/1', '/cases/1', '/articles/1', '/plugins/tide-relay'],
        ...['/page/privacy', '/zh-cn/news/1'],
      ]),
    );
    await visitor.page.goto(`${product.url}/news/1`);
    const widths = await visitor.page
      .locator('main img')
      .evaluateAll((all) =>
        Promise.all(all.map((one) => (one as HTMLImageElement).decode().then(() => one.clientWidth))),
      );
    expect(widths.length).toBeGreaterThan(0);
    expect(browserErrors).toEqual([]);
    expect(product.output()).not.toMatch(/"level":(50|60)/);
  }, 60_000);

  it('never scrolls sideways, with all entries in the header', async () => {
    const found: string[] = [];
    for (const { path } of STEPS)
      for (const prefix of ['', '/zh-cn']) {
        await visitor.page.goto(product.url + prefix + path);
        found.push(...(await findHorizontalScrolling(visitor.page)));
      }
    expect(found).toEqual([]);
  }, 60_000);

  it.each(LANGUAGES)(
    'is accessible in $language once it is filled, in both themes and at both widths',
    async ({ locale }) => {
      const prefix = locale === 'zh-CN' ? '/zh-cn' : '';
      const { checkScreens, end } = await visit(browser, locale);
      const paths = [
        '/',
        '/news',
        '/news/1',
        '/products',
        '/products/1',
        '/plugins/tide-relay',
        '/page/privacy',
        '/contact',
      ];
      await checkScreens(
        paths.map((path) => ({
          open: gotoAndWaitFor(product.url, path === '/' ? prefix || '/' : prefix + path, 'main'),
        })),
        0,
      );
      await end(/^$/);
    },
    120_000,
  );
});
