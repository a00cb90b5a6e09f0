/** The search of the site reads the texts of rows and of their parts as readers see them, and only those that guests may read. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GUEST, readableColumns } from '../../../../common/entity/access';
import type { AnyEntity } from '../../../../common/entity/entity';
import { SEARCH_PARTS, type SearchPart } from '../../../../common/site/sitePaths';
import { SITE_SECTIONS } from '../../../../common/site/siteSections';
import { SITE_LIMITS } from '../../../../common/siteLimits';
import { addPublishedRow } from '../../../testing/site/addPublishedRow';
import { superAdmin, type Caller, type Body } from '../../../testing/callers';
import { getSearchedChildren } from './searchedTexts';
import { createPicture } from '../../../testing/createPicture';
import { startTestServer, testDialects, type TestServer } from '../../../testing/testServer';

const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
/** A row of each entity that a page shows, except its texts. */
const OTHER_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { article: { type: 1 } };
/** A word for each text of an entity, so that each word stands in one place only. */
function writeTexts(entity: AnyEntity, firstNumber: number) {
  const columns = readableColumns(GUEST, entity).filter(
    ({ kind, options }) =>
      kind === 'rich_text' || kind === 'array' || (kind === 'text' && !['url', 'path'].includes(options.pattern ?? '')),
  );
  const words = columns.map(({ name }, at) => ({ name, word: `w${firstNumber + at}x` }));
  const values = columns.map(({ name, kind }, at) => {
    const word = `w${firstNumber + at}x`;
    return [name, kind === 'array' ? [word] : kind === 'rich_text' ? `<p>${word}</p>` : word] as const;
  });
  return { words, values: Object.fromEntries(values) };
}

const LONG_TEXT = 'All of our vans leave the yard before dawn, and nobody has to call the drivers any more. ';

