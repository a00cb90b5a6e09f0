/** Public forms: allowed fields, refusals, and correct counting under concurrency. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, member, superAdmin, type Caller } from '../../testing/callers';
import { createPicture } from '../../testing/createPicture';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { systemContext } from '../../platform/systemContext';

function requireEntity(testServer: TestServer, name: string) {
  const entity = testServer.services.registry.get(name);
  if (entity === undefined) throw new Error(name);
  return entity;
}

describe.each(sampleDialects())('public forms on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());
  const createRow = async (entity: string, values: object): Promise<Record<string, unknown>> => {
    const response = await root.post(`/admin/${entity}/add`, { ...values });
    expect(response.code).toBe(1);
    return response.data.row as Record<string, unknown>; // The response of the console.
  };
  const lead = {
    name: '顾晓琳',
    mobile: '13812340101',
    email: 'gu@example.com',
    content: 'How much is it?',
    consent: true,
  };

  // @case T3.06
  it('lead: accepts a message with its own fields only', async () => {
    const sent = await guest(testServer).post('/api/lead/add', {
      ...lead,
      headcount: 2,
      handle_status: 2,
      id: 7,
      status: 0,
    });
    expect(sent).toMatchObject({ status: 200, code: 1, data: { ignored: ['handle_status', 'id', 'status'] } });
    expect(sent.text).not.toContain('13812340101');
    const { data } = await root.get('/admin/lead/index');
    expect(data.list[0]).toMatchObject({ name: '顾晓琳', headcount: 2, handle_status: 0, status: 1 });
    expect((await guest(testServer).get('/api/lead/index')).status).toBe(404);
  });

  it('openapi: lists the accepted fields', async () => {
    const { paths } = JSON.parse((await root.get('/openapi.json')).text);
    const { schema } = paths['/api/lead/add'].post.requestBody.content['application/json'];
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining(['name', 'mobile', 'headcount', 'content', 'captcha']),
    );
    expect(schema.properties).not.toHaveProperty('handle_status');
    expect(schema.required).toEqual(expect.arrayContaining(['name', 'consent']));
  });

  // @covers fault form.captcha_required
  it('lead: responds with field errors with a missing consent, and requires a captcha after three stored messages', async () => {
    const wrong = { ...lead, mobile: '12', email: 'no', headcount: 6, consent: false };
    for (let tries = 0; tries < 4; tries += 1) {
      const refused = await guest(testServer).post('/api/lead/add', wrong);
      expect(Object.keys(refused.data.fields).sort()).toEqual(['consent', 'email', 'headcount', 'mobile']);
    }
    for (let sent = 0; sent < 2; sent += 1) expect((await guest(testServer).post('/api/lead/add', lead)).code).toBe(1);
    for (let asks = 0; asks < 40; asks += 1) {
      const asked = await guest(testServer).post('/api/lead/add', lead);
      expect([asked.status, asked.data]).toEqual([200, { captcha: true }]);
      expect(asked.msg).toBe('One more step: enter the characters in the image, then send again.');
    }
    const guessed = await guest(testServer).post('/api/lead/add', { ...lead, captcha: 'x', captchaId: 'c'.repeat(36) });
    expect([guessed.msg, Object.keys(guessed.data.fields)]).toEqual(['The captcha is wrong or expired.', ['captcha']]);
    const request = {
      company: 'Nolan',
      full_name: 'Peter Nolan',
      phone: '+442071239901',
      plugin_ids: [999],
      consent: true,
    };
    expect((await guest(testServer).post('/api/trial_request/add', request)).data.fields).toHaveProperty(
      'plugin_ids.0',
    );
    const image = await createPicture(testServer, '/storage/kind.webp');
    const kind = await createRow('plugin_category', { title: 'Kind', image, status: 1 });
    const shown = await createRow('plugin', { title: 'Maps', name: 'maps', cate_id: kind.id, status: 1 });
    const hidden = await createRow('plugin', { title: 'Later', name: 'later', cate_id: kind.id, status: 0 });
    const withHidden = { ...request, plugin_ids: [shown.id, hidden.id] };
    expect((await guest(testServer).post('/api/trial_request/add', withHidden)).data.fields).toEqual({
      plugin_ids: 'This record no longer exists',
    });
    expect(
      (await guest(testServer).post('/api/trial_request/add', { ...request, plugin_ids: [], is_handle: 1 })).code,
    ).toBe(1);
    const { data } = await root.get('/admin/trial_request/index');
    expect(data.list).toMatchObject([{ company: 'Nolan', is_handle: 0 }]);
  });

  // @case T3.07
  it('article: likes count once per visitor and day, and views in batches', async () => {
    const { id } = await createRow('article', { title: 'Story', content: '<p>Once.</p>', status: 1 });
    const calls = await Promise.all(
      Array.from({ length: 12 }, () => guest(testServer).post('/api/article/like', { id, like_num: 50 })),
    );
    expect(calls.filter(({ data }) => data.liked)).toHaveLength(1);
    const reader = await member(testServer);
    expect((await reader.post('/api/article/like', { id })).data).toEqual({ liked: true, like_num: 2 });
    for (const who of [guest(testServer), reader, guest(testServer)])
      expect((await who.get('/api/article/edit', { id: String(id) })).data.row).toMatchObject({ title: 'Story' });
    await testServer.viewCounter.flush();
    const { data } = await root.get('/admin/article/edit', { id: String(id) });
    expect(data.row).toMatchObject({ views_num: 2, like_num: 2 });
    await root.post('/admin/article/edit', { id, status: 0 });
    expect((await guest(testServer).post('/api/article/like', { id })).status).toBe(404);
    expect((await guest(testServer).get('/api/article/edit', { id: String(id) })).status).toBe(404);
  });

  // @case T1.18
  it('defining an API opens no route', async () => {
    const inventory = () => testServer.routes.routes().map(({ method, path, access }) => `${method} ${path} ${access}`);
    const before = inventory();
    const kinds = [0, 1].flatMap((access) =>
      [0, 1, 2].flatMap((method) =>
        [0, 1].flatMap((test) =>
          [1, 2].map((type) => ({ access_token: access, method, is_test: test, hash_type: type })),
        ),
      ),
    );
    const hashes: string[] = [];
    const values = { api_class: 'Order/create', info: 'Create', return_str: '<script>1</script>' };
    for (const one of kinds) hashes.push(String((await createRow('api_definition', { ...values, ...one }))['hash']));
    expect(new Set(hashes).size).toBe(24);
    expect(inventory()).toEqual(before);
    for (const hash of hashes)
      for (const path of [`/api/${hash}`, `/${hash}`, '/api/Order/create'])
        expect([path, (await guest(testServer).get(path)).status, (await guest(testServer).post(path)).status]).toEqual(
          [path, 404, 404],
        );
    expect((await guest(testServer).get('/api/api_definition/index')).status).toBe(404);
  });

  it('guests see a new row only after staff published it, added singly or in a batch', async () => {
    const { id } = await createRow('article', { title: 'Draft', content: '<p>Not yet.</p>' });
    const bulkResponse = await root.post('/admin/article/batchAdd', {
      list: [{ title: 'Second draft', content: '<p>x</p>' }],
    });
    expect(bulkResponse.code).toBe(1);
    const titles = async () => {
      const { list } = (await guest(testServer).get('/api/article/index', { limit: '100' })).data;
      return (list as { title: string }[]).map(({ title }) => title);
    };
    expect(await titles()).not.toContain('Draft');
    expect(await titles()).not.toContain('Second draft');
    await root.post('/admin/article/edit', { id, status: 1 });
    expect(await titles()).toContain('Draft');
  });

  it('guests receive the path of images stored by id, without list permission for files', async () => {
    const picture = { url: '/storage/demo/mark.webp', name: 'mark.webp', mimetype: 'image/webp', sha1: 'a'.repeat(40) };
    const stored = await testServer.writer.create(
      systemContext(testServer.services, 'test'),
      requireEntity(testServer, 'attachment'),
      picture,
    );
    const category = await createRow('plugin_category', { title: 'Shelf', icon_id: stored.id, status: 1 });
    const { data } = await guest(testServer).get('/api/plugin_category/edit', { id: String(category['id']) });
    expect(data.refs).toEqual({ attachment: { [String(stored.id)]: picture.url } });
  });
});
