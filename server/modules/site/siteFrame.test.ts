/** Parts of every page that do not depend on what staff entered: links to all pages, one main heading, titles and descriptions of their own. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPublishedRow } from '../../testing/site/addPublishedRow';
import { superAdmin, type Caller, type Body } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe.each(sampleDialects())('what surrounds the pages of the site on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  const add = (entity: string, row: Body) => addPublishedRow(root, entity, row);
  const load = async (path: string) => (await fetch(testServer.url + path, { headers: BROWSER })).text();
  const footerLinks = (html: string) => [
    ...(/<h2>(?:More pages|更多页面)<\/h2><ul>(.*?)<\/ul>/s.exec(html)?.[1] ?? '').matchAll(
      /href="([^"]+)"[^>]*>([^<]+)</g,
    ),
  ];
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    await add('hardware', { name: 'Scanner', icon: 'badge' });
    await add('news', { title: 'Opening', content: '<p>Doors open.</p>' });
  });
  afterAll(() => testServer.close());

  it('the home page has one main heading when rows but no block are shown', async () => {
    const html = await load('/');
    expect(html.match(/<h1[^>]*>[^<]+<\/h1>/g)).toEqual(['<h1>Atrium</h1>']);
    expect(html).toContain('Opening');
  });

  it('the footer links to the pages that the navigation does not reach, in the language of the page', async () => {
    const id = await add('navigation', { title: 'News', url: '/news', position: 0 });
    await add('page', { slug: 'careers', title: '加入我们', title_en: 'Careers', content: '<p>x</p>' });
    await add('page', { slug: 'draft', title: 'Draft', content: '<p>x</p>', status: 0 });
    const expected = [
      ['/hardware', 'Hardware'],
      ['/contact', 'Contact us'],
      ['/trial', 'Request a trial'],
      ['/page/careers', 'Careers'],
    ];
    for (const path of ['/', '/contact', '/nowhere'])
      expect([path, footerLinks(await load(path)).map(([, ...link]) => link)]).toEqual([path, expected]);
    expect(footerLinks(await load('/zh-cn')).map(([, ...link]) => link)).toEqual([
      ['/zh-cn/hardware', '硬件'],
      ['/zh-cn/contact', '联系我们'],
      ['/zh-cn/trial', '申请试用'],
      ['/zh-cn/page/careers', '加入我们'],
    ]);
    await add('navigation', { title: 'Write to us', url: '/contact?from=top', position: 0, pid: id });
    await add('navigation', { title: 'Jobs', url: '/zh-cn/page/careers', position: 1 });
    expect(footerLinks(await load('/')).map(([, href]) => href)).toEqual(['/hardware', '/trial']);
  });

  it('the keyboard reaches wide tables and code of formatted texts', async () => {
    const content = '<table><tbody><tr><td>1</td></tr></tbody></table><pre>code</pre>';
    await add('page', { slug: 'wide', title: 'Wide', content });
    const english = await load('/page/wide');
    expect(english).toContain('<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>');
    expect(english).toContain('<pre tabindex="0" role="group" aria-label="Code">');
    expect(await load('/zh-cn/page/wide')).toContain('role="group" aria-label="表格"><table>');
  });

  it('categories and hardware name their section in the title, and pages without a summary describe themselves', async () => {
    const category = await add('news_category', { name: 'Scanner' });
    const id = await add('hardware', { name: 'Printer', icon: 'badge' });
    await add('product', { title: 'Atrium Desk', hardware_ids: [id] });
    const facts = async (path: string) => {
      const html = await load(path);
      return [/<title>([^<]*)<\/title>/.exec(html)?.[1], /<meta name="description" content="([^"]*)"/.exec(html)?.[1]];
    };
    expect(await facts(`/hardware/${id}`)).toEqual([
      'Printer - Hardware - Atrium',
      'Printer · Atrium Desk · Devices that work with our products.',
    ]);
    expect((await facts(`/news?category=${category}`))[0]).toBe('Scanner - News - Atrium');
    expect((await facts('/news'))[0]).toBe('News - Atrium');
    expect((await facts('/page/careers'))[1]).toBe('x');
    for (const line of ['Disallow: /search', 'Disallow: /en/search', 'Disallow: /zh-cn/search'])
      expect((await load('/robots.txt')).split('\n')).toContain(line);
  });
});
