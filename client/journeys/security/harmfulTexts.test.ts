/** Harmful texts in every text field, shown by the screens of staff and members and by the public site: they are shown as text and have no effect. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { entities } from '../../../common/entities/index';
import { GUEST, grantedRows } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn, type Column } from '../../../common/entity/columns';
import { createRegistry } from '../../../common/entity/registry';
import { SITE_SECTIONS } from '../../../common/site/siteSections';
import { chromiumPath, sampleSize } from '../../../config/jest/testEnvironment';
import { sampleFraction } from '../../../server/testing/sampleByTitle';
import { ADDRESS_VECTORS, RICH_VECTORS, TEXT_VECTORS } from '../../../server/testing/vectors';
import { formFieldNames } from '../../engine/formState/formLayout';
import { waitUntilEqual, signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { detectExecutedScripts, type ScriptDetector } from '../../testing/browser/detectExecutedScripts';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { valueFor } from '../../testing/entityWalk/values';

const MEMBER = 'member005';
const withBrowser = chromiumPath() === null ? describe.skip : describe;
/** Entities that are written elsewhere, or by their owners alone. */
const EXCLUDED_ENTITIES = new Set(['config', 'admin_log', 'message', 'user_score_log', 'api_token', 'security_event']);
const checkedEntities = createRegistry(entities).all.filter(
  ({ name, spec }) => spec.personal === undefined && !EXCLUDED_ENTITIES.has(name),
);
/** The screens that staff use most; all entities in full runs. */
const DAILY: readonly string[] = [
  'news',
  'lead',
  'trial_request',
  'enterprise',
  'user_money_log',
  'menu_rule',
  'article',
  'admin_group',
];

const isTested = (name: string): boolean => sampleSize(0, 1) === 1 || DAILY.includes(name);

const joinSpaces = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Joins as many texts as fit, so that every field gets others. */
function createVectorSource(vectors: readonly string[]) {
  let at = 0;
  const used = new Set<string>();
  return {
    used,
    fill: (most: number): string => {
      const taken: string[] = [];
      for (let tries = 0; tries < 40 && taken.join(' ').length < most; tries += 1) {
        const vector = vectors[at++ % vectors.length] ?? '';
        if ([...taken, vector].join(' ').length > most) continue;
        taken.push(vector);
        used.add(vector);
      }
      return taken.join(' ');
    },
  };
}

