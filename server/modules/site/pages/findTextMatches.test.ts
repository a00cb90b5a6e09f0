/** The search of the site reads formatted texts as readers see them, and only those that guests may read. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../../common/limits';
import { superAdmin, type Caller } from '../../../testing/callers';
import { startTestServer, testDialects, type TestServer } from '../../../testing/testServer';

const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const LONG_TEXT = 'All of our vans leave the yard before dawn, and nobody has to call the drivers any more. ';

describe.each(testDialects())('search in formatted texts on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  const add = async (entity: string, row: Readonly<Record<string, unknown>>): Promise<number> => {
    const answer = await root.post(`/admin/${entity}/add`, { status: 1, ...row });
    expect([entity, answer.code, answer.msg]).toEqual([entity, 1, expect.any(String)]);
    return Number(answer.data.row.id);
  };
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

  it('a page of one part counts and shows the same rows', async () => {
    const response = await fetch(`${testServer.url}/search?q=zwolle&in=pages`, { headers: BROWSER });
    expect(await response.text()).toContain('Results for “zwolle”: 1');
  });

  it('bodies of older rows, and the end of a very long body, are not read; the page says so', async () => {
    const { db, clock } = testServer.services;
    const end = `${'x '.repeat(LIMITS.searchedBodyChars / 2)}<p>zutphen</p>`;
    await db.transact((tx) => tx.run('UPDATE `page` SET content = ? WHERE slug = ?', [end, 'fleet']));
    expect((await search('zutphen')).texts).toEqual([]);
    const now = Math.floor(clock.now() / 1000);
    await db.transact((tx) =>
      tx.runMany(
        'INSERT INTO `solution` (id, title, title_n, content, status, weigh, live, revision, create_time, update_time) VALUES (?, ?, ?, ?, 1, 1, 0, 1, ?, ?)',
        Array.from({ length: LIMITS.searchedNewestBodies + 1 }, (_, at) => [
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
