/** Mails to the owner of the site: new messages and security events, with a rate limit. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { systemContext } from '../../platform/systemContext';
import { guest } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { setSetting } from '../../testing/setSetting';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('mails to the owner on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  it('new messages come in the site’s language, with a rate limit', async () => {
    const write = (name: string) =>
      guest(testServer).post('/api/lead/add', { name, mobile: '13800138000', content: 'Please call', consent: true });
    expect((await write('Not sent')).code).toBe(1);
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
    const many = Array.from({ length: SERVER_LIMITS.ownerMailsPerHour + 5 }, (_, n) => ({
      name: `Guest ${n}`,
      mobile: '13800138000',
      content: 'x',
    }));
    await testServer.writer.createMany(systemContext(testServer.services, 'flood'), entity, many);
    expect(await mails()).toHaveLength(SERVER_LIMITS.ownerMailsPerHour);
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
});
