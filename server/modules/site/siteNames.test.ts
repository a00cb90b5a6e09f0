/** The site's name and record number in each language: English pages show the English ones, or the others where these are empty. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest } from '../../testing/callers';
import { setSetting } from '../../testing/setSetting';
import { startTestServer, type TestServer } from '../../testing/testServer';

const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe('the names of the site', () => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer();
    await setSetting(testServer, 'site_name', '北港软件');
    await setSetting(testServer, 'record_number', '京ICP备00000000号');
  });
  afterAll(() => testServer.close());

  const load = async (path: string) => (await fetch(testServer.url + path, { headers: BROWSER })).text();
  /** Whether one of the pages with sentences of staff shows a text. */
  const findSentence = async (text: string, prefix = '') => {
    const pages = await Promise.all(['', '/contact', '/trial'].map((path) => load(prefix + path || '/')));
    return pages.some((html) => html.includes(text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')));
  };
  const PAGES = ['/', '/contact', '/search', '/nowhere'];
  const TITLE = /<title>[^<]* - ([^<]+)</;
  const loadTitles = async (prefix: string) => {
    const titles = [];
    for (const path of PAGES)
      titles.push(TITLE.exec(await load(prefix + path.replace(/^\/$/, prefix === '' ? '/' : '')))?.[1]);
    return [...new Set(titles)];
  };

  it('an installation without English texts shows the others on English pages', async () => {
    expect(await loadTitles('')).toEqual(['北港软件']);
    const html = await load('/contact');
    expect(html).toContain('北港软件</a>');
    expect(html).toContain('京ICP备00000000号');
    expect(await load('/feed.xml')).toContain('<title>News - 北港软件</title>');
  });

  it('English pages, feed and structured data show the English texts, Chinese ones do not', async () => {
    await setSetting(testServer, 'site_name_en', 'Northport Software');
    expect(await loadTitles('')).toEqual(['Northport Software']);
    expect(await loadTitles('/zh-cn')).toEqual(['北港软件']);
    const home = await load('/');
    expect(home).toContain('"name":"Northport Software"');
    expect(home).not.toContain('北港软件');
    // Each field falls back by itself.
    expect(home).toContain('京ICP备00000000号');
    await setSetting(testServer, 'record_number_en', 'ICP filing 00000000');
    expect(await load('/contact')).toContain('ICP filing 00000000');
    expect(await load('/zh-cn/contact')).toContain('京ICP备00000000号');
    expect(await load('/feed.xml')).toContain('<title>News - Northport Software</title>');
    expect(await load('/zh-cn/feed.xml')).toContain('北港软件');
    expect((await guest(testServer).get('/api/Index/index')).data.site.siteName).toBe('北港软件');
  });

  it('staff write the tagline, the footer and the introductions of the forms, each in both languages', async () => {
    const standard = 'Tell us what you need, and we’ll get back to you.';
    expect(await load('/contact')).toContain(standard);
    expect(await load('/')).toContain('Nothing here yet.');
    for (const [name, text, english] of [
      ['site_tagline', '港口运转顺畅', 'Ports run smoothly'],
      ['footer_text', '北港路一号 <b>', 'North harbor 1 <b>'],
      ['contact_intro', '写信给我们', 'Write to us in any language'],
      ['trial_intro', '试用三十天', 'Try it for thirty days'],
    ] as const) {
      await setSetting(testServer, name, text);
      expect([name, await findSentence(text)]).toEqual([name, true]);
      await setSetting(testServer, `${name}_en`, english);
      expect([name, await findSentence(english), await findSentence(text)]).toEqual([name, true, false]);
      expect([name, await findSentence(text, '/zh-cn')]).toEqual([name, true]);
    }
    expect(await load('/contact')).not.toContain(standard);
    expect(await load('/')).toMatch(/name="description" content="Ports run smoothly"/);
    for (const path of PAGES) expect(await load(path)).toContain('North harbor 1 &lt;b&gt;');
  });

  it('spaces are no English name', async () => {
    await setSetting(testServer, 'site_name_en', '  ');
    expect(await loadTitles('')).toEqual(['北港软件']);
  });
});
