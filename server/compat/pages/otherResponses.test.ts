/** Responses to older clients that are neither lists nor rows, such as the form of a booking: they contain no revision, and pictures have absolute URLs. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, member, superAdmin } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('other responses to older clients on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let client: CompatClient;
    beforeAll(async () => {
      client = createCompatClient(testServer, dialect);
      await client.signIn();
    });

    it('booking form and saved profile: avatars are absolute URLs, and no revision is sent', async () => {
      const { id } = await member(testServer);
      const booked = (await client.get(`/admin/user.moneyLog/add?userId=${id}`)).data;
      expect(booked.user).toMatchObject({ id, money: '0.00', status: 'enable' });
      expect(booked.user.avatar).toBe(`${testServer.url}/static/images/avatar.png`);
      const saved = await client.post('/admin/routine.AdminInfo/edit', { motto: `Saved ${dialect}` });
      expect(saved.data.row).toMatchObject({ motto: `Saved ${dialect}` });
      expect(saved.data.row.avatar).toBe(`${testServer.url}/static/images/avatar.png`);
      expect(JSON.stringify([booked, saved.data])).not.toContain('"revision"');
    });

    it('booking form: who may not read members gets the id alone, and a program with a token the stored values', async () => {
      const { id } = await member(testServer);
      for (const ledger of ['money', 'score']) {
        const paths = [`user.${ledger}Log`, `user_${ledger}_log`].map((name) => `/admin/${name}/add?userId=${id}`);
        const blind = createCompatClient(testServer, dialect);
        const rules = [`user_${ledger}_log/add`, `user_${ledger}_log/index`];
        blind.useToken('admin', (await limitedAdmin(testServer, rules, 'all')).token);
        for (const path of paths) expect((await blind.get(path)).data.user).toEqual({ id });
        const reading = createCompatClient(testServer, dialect);
        reading.useToken('admin', (await limitedAdmin(testServer, [...rules, 'user/index'], 'all')).token);
        for (const path of paths) {
          const { user } = (await reading.get(path)).data;
          expect(user).toMatchObject({ id, status: 'enable', username: expect.any(String) });
        }
      }
      const owner = await superAdmin(testServer);
      const expires = Math.floor(testServer.services.clock.now() / 1000) + 86_400;
      const scopes = ['user/index', 'user_money_log/add'];
      const program = await owner.post('/admin/api_token/add', { name: 'Program', scopes, expire_time: expires });
      const { token } = (await owner.post('/admin/api_token/show', { id: program.data.row.id })).data;
      const automatic = createCompatClient(testServer, dialect);
      automatic.useToken('admin', token);
      expect((await automatic.get(`/admin/user.moneyLog/add?userId=${id}`)).data.user).toMatchObject({
        id,
        status: 1,
        avatar: null,
      });
    });

    it('the pickers of rules and of role groups contain options', async () => {
      for (const page of ['auth.menu', 'auth.rule', 'auth.group']) {
        const { code, data } = await client.get(`/admin/${page}/select`);
        expect([page, code]).toEqual([page, 1]);
        expect(data.options.length).toBeGreaterThan(0);
      }
    });
  });
});
