/** Mails over a real SMTP server; one that refuses, hangs or drops connections only causes delays. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaults } from '../../../config/defaults';
import type { Settings } from '../../platform/settings';
import { SYSTEM } from '../../../common/entity/access';
import { systemContext } from '../../platform/systemContext';
import { superAdmin, type Caller } from '../../testing/callers';
import { openMailServer, openSilentServer, type MailServer, type FailureMode } from '../../testing/fakes/mailServer';
import { setSetting } from '../../testing/setSetting';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

interface Row {
  readonly status: number;
  readonly attempts: number;
  readonly trouble: string | null;
  readonly body: string;
  readonly sealed: string | null;
}
const latestMessage = async ({ services }: TestServer): Promise<Row> => {
  const [row] = await services.db.rows<Row>('SELECT * FROM `message` ORDER BY id DESC LIMIT 1');
  if (!row) throw new Error('no message');
  return { ...row, status: Number(row.status), attempts: Number(row.attempts) };
};
const code = (to: string) => ({
  to,
  template: 'code' as const,
  lang: 'en' as const,
  params: { code: '4711-9', minutes: 10 },
  secret: ['code'],
});

describe.each(sampleDialects())('mail on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let server: MailServer;
  let failureMode: FailureMode = 'none';
  beforeAll(async () => {
    server = await openMailServer(() => failureMode);
    const mail = {
      ...defaults.mail,
      host: '127.0.0.1',
      port: server.port,
      security: 'none',
      sender: 'house@example.com',
      timeoutMs: 400,
    } as const satisfies Settings['mail'];
    testServer = await startTestServer({ database, settings: { mail }, env: { PRIVATE_HOSTS: '127.0.0.1' } });
    root = await superAdmin(testServer);
  });
  afterAll(async () => {
    await testServer.close();
    await server.close();
  });
  afterEach(() => {
    failureMode = 'none';
  });
  const ctx = () => systemContext(testServer.services, 'test');
  const sent = async (to: string) => {
    await testServer.mail.send(ctx(), code(to));
    await testServer.outbox.settled();
    return latestMessage(testServer);
  };

  it('is sent in its language, and shown to staff without secret values', async () => {
    await testServer.mail.send(ctx(), { ...code('lin@example.com'), lang: 'zh-cn' });
    await testServer.outbox.settled();
    const row = await latestMessage(testServer);
    expect([row.status, row.attempts, row.trouble, row.sealed]).toEqual([2, 1, null, null]);
    expect(row.body).toContain('••••');
    expect(JSON.stringify(await testServer.services.db.rows('SELECT * FROM `change_log`'))).not.toContain('4711-9');
    const [mail] = server.received.splice(0);
    expect(mail?.to).toEqual(['lin@example.com']);
    expect(mail?.from).toBe('house@example.com');
    expect(mail?.text).toMatch(/Content-Transfer-Encoding: (base64|quoted-printable)/);
    const { list } = (await root.get('/admin/message/index')).data;
    expect(list[0]).toMatchObject({ recipient: 'lin@example.com', status: 2 });
  });

  it('mail is sent after the commit, and never after a rollback', async () => {
    const lost = testServer.writer.inTransaction(ctx(), async (_txWriter, hook) => {
      await testServer.mail.enqueue(hook, code('ghost@example.com'));
      throw new Error('rolled back');
    });
    await expect(lost).rejects.toThrow('rolled back');
    await testServer.outbox.settled();
    expect(server.received.splice(0)).toEqual([]);
    await Promise.all([1, 2, 3, 4].map((n) => testServer.mail.send(ctx(), code(`p${n}@example.com`))));
    const before = server.connections();
    testServer.outbox.wake();
    await testServer.outbox.settled();
    expect(server.received.splice(0)).toHaveLength(4);
    expect(server.connections() - before).toBeLessThanOrEqual(2);
  });

  // @case F-29
  it('retries when the server asks to wait, drops the connection or cannot be reached', async () => {
    for (const [bad, trouble] of [
      ['later', 'later'],
      ['drops', 'connection'],
    ] as const) {
      failureMode = bad;
      const row = await sent('later@example.com');
      expect([bad, row.status, row.attempts]).toEqual([bad, 0, 1]);
      expect([trouble, 'other', 'timeout']).toContain(row.trouble);
      failureMode = 'none';
      testServer.advanceClock(20_000);
      testServer.outbox.wake();
      await testServer.outbox.settled();
      expect((await latestMessage(testServer)).status).toBe(2);
      expect(server.received.splice(0)).toHaveLength(1);
    }
    failureMode = 'refuses_recipient';
    const refused = await sent('nobody@example.com');
    expect([refused.status, refused.trouble]).toEqual([3, 'recipient']);
    failureMode = 'none';
    const { list } = (await root.get('/admin/message/index')).data;
    expect((await root.post('/admin/message/resend', { id: list[0].id })).code).toBe(1);
    await testServer.outbox.settled();
    expect((await latestMessage(testServer)).status).toBe(2);
    server.received.splice(0);
  });

  // @case F-29
  it('never sends an expired mail, and gives up on a hanging server', async () => {
    failureMode = 'later';
    await testServer.mail.send(ctx(), {
      ...code('late@example.com'),
      expires: Math.floor(testServer.services.clock.now() / 1000) + 10,
    });
    await testServer.outbox.settled();
    failureMode = 'none';
    testServer.advanceClock(20_000);
    testServer.outbox.wake();
    await testServer.outbox.settled();
    expect((await latestMessage(testServer)).status).toBe(5);
    expect(server.received.splice(0)).toEqual([]);
    const silent = await openSilentServer();
    const form = {
      smtp_server: '127.0.0.1',
      smtp_port: silent.port,
      smtp_verification: 'none',
      testMail: 'a@example.com',
    };
    const started = performance.now();
    const { status, code: mailBody, msg } = await root.post('/admin/config/sendTestMail', form);
    expect([status, mailBody]).toEqual([200, 0]);
    expect(msg).toContain('didn’t respond in time');
    expect(performance.now() - started).toBeLessThan(8_000);
    await silent.close();
  });

  // @case T3.17
  it('tests unsaved settings, and never sends the stored password to another server', async () => {
    const credentials = (await root.get('/admin/config/index', { limit: '100' })).data.list.find(
      (row: { name: string }) => row.name === 'smtp_pass',
    );
    await setSetting(testServer, 'smtp_user', 'house');
    expect((await root.post('/admin/config/seal', { id: credentials.id, value: 'mail-secret' })).code).toBe(1);
    const good = await root.post('/admin/config/sendTestMail', { testMail: 'me@example.com' });
    expect([good.code, good.msg]).toEqual([1, 'The mail server accepted the test email.']);
    expect(server.logins.splice(0)).toEqual(['mail-secret']);
    const canary = await openMailServer();
    const elsewhere = await root.post('/admin/config/sendTestMail', {
      smtp_port: canary.port,
      smtp_pass: '••••',
      testMail: 'me@example.com',
    });
    expect([elsewhere.code, Object.keys(elsewhere.data.fields)]).toEqual([0, ['smtp_pass']]);
    expect([canary.logins, canary.connections()]).toEqual([[], 0]);
    await canary.close();
    const injected = await root.post('/admin/config/sendTestMail', { testMail: 'a@example.com\r\nBcc: b@example.com' });
    expect([injected.code, Object.keys(injected.data.fields)]).toEqual([0, ['testMail']]);
    await expect(testServer.mail.send(ctx(), code('a@example.com\r\nBcc: b@example.com'))).rejects.toThrow(
      'row.invalid',
    );
  });

  // @case T3.17
  it('refuses private hosts that are not allowed, without details', async () => {
    const closed = await startTestServer({
      database,
      settings: { mail: { ...defaults.mail, sender: 'a@example.com' } },
    });
    try {
      const admin = await superAdmin(closed);
      for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', '169.254.169.254', '::1'])
        expect(
          (await admin.post('/admin/config/sendTestMail', { smtp_server: host, testMail: 'a@example.com' })).msg,
        ).toBe('The email couldn’t be sent: calls to this server aren’t allowed.');
      // Without a mail server all mails stay in the list of messages.
      await closed.mail.send(systemContext(closed.services, 'test'), code('kept@example.com'));
      await closed.outbox.settled();
      const row = await latestMessage(closed);
      expect([row.status, SYSTEM.id]).toEqual([4, 0]);
      const file = join(closed.env.dataDir, 'outbox', '1.json');
      expect(existsSync(file)).toBe(true);
      expect(readFileSync(file, 'utf8')).toContain('4711-9');
    } finally {
      await closed.close();
    }
  });
});
