/** HTTP status and envelope code of each situation; a refused request changes nothing. */
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Fault, fault } from '../../common/protocol/faults';
import { seedContext } from '../db/seeds/base';
import { guest, superAdmin, type ApiResponse, type Caller } from '../testing/callers';
import { testDialects, startTestServer, type TestServer } from '../testing/testServer';

describe.each(testDialects())('responses on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  }, 60_000);
  afterAll(() => testServer.close());

  const statusAndCode = ({ status, code }: ApiResponse) => [status, code];
  const add = async (name: string): Promise<number> =>
    (await root.post('/admin/news_category/add', { name })).data.id as number;

  // @spec P7-003
  it('always have the same four-part envelope', async () => {
    for (const response of [
      await root.get('/admin/Index/index'),
      await guest(testServer).get('/nothing'),
      await guest(testServer).get('/admin/news/index'),
    ])
      expect(Object.keys(JSON.parse(response.text) as object).sort()).toEqual(['code', 'data', 'msg', 'time']);
  });

  // @case T8.01
  it('report a taken unique value by HTTP 409 and the field, never by envelope 409', async () => {
    await add('Only once');
    const duplicateResponse = await root.post('/admin/news_category/add', { name: ' only ONCE ' });
    expect(statusAndCode(duplicateResponse)).toEqual([409, 0]);
    expect(duplicateResponse.msg).toBe('The same data already exists in the system!');
    expect(Object.keys(duplicateResponse.data.fields)).toEqual(['name']);
  });

  it('report every wrong field by its path in the language of the caller', async () => {
    const invalidResponse = await root.send('POST', '/admin/enterprise/add', {
      body: JSON.stringify({ name: '', contact_number: 'call me', status: 7 }),
      headers: { 'content-type': 'application/json', 'think-lang': 'zh-cn' },
    });
    expect(statusAndCode(invalidResponse)).toEqual([200, 0]);
    expect(Object.keys(invalidResponse.data.fields).sort()).toEqual(['contact_number', 'name', 'status']);
    expect(Object.values(invalidResponse.data.fields).every((text) => /\p{Script=Han}/u.test(String(text)))).toBe(true);
    const batch = await root.post('/admin/enterprise/batchAdd', { list: [{ name: 'Fine' }, { name: '' }] });
    expect([statusAndCode(batch), Object.keys(batch.data.fields)]).toEqual([[200, 0], ['list.1.name']]);
    expect((await root.get('/admin/enterprise/index', { quick_search: 'Fine' })).data.total).toBe(0);
  });

  it('report two changes of one field by 412 with both values, and a missing base value by 428', async () => {
    const id = await add('Base');
    const first = { id, revision: 1, _base: { name: 'Base' }, name: 'Theirs' };
    expect(statusAndCode(await root.post('/admin/news_category/edit', first))).toEqual([200, 1]);
    const second = await root.post('/admin/news_category/edit', { ...first, name: 'Mine' });
    expect(statusAndCode(second)).toEqual([200, 412]);
    expect(second.data.fields[0]).toMatchObject({ field: 'name', base: 'Base', mine: 'Mine', theirs: 'Theirs' });
    expect(statusAndCode(await root.post('/admin/news_category/edit', { id, revision: 1, name: 'Mine' }))).toEqual([
      200, 428,
    ]);
    const plain = await root.post('/admin/news_category/edit', { id, name: 'Last write' });
    expect([statusAndCode(plain), plain.data.row.name]).toEqual([[200, 1], 'Last write']);
  });

  it('report a record that its state locks by 423, while the system may change it', async () => {
    const company = (await root.post('/admin/enterprise/add', { name: 'Locked Works' })).data.id;
    const { id } = (await root.post('/admin/app/add', { title: 'Desk', name: 'Desk', company_id: company })).data;
    const app = testServer.services.registry.get('app');
    if (app === undefined) throw new Error('no app');
    const asSystem = (status: number) =>
      testServer.writer.update(seedContext(testServer.services), app, {
        id,
        running_status: status,
        container_name: 'app-x',
      });
    await asSystem(1);
    for (const [verb, body] of [
      ['edit', { id, title: 'Mine' }],
      ['del', { ids: [id] }],
      ['reset_secret', { id }],
    ] as const) {
      const response = await root.post(`/admin/app/${verb}`, body);
      expect([verb, ...statusAndCode(response), response.msg]).toEqual([
        ...[verb, 200, 423, 'This record is locked in its current state.'],
      ]);
    }
    const bulkResult = (await root.post('/admin/app/batchEdit', { ids: [id], set: { title: 'Mine' } })).data;
    expect([bulkResult.ids, bulkResult.failed]).toEqual([
      [],
      [{ id, msg: 'This record is locked in its current state.' }],
    ]);
    await asSystem(2);
    expect(statusAndCode(await root.post('/admin/app/edit', { id, title: 'Mine' }))).toEqual([200, 1]);
  });

  // @case T8.06
  it('execute a repeated mutation once, and refuse its id for anything else', async () => {
    const body = { name: 'Sent twice', _mid: 'mutation-1' };
    const [one, two] = [
      await root.post('/admin/news_category/add', body),
      await root.post('/admin/news_category/add', body),
    ];
    expect([statusAndCode(one), statusAndCode(two), two.data.id]).toEqual([[200, 1], [200, 1], one.data.id]);
    expect(statusAndCode(await root.post('/admin/news_category/add', { ...body, name: 'Other' }))).toEqual([422, 422]);
    const byHeader = await root.send('POST', '/admin/news_category/add', {
      body: JSON.stringify({ name: 'Sent twice' }),
      headers: { 'content-type': 'application/json', 'idempotency-key': 'mutation-1' },
    });
    expect(byHeader.data).toMatchObject({ id: one.data.id });
    for (const mid of ['', 'a b', 'x'.repeat(65), 7, {}])
      expect((await root.post('/admin/news_category/add', { name: 'Odd', _mid: mid })).status).toBe(400);
  });

  it('refuse all of a bulk edit when one id is unknown', async () => {
    const id = await add('Survivor');
    expect((await root.post('/admin/news_category/del', { ids: [id, 987_654] })).status).toBe(404);
    expect((await root.get('/admin/news_category/edit', { id: String(id) })).code).toBe(1);
  });

  it('refuse to delete a row that others refer to, and name them', async () => {
    const id = await add('Pointed at');
    await root.post('/admin/news/add', { title: 'Points', content: '<p>x</p>', cat_ids: [id] });
    const refused = await root.post('/admin/news_category/del', { ids: [id] });
    expect(statusAndCode(refused)).toEqual([200, 0]);
    expect(refused.msg).toContain('News');
  });

  // @spec P8-003
  // @covers fault row.append_only
  // @case T3.13
  it('entries of the audit log are read only', async () => {
    await add('Logged');
    const { data } = await root.get('/admin/admin_log/index');
    expect(data.list[0].title).toContain('News category');
    for (const response of [
      await root.post('/admin/admin_log/del', { ids: [1] }),
      await root.send('DELETE', '/admin/admin_log/del?ids=1'),
    ])
      expect([...statusAndCode(response), response.msg]).toEqual([
        403,
        403,
        'These entries can’t be changed or deleted.',
      ]);
    expect((await root.post('/admin/admin_log/add', {})).status).toBe(404);
  });

  // @case T3.13
  it('entries of the audit log keep a user agent as text, on one line and no longer than its column', async () => {
    const name = '<script>alert(1)</script>\t{"level":50}';
    const body = JSON.stringify({ name: 'Named' });
    const headers = { 'content-type': 'application/json', 'user-agent': `${name}${'x'.repeat(4_000)}` };
    expect((await root.send('POST', '/admin/news_category/add', { body, headers })).code).toBe(1);
    const { data } = await root.get('/admin/admin_log/index', { order: 'id,desc', limit: '1' });
    const { data: fullRow } = await root.get('/admin/admin_log/edit', { id: String(data.list[0].id) });
    const line = `${name.replace('\t', ' ')}${'x'.repeat(255)}`;
    expect(fullRow.row.useragent).toBe(line.slice(0, 255));
  });

  it('responses to a bug are 500 with a request id and nothing else', async () => {
    const brokenRoute = {
      method: 'GET',
      path: '/admin/broken/index',
      realm: 'admin',
      access: 'guest',
      query: [],
      body: 'none',
      summary: '',
    } as const;
    testServer.routes.add({
      ...brokenRoute,
      handler: () => Promise.reject(new Error('SELECT secret FROM /home/someone')),
    });
    testServer.routes.add({
      ...brokenRoute,
      path: '/admin/busy/index',
      handler: () => Promise.reject(fault('server.busy')),
    });
    const response = await guest(testServer).get('/admin/broken/index');
    expect(statusAndCode(response)).toEqual([500, 500]);
    expect(response.data).toEqual({ requestId: response.headers.get('x-request-id') });
    expect(response.text).not.toMatch(/SELECT|secret|home/);
    const busy = await guest(testServer).get('/admin/busy/index');
    expect([statusAndCode(busy), busy.headers.get('retry-after')]).toEqual([[503, 503], '1']);
    expect(fault('server.busy')).toBeInstanceOf(Fault);
  });

  it('responses to malformed HTTP are refusals of the server itself', async () => {
    const { hostname, port } = new URL(testServer.url);
    const sendRaw = (text: string): Promise<string> =>
      new Promise((resolve) => {
        let received = '';
        const socket = createConnection(Number(port), hostname, () => socket.write(text));
        socket.setTimeout(3000, () => socket.destroy());
        socket
          .on('data', (chunk) => (received += chunk.toString()))
          .on('close', () => resolve(received.split('\r\n')[0] ?? ''))
          .on('error', () => resolve(received));
      });
    const head =
      'POST /admin/Index/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n';
    expect(await sendRaw(`${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`)).toContain(' 400 ');
    expect(await sendRaw(`${head}Transfer-Encoding: xchunked\r\n\r\n{}`)).toMatch(/ 4\d\d /);
    expect(await sendRaw(`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`)).toContain(' 400 ');
    expect(await sendRaw(`GET /${'x'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toContain(' 431 ');
    expect(await sendRaw(`GET /${'x'.repeat(9000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toContain(
      ' 414 ',
    );
    expect(await sendRaw('TRACE /admin/news/index HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain(
      ' 405 ',
    );
  });

  it('responses of the health checks take constant time', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => guest(testServer).get('/readyz')));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect((await guest(testServer).get('/livez')).status).toBe(200);
  });
});
