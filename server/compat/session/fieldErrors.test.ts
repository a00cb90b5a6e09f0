/** Refusals of forms as older clients show them: only the message, so it says which field is wrong and where to go on. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MASK } from '../../../common/mask';
import { guest, limitedAdmin, superAdmin } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('refused forms of older clients on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' } });
  });
  afterAll(() => testServer.close());

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let client: CompatClient;
    const signIn = async (lang?: string) => {
      const signedIn = createCompatClient(testServer, dialect, lang);
      expect((await signedIn.signIn()).code).toBe(1);
      return signedIn;
    };
    beforeAll(async () => {
      client = await signIn();
    });

    // @covers fault compat.fields
    it('name the fields and their errors, in the language of the reader', async () => {
      const draft = { username: `short_${dialect}`, nickname: '', group_id: 1, status: 'enable', password: '1' };
      const english = await client.post('/admin/user.user/add', draft);
      expect([english.status, english.code]).toEqual([200, 0]);
      expect(english.msg).toBe('Nickname: Fill in this field; Password: 6 to 32 characters, without & < > " \'');
      expect(Object.keys(english.data.fields).sort()).toEqual(['nickname', 'password']);
      const chinese = await (await signIn('zh-cn')).post('/admin/user.user/add', draft);
      expect(chinese.msg).toMatch(/^昵称：.+；密码：/);
      // Our own client shows the errors at the fields.
      const root = await superAdmin(testServer);
      expect((await root.post('/admin/user/add', draft)).msg).toBe('Check the marked fields.');
    });

    it('name at most three fields, and the titles of settings', async () => {
      const empty = await client.post('/admin/user.user/add', { status: 'enable' });
      expect(empty.msg.split('; ').length).toBeLessThanOrEqual(3);
      const setting = await client.post('/admin/routine.config/edit', { upload_maxsize: 'much' });
      expect([setting.code, setting.msg]).toEqual([0, expect.stringMatching(/^Maximum file size: .+/)]);
    });

    // @covers fault compat.duplicate
    it('name the field whose value is taken', async () => {
      const draft = { username: `taken_${dialect}`, nickname: 'Taken', group_id: 1, status: 'enable' };
      const add = () => client.post('/admin/user.user/add', { ...draft, password: 'quiet-river-42' });
      expect((await add()).code).toBe(1);
      const repeated = await add();
      expect([repeated.status, repeated.code, repeated.msg]).toEqual([409, 0, 'Username: This is already taken']);
    });

    // @covers fault compat.setting_approval
    it('a setting that another admin must approve: the address where that is requested, and nothing is saved', async () => {
      await limitedAdmin(testServer, ['config/index', 'config/approve'], 'all');
      const save = (value: number) => client.post('/admin/routine.config/edit', { ledger_stepup_money: value });
      expect((await save(900)).code).toBe(1);
      const refused = await save(2_000);
      expect([refused.status, refused.code]).toEqual([200, 0]);
      expect(refused.msg).toContain(`Request the approval at ${testServer.url}/admin/config.`);
      expect(testServer.services.settings.ledger.stepUp.money).toBe(90_000);
    });

    // @covers fault compat.own_password
    it('the own password: the address where it is changed, and nothing is saved', async () => {
      const page = '/admin/routine.AdminInfo/';
      const { info } = (await client.get(`${page}index`)).data;
      const refused = await client.post(`${page}edit`, { ...info, motto: 'Unsaved', password: 'a-better-horse-8' });
      expect([refused.status, refused.code]).toEqual([200, 0]);
      expect(refused.msg).toContain(`${testServer.url}/admin/profile`);
      expect((await client.get(`${page}index`)).data.info.motto).toBe(info.motto);
      const same = await createCompatClient(testServer, dialect).signIn();
      expect(same.code).toBe(1);
      // With the old password the rule is that of our route.
      const wrong = { ...info, password: 'a-better-horse-8', old_password: 'wrong-horse-1' };
      expect((await client.post(`${page}edit`, wrong)).msg).toBe('The current password is wrong');
    });

    // @covers fault compat.secret
    it('a tab with a changed secret: the address where it is set, and nothing is saved', async () => {
      const root = await superAdmin(testServer);
      const { list } = (await client.get('/admin/routine.config/index')).data;
      const shown: readonly { id: number; name: string; value: unknown }[] = list.mail.list;
      const tab = Object.fromEntries(shown.map(({ name, value }) => [name, value]));
      const change = { ...tab, smtp_user: `user_${dialect}` };
      const refused = await client.post('/admin/routine.config/edit', { ...change, smtp_pass: 'in-clear' });
      expect([refused.status, refused.code]).toEqual([200, 0]);
      expect(refused.msg).toContain(`Secrets (SMTP password) are set at ${testServer.url}/admin/config`);
      expect(Object.keys(refused.data.fields)).toEqual(['smtp_pass']);
      const loadUser = async () =>
        (await testServer.services.db.rows<{ value: string }>("SELECT value FROM `config` WHERE name = 'smtp_user'"))[0]
          ?.value;
      expect(await loadUser()).not.toBe(JSON.stringify(`user_${dialect}`));
      const { id } = shown.find(({ name }) => name === 'smtp_pass') ?? {};
      expect((await root.post('/admin/config/seal', { id, value: 'set-elsewhere' })).code).toBe(1);
      const masked = await client.post('/admin/routine.config/edit', { ...change, smtp_pass: MASK });
      expect([masked.code, await loadUser()]).toEqual([1, JSON.stringify(`user_${dialect}`)]);
      expect((await client.post('/admin/routine.config/edit', { ...change, smtp_pass: '' })).msg).toBe(refused.msg);
      await root.post('/admin/config/seal', { id, value: '' });
      expect((await guest(testServer).post('/admin/routine.config/edit', change)).code).toBe(302);
      const chinese = await signIn('zh-cn');
      const several = await chinese.post('/admin/routine.config/edit', { smtp_pass: 'a', sms_key: 'b' });
      expect(several.msg).toMatch(/^密钥（.+、.+）请在 http/);
      expect(Object.keys(several.data.fields)).toEqual(['smtp_pass', 'sms_key']);
      const one = await client.post('/admin/routine.config/edit', { id, value: 'a' });
      expect([one.code, Object.keys(one.data.fields)]).toEqual([0, ['value']]);
    });
  });
});
