/** Responses besides lists and rows: no revision in any, and pictures as these clients show them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { member } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('responses to older clients on %s', (database) => {
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

    it('the pickers of rules and of role groups contain options', async () => {
      for (const page of ['auth.menu', 'auth.rule', 'auth.group']) {
        const { code, data } = await client.get(`/admin/${page}/select`);
        expect([page, code]).toEqual([page, 1]);
        expect(data.options.length).toBeGreaterThan(0);
      }
    });
  });
});
