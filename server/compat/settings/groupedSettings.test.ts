/** The settings as older clients read and save them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MASK } from '../../../common/mask';
import { guest, limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('the routes of settings for older clients on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());
  const index = async () => (await root.get('/admin/routine.config/index')).data;

  it('index: returns items by group with quick entrances, and no secret', async () => {
    await root.post('/admin/config/seal', { id: await loadId('smtp_pass'), value: 'never-to-be-shown' });
    const { list, configGroup, quickEntrance, remark } = await index();
    expect([Object.keys(configGroup).slice(0, 2), configGroup.mail, remark]).toEqual([
      ['basics', 'member'],
      'Email',
      '',
    ]);
    expect(list.basics).toMatchObject({ name: 'basics', title: 'Basics' });
    const names = list.basics.list.map((item: { name: string }) => item.name);
    expect(names.slice(0, 2)).toEqual(['site_name', 'site_name_en']);
    expect(quickEntrance).toEqual([{ key: 'Admin log', value: '/admin/auth/adminLog' }]);
    const secret = list.mail.list.find((item: { name: string }) => item.name === 'smtp_pass');
    expect(secret.value).toBe(MASK);
    expect(JSON.stringify(list)).not.toContain('never-to-be-shown');
  });

  it('edit: saves one flat form, only changed values, all or none, with errors by item name', async () => {
    const before = await index();
    const tab = Object.fromEntries(
      before.list.mail.list.map((item: { name: string; value: unknown }) => [item.name, item.value]),
    );
    const saved = await root.post('/admin/routine.config/edit', { ...tab, smtp_user: 'harbour', no_such: 1 });
    expect([saved.code, saved.data.ids, saved.data.ignored]).toEqual([1, [await loadId('smtp_user')], ['no_such']]);
    const refused = await root.post('/admin/routine.config/edit', {
      site_name: 'Half',
      upload_maxsize: 'much',
      mail_recipient: 'nobody',
    });
    expect([refused.code, Object.keys(refused.data.fields).sort()]).toEqual([0, ['mail_recipient', 'upload_maxsize']]);
    expect(testServer.services.settings.siteName).toBe('Atrium');
    const one = await root.post('/admin/routine.config/edit', { id: await loadId('site_name'), value: 'Whole' });
    expect([one.code, testServer.services.settings.siteName]).toEqual([1, 'Whole']);
    expect((await root.post('/admin/routine.config/edit', {})).status).toBe(400);
  });

  it('requires the permission keys of config', async () => {
    const reader = await limitedAdmin(testServer, ['config/index']);
    expect((await reader.get('/admin/routine.config/index')).code).toBe(1);
    expect((await reader.post('/admin/routine.config/edit', { site_name: 'x' })).code).toBe(403);
    const other = await limitedAdmin(testServer, ['news/index']);
    expect((await other.get('/admin/routine.config/index')).code).toBe(403);
    expect((await guest(testServer).get('/admin/routine.config/index')).code).toBe(302);
  });

  async function loadId(name: string): Promise<number> {
    const [row] = await testServer.services.db.rows<{ id: number }>('SELECT id FROM `config` WHERE name = ?', [name]);
    return Number(row?.id);
  }
});
