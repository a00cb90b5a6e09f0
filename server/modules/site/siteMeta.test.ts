/** What pages say about themselves: images of shared links, languages of texts, and the language of missing pages. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { createPicture } from '../../testing/createPicture';
import { sampleDialects } from '../../testing/sampleDialects';
import { setSetting } from '../../testing/setSetting';
import { startTestServer, type TestServer } from '../../testing/testServer';

const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe.each(sampleDialects())('metadata of the site on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  const add = async (entity: string, row: Readonly<Record<string, unknown>>) => {
    const answer = await root.post(`/admin/${entity}/add`, { status: 1, ...row });
    expect([entity, answer.code, answer.msg]).toEqual([entity, 1, expect.any(String)]);
    return Number(answer.data.row.id);
  };
  const visit = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(testServer.url + path, { headers: { ...BROWSER, ...headers } });
    return { status: response.status, html: await response.text() };
  };
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const sharedImage = async (path: string) => {
    const { html } = await visit(path);
    const url = /property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '';
    return [/name="twitter:card" content="([^"]*)"/.exec(html)?.[1], url.replace(/^https?:\/\/[^/]+/, '')];
  };

  it('a shared link shows the first image of the page, else the logo small, else none', async () => {
    await add('solution', { title: 'Ports', content: '<p>No image</p>' });
    expect(await sharedImage('/')).toEqual(['summary', '']);
    await setSetting(testServer, 'site_logo', '/storage/logo.webp');
    for (const path of ['/', '/solutions/1', '/solutions', '/contact'])
      expect([path, await sharedImage(path)]).toEqual([path, ['summary', '/storage/logo.webp']]);
    const thumbnail = await createPicture(testServer, '/storage/news.webp');
    await add('news', { title: 'Moved', content: '<p>x</p>', thumbnail });
    await add('page', { slug: 'about', title: 'About', content: `<p><img src="${thumbnail}"></p>` });
    for (const path of ['/', '/news', '/news/1', '/page/about', '/zh-cn/news'])
      expect([path, await sharedImage(path)]).toEqual([path, ['summary_large_image', '/storage/news.webp']]);
    const image = await createPicture(testServer, '/storage/banner.webp');
    await add('banner', { title: 'Open day', image });
    expect(await sharedImage('/contact')).toEqual(['summary_large_image', '/storage/banner.webp']);
    expect(await sharedImage('/news')).toEqual(['summary_large_image', '/storage/news.webp']);
  });

  it('lists and pages describe themselves to search engines', async () => {
    const id = await add('product', { title: 'Tide gauge', content: '<p>x</p>' });
    await add('page', { slug: 'terms', title: 'Terms', content: '<p>Rules</p>' });
    const dataOf = async (path: string) => {
      const { html } = await visit(path);
      const [, json = '[]'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
      return JSON.parse(json) as Readonly<Record<string, unknown>>;
    };
    const list = await dataOf('/products');
    expect([list['@type'], list['name']]).toEqual(['CollectionPage', 'Products']);
    expect(list['mainEntity']).toMatchObject({
      '@type': 'ItemList',
      itemListElement: [{ position: 1, name: 'Tide gauge', url: expect.stringMatching(`^http.*/products/${id}$`) }],
    });
    expect(await dataOf('/contact')).toMatchObject({
      '@type': 'ContactPage',
      url: expect.stringMatching(/\/contact$/),
    });
    expect(await dataOf('/trial')).toMatchObject({ '@type': 'WebPage', inLanguage: 'en' });
    const organization = { '@type': 'Organization', logo: expect.stringMatching(/^http.*\/storage\/logo\.webp$/) };
    expect(await dataOf('/')).toMatchObject(organization);
    const news = await add('news', { title: 'Low water', content: '<p>x</p>' });
    expect(await dataOf(`/news/${news}`)).toMatchObject({ author: organization, publisher: organization });
    expect(await dataOf('/page/terms')).toMatchObject({ '@type': 'WebPage', name: 'Terms', inLanguage: 'en' });
  });

  it('lists, rows and pages say where they stand in the site, in the language of the page', async () => {
    const category = await add('news_category', { name: '公司', name_en: 'Company' });
    const title = 'Sluice </script><script>alert(1)</script>';
    const id = await add('news', { title, content: '<p>x</p>', cat_ids: [category] });
    await add('page', { slug: 'imprint', title: '关于', title_en: 'Imprint', content: '<p>x</p>' });
    /** Names and addresses of the steps to a page; undefined for a page that names none. */
    const stepsTo = async (path: string) => {
      const { html } = await visit(path);
      expect(html).not.toContain('<script>alert(1)');
      const entries = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
        ([, json = '']) => JSON.parse(json) as Readonly<Record<string, unknown>>,
      );
      const list = entries.find((entry) => entry['@type'] === 'BreadcrumbList');
      const steps = list?.['itemListElement'] as { position: number; name: string; item: string }[] | undefined;
      expect(steps?.map(({ position }) => position)).toEqual(steps?.map((_step, index) => index + 1));
      return steps?.map(({ name, item }) => [name, item.replace(/^https?:\/\/[^/]+(?=\/)/, '')]);
    };
    const news = ['News', '/news'];
    expect(await stepsTo('/news')).toEqual([['Home', '/'], news]);
    expect(await stepsTo(`/news?category=${category}`)).toEqual([
      ['Home', '/'],
      news,
      ['Company', `/news?category=${category}`],
    ]);
    expect(await stepsTo(`/news/${id}`)).toEqual([['Home', '/'], news, [title, `/news/${id}`]]);
    expect(await stepsTo('/contact')).toEqual([
      ['Home', '/'],
      ['Contact us', '/contact'],
    ]);
    expect(await stepsTo('/page/imprint')).toEqual([
      ['Home', '/'],
      ['Imprint', '/page/imprint'],
    ]);
    expect(await stepsTo(`/zh-cn/news/${id}`)).toEqual([
      ['首页', '/zh-cn'],
      ['新闻', '/zh-cn/news'],
      [title, `/zh-cn/news/${id}`],
    ]);
    expect(await stepsTo('/zh-cn/page/imprint')).toEqual([
      ['首页', '/zh-cn'],
      ['关于', '/zh-cn/page/imprint'],
    ]);
    for (const path of ['/', '/search?q=x', '/news/999999']) expect(await stepsTo(path)).toBeUndefined();
  });

  it('texts in the other language name it, on cards, details, pages and in the navigation', async () => {
    const id = await add('article', { title: '只有中文的标题', content: '<p>这篇文章没有英文版本。</p>' });
    await add('navigation', { title: '关于我们公司', url: '/page/about', position: 0 });
    const english = (await visit(`/articles/${id}`)).html;
    expect(english).toContain('<h1 lang="zh-CN">只有中文的标题</h1>');
    expect(english).toMatch(/<div class="rich" lang="zh-CN"><p>这篇文章没有/);
    expect(english).toMatch(/<a href="\/page\/about" lang="zh-CN">关于我们公司<\/a>/);
    expect((await visit('/articles')).html).toMatch(/lang="zh-CN">只有中文的标题</);
    const chinese = (await visit(`/zh-cn/articles/${id}`)).html;
    expect(chinese).toContain('<h1>只有中文的标题</h1>');
    const englishId = await add('article', {
      title: 'Written in English only',
      content: '<p>It has no translation yet.</p>',
    });
    const foreign = (await visit(`/zh-cn/articles/${englishId}`)).html;
    expect(foreign).toContain('<h1 lang="en">Written in English only</h1>');
    expect((await visit(`/articles/${englishId}`)).html).toContain('<h1>Written in English only</h1>');
  });

  it('a missing page keeps the language of its address, also when it is loaded again', async () => {
    for (const path of ['/zh-cn/x', '/zh-cn/news?page=99', '/zh-cn/404']) {
      const { status, html } = await visit(path, { 'accept-language': 'en' });
      expect([path, status, html.includes('<html lang="zh-CN"')]).toEqual([path, 404, true]);
      expect(html).toContain("history.replaceState(null,'','/zh-cn/404')");
      expect(/property="og:url" content="[^"]*?(\/[^/"]*)"/.exec(html)?.[1]).toBe('/zh-cn');
      const links = [...html.matchAll(/<a [^>]*?href="(\/[^"]*)"/g)].map(([, href = '']) => href);
      expect(links.filter((href) => !/^\/(?:zh-cn(?:\/|$)|en$|user|admin)/.test(href))).toEqual([]);
    }
    const { html } = await visit('/x', { 'accept-language': 'en' });
    expect(html).toContain("history.replaceState(null,'','/404')");
    expect((await visit('/zh-cn/401')).html).toContain("history.replaceState(null,'','/zh-cn/401')");
  });
});
