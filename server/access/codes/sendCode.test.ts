/** The queue of verification codes: many requests of one IP network or other messages do not delay the codes of others. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDueMessages, hasQueueCapacity } from '../../modules/mail/outbox';
import { systemContext } from '../../platform/systemContext';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';
import { createCodeSender, type CodeMessage, type CodeOutbox } from './sendCode';

describe.each(testDialects())('queued verification codes on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  const createHarness = () => {
    const outbox = { room: false, sent: [] as CodeMessage[] };
    const sentMessages: CodeOutbox = {
      send: (_ctx, mail) => Promise.resolve(void outbox.sent.push(mail)),
      hasCapacity: (_services, { channel }) => Promise.resolve(outbox.room || channel === 'sms'),
    };
    const codeSender = createCodeSender(testServer.services, sentMessages);
    const requestCode = (ip: string, to: string, by: 'email' | 'mobile' = 'email') => {
      const codeTarget = { purpose: 'user_retrieve_pwd', target: to };
      codeSender.sendCode(
        { ...systemContext(testServer.services, 'test'), ip },
        { contactChannel: by, to, purpose: 'user_retrieve_pwd', codeTarget, requester: ip },
      );
    };
    return { outbox, codeSender, ask: requestCode };
  };
  const until = async (holds: () => boolean) => {
    for (const end = Date.now() + 20_000; !holds() && Date.now() < end;) await sleep(20);
    expect(holds()).toBe(true);
  };

  it('codes are sent with IP networks taking turns', async () => {
    const { outbox, ask: requestCode } = createHarness();
    for (let index = 0; index < 30; index += 1)
      requestCode(`2001:db8:7:${index.toString(16)}::1`, `many${index}@example.com`);
    requestCode('203.0.113.9', 'lin@example.com');
    outbox.room = true;
    await until(() => outbox.sent.length === 31);
    expect(outbox.sent.slice(0, 3).map(({ to }) => to)).toContain('lin@example.com');
  });

  it('wait while the outbox has no room for their channel, and for no other channel', async () => {
    const { outbox, codeSender, ask: requestCode } = createHarness();
    requestCode('203.0.113.9', 'mia@example.com');
    requestCode('203.0.113.9', '13900000001', 'mobile');
    await until(() => outbox.sent.length > 0);
    await sleep(300);
    expect(outbox.sent.map(({ to }) => to)).toEqual(['13900000001']);
    await codeSender.close();
    expect(outbox.sent.map(({ to }) => to)).toEqual(['13900000001', 'mia@example.com']);
  });

  it('leave the outbox before other messages and after recovery and warnings, and only a few are in it', async () => {
    const { services } = testServer;
    const now = Math.floor(services.clock.now() / 1000);
    const rows = (template: string, count: number) =>
      Array.from({ length: count }, () => [template, now, now + 600, 'a@example.com', 'x', 'en', 'mail', 0]);
    const all = [
      ...rows('house_task', 30),
      ...rows('code', 20),
      ...rows('address_changed', 1),
      ...rows('retrieve', 3),
      ...rows('password_changed', 1),
    ];
    const { found, oldest, room } = await services.db
      .transact(async (tx) => {
        const columns = 'template, create_time, expire_time, recipient, subject, lang, channel, status';
        await tx.runMany(`INSERT INTO \`message\` (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, all);
        // Within a transaction that is rolled back: the outbox never sees these.
        const inside = { ...services, db: { ...services.db, rows: tx.rows } };
        const found = await loadDueMessages(inside, 'mail', now, 'priority');
        const oldest = await loadDueMessages(inside, 'mail', now, 'age');
        const ids = await tx.rows<{ id: number; template: string }>('SELECT id, template FROM `message`');
        const templateOf = new Map(ids.map(({ id, template }) => [Number(id), template]));
        const room = [
          await hasQueueCapacity(inside, { channel: 'mail', template: 'code' }),
          await hasQueueCapacity(inside, { channel: 'mail', template: 'retrieve' }),
          await hasQueueCapacity(inside, { channel: 'sms', template: 'code' }),
        ];
        const templates = (list: readonly { readonly id: number }[]) =>
          list.map(({ id }) => templateOf.get(Number(id)));
        throw Object.assign(new Error('undo'), { found: templates(found), oldest: templates(oldest), room });
      })
      .catch((error: unknown) => error as Record<'found' | 'oldest' | 'room', readonly unknown[]>);
    expect(found).toEqual([
      'address_changed',
      ...Array.from({ length: 3 }, () => 'retrieve'),
      'password_changed',
      ...Array.from({ length: 15 }, () => 'code'),
    ]);
    expect(oldest).toEqual(Array.from({ length: 20 }, () => 'house_task'));
    expect(room).toEqual([false, true, true]);
  });
});