describe.each(testDialects())('search of the site on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  const add = (entity: string, row: Body) => addPublishedRow(root, entity, row);
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    await add('page', {
      slug: 'fleet',
      title: 'Fleet',
      content: `<p>${LONG_TEXT.repeat(4)}</p><p>The depot is in Zwolle.</p>`,
    });
    await add('showcase', { title: 'Case one', content: '<p>A <strong>zwo</strong>l<strong>le</strong> customer</p>' });
    await add('article', {
      title: 'Story',
      content: '<p>仓库在兹沃勒</p>',
      content_en: '<p>The warehouse is in ZWOLLE &amp; Deil</p>',
    });
    await add('news', { title: 'Fleet news', content: '<p class="zwolle">Nothing <em>here</em></p>' });
    await add('product', { title: 'Hidden product', content: '<p>Zwolle</p>', status: 0 });
    await add('product', { title: 'Later product', content: '<p>Zwolle</p>', show_from: 4_000_000_000 });
    await root.post('/admin/solution/del', {
      ids: [await add('solution', { title: 'Gone', content: '<p>Zwolle</p>' })],
    });
  });
  afterAll(() => testServer.close());

  const search = async (q: string, prefix = '') => {
    const response = await fetch(`${testServer.url}${prefix}/search?q=${encodeURIComponent(q)}`, { headers: BROWSER });
    const html = await response.text();
    expect([q, response.status]).toEqual([q, 200]);
    const cards = [...html.matchAll(/<li class="card[^"]*">.*?<\/li>/gs)].map(([card]) => card);
    return {
      html,
      texts: cards.map((card) =>
        card
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim()
          .replace(/^\d{4}-\d\d-\d\d /, ''),
      ),
    };
  };

  it('a word of a body finds the row, and the card shows the text around it', async () => {
    const { html, texts } = await search('zwolle');
    expect(texts).toEqual([
      'Story The warehouse is in ZWOLLE &amp; Deil',
      expect.stringMatching(/^Fleet ….*The depot is in Zwolle\.$/),
    ]);
    expect(html).toContain('Results for “zwolle”: 2');
    expect(texts[1]?.length).toBeLessThan(200);
  });

  it('hidden, later and deleted rows, names of tags and attributes are not found', async () => {
    const { html } = await search('zwolle');
    for (const title of ['Hidden product', 'Later product', 'Gone', 'Fleet news']) expect(html).not.toContain(title);
    for (const markup of ['strong', 'class', 'amp'])
      expect([markup, (await search(markup)).texts]).toEqual([markup, []]);
  });

  it('words may be in the title and in the body, and characters that markup escapes are found', async () => {
    expect((await search('fleet depot')).texts).toHaveLength(1);
    expect((await search('fleet deil')).texts).toEqual([]);
    expect((await search('zwolle & deil')).texts).toHaveLength(1);
  });

  it('each language is searched as its readers see it', async () => {
    expect((await search('兹沃勒')).texts).toEqual([]);
    expect((await search('兹沃勒', '/zh-cn')).texts).toEqual(['Story 仓库在兹沃勒']);
  });

  it('a Latin word is found at the beginning of words, in the language of the page', async () => {
    await add('product', { title: '客户 desk', sub_title: 'Support', sub_title_en: 'Helpline' });
    expect((await search('port')).texts).toEqual([]);
    expect((await search('supp', '/zh-cn')).texts).toEqual(['客户 desk Support']);
    expect((await search('supp')).texts).toEqual([]);
    expect((await search('户')).texts).toHaveLength(1);
  });

  /** Asks again while the deadline of public reads leaves texts unread, as on a busy machine. */
  const findsLink = async (address: string, href: string): Promise<boolean> => {
    for (let tries = 0; tries < 5; tries += 1) {
      const html = await (await fetch(testServer.url + address, { headers: BROWSER })).text();
      if (html.includes(`${href}"`)) return true;
      if (/0 条结果|No results|没有找到/.test(html) && !/Only the newest|只搜索了最新/.test(html)) return false;
    }
    return false;
  };

  it('a word of each text of each row and of its parts finds the page of the row', async () => {
    const { registry } = testServer.services;
    const getEntity = (name: string) => {
      const entity = registry.get(name);
      if (entity === undefined) throw new Error(`no entity ${name}`);
      return entity;
    };
    const category = await add('plugin_category', {
      title: 'Kind',
      image: await createPicture(testServer, '/storage/kind.webp'),
    });
    const missing: unknown[] = [];
    let number = 1000;
    const write = async (name: string, more: Readonly<Record<string, unknown>>) => {
      const { words, values } = writeTexts(getEntity(name), (number += 100));
      return { id: await add(name, { ...values, ...OTHER_VALUES[name], ...more }), words, values };
    };
    const check = async (part: SearchPart, href: string, written: Awaited<ReturnType<typeof write>>) => {
      for (const { name, word } of written.words) {
        const address = `${name.endsWith('_en') ? '' : '/zh-cn'}/search?q=${word}&in=${part}`;
        if (!(await findsLink(address, href))) missing.push([part, name, word]);
      }
      return written.words.length;
    };
    for (const part of SEARCH_PARTS) {
      const name = part === 'pages' ? 'page' : SITE_SECTIONS[part].entity;
      const row = await write(name, part === 'plugins' ? { cate_id: category } : {});
      const key = part === 'pages' ? 'slug' : SITE_SECTIONS[part].key;
      const end = key === 'id' ? row.id : (row.words.find((written) => written.name === key)?.word ?? '');
      const href = `/${part === 'pages' ? 'page' : SITE_SECTIONS[part].path}/${end}`;
      let count = await check(part, href, row);
      for (const { entity, by } of getSearchedChildren(getEntity(name), (child) => registry.get(child)))
        count += await check(part, href, await write(entity.name, { [by]: row.id }));
      expect([part, count > 1]).toEqual([part, true]);
    }
    expect(missing).toEqual([]);
  }, 120_000);

  it('a page of one part counts and shows the same rows', async () => {
    const response = await fetch(`${testServer.url}/search?q=zwolle&in=pages`, { headers: BROWSER });
    expect(await response.text()).toContain('Results for “zwolle”: 1');
  });

  it('bodies of older rows, and the end of a very long body, are not read; the page says so', async () => {
    const { db, clock } = testServer.services;
    const end = `${'x '.repeat(SITE_LIMITS.searchedBodyChars / 2)}<p>zutphen</p>`;
    await db.transact((tx) => tx.run('UPDATE `page` SET content = ? WHERE slug = ?', [end, 'fleet']));
    expect((await search('zutphen')).texts).toEqual([]);
    const now = Math.floor(clock.now() / 1000);
    await db.transact((tx) =>
      tx.runMany(
        'INSERT INTO `solution` (id, title, title_n, content, status, weigh, live, revision, create_time, update_time) VALUES (?, ?, ?, ?, 1, 1, 0, 1, ?, ?)',
        Array.from({ length: SITE_LIMITS.searchedNewestBodies + 1 }, (_, at) => [
          at + 100,
          `Row ${at}`,
          `row ${at}`,
          at === 0 ? '<p>deventer</p>' : at === 1 ? '<p>hattem</p>' : 'x',
          now,
          now,
        ]),
      ),
    );
    const older = await search('deventer');
    expect([older.texts, older.html.includes('Only the newest records')]).toEqual([[], true]);
    expect((await search('hattem')).texts).toEqual(['Row 1 hattem']);
  });
});
