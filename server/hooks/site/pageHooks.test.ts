/** The layout of a page is a site template of the channel website. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, superAdmin, type Caller } from '../../testing/callers';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('layouts of pages on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const add = async (entity: string, values: object): Promise<number> => {
    const response = await root.post(`/admin/${entity}/add`, { title: 'About', ...values });
    expect(response).toMatchObject({ code: 1 });
    return Number(response.data.row.id);
  };
  const edit = (entity: string, values: object) => root.post(`/admin/${entity}/edit`, { ...values });
  const page = (slug: string) => ({ slug, content: '<p>x</p>', status: 1 });

  it('a template of the channel website is accepted; guests see nothing of it but its id', async () => {
    const template = await add('site_template', { sign: 'wide', type: 'website' });
    const id = await add('page', { ...page('about'), template_id: template });
    const { row } = (await root.get('/admin/page/edit', { id: String(id) })).data;
    expect(row).toMatchObject({ template_id: template, status: 1 });
    const { data } = await guest(testServer).get('/api/page/edit', { id: String(id) });
    expect(data.row).toMatchObject({ slug: 'about', template_id: template });
    expect(data.refs.site_template ?? {}).toEqual({});
  });

  it('a template of another channel is refused at the field, and so is one that does not exist', async () => {
    const template = await add('site_template', { sign: 'mini', type: 'wechat_mini' });
    const refused = await root.post('/admin/page/add', { title: 'No', ...page('no'), template_id: template });
    expect(refused.data.fields).toEqual({ template_id: 'Choose a template for the website channel' });
    const id = await add('page', page('later'));
    expect((await edit('page', { id, template_id: template })).data.fields).toHaveProperty('template_id');
    expect((await edit('page', { id, template_id: 999_999 })).data.fields).toHaveProperty('template_id');
    expect((await edit('page', { id, template_id: null })).code).toBe(1);
  });

  it('a template that a page uses keeps its channel and is not deleted', async () => {
    const template = await add('site_template', { sign: 'used', type: 'website' });
    const id = await add('page', { ...page('used'), template_id: template });
    expect((await edit('site_template', { id: template, type: 'app' })).data.fields).toHaveProperty('type');
    expect((await root.post('/admin/site_template/del', { ids: [template] })).code).toBe(0);
    expect((await edit('site_template', { id: template, title: 'Renamed' })).code).toBe(1);
    expect((await edit('page', { id, template_id: null })).code).toBe(1);
    expect((await edit('site_template', { id: template, type: 'app' })).code).toBe(1);
  });
});
