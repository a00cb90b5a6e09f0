/** The test mail of older clients, which send the whole tab as it is shown. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaults } from '../../../config/defaults';
import { limitedAdmin, superAdmin, type Body } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { openMailServer, readMail, type MailServer } from '../../testing/fakes/mailServer';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('the test mail of older clients on %s', (database) => {
  let testServer: TestServer;
  let mailServer: MailServer;
  beforeAll(async () => {
    mailServer = await openMailServer();
    const mail = {
      ...defaults.mail,
      host: '127.0.0.1',
      port: mailServer.port,
      security: 'none',
      user: 'house',
      sender: 'site@example.com',
    } as const;
    testServer = await startTestServer({ database, settings: { mail }, env: { PRIVATE_HOSTS: '127.0.0.1' } });
    const root = await superAdmin(testServer);
    const [secret] = await testServer.services.db.rows<{ id: number }>(
      "SELECT id FROM `config` WHERE name = 'smtp_pass'",
    );
    expect((await root.post('/admin/config/seal', { id: Number(secret?.id), value: 'mail-secret' })).code).toBe(1);
  });
  afterAll(async () => {
    await testServer.close();
    await mailServer.close();
  });

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let client: CompatClient;
    const page = dialect === 'first' ? '/admin/routine.config/' : '/admin/routine.Config/';
    beforeAll(async () => {
      client = createCompatClient(testServer, dialect);
      await client.signIn();
      testServer.advanceClock(61_000);
    });
    const readTab = async (): Promise<Body> => {
      const items: readonly Body[] = (await client.get(`${page}index`)).data.list.mail.list;
      const toInput = ({ type, value }: Body) => (type === 'number' ? parseFloat(String(value)) : (value ?? ''));
      return Object.fromEntries(items.map((item) => [String(item['name']), toInput(item)]));
    };

    it('is sent with the tab as shown, to the given address, and saves nothing', async () => {
      const tab = await readTab();
      const sent = await client.post(`${page}sendTestMail`, { ...tab, testMail: `${dialect}@example.com` });
      expect([sent.code, sent.msg]).toEqual([1, 'The mail server accepted the test email.']);
      const [mail] = mailServer.received.splice(0);
      expect(mail).toMatchObject({ to: [`${dialect}@example.com`], from: 'site@example.com', user: 'house' });
      expect(mail && readMail(mail).subject).not.toBe('');
      expect(mailServer.logins.splice(0)).toEqual(['mail-secret']);
      const changed = { ...tab, smtp_sender_mail: 'other@example.com', testMail: `${dialect}@example.com` };
      expect((await client.post(`${page}sendTestMail`, changed)).code).toBe(1);
      expect(mailServer.received.splice(0)).toMatchObject([{ from: 'other@example.com' }]);
      expect(await readTab()).toEqual(tab);
      mailServer.logins.splice(0);
    });

    it('sends the stored password to no other server, and names a wrong address', async () => {
      const tab = await readTab();
      const other = await openMailServer();
      const elsewhere = await client.post(`${page}sendTestMail`, {
        ...tab,
        smtp_port: String(other.port),
        testMail: 'me@example.com',
      });
      expect([elsewhere.code, Object.keys(elsewhere.data.fields)]).toEqual([0, ['smtp_pass']]);
      expect([other.logins, other.connections()]).toEqual([[], 0]);
      await other.close();
      const wrong = await client.post(`${page}sendTestMail`, { ...tab, testMail: 'nobody' });
      expect([wrong.code, Object.keys(wrong.data.fields), wrong.msg]).toEqual([0, ['testMail'], expect.any(String)]);
      const reader = createCompatClient(testServer, dialect);
      reader.useToken('admin', (await limitedAdmin(testServer, ['config/index'], 'all')).token);
      expect((await reader.post(`${page}sendTestMail`, { ...tab, testMail: 'me@example.com' })).code).toBe(403);
      expect(mailServer.received).toEqual([]);
    });
  });
});
