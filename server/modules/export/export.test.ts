/** CSV export of a list: the reader's columns and rows only, in both languages, streamed, and without formulas. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../common/limits';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { createPicture } from '../../testing/createPicture';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('CSV export on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const createRow = async (entity: string, values: object) => {
    const response = await root.post(`/admin/${entity}/add`, { ...values });
    expect(response).toMatchObject({ code: 1 });
    return Number(response.data.id);
  };
  const parseLines = (text: string) =>
    text
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .filter((line) => line !== '');
  const lead = { mobile: '13812340101', content: '=HYPERLINK("http://evil.example","x")', headcount: 2 };

  it('contains the values of the list in the reader’s language, and escapes formulas', async () => {
    await createRow('lead', { ...lead, name: 'Gu Xiaolin', email: 'gu@example.com' });
    const english = await root.get('/admin/lead/export', { columns: 'name,mobile,headcount,content,handle_status' });
    expect(english.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(english.headers.get('content-disposition')).toBe('attachment; filename="lead.csv"');
    expect(
      english.text.startsWith('Name,Mobile,Headcount,Message,Progress') || english.text.startsWith('\uFEFFName'),
    ).toBe(true);
    expect(parseLines(english.text)[1]).toBe(
      `Gu Xiaolin,13812340101,50-149,"'=HYPERLINK(""http://evil.example"",""x"")",Received`,
    );
    const chinese = await root.send('GET', '/admin/lead/export?columns=name,handle_status', {
      headers: { 'think-lang': 'zh-cn' },
    });
    expect(parseLines(chinese.text)).toEqual(['姓名,处理状态', 'Gu Xiaolin,已接收']);
  });

  it('shows references by title and formatted amounts, and follows filter and order', async () => {
    const category = await createRow('plugin_category', {
      title: 'Tools',
      image: await createPicture(testServer, '/storage/x.png'),
    });
    for (const [title, price] of [
      ['Cheap', '1.50'],
      ['Dear', '99.00'],
      ['Free', '0.00'],
    ])
      await createRow('plugin', { title, name: String(title).toLowerCase(), cate_id: category, price });
    const { text } = await root.get('/admin/plugin/export', {
      columns: 'title,cate_id,price',
      order: 'price,desc',
      'search[0][field]': 'price',
      'search[0][operator]': 'gt',
      'search[0][val]': '1',
    });
    expect(parseLines(text).slice(1)).toEqual(['Dear,Tools,99.00', 'Cheap,Tools,1.50']);
  });

  // @case T6.06 T7.20
  it('leaves out columns that the reader may not see, and treats unknown and hidden ones alike', async () => {
    const reader = await limitedAdmin(testServer, ['lead/index', 'user/index', 'admin/index'], 'all');
    const usual = await reader.get('/admin/lead/export');
    expect(usual.text).not.toContain('13812340101');
    expect(parseLines(usual.text)[0]).not.toContain('Mobile');
    for (const [entity, hidden] of [
      ['lead', 'mobile'],
      ['user', 'password'],
      ['user', 'money'],
      ['admin', 'password'],
    ] as const) {
      const responses = await Promise.all(
        [hidden, 'no_such'].map((columns) => reader.get(`/admin/${entity}/export`, { columns })),
      );
      const reported = responses.map(({ status, text }) => [
        status,
        text
          .replaceAll(hidden, 'X')
          .replaceAll('no_such', 'X')
          .replace(/"time":\d+/, ''),
      ]);
      expect(reported[0]).toEqual(reported[1]);
      expect(reported[0]?.[0]).toBe(400);
    }
    const stranger = await limitedAdmin(testServer, ['news/index'], 'all');
    expect((await stranger.get('/admin/lead/export')).status).toBe(403);
  });

  it('streams many rows in list order, records the reader, and stops at a limit', async () => {
    const count = sampleSize(800, 20_000);
    const list = Array.from({ length: 400 }, (_, index) => ({ title: `Row ${index}`, content: '<p>x</p>', status: 1 }));
    for (let created = 0; created < count; created += list.length) await root.post('/admin/news/batchAdd', { list });
    const { text, headers } = await root.get('/admin/news/export', { columns: 'id', order: 'id,asc' });
    const ids = parseLines(text).slice(1).map(Number);
    expect(ids).toHaveLength(count);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(headers.get('x-rows')).toBe(String(count));
    const { data } = await root.get('/admin/security_event/index', { order: 'id,desc', limit: '1' });
    expect(data.list[0]).toMatchObject({ kind: 'exported', name: expect.any(String) });
    const last = await limitedAdmin(testServer, ['hardware/index'], 'all');
    const responses = await Promise.all(
      Array.from({ length: LIMITS.exportsPerHour + 2 }, () => last.get('/admin/hardware/export')),
    );
    expect(responses.filter(({ status }) => status === 429).length).toBe(2);
  });
});
