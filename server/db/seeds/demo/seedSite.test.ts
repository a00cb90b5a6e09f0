/** The demo site is complete in both languages: base columns hold Chinese, their companions English. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entities } from '../../../../common/entities/index';
import type { AnyEntity } from '../../../../common/entity/entity';
import { localizedValue } from '../../../../common/entity/translations/localizedValue';
import { findBlockStylesIssue } from '../../../hooks/site/blockStyles';
import { siteSentenceIn, siteTextsIn } from '../../../platform/settings';
import { startTestServer, type TestServer } from '../../../testing/testServer';
import { parseParagraphs, parseTranslatedTable } from './parseTable';

const all: readonly AnyEntity[] = Object.values(entities);
// The demo has no modules and no shared dashboards, and built-in menu rules have their titles in the locales.
const WITHOUT_DEMO_TEXTS = ['module', 'board', 'menu_rule'];
const translated = all.filter(
  ({ name, spec }) => spec.translations !== undefined && !WITHOUT_DEMO_TEXTS.includes(name),
);
const HAN = /\p{Script=Han}/u;
type Row = Readonly<Record<string, string | number | null>>;

describe('the demo site', () => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database: 'sqlite', seed: 'demo' });
  });
  afterAll(() => testServer.close());
  const getRows = (name: string) => testServer.services.db.rows<Row>(`SELECT * FROM \`${name}\` ORDER BY weigh DESC`);

  it.each(translated.map(({ name, spec }) => [name, spec.translations ?? []] as const))(
    '%s: every text is there in Chinese and in English',
    async (name, fields) => {
      const rows = await getRows(name);
      const wrong = rows.flatMap((row) =>
        fields.flatMap((field) => {
          const [chinese, english] = [localizedValue(row, field, 'zh-cn'), localizedValue(row, field, 'en')];
          return HAN.test(String(chinese)) && !HAN.test(String(english)) ? [] : [[field, chinese, english]];
        }),
      );
      expect(wrong).toEqual([]);
      expect(rows.length).toBeGreaterThan(3);
    },
  );

  it('the score of a plugin is the average of its ratings', async () => {
    const wrong = await testServer.services.db.rows<Row>(
      `SELECT name, score FROM \`plugin\` p WHERE score <> COALESCE((SELECT ROUND(AVG(rating * 1.0), 1) FROM \`plugin_purchase\` b
       WHERE b.plugin_id = p.id AND b.rating IS NOT NULL AND b.status <> 2 AND b.delete_time IS NULL), 0)`,
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['user_money_log', ['adjust', 'fee', 'payment', 'refund', 'top_up']],
    ['user_score_log', ['adjust', 'payment', 'top_up']],
  ])('%s: the demo bookings have the types of daily work', async (table, types) => {
    const rows = await testServer.services.db.rows<Row>(
      `SELECT DISTINCT type FROM \`${table}\` WHERE type <> 'reversal' ORDER BY type`,
    );
    expect(rows.map(({ type }) => type)).toEqual(types);
  });

  it('the help center describes how colleagues are added: with a password set by an admin, not by an email', async () => {
    const help = (await getRows('page')).find(({ slug }) => slug === 'help') ?? {};
    const content = (lang: 'en' | 'zh-cn') => String(localizedValue(help, 'content', lang));
    expect(content('en')).toContain('under “Admins”');
    expect(content('en')).not.toMatch(/email invites|Administrators/);
    expect(content('zh-cn')).toContain('设置初始密码');
    expect(content('zh-cn')).not.toMatch(/设置密码的邮件|权限组/);
  });
  it('has a navigation of two levels whose links have an address and whose groups have links', async () => {
    const rows = await getRows('navigation');
    const tops = rows.filter(({ pid }) => pid === null);
    expect(tops.map(({ title }) => title).slice(0, 3)).toEqual(['首页', '产品', '解决方案']);
    for (const { id, type, url } of rows) {
      const links = rows.filter(({ pid }) => pid === id);
      expect([type, url === null, links.length > 0]).toEqual(type === 1 ? [1, true, true] : [0, false, false]);
    }
    const slugs = (await getRows('page')).map(({ slug }) => `/page/${String(slug)}`);
    const pages = rows.map(({ url }) => String(url)).filter((url) => url.startsWith('/page/'));
    expect(pages.filter((url) => !slugs.includes(url))).toEqual([]);
  });

  it('names on a case only apps of its customer, and links to no invented host', async () => {
    const apps = await testServer.services.db.rows<Row>(
      'SELECT app.id, app.title_en, enterprise.name FROM `app` JOIN `enterprise` ON enterprise.id = app.company_id',
    );
    const companies = new Map(apps.map(({ id, name }) => [Number(id), String(name)]));
    const cases = await getRows('showcase');
    const named = cases.flatMap(({ title, title_en, app_ids }) =>
      (JSON.parse(String(app_ids ?? '[]')) as readonly number[]).map((id) => [companies.get(id), title, title_en]),
    );
    expect(named.length).toBeGreaterThan(3);
    const isCustomer = (company: unknown, title: unknown) => String(title).startsWith(String(company));
    expect(named.filter(([company, ...titles]) => !titles.some((title) => isCustomer(company, title)))).toEqual([]);
    expect((await getRows('plugin')).filter(({ demo_url }) => demo_url !== null && demo_url !== '')).toEqual([]);
  });

  it('has a record number and sentences in both languages, on every page of the site', async () => {
    const { settings } = testServer.services;
    for (const lang of ['zh-cn', 'en'] as const) {
      const sentences = (['tagline', 'footer', 'contact', 'trial'] as const).map((name) =>
        siteSentenceIn(settings, name, lang),
      );
      for (const text of [siteTextsIn(settings, lang).recordNumber, ...sentences])
        expect([lang, text, HAN.test(text), text === '']).toEqual([lang, text, lang === 'zh-cn', false]);
    }
    const stored = await testServer.services.db.rows<{ readonly name: string }>('SELECT name FROM `config`');
    expect(new Set(stored.map(({ name }) => name)).size).toBe(stored.length);
  });

  it('has styles in a home page block that are allowed', async () => {
    const [first] = await getRows('home_block');
    expect(first).toMatchObject({ name: 'hero', is_al: 1 });
    expect(findBlockStylesIssue(String(first?.['css_pc']))).toBeUndefined();
  });
});

describe('the tables of the demo texts', () => {
  it('return a row for two lines', () => {
    expect(parseTranslatedTable(['slug'], ['title'], 'about | 关于\nAbout')).toEqual([
      { slug: 'about', title: '关于', title_en: 'About' },
    ]);
  });
  it('are refused when a cell or a line is missing', () => {
    expect(() => parseTranslatedTable(['slug'], ['title'], 'about\nAbout')).toThrow('needs 2 cells');
    expect(() => parseTranslatedTable([], ['title'], '关于')).toThrow('both languages');
  });
  it('return paragraphs, headings and lists', () => {
    expect(parseParagraphs('#One ¶ two ¶ - three ¶ - four')).toBe(
      '<h2>One</h2><p>two</p><ul><li>three</li><li>four</li></ul>',
    );
  });
});
