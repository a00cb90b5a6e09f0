/** The configuration in the compatible dialect, and mails to the site's owner. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET_MASK } from '../../../common/entities/siteItem';
import { LIMITS } from '../../../common/limits';
import { guest, limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { systemContext } from '../../platform/systemContext';
import { setSetting } from '../../testing/setSetting';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('settings in the compatible dialect on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());
  const index = async () => (await root.get('/admin/routine.config/index')).data;

  it('index: answers items by group with quick entrances, and no secret', async () => {
    await root.post('/admin/config/seal', { id: await idOf('smtp_pass'), value: 'never-to-be-shown' });
    const { list, configGroup, quickEntrance, remark } = await index();
    expect([Object.keys(configGroup).slice(0, 2), configGroup.mail, remark]).toEqual([
      ['basics', 'member'],
      'Email',
      '',
    ]);
    expect(list.basics).toMatchObject({ name: 'basics', title: 'Basics' });
    const names = list.basics.list.map((item: { name: string }) => item.name);
    expect(names.slice(0, 2)).toEqual(['site_name', 'site_name_en']);
    expect(quickEntrance).toEqual([{ key: 'Admin log', value: '/admin/admin_log' }]);
    const secret = list.mail.list.find((item: { name: string }) => item.name === 'smtp_pass');
    expect(secret.value).toBe(SECRET_MASK);
    expect(JSON.stringify(list)).not.toContain('never-to-be-shown');
  });

  it('edit: saves one flat form, only changed values, all or none, with errors by item name', async () => {
    const before = await index();
    const tab = Object.fromEntries(
      before.list.mail.list.map((item: { name: string; value: unknown }) => [item.name, item.value]),
    );
    const saved = await root.post('/admin/routine.config/edit', { ...tab, smtp_user: 'harbour', no_such: 1 });
    expect([saved.code, saved.data.ids, saved.data.ignored]).toEqual([1, [await idOf('smtp_user')], ['no_such']]);
    const refused = await root.post('/admin/routine.config/edit', {
      site_name: 'Half',
      upload_maxsize: 'much',
      mail_recipient: 'nobody',
      smtp_pass: 'in-clear',
    });
    expect([refused.code, Object.keys(refused.data.fields).sort()]).toEqual([
      0,
      ['mail_recipient', 'smtp_pass', 'upload_maxsize'],
    ]);
    expect(testServer.services.settings.siteName).toBe('Atrium');
    const one = await root.post('/admin/routine.config/edit', { id: await idOf('site_name'), value: 'Whole' });
    expect([one.code, testServer.services.settings.siteName]).toEqual([1, 'Whole']);
    expect((await root.post('/admin/routine.config/edit', {})).status).toBe(400);
  });

  it('requires the permission nodes of config', async () => {
    const reader = await limitedAdmin(testServer, ['config/index']);
    expect((await reader.get('/admin/routine.config/index')).code).toBe(1);
    expect((await reader.post('/admin/routine.config/edit', { site_name: 'x' })).code).toBe(403);
    const other = await limitedAdmin(testServer, ['news/index']);
    expect((await other.get('/admin/routine.config/index')).code).toBe(403);
    expect((await guest(testServer).get('/admin/routine.config/index')).code).toBe(302);
  });

  it('owner mails: new messages in the site’s language, with a rate limit', async () => {
    const write = (name: string) =>
      guest(testServer).post('/api/lead/add', { name, mobile: '13800138000', content: 'Please call', consent: true });
    expect((await write('Nobody hears')).code).toBe(1);
    await setSetting(testServer, 'mail_recipient', 'owner@example.com');
    expect((await write('Rosa')).code).toBe(1);
    await setSetting(testServer, 'default_locale', 'zh-cn');
    expect((await write('林晓')).code).toBe(1);
    const mails = () =>
      testServer.services.db.rows<{ subject: string; recipient: string; body: string }>(
        "SELECT subject, recipient, body FROM `message` WHERE template = 'house_lead' ORDER BY id",
      );
    const [rosa, lin] = await mails();
    expect(rosa).toMatchObject({ recipient: 'owner@example.com', subject: expect.stringContaining('from Rosa') });
    expect(rosa?.body).toMatch(/\/admin\/lead\/\d+$/);
    expect(lin?.subject).toContain('来自林晓的留言');
    expect(JSON.stringify([rosa, lin])).not.toContain('13800138000');
    const entity = testServer.services.registry.get('lead');
    if (!entity) throw new Error('leads are not registered');
    const many = Array.from({ length: LIMITS.ownerMailsPerHour + 5 }, (_, n) => ({
      ...{ name: `Guest ${n}`, mobile: '13800138000', content: 'x' },
    }));
    await testServer.writer.createMany(systemContext(testServer.services, 'flood'), entity, many);
    expect(await mails()).toHaveLength(LIMITS.ownerMailsPerHour);
    await testServer.writer.create(systemContext(testServer.services, 'more'), entity, {
      name: 'More',
      mobile: '13800138000',
      content: 'x',
    });
    const gathered = await testServer.services.db.rows<{ subject: string; body: string; next_time: number }>(
      "SELECT subject, body, next_time FROM `message` WHERE template = 'house_lead_more'",
    );
    expect(gathered).toHaveLength(1);
    expect(gathered[0]?.body).toMatch(/\/admin\/lead$/);
    expect(gathered[0]?.subject).toContain('留言');
    const waits = Number(gathered[0]?.next_time) - testServer.services.clock.now() / 1000;
    expect([waits > 3_500, waits <= 3_600]).toEqual([true, true]);
    // Many messages do not delay security mails.
    const events = testServer.services.registry.get('security_event');
    if (!events) throw new Error('security events are not registered');
    const danger = { realm: 'admin', kind: 'refresh_reuse', name: 'root_admin' };
    await testServer.writer.create(systemContext(testServer.services, 'danger'), events, danger);
    expect(
      await testServer.services.db.rows("SELECT id FROM `message` WHERE template = 'house_security'"),
    ).toHaveLength(1);
    testServer.advanceClock(3_700_000);
    expect((await write('Later')).code).toBe(1);
    expect((await mails()).at(-1)?.subject).toContain('Later');
  });

  async function idOf(name: string): Promise<number> {
    const [row] = await testServer.services.db.rows<{ id: number }>('SELECT id FROM `config` WHERE name = ?', [name]);
    return Number(row?.id);
  }
});
