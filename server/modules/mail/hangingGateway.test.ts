/** A hanging gateway does not delay mails and other text messages, and is paused for a while. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaults } from '../../../config/defaults';
import { systemContext } from '../../platform/systemContext';
import { superAdmin } from '../../testing/callers';
import { openMailServer, type MailServer } from '../../testing/fakes/mailServer';
import { setSetting } from '../../testing/setSetting';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const TIMEOUT_MS = 10_000;
const receivedRequests: string[] = [];
const hanging = { all: false };
/** Hangs for numbers that end in 9. */
async function openGateway(): Promise<Server> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const { mobile } = JSON.parse(text) as { mobile: string };
      receivedRequests.push(mobile);
      if (!hanging.all && !mobile.endsWith('9')) response.writeHead(200).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

describe.each(sampleDialects())('a hanging gateway on %s', (database) => {
  let testServer: TestServer;
  let gateway: Server;
  let mails: MailServer;
  beforeAll(async () => {
    gateway = await openGateway();
    mails = await openMailServer(() => 'none');
    const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`;
    const server = { host: '127.0.0.1', port: mails.port, security: 'none', sender: 'house@example.com' } as const;
    const mail = { ...defaults.mail, ...server };
    const sms = { ...defaults.sms, url, timeoutMs: TIMEOUT_MS };
    testServer = await startTestServer({ database, settings: { mail, sms }, env: { PRIVATE_HOSTS: '127.0.0.1' } });
  });
  afterAll(async () => {
    gateway.closeAllConnections();
    await testServer.close();
    gateway.close();
    await mails.close();
  });
  const send = (channel: 'mail' | 'sms', to: string) =>
    testServer.mail.send(systemContext(testServer.services, 'test'), {
      channel,
      to,
      template: 'code',
      lang: 'en',
      params: { code: '4711-9', minutes: 10 },
      secret: ['code'],
    });
  const until = async (holds: () => boolean | Promise<boolean>, writer: number) => {
    for (const end = Date.now() + writer; !(await holds()) && Date.now() < end;) await sleep(20);
  };
  const rows = async () =>
    (await testServer.services.db.rows<Record<string, unknown>>('SELECT * FROM `message` ORDER BY id')).map(
      ({ recipient, status, trouble }) => [recipient, Number(status), trouble],
    );

  it('delays neither mails nor other text messages', async () => {
    receivedRequests.length = 0;
    const started = Date.now();
    for (const to of ['13900000009', '13900000019', '13900000029']) await send('sms', to);
    await send('mail', 'lin@example.com');
    await send('sms', '13900000001');
    const sent = async () => (await rows()).filter(([, status]) => status === 2).map(([recipient]) => recipient);
    await until(async () => (await sent()).length === 2, TIMEOUT_MS);
    expect(await sent()).toEqual(['lin@example.com', '13900000001']);
    expect(mails.received).toHaveLength(1);
    // The hanging messages have not timed out yet: no other message waited for them.
    expect(Date.now() - started).toBeLessThan(TIMEOUT_MS);
    gateway.closeAllConnections();
    await testServer.outbox.settled();
    await testServer.services.db.transact((tx) => tx.run('UPDATE `message` SET status = 3 WHERE status = 0'));
  });

  it('a hanging gateway is paused after repeated timeouts, visibly for staff, and probed by one message afterwards', async () => {
    await setSetting(testServer, 'sms_patience', 1);
    hanging.all = true;
    receivedRequests.length = 0;
    await Promise.all(['1', '2', '3', '4'].map((n) => send('sms', `1390000010${n}`)));
    await until(() => receivedRequests.length === 4, TIMEOUT_MS);
    await testServer.outbox.settled();
    await send('sms', '13900000200');
    await send('mail', 'mia@example.com');
    await testServer.outbox.settled();
    expect(receivedRequests).toHaveLength(4);
    const [mail, waiting] = (await (await superAdmin(testServer)).get('/admin/message/index')).data.list;
    expect(mail).toMatchObject({ recipient: 'mia@example.com', status: 2 });
    expect(waiting).toMatchObject({ recipient: '13900000200', status: 0, trouble: 'paused', attempts: 0 });
    testServer.advanceClock(31_000);
    testServer.outbox.wake();
    await until(() => receivedRequests.length === 5, TIMEOUT_MS);
    await testServer.outbox.settled();
    expect(receivedRequests).toHaveLength(5);
    testServer.advanceClock(61_000);
    hanging.all = false;
    testServer.outbox.wake();
    await until(async () => (await rows()).every(([, status]) => status !== 0 && status !== 1), TIMEOUT_MS);
    await testServer.outbox.settled();
    expect(
      (await rows()).filter(([recipient]) => String(recipient).startsWith('139000001')).map(([, one]) => one),
    ).toEqual([2, 2, 2, 2]);
  });
});
