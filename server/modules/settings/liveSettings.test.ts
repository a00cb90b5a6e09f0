/** Configuration: each type is validated, changes apply at once on every node, and secrets are never returned. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ITEM_TYPES } from '../../../common/entities/config';
import { MASK } from '../../../common/mask';
import { guest, member, superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('configuration on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let ids: ReadonlyMap<string, number>;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    const { list } = (await root.get('/admin/config/index', { limit: '100' })).data;
    ids = new Map(list.map((row: { name: string; id: number }) => [row.name, row.id]));
  });
  afterAll(() => testServer.close());
  const put = (name: string, value: unknown): Promise<ApiResponse> =>
    root.post('/admin/config/edit', { id: ids.get(name), value });

  it('applies at once: site name, limits, switches', async () => {
    expect((await put('site_name', 'Harbour & Sons')).code).toBe(1);
    expect((await guest(testServer).get('/api/Index/index')).data.site.siteName).toBe('Harbour & Sons');
    const page = await fetch(`${testServer.url}/`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('Harbour &#38; Sons');
    const logo = 'https://cdn.example/logo.png';
    expect((await put('site_logo', logo)).code).toBe(1);
    expect((await guest(testServer).get('/api/Index/index')).data.site.siteLogo).toBe(logo);
    expect((await root.get('/admin/Index/index')).data.siteConfig.siteLogo).toBe(logo);
    const withLogo = await fetch(`${testServer.url}/`, { headers: { accept: 'text/html' } });
    expect(await withLogo.text()).toContain(`<img src="${logo}"`);
    expect((await put('site_logo', 'javascript:alert(1)')).code).toBe(0);
    expect((await put('upload_maxsize', 3)).code).toBe(1);
    expect((await root.get('/admin/Index/index')).data.siteConfig.upload.maxsize).toBe(3 * 1024 * 1024);
    expect((await put('registration', 0)).code).toBe(1);
    expect((await guest(testServer).get('/api/user/checkIn')).data.openRegistration).toBe(false);
    expect(testServer.services.settings.registration).toBe(false);
    const someone = await member(testServer);
    expect((await someone.get('/api/user/index')).code).toBe(1);
    expect((await put('member_center', 0)).code).toBe(1);
    const refused = await someone.get('/api/user/index');
    expect([refused.status, refused.code, refused.msg]).toEqual([
      200,
      0,
      'Member center disabled, please contact the webmaster to turn it on.',
    ]);
    expect((await put('member_center', 1)).code).toBe(1);
    expect((await someone.get('/api/user/index')).code).toBe(1);
  });

  it('applies at once: ways to register, check-in points, booking limits, SMS gateway', async () => {
    const form = async () => (await guest(testServer).get('/api/user/checkIn')).data.accountVerificationType;
    expect(await form()).toEqual(['email', 'mobile']);
    expect((await put('verification', ['mobile'])).code).toBe(1);
    expect(await form()).toEqual(['mobile']);
    expect((await put('verification', [])).data.fields).toHaveProperty('value');
    const someone = await member(testServer);
    const next = async () => (await someone.get('/api/account/dailyCheckIn')).data;
    expect((await put('checkin_points', '7, 9')).code).toBe(1);
    expect(await next()).toMatchObject({ open: true, next: 7 });
    expect((await guest(testServer).get('/api/Index/index')).data.site.checkInPoints).toEqual([7, 9]);
    for (const bad of ['0', '7,', 'seven', '-1', '1;2'])
      expect([bad, (await put('checkin_points', bad)).code]).toEqual([bad, 0]);
    expect((await put('checkin_points', null)).code).toBe(1);
    expect(await next()).toMatchObject({ open: false });
    const { ledger } = testServer.services.settings;
    expect([ledger.stepUp.money, ledger.approvalLimit.money]).toEqual([100_000, Number.POSITIVE_INFINITY]);
    expect((await put('ledger_second_money', 250)).code).toBe(1);
    expect((await put('ledger_stepup_money', null)).code).toBe(1);
    expect(testServer.services.settings.ledger.approvalLimit.money).toBe(25_000);
    expect(testServer.services.settings.ledger.stepUp.money).toBe(Number.POSITIVE_INFINITY);
    expect((await put('ledger_second_money', 0)).code).toBe(0);
    const key = { id: ids.get('sms_key'), value: 'gateway-key-1' };
    expect((await put('sms_url', 'ftp://gateway.example')).data.fields).toHaveProperty('value');
    expect((await put('sms_url', 'http://10.0.0.1/send')).data.fields.value).toContain('address of a private network');
    expect((await put('sms_url', 'https://gateway.example/send')).code).toBe(1);
    expect((await root.post('/admin/config/seal', key)).code).toBe(1);
    expect([testServer.services.settings.sms.url, testServer.services.settings.sms.key()]).toEqual([
      'https://gateway.example/send',
      'gateway-key-1',
    ]);
    expect((await put('sms_url', 'https://elsewhere.example/send')).code).toBe(1);
    expect(testServer.services.settings.sms.key()).toBe('');
  });

  it('concurrent edits are merged, and a conflict names the other admin', async () => {
    const { row } = (await root.get('/admin/config/edit', { id: String(ids.get('record_number')) })).data;
    const base = { id: row.id, revision: row.revision, _base: { value: row.value } };
    expect((await root.post('/admin/config/edit', { ...base, value: 'ICP 1' })).code).toBe(1);
    const second = await root.post('/admin/config/edit', { ...base, value: 'ICP 2' });
    expect([second.code, second.data.fields[0].theirs]).toEqual([412, 'ICP 1']);
    const title = await root.post('/admin/config/edit', { ...base, _base: { title: row.title }, title: 'Licence' });
    expect(title.code).toBe(1);
  });

  it('validates every type, and refuses invalid values at the field', async () => {
    const cases: Readonly<Record<string, readonly [good: unknown, bad: unknown, extra?: object]>> = {
      string: ['text', { a: 1 }],
      number: [1.5, 'one'],
      float: [0.25, 'x'],
      integer: [7, 7.5],
      date: ['2026-02-28', '2026-02-30'],
      time: ['18:30:00', '25:00:00'],
      year: [2026, 26],
      switch: [1, 2],
      radio: ['a', 'c', { content: { a: 'A', b: 'B' } }],
      checkbox: [['a'], ['a', 'z'], { content: { a: 'A', b: 'B' } }],
      select: ['b', '__proto__', { content: { a: 'A', b: 'B' } }],
      remoteSelect: [1, 'one', { extend: { entity: 'news' } }],
      city: [['110000', '110100'], { a: 1 }],
      icon: ['settings', '<b>'],
      color: ['#336699', 'red'],
      image: ['/storage/a.png', 'javascript:alert(1)'],
      images: [['/storage/a.png'], ['//evil']],
      file: ['/storage/a.pdf', 'data:text/html,x'],
      array: [{ one: 'two' }, ['one']],
      editor: ['<p>hello</p>', 5],
      textarea: ['two\nlines', 'x'.repeat(10_001)],
    };
    expect(Object.keys(cases).sort()).toEqual(
      Object.values(ITEM_TYPES)
        .filter((type) => type !== 'secret')
        .sort(),
    );
    for (const [type, [good, bad, extra = {}]] of Object.entries(cases)) {
      const newRow = { name: `t_${type.toLowerCase()}`, title: type, type, ...extra };
      const { data, code, msg } = await root.post('/admin/config/add', newRow);
      expect([type, code, msg]).toEqual([type, 1, msg]);
      const fine = await root.post('/admin/config/edit', { id: data.id, value: good });
      expect([type, fine.code, fine.data.row.value]).toEqual([type, 1, good]);
      const wrong = await root.post('/admin/config/edit', { id: data.id, value: bad });
      expect([type, wrong.status, wrong.code, Object.keys(wrong.data?.fields ?? {})]).toEqual([
        type,
        200,
        0,
        ['value'],
      ]);
      expect((await root.post('/admin/config/del', { ids: [data.id] })).code).toBe(1);
    }
    const script = { name: 't_rich', title: 'Rich', type: 'editor', value: '<p>a<script>alert(1)</script></p>' };
    const { id } = (await root.post('/admin/config/add', script)).data;
    const rich = await root.post('/admin/config/edit', {
      id,
      value: '<p onclick="x()">a<script>alert(1)</script></p>',
    });
    expect(rich.data.row.value).toBe('<p>a</p>');
  });

  // @case T3.16
  it('rules come from a fixed list with linear time, and names are restricted', async () => {
    for (const name of ['__proto__', 'constructor', 'Upper', '1st', 'a b', 'x'.repeat(64), 'naïve']) {
      const { code, data } = await root.post('/admin/config/add', { name, title: 'Name' });
      expect([name, code, Object.keys(data.fields)]).toEqual([name, 0, ['name']]);
    }
    const slow = await root.post('/admin/config/add', { name: 'slow', title: 'Slow', rule: ['^(\\w+\\s?)*$'] });
    expect([slow.code, Object.keys(slow.data.fields)[0]]).toEqual([0, 'rule.0']);
    const { id } = (await root.post('/admin/config/add', { name: 'mail_to', title: 'To', rule: ['required', 'email'] }))
      .data;
    for (const [value, code] of [
      ['a@b.example', 1],
      [`${'a'.repeat(30)}!`, 0],
      ['', 0],
      ['a@b', 0],
    ] as const) {
      const started = performance.now();
      expect([value, (await root.post('/admin/config/edit', { id, value })).code]).toEqual([value, code]);
      expect(performance.now() - started).toBeLessThan(1_000);
    }
    const foreign = await root.post('/admin/config/add', {
      name: 'remote',
      title: 'R',
      type: 'remoteSelect',
      extend: { entity: 'https://evil.example' },
    });
    expect([foreign.code, Object.keys(foreign.data.fields)]).toEqual([0, ['extend']]);
    expect((await put('upload_savename', '/storage/../../{filename}')).code).toBe(0);
    expect((await put('upload_savename', '/etc/{filename}')).code).toBe(0);
    expect((await put('upload_savename', '/storage/{unknown}')).code).toBe(0);
    expect((await put('smtp_server', 'mail.example/evil')).code).toBe(0);
    expect((await put('mail_recipient', 'nobody')).code).toBe(0);
  });

  it('built-in items cannot be deleted, renamed or get another type', async () => {
    const id = ids.get('site_name');
    expect((await root.post('/admin/config/del', { ids: [id] })).code).toBe(0);
    for (const change of [{ name: 'other' }, { type: 'integer' }])
      expect((await root.post('/admin/config/edit', { id, ...change })).code).toBe(0);
    const ignored = await root.post('/admin/config/edit', { id, allow_del: 1 });
    expect(ignored.data.ignored).toEqual(['allow_del']);
  });

  it('secrets are encrypted, never returned, and deleted when their address changes', async () => {
    const id = ids.get('smtp_pass');
    expect((await put('smtp_pass', 'plain-secret-1')).code).toBe(0);
    expect((await root.post('/admin/config/seal', { id, value: 'plain-secret-1' })).code).toBe(1);
    expect(testServer.services.settings.mail.password()).toBe('plain-secret-1');
    expect(JSON.stringify(testServer.services.settings.mail)).not.toContain('plain-secret');
    expect((await put('smtp_pass', MASK)).code).toBe(1);
    const stored = await root.post('/admin/config/seal', { id, value: MASK });
    expect([stored.code, stored.msg]).toEqual([1, 'Nothing was changed.']);
    const reported = [
      await root.get('/admin/config/index', { limit: '100' }),
      await root.get('/admin/config/edit', { id: String(id) }),
      await root.get('/admin/admin_log/index', { limit: '50' }),
      await root.get('/admin/config/history', { id: String(id) }),
    ];
    for (const { code, text } of reported) {
      expect(code).toBe(1);
      expect(text).not.toContain('plain-secret');
    }
    expect(reported[1]?.data.row.value).toBe(MASK);
    for (const table of ['config', 'change_log', 'record_history', 'admin_log', 'mutation_log'])
      expect(JSON.stringify(await testServer.services.db.rows(`SELECT * FROM \`${table}\``))).not.toContain(
        'plain-secret',
      );
    expect((await put('smtp_server', 'smtp.elsewhere.example')).code).toBe(1);
    expect(testServer.services.settings.mail.password()).toBe('');
    testServer.advanceClock(6 * 60_000);
    const late = await root.post('/admin/config/seal', { id, value: 'x' });
    expect([late.status, late.data.stepUp]).toEqual([403, true]);
  });
});