withBrowser('harmful texts', () => {
  const environments = createBrowserEnvironments();
  const plain = createVectorSource(TEXT_VECTORS);
  // Control characters and oversized texts are refused anyway.
  const rich = createVectorSource(
    RICH_VECTORS.filter((one) => one.length < 500 && !/\p{Cc}/u.test(one.replaceAll(/[\t\n]/g, ''))),
  );
  const storedIds = new Map<string, number>();
  const refused: string[] = [];
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let staff: Viewer;
  let scriptDetector: ScriptDetector;

  const isOpen = ({ kind, readonly, options }: Column) => kind === 'text' && !readonly && options.pattern === undefined;
  const harmful = (column: Column): Json | undefined => {
    if (isOpen(column)) return plain.fill(column.options.max ?? 255);
    return column.kind === 'rich_text' ? rich.fill(4_000) : undefined;
  };
  const firstRowIds = new Map<string, Promise<number>>();
  const someRow = (to: string): Promise<number> => {
    const known = firstRowIds.get(to) ?? admin.index(to, '?limit=1').then(({ list }) => Number(list[0]?.['id']));
    firstRowIds.set(to, known);
    return known;
  };
  /** A valid row with harmful texts in every text field. */
  async function loadRow(entity: AnyEntity, tag: string): Promise<Record<string, Json>> {
    const row: Record<string, Json> = {};
    for (const name of formFieldNames(entity)) {
      const column = findColumn(entity, name);
      if (column === undefined || column.readonly) continue;
      const { options, kind } = column;
      const bad = harmful(column);
      if (bad !== undefined) row[name] = bad;
      else if (!options.required) continue;
      else if (kind === 'ref' && options.to !== undefined) row[name] = await someRow(options.to);
      else if (kind === 'refs' && options.to !== undefined) row[name] = [await someRow(options.to)];
      else row[name] = valueFor(column, tag) ?? null;
    }
    return row;
  }
  /** Three rows; more when all were refused, as a text of control characters is, or a formatted one of nothing but scripts. */
  async function store(entity: AnyEntity): Promise<void> {
    for (let copy = 0; copy < 3 || (copy < 9 && !storedIds.has(entity.name)); copy += 1) {
      const row = await loadRow(entity, `h${copy}${checkedEntities.indexOf(entity)}`);
      const { code, msg, data } = await admin.call('POST', `/admin/${entity.name}/add`, row);
      if (code === 1) storedIds.set(entity.name, Number(data['id']));
      else refused.push(`${entity.name}: ${msg} ${JSON.stringify(data)}`);
    }
  }

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    for (const entity of checkedEntities) await store(entity);
    // Fields that a new row cannot have are edited in an existing one.
    const { list } = await admin.index('user', `?quick_search=${MEMBER}`);
    const user = Number(list[0]?.['id']);
    await admin.edit('user', { id: user, motto: plain.fill(255) });
    await admin.add('user_money_log', { user_id: user, money: '1.00', memo: plain.fill(120) });
    for (let index = 0; index < 4; index += 1)
      await admin.add('user_rule', {
        type: 'menu',
        menu_type: 'link',
        title: plain.fill(50),
        name: `hostile/v${index}`,
        url: '/',
        weigh: index,
      });
    staff = await openViewer(browser);
    scriptDetector = await detectExecutedScripts(staff.page, product.url);
    await signInByCall(staff, product.url);
  }, 120_000);
  afterAll(environments.close);

  /** Opens a screen and waits until it shows its rows. */
  const open = async (page: Page, path: string, shown: string) => {
    await page.goto(product.url + path);
    await page.locator(shown).first().waitFor();
    await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
  };

  it('are stored as text by nearly every entity', () => {
    process.stdout.write(
      `${plain.used.size} plain and ${rich.used.size} formatted vectors in ${storedIds.size} entities\n`,
    );
    expect(plain.used.size + rich.used.size).toBeGreaterThanOrEqual(400);
    const wanting = DAILY.filter((name) => !storedIds.has(name));
    expect(refused.filter((line) => wanting.some((name) => line.startsWith(`${name}:`)))).toEqual([]);
    expect(storedIds.size).toBeGreaterThanOrEqual(30);
  });

  // @case T1.14
  it.each(sampleFraction('harmful texts', checkedEntities.map(({ name }) => name).filter(isTested), 3))(
    'have no effect in the list, the record and the history of %s',
    async (name) => {
      if (!storedIds.has(name)) return;
      const { page } = staff;
      await open(page, `/admin/${name}?record=${storedIds.get(name)}`, 'main h1');
      await page.locator('aside').first().waitFor();
      expect(await scriptDetector.takeFindings()).toEqual([]);
    },
    60_000,
  );

  it('would be noticed by the test', async () => {
    await staff.page.goto(`${product.url}/404`);
    await staff.page.evaluate(() => {
      const image = document.createElement('img');
      image.src = '//evil.example/x';
      document.body.append(image);
    });
    await waitUntilEqual(
      async () => (await scriptDetector.takeFindings()).filter((one) => /policy/.test(one)).length > 0,
      true,
    );
    await staff.page.goto(`${product.url}/404`);
    await scriptDetector.takeFindings();
  });

  it('shows harmful texts as plain text', async () => {
    const { page } = staff;
    const title = '"><img src=x onerror=alert(1)>{{7*7}}&lt;b&gt;';
    const id = Number((await admin.add('news', { title, content: '<p>x</p>' }))['id']);
    await open(page, '/admin/news', 'tr[data-id]');
    await page.locator(`tr[data-id="${id}"]`).getByText(title, { exact: true }).waitFor();
    await page
      .getByRole('button', { name: /^Search/ })
      .first()
      .waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('onerror=alert');
    await page.getByRole('option', { name: title }).first().waitFor();
    await page.keyboard.press('Escape');
    await open(page, `/admin/news/${id}`, 'form');
    await page.waitForFunction(
      (wanted) => document.title.includes(wanted) || document.body.innerText.includes('#'),
      title,
    );
    expect(await scriptDetector.takeFindings()).toEqual([]);
  });

  // @case T1.14
  it('have no effect on the dashboard, in the log, the notifications and the menu', async () => {
    const { page } = staff;
    for (const [path, shown] of [
      ['/admin/dashboard', 'main h1'],
      ['/admin/admin_log?record=1', 'aside'],
      ['/admin/admin_log?quick_search=onerror', 'main h1'],
      [`/admin/explain?admin_id=1&node=news/edit&id=${storedIds.get('news')}`, '[data-rule]'],
      [`/admin/attachment`, 'main h1'],
    ] as const)
      await open(page, path, shown);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Notifications/ })
      .click();
    await page.getByRole('dialog').first().waitFor();
    await page.keyboard.press('Escape');
    await open(page, '/admin/admin_log', 'tr[data-id]');
    await page.getByRole('row', { name: /News/ }).first().click();
    await page
      .getByRole('complementary', { name: 'Admin log entry' })
      .getByRole('region', { name: 'Changes' })
      .waitFor();
    expect(await scriptDetector.takeFindings()).toEqual([]);
  });

  // @case T8.03 T2.04
  it('have no effect in an address or in messages about it, on either side', async () => {
    const { page } = staff;
    const evil = encodeURIComponent('"><img src=x onerror=alert(1)><svg onload=alert(1)>');
    const paths = [
      `/admin/news?quick_search=${evil}&page=${evil}&order=${evil}&title=${evil}&${evil}=1`,
      `/admin/${evil}`,
      `/admin/news/${evil}`,
      `/admin/iframe/${evil}`,
      `/admin/loading?url=${evil}&query=${evil}`,
      `/admin/explain?node=${evil}&admin_id=${evil}&field=${evil}`,
      `/admin/login?to=${evil}#${evil}`,
      `/user/login?to=${evil}#${evil}`,
      `/404?msg=${evil}#${evil}`,
      `/401?msg=${evil}#${evil}`,
      `/${evil}`,
    ];
    for (const path of sampleFraction('harmful addresses', paths, 3)) {
      await page.goto(product.url + path);
      await page.locator('h1, h2').first().waitFor();
      expect(await scriptDetector.takeFindings()).toEqual([]);
    }
  });

  // @case T1.14
  it('have no effect in the member center: menu, profile, balance', async () => {
    const viewer = await openViewer(browser);
    const watch = await detectExecutedScripts(viewer.page, product.url);
    await signInByCall(viewer, product.url, { username: MEMBER, password: ADMIN.password }, 'member');
    await viewer.page.goto(`${product.url}/user/overview`);
    await viewer.page.locator('[data-figure="money"]').first().waitFor();
    for (const path of ['/user/overview', '/user/profile', '/user/balance', '/user/integral'])
      await open(viewer.page, path, 'main h1, main h2');
    expect(await watch.takeFindings()).toEqual([]);
    await viewer.context.close();
  });

  // @case T1.14
  it('have no effect on the pages of the public site, which show them as text', async () => {
    for (const entity of checkedEntities)
      if (storedIds.has(entity.name) && grantedRows(GUEST, entity, 'read') !== undefined)
        await admin.call('POST', `/admin/${entity.name}/edit`, { id: storedIds.get(entity.name), status: 1 });
    const details = Object.values(SITE_SECTIONS).flatMap(({ entity, path, key }) => {
      const id = storedIds.get(entity);
      return key === 'id' && id !== undefined ? [{ entity, id, path: `/${path}/${id}` }] : [];
    });
    const lists = Object.values(SITE_SECTIONS).map(({ path }) => `/${path}`);
    const visitor = await openViewer(browser);
    const watch = await detectExecutedScripts(visitor.page, product.url);
    const readHeading = async () => joinSpaces((await visitor.page.locator('h1').first().textContent()) ?? '');
    for (const { entity, id, path } of details) {
      await visitor.page.goto(product.url + path);
      const { data } = await admin.call('GET', `/admin/${entity}/edit?id=${id}`);
      const row = (data['row'] ?? {}) as Readonly<Record<string, unknown>>;
      const title = ['hardware', 'device'].includes(entity) ? 'name' : 'title';
      expect([path, joinSpaces(String(row[`${title}_en`])), joinSpaces(String(row[title]))]).toContain(
        await readHeading(),
      );
      expect(await watch.takeFindings()).toEqual([]);
    }
    for (const path of ['/', ...lists, '/contact', '/trial', '/search?q=alert(']) {
      await visitor.page.goto(product.url + path);
      expect(await readHeading()).not.toBe('');
      expect(await watch.takeFindings()).toEqual([]);
    }
    expect(details.length).toBeGreaterThanOrEqual(5);
    await visitor.context.close();
  }, 60_000);

  // @case T1.10
  it('harmful texts in 300 menu rules open no foreign page and run no script', async () => {
    const { page } = staff;
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const tries = [...ADDRESS_VECTORS, ...TEXT_VECTORS].slice(0, 300);
    expect(tries.length).toBe(300);
    const add = (at: number, more: Readonly<Record<string, Json>>) =>
      admin.call('POST', '/admin/menu_rule/add', {
        type: 'menu',
        menu_type: 'link',
        url: '/404',
        title: `V${at}`,
        name: `vector/v${at}`,
        weigh: at,
        ...more,
      });
    const taken: string[] = [];
    const FIELDS = ['url', 'path', 'icon', 'component', 'extend', 'title'];
    for (const [index, text] of tries.entries())
      for (const field of index % 5 === 0 ? FIELDS : [FIELDS[index % FIELDS.length] ?? 'url']) {
        const response = await add(index * 10 + FIELDS.indexOf(field), {
          [field]: field === 'title' ? text.slice(0, 50) : text,
        });
        if (response.code === 1 && field !== 'title') taken.push(`${field}: ${text}`);
        expect([field, text, response.code >= 0 && response.code <= 1]).toEqual([field, text, true]);
      }
    // Besides its title a rule may hold a path of this site, a web address, and the name of an icon.
    for (const one of taken)
      expect(one).toMatch(/^(?:url: (?:https?:\/\/|\/[^/\\])|(?:path|component): [\w/.:?=&%[\]-]+$|icon: [\w :-]+$)/i);
    await open(page, '/admin/menu_rule', 'tr[data-id]');
    await menu.getByText('<svg/onload=alert(1)>').first().waitFor();
    const links = await menu.locator('a').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    const { host } = new URL(product.url);
    const webs = taken.flatMap((one) => (one.startsWith('url: http') ? [new URL(one.slice(5)).href] : []));
    expect(links.filter((href) => new URL(href).host !== host && !webs.includes(href))).toEqual([]);
    await menu
      .getByRole('link', { name: TEXT_VECTORS[1] ?? '' })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Menu rules' }).waitFor();
    expect(await scriptDetector.takeFindings()).toEqual([]);
  }, 120_000);
});
