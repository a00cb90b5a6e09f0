/** The public site: every address in both languages, cached pages dropped by changes, live updates, and nothing that guests may not read. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import { LIMITS } from '../../../common/limits';
import type { PageFrame } from '../../../common/site/siteEvents';
import { guest, limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { createPicture } from '../../testing/createPicture';
import { setSetting } from '../../testing/setSetting';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { findImages } from './pages/findImages';

const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe.each(sampleDialects())('the public site on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const visit = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(testServer.url + path, { headers: { ...BROWSER, ...headers }, redirect: 'manual' });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  const create = async (entity: string, row: Readonly<Record<string, unknown>>): Promise<{ readonly id: number }> => {
    const answer = await root.post(`/admin/${entity}/add`, { status: 1, ...row });
    expect([entity, answer.code, answer.msg]).toEqual([entity, 1, expect.any(String)]);
    return { id: Number(answer.data.row.id) };
  };
  const change = async (entity: string, row: Readonly<Record<string, unknown>>) => {
    expect((await root.post(`/admin/${entity}/edit`, row)).code).toBe(1);
  };

  /** One published row of each entity that guests read, each with its own title. */
  const fillSite = async () => {
    const [device, hardware] = [await create('device', { name: '网页端' }), await create('hardware', { name: '网关' })];
    const showcase = await create('showcase', { title: 'Case of Northwind', content: '<p>Case text</p>' });
    const category = await create('news_category', { name: 'Company' });
    const kind = await create('plugin_category', {
      title: 'Connectors',
      image: await createPicture(testServer, '/storage/a.webp'),
    });
    const plugin = await create('plugin', {
      title: 'Webhook relay',
      name: 'webhook-relay',
      cate_id: kind.id,
      index_group: 'Popular',
    });
    await create('plugin_function', { name: 'Retries', describe: 'Tries again', plugin_id: plugin.id });
    await create('plugin_version', { version: '2.1.0', explain: 'Listed version', plugin_id: plugin.id, status: 1 });
    await create('plugin_version', { version: '9.9.9', explain: 'Not listed', plugin_id: plugin.id, status: 0 });
    const article = await create('article', {
      title: 'A year later',
      content: '<p>Story</p>',
      type: 1,
      plugin_id: plugin.id,
    });
    await create('news_case', {
      news_id: article.id,
      company_user: 'Emma Clarke',
      reflections: 'It works.',
      country: 'UK',
    });
    const product = await create('product', {
      title: 'Office',
      sub_title: 'The back office',
      content: '<h2>Live</h2>',
      labels: ['live'],
      terminal_ids: [device.id],
      hardware_ids: [hardware.id],
      case_ids: [showcase.id],
    });
    const solution = await create('solution', { title: 'Logistics', content: '<p>One board</p>', is_show_case: 1 });
    const news = await create('news', {
      title: 'Release 4',
      content: '<p>Text of the release</p>',
      cat_ids: [category.id],
    });
    await create('page', {
      slug: 'about',
      title: 'About us',
      content: '<p>Who we are</p>',
      seo_description: 'Company',
    });
    await create('banner', {
      title: 'Banner title',
      image: await createPicture(testServer, '/storage/b.webp'),
      jump_url: '/products',
    });
    await create('home_block', {
      name: 'Hero',
      titles: ['Software that moves'],
      contents: ['For teams'],
      css_pc: 'h1 { color: #123456; }',
    });
    const topLink = await create('navigation', { title: 'Offers', type: 1, position: 0 });
    await create('navigation', { title: 'Products', url: '/products', pid: topLink.id, position: 0 });
    await create('navigation', { title: 'Home', url: '/', position: 0 });
    await create('navigation', { title: 'Privacy', url: '/page/about', position: 1 });
    return { product, solution, showcase, news, article, category, device, hardware, kind };
  };
  let rows: Awaited<ReturnType<typeof fillSite>>;
  beforeAll(async () => {
    rows = await fillSite();
  });

  const pagesOfSite = (): readonly (readonly [path: string, text: string])[] => [
    ['/', 'Software that moves'],
    ['/', 'aria-current="page">Home'],
    ['/products', 'Office'],
    [`/products/${rows.product.id}`, 'The back office'],
    [`/solutions/${rows.solution.id}`, 'One board'],
    [`/cases/${rows.showcase.id}`, 'Case text'],
    ['/news', 'Release 4'],
    [`/news?category=${rows.category.id}`, 'Release 4'],
    [`/news/${rows.news.id}`, 'Text of the release'],
    [`/articles/${rows.article.id}`, 'Emma Clarke'],
    ['/plugins', 'Webhook relay'],
    [`/plugins?category=${rows.kind.id}`, 'Webhook relay'],
    ['/plugins/webhook-relay', 'Listed version'],
    [`/devices/${rows.device.id}`, 'Office'],
    [`/hardware/${rows.hardware.id}`, 'Office'],
    ['/page/about', 'Who we are'],
    ['/contact', 'data-form="lead"'],
    ['/trial', 'Webhook relay'],
    ['/search?q=release', 'Release 4'],
  ];

  // @spec P1-003 P1-047 Dec-004
  it('shows every page in both languages, complete without a script', async () => {
    for (const [path, text] of pagesOfSite())
      for (const [prefix, lang] of [
        ['', 'en'],
        ['/zh-cn', 'zh-CN'],
      ] as const) {
        const { status, headers, html } = await visit(prefix + (prefix !== '' && path === '/' ? '' : path));
        expect([prefix, path, status, html.includes(text), html.includes(`<html lang="${lang}"`)]).toEqual([
          prefix,
          path,
          200,
          true,
          true,
        ]);
        expect(headers.get('set-cookie')).toBeNull();
      }
  });

  it('names canonical and alternate addresses, also for a page that the browser’s language chose', async () => {
    const { html } = await visit('/', { 'accept-language': 'zh-CN' });
    expect(html).toContain('<html lang="zh-CN"');
    expect(html).toMatch(/<link rel="canonical" href="[^"]+\/zh-cn">/);
    const news = (await visit(`/zh-cn/news/${rows.news.id}`)).html;
    for (const [lang, path] of [
      ['zh-CN', `/zh-cn/news/${rows.news.id}`],
      ['en', `/news/${rows.news.id}`],
    ])
      expect(news).toMatch(new RegExp(`hreflang="${lang}" href="http[^"]+[0-9]${path}"`));
    expect(news).toContain('"@type":"NewsArticle"');
  });

  it('responds with its own 404 page for unknown rows, categories and pages beyond the last', async () => {
    for (const path of [
      '/news/99999',
      '/news?page=2',
      '/news?category=999',
      '/plugins/none',
      '/page/none',
      '/en/nothing',
      '/fr',
    ]) {
      const { status, html } = await visit(path);
      expect([path, status, html.includes('404'), html.includes('class="site-header"')]).toEqual([
        path,
        404,
        true,
        true,
      ]);
      // No entry of the navigation is marked as this page.
      expect([path, html.match(/<(?:a|summary)[^>]* aria-current/g)]).toEqual([path, null]);
    }
  });

  it('shows no hidden and no deleted row, on no page, in no feed and no sitemap', async () => {
    const hidden = await create('news', { title: 'Secret draft', content: '<p>Secret draft text</p>', status: 0 });
    const deleted = await create('product', { title: 'Deleted product' });
    await root.post('/admin/product/del', { ids: [deleted.id] });
    const paths = [
      ...pagesOfSite().map(([path]) => path),
      '/search?q=secret',
      '/search?q=deleted',
      '/sitemap.xml',
      '/feed.xml',
      '/zh-cn/feed.xml',
    ];
    for (const path of paths) {
      const { html } = await visit(path);
      expect([
        path,
        /Secret draft|Deleted product|9\.9\.9/.test(
          html.replace(/“[^”]*”|value="[^"]*"|<title>[^<]*|content="[^"]*"/g, ''),
        ),
      ]).toEqual([path, false]);
    }
    expect((await visit(`/news/${hidden.id}`)).status).toBe(404);
    expect((await visit('/sitemap.xml')).html).toContain(`/news/${rows.news.id}<`);
  });

  it('drops a cached page with the commit of a change, and answers 304 while nothing changed', async () => {
    const path = `/news/${rows.news.id}`;
    const first = await visit(path);
    const etag = first.headers.get('etag') ?? '';
    expect((await visit(path, { 'if-none-match': etag })).status).toBe(304);
    for (const title of ['Release 5', 'Release 6']) {
      await change('news', { id: rows.news.id, title });
      const { status, html } = await visit(path, { 'if-none-match': etag });
      expect([status, html.includes(title)]).toEqual([200, true]);
      expect((await visit('/')).html).toContain(title);
    }
  });

  it('a page is not changed by headers and unknown query values', async () => {
    const clean = await visit('/products');
    for (const [path, headers] of [
      ['/products?utm_source=x', {}],
      ['/products?page=-1', {}],
      ['/products', { 'x-forwarded-host': 'evil.example' }],
      ['/products', { host: 'evil.example', 'x-original-url': '/admin' }],
      ['/products', { 'accept-language': 'fr' }],
    ] as const)
      expect([path, (await visit(path, headers)).html === clean.html]).toEqual([path, true]);
  });

  it('shows on a solution its own cases only, in the order of the list, and none when it hides them', async () => {
    const [first, second] = [
      await create('showcase', { title: 'Case A of Port', weigh: 900 }),
      await create('showcase', { title: 'Case B of Port', weigh: 800 }),
    ];
    const solution = await create('solution', {
      title: 'Ports',
      content: '<p>x</p>',
      is_show_case: 1,
      case_ids: [second.id, first.id],
    });
    const titles = async () => (await visit(`/solutions/${solution.id}`)).html.match(/Case [A-Z] of Port|Case of \w+/g);
    expect(await titles()).toEqual(['Case A of Port', 'Case B of Port']);
    await change('solution', { id: solution.id, is_show_case: 0 });
    expect(await titles()).toBeNull();
  });

  it('gives a card without an image a mark, or a placeholder among cards with images', async () => {
    await change('solution', { id: rows.solution.id, description: 'One board for all' });
    const { html } = await visit('/solutions');
    expect(html).toContain('class="card-mark"><svg');
    expect(html).toContain('class="cards cards-mark cards-wide"');
    expect((await visit('/hardware')).html).toContain('class="cards cards-mark"');
    const picture = await createPicture(testServer, '/storage/case.webp');
    const pictured = await create('showcase', { title: 'With picture', thumbnail: picture });
    expect((await visit('/cases')).html).toContain('class="card-picture card-placeholder"><svg');
    await root.post('/admin/showcase/del', { ids: [pictured.id] });
  });

  it('keeps hostile texts as text', async () => {
    const evil = '</title></script><script>alert(1)</script>';
    const row = await create('solution', {
      title: evil.slice(0, 110),
      description: evil,
      content: '<p onclick="x()">ok<script>alert(2)</script></p>',
    });
    const { html } = await visit(`/solutions/${row.id}`);
    expect(html).not.toMatch(/<script>alert|onclick/);
    expect(html).toContain('&lt;/title');
    const searched = await visit(`/search?q=${encodeURIComponent('"><script>alert(3)</script>')}`);
    expect([searched.status, searched.html.includes('<script>alert')]).toEqual([200, false]);
  });

  it('shows the longest text whole, on its own page only, and refuses a longer one at its field', async () => {
    const paragraphs = (count: number, words: string) =>
      Array.from({ length: count }, (_, at) => `<p>Line ${at} of many${words}</p>`).join('');
    const words = ' and some words more'.repeat(4);
    const { id } = await create('news', { title: 'A long read', content: paragraphs(9_000, words) });
    const { status, html } = await visit(`/news/${id}`);
    expect([status, html.match(/<p>Line \d+ of many/g)?.length, html.endsWith('</html>')]).toEqual([200, 9_000, true]);
    expect((await visit('/news')).html).not.toContain('Line 1 of many');
    const answer = await root.post('/admin/news/edit', { id, content: paragraphs(LIMITS.richTextTags, '') });
    expect([answer.code, Object.keys(answer.data.fields)]).toEqual([0, ['content']]);
    await root.post('/admin/news/del', { ids: [id] });
  });

  it('pages name width, height and srcset of their images, also in formatted texts', async () => {
    const size = { width: 700, height: 400 };
    const [thumbnail, inText, unknown] = [
      await createPicture(testServer, '/storage/sized.webp', size),
      await createPicture(testServer, '/storage/in-text.webp', size),
      await createPicture(testServer, '/storage/unknown.webp'),
    ];
    const content = `<p><img src="${inText}" alt="a"><img src="${unknown}" alt="b"><img src="${inText}" alt="c" width="70" height="40"></p>`;
    const { id } = await create('news', { title: 'Pictures', thumbnail, content });
    const { html } = await visit(`/news/${id}`);
    expect(html).toMatch(new RegExp(`<img src="${thumbnail}" width="700" height="400"`));
    expect(html).toContain(`${thumbnail}?w=640&amp;f=avif 640w, ${thumbnail}?w=960&amp;f=avif 700w"`);
    expect(html).toContain(`<img src="${inText}" width="700" height="400" alt="a"`);
    expect(html).toMatch(new RegExp(`<img src="${unknown}" alt="b"`));
    expect(html).toMatch(new RegExp(`<img src="${inText}" alt="c" width="70" height="40"`));
    expect(findImages(html)).toEqual(expect.arrayContaining([{ url: thumbnail, ...size }, { url: unknown }]));
    await root.post('/admin/news/del', { ids: [id] });
  });

  it('links to the page about privacy from its forms once that page is published', async () => {
    expect((await visit('/contact')).html).not.toContain('/page/privacy');
    const { id } = await create('page', { slug: 'privacy', title: 'Privacy', content: '<p>x</p>' });
    expect((await visit('/contact')).html).toContain('href="/page/privacy"');
    expect((await visit('/zh-cn/trial')).html).toContain('href="/zh-cn/page/privacy"');
    await root.post('/admin/page/del', { ids: [id] });
    expect((await visit('/contact')).html).not.toContain('/page/privacy');
  });

  it('lays a page out as its site template says, while the template is enabled', async () => {
    const formData = { theme: 'dark', columns: 2 };
    const template = await create('site_template', {
      sign: 'one-page',
      title: 'T',
      type: 'website',
      form_data: formData,
    });
    await create('page', { slug: 'layout', title: 'Laid out', content: '<p>x</p>', template_id: template.id });
    expect((await visit('/page/layout')).html).toContain('data-layout="one-page" data-theme="dark" data-columns="2"');
    await change('site_template', { id: template.id, status: 0 });
    expect((await visit('/page/layout')).html).toContain('data-layout="standard"');
  });

  it('keeps the styles of a block inside the block, under the page’s policy', async () => {
    const { html, headers } = await visit('/');
    expect(html).toMatch(/@media \(min-width:720px\)\{\[data-block="\d+"\]\{h1 \{ color: #123456; \}\}\}/);
    expect(headers.get('content-security-policy')?.match(/'sha256-/g)).toHaveLength(3);
  });

  // @spec P3-397
  it('shows the record number, and a notice while the member center is closed', async () => {
    await setSetting(testServer, 'record_number', 'ICP 12345678');
    await setSetting(testServer, 'member_center', 0);
    const { html } = await visit('/products');
    expect(html).toContain('ICP 12345678');
    expect(html).toContain('The member center is closed.');
    expect(html).not.toContain('href="/user"');
    await setSetting(testServer, 'member_center', 1);
    expect((await visit('/products')).html).toContain('href="/user"');
  });

  describe('previews', () => {
    const preview = (who: Caller, body: Readonly<Record<string, unknown>>) =>
      who.post('/admin/site/preview', { id: null, lang: 'en', values: {}, ...body });

    it('show unsaved values of a stored row, sanitized, and store nothing', async () => {
      const values = { title: 'Unsaved title', content: '<p onclick="x()">Unsaved text</p>' };
      const { code, data } = await preview(root, { entity: 'news', id: rows.news.id, values });
      expect([code, data.invalid, data.page.path]).toEqual([1, [], `/news/${rows.news.id}`]);
      expect(data.page.html).toContain('Unsaved text');
      expect(data.page.html).not.toContain('onclick');
      for (const path of ['/news', `/news/${rows.news.id}`]) expect((await visit(path)).html).not.toContain('Unsaved');
    });

    it('show new and hidden rows where guests would see them', async () => {
      const banner = { title: 'New banner', image: await createPicture(testServer, '/storage/c.webp'), position: 0 };
      expect((await preview(root, { entity: 'banner', values: banner })).data.page.html).toContain('New banner');
      const hidden = await create('solution', { title: 'Hidden solution', content: '<p>x</p>', status: 0 });
      const { data } = await preview(root, {
        entity: 'solution',
        id: hidden.id,
        values: { title_en: 'English title' },
      });
      expect(data.page.html).toContain('English title');
    });

    it('keep the stored value where the unsaved one is invalid, and name the field', async () => {
      const { data } = await preview(root, { entity: 'news', id: rows.news.id, values: { title: 'x'.repeat(500) } });
      expect(data.invalid).toEqual(['title']);
    });

    it('show no styles of a home block that a save would refuse, and name their field', async () => {
      const values = { name: 'Styled', titles: ['Styled block'], css_mobile: 'p { color: #654321; }' };
      const hostile = 'h1 { background: url(https://evil.example/x); position: fixed; }';
      const { data } = await preview(root, { entity: 'home_block', values: { ...values, css_pc: hostile } });
      expect(data.invalid).toEqual(['css_pc']);
      expect(data.page.html).toContain('Styled block');
      expect(data.page.styles).toContain('#654321');
      expect(data.page.styles).not.toContain('evil.example');
    });

    it('show no file that the admin may not refer to', async () => {
      const url = await createPicture(testServer, '/storage/private.webp');
      const [file] = await testServer.services.db.rows<{ id: number }>('SELECT id FROM `attachment` WHERE url = ?', [
        url,
      ]);
      const values = { thumbnail: url, title: 'With a picture' };
      const editor = await limitedAdmin(testServer, ['news/index', 'news/edit', 'plugin/index', 'plugin/edit'], 'all');
      const { data } = await preview(editor, { entity: 'news', id: rows.news.id, values });
      expect([data.invalid, data.page.html.includes(url), data.page.html.includes('With a picture')]).toEqual([
        ['thumbnail'],
        false,
        true,
      ]);
      const byId = await preview(editor, { entity: 'plugin', id: 1, values: { cover_id: Number(file?.id) } });
      expect([byId.data.invalid, byId.data.page.html.includes(url)]).toEqual([['cover_id'], false]);
    });

    it('previews are refused to admins who may not edit the entity, for unknown rows and for other entities', async () => {
      const reader = await limitedAdmin(testServer, ['news/index'], 'all');
      expect((await preview(reader, { entity: 'news', id: rows.news.id })).status).toBe(403);
      expect((await preview(root, { entity: 'news', id: 99_999 })).status).toBe(404);
      expect((await preview(root, { entity: 'user', id: 1 })).status).toBe(404);
      expect(
        (await guest(testServer).post('/admin/site/preview', { entity: 'news', id: 1, lang: 'en', values: {} })).code,
      ).toBe(302);
    });

    it('previews are shown on a page that this site alone may embed', async () => {
      const { html, headers } = await visit('/preview');
      expect(html).toContain('<div id="site"></div>');
      expect(html).toMatch(/<link rel="modulepreload" href="(\/assets\/preview-[^"]+)">[^]*import\("\1"\)/);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    });
  });

  describe('live updates', () => {
    const sockets: Socket[] = [];
    afterAll(() => sockets.forEach((socket) => socket.disconnect()));
    const follow = async (path: string) => {
      const { html } = await visit(path);
      const version = /data-version="([^"]+)"/.exec(html)?.[1] ?? '';
      const frames: PageFrame[] = [];
      const socket = io(`${testServer.url}/site`, {
        auth: { path, version },
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
      });
      sockets.push(socket);
      socket.on('page', (frame: PageFrame) => frames.push(frame));
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', () => resolve());
        socket.once('connect_error', reject);
      });
      return { frames, socket };
    };
    const until = async (condition: () => boolean) => {
      for (let tries = 0; tries < 200 && !condition(); tries += 1) await new Promise((done) => setTimeout(done, 10));
      expect(condition()).toBe(true);
    };

    // @spec Dec-005
    it('send a page to its readers when a row that it shows changes, and nothing for other rows', async () => {
      const path = `/news/${rows.news.id}`;
      const [reader, other] = [await follow(path), await follow('/hardware')];
      await change('news', { id: rows.news.id, title: 'Live title' });
      await until(() => reader.frames.length > 0);
      expect(reader.frames[0]).toMatchObject({
        path,
        title: 'Live title - Atrium',
        html: expect.stringContaining('Live title'),
      });
      await change('lead', {
        id: (await create('lead', { name: 'Ada', mobile: '13812340101', content: 'x' })).id,
        content: 'y',
      });
      expect([reader.frames.length, other.frames.length]).toEqual([1, 0]);
    });

    it('show a hidden row as missing, and never send its text', async () => {
      const row = await create('news', { title: 'Soon hidden', content: '<p>Gone soon</p>' });
      const reader = await follow(`/news/${row.id}`);
      await change('news', { id: row.id, status: 0 });
      await until(() => reader.frames.length > 0);
      expect(reader.frames.at(-1)?.html).toContain('404');
      await change('news', { id: row.id, content: '<p>Written while hidden</p>' });
      await new Promise((done) => setTimeout(done, 100));
      expect(JSON.stringify(reader.frames)).not.toContain('Written while hidden');
    });

    it.each(['/news?page=98', '/plugins?category=98765', '/nowhere'])(
      'end a connection that asks for the missing page %s, which is not that of a row',
      async (path) => {
        expect((await visit(path)).html).toContain('data-path=""');
        const missing = io(`${testServer.url}/site`, {
          auth: { path, version: '' },
          transports: ['websocket'],
          forceNew: true,
          reconnection: false,
        });
        sockets.push(missing);
        const reason = await new Promise<string>((resolve) => missing.once('disconnect', resolve));
        expect(reason).toBe('io server disconnect');
      },
    );

    it('send the current page to a reader with an old version, and refuse addresses without a page', async () => {
      const path = '/products';
      const socket = io(`${testServer.url}/site`, {
        auth: { path, version: 'old' },
        transports: ['websocket'],
        forceNew: true,
      });
      sockets.push(socket);
      const frame = await new Promise<PageFrame>((resolve) => socket.once('page', resolve));
      expect(frame.html).toContain('Office');
      for (const auth of [
        {},
        { path: '/admin', version: '' },
        { path: '/search?q=x', version: '' },
        { path: 7 },
        { path: `/${'x'.repeat(500)}`, version: '' },
      ]) {
        const refused = io(`${testServer.url}/site`, {
          auth,
          transports: ['websocket'],
          forceNew: true,
          reconnection: false,
        });
        sockets.push(refused);
        await new Promise<void>((resolve) => refused.once('disconnect', () => resolve()));
      }
    });
  });
});
