/** Previews show the page on which visitors would see a row, also before the form names its address, and say which field is missing. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { createPicture } from '../../testing/createPicture';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('pages of previews on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const create = async (entity: string, row: Readonly<Record<string, unknown>>): Promise<number> => {
    const answer = await root.post(`/admin/${entity}/add`, { status: 1, ...row });
    expect([entity, answer.code, answer.msg]).toEqual([entity, 1, expect.any(String)]);
    return Number(answer.data.row.id);
  };
  const preview = (entity: string, values: Readonly<Record<string, unknown>>, id: number | null = null) =>
    root.post('/admin/site/preview', { id, lang: 'en', entity, values });

  // @covers fault preview.no_page
  it('name the missing field while no page can show the row', async () => {
    const version = await preview('plugin_version', { version: '1.0' });
    expect([version.code, version.msg]).toEqual([0, expect.stringContaining('Plugin')]);
    const profile = await preview('news_case', { company_user: 'Emma' });
    expect([profile.code, profile.msg]).toEqual([0, expect.stringContaining('Article')]);
  });

  it('show a new page and a new plugin before they have an address', async () => {
    const page = await preview('page', { title: 'Unnamed page' });
    expect([page.code, page.data?.page.html]).toEqual([1, expect.stringContaining('Unnamed page')]);
    const plugin = await preview('plugin', { title: 'Unnamed plugin' });
    expect([plugin.code, plugin.data?.page.html]).toEqual([1, expect.stringContaining('Unnamed plugin')]);
  });

  it('show parts of a plugin and a customer profile on the page of a published row until one is chosen', async () => {
    const image = await createPicture(testServer, '/storage/category.webp');
    const categoryId = await create('plugin_category', { title: 'Connectors', image });
    await create('plugin', { title: 'Relay', name: 'relay', cate_id: categoryId });
    const chosen = await create('plugin', { title: 'Chosen', name: 'chosen', cate_id: categoryId });
    await create('article', { title: 'Interview', content: '<p>x</p>', type: 1 });
    const version = await preview('plugin_version', { version: '7.7.7' });
    expect(version.data?.page.path).toMatch(/^\/plugins\/\w+$/);
    expect(version.data?.page.html).toContain('7.7.7');
    const part = await preview('plugin_function', { name: 'Sorting', plugin_id: chosen });
    expect([part.data?.page.path, part.data?.page.html]).toEqual([
      '/plugins/chosen',
      expect.stringContaining('Sorting'),
    ]);
    const profile = await preview('news_case', { company_user: 'Emma Clarke' });
    expect(profile.data?.page.html).toContain('Emma Clarke');
  });

  it('show a banner on a page of its navigation items', async () => {
    const image = await createPicture(testServer, '/storage/banner.webp');
    const item = await create('navigation', { title: 'Offers', url: '/products', position: 0 });
    const outside = await create('navigation', { title: 'Outside', url: 'https://example.org/', position: 0 });
    const banner = { title: 'Spring sale', image, position: 0 };
    const bound = await preview('banner', { ...banner, navigation_ids: [outside, item] });
    expect([bound.data?.page.path, bound.data?.page.html]).toEqual([
      '/products',
      expect.stringContaining('Spring sale'),
    ]);
    const unreachable = await preview('banner', { ...banner, navigation_ids: [outside] });
    expect(unreachable.data?.page.html).toContain('Spring sale');
  });

  it('show a category as its own list', async () => {
    const id = await create('news_category', { name: 'Events' });
    const { data } = await preview('news_category', { name: 'Events and talks' }, id);
    expect([data?.page.path, data?.page.html]).toEqual([
      `/news?category=${id}`,
      expect.stringContaining('<h1>Events and talks</h1>'),
    ]);
  });

  it('show a template on a page that uses it, else on a sample page', async () => {
    const template = { sign: 'poster', title: 'Poster', type: 'website', form_data: { theme: 'dark', columns: 3 } };
    const sample = await preview('site_template', template);
    expect(sample.data?.page.html).toContain('data-layout="poster" data-theme="dark" data-columns="3"');
    expect(sample.data?.page.html).toContain('Sample page');
    const id = await create('site_template', template);
    await create('page', { slug: 'prices', title: 'Prices', content: '<p>x</p>', template_id: id });
    const { data } = await preview('site_template', { form_data: { theme: 'light', columns: 2 } }, id);
    expect([data?.page.path, data?.page.html]).toEqual([
      '/page/prices',
      expect.stringContaining('data-layout="poster" data-theme="light" data-columns="2"'),
    ]);
    const other = await preview('site_template', { ...template, sign: 'chat', type: 'wechat' });
    expect([other.code, other.msg]).toEqual([0, expect.stringContaining('Channel')]);
  });
});
