/** A disabled channel sends nothing to strangers; members can still change a bound address. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seedContext } from '../../../db/seeds/base';
import { issueCode } from '../../../access/codes/oneTimeCodes';
import { createCodeTarget } from '../../../access/codes/codePurposes';
import { guest, signIn, type Caller } from '../../../testing/callers';
import { receivedMessages, takeCode } from '../../../testing/receivedMessages';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

const PASSWORD = 'calm-river-42';
const MOBILE = '13900005555';

describe.each(sampleDialects())('disabled mobile numbers on %s', (database) => {
  let testServer: TestServer;
  let tina: Caller;
  const sinks = mkdtempSync(join(tmpdir(), 'atrium-sinks-'));
  beforeAll(async () => {
    const settings = { captcha: 'never', verification: ['email'] } as const;
    testServer = await startTestServer({ database, settings, env: { TEST_SINKS: sinks } });
    const entity = testServer.services.registry.get('user');
    if (!entity) throw new Error('the member entity is not registered');
    const values = {
      username: 'tina',
      nickname: 'tina',
      password: PASSWORD,
      mobile: MOBILE,
      email: 'tina@example.com',
    };
    await testServer.writer.create(seedContext(testServer.services), entity, values);
    tina = await signIn(testServer, 'member', { username: 'tina', password: PASSWORD });
  });
  afterAll(() => testServer.close());

  it.each(['user_register', 'user_retrieve_pwd'])('no text message is sent for %s', async (event) => {
    const mobile = event === 'user_register' ? '13900006666' : MOBILE;
    expect((await guest(testServer).post('/api/Sms/send', { mobile, template_code: event })).status).toBe(400);
    await testServer.outbox.settled();
    expect(receivedMessages(sinks, 'sms')).toEqual([]);
  });

  it('allows no password reset, even with a code sent earlier', async () => {
    const captcha = await issueCode(testServer.services, createCodeTarget('user_retrieve_pwd', MOBILE, 0));
    const given = { type: 'mobile', account: MOBILE, captcha, password: 'stolen-river-43' };
    expect((await guest(testServer).post('/api/account/retrievePassword', given)).status).toBe(400);
    expect((await signIn(testServer, 'member', { username: 'tina', password: PASSWORD })).token).not.toBe('');
  });

  it('a reset by mail succeeds while the text message channel is off', async () => {
    const email = 'tina@example.com';
    expect((await guest(testServer).post('/api/Ems/send', { email, event: 'user_retrieve_pwd' })).code).toBe(1);
    const captcha = await takeCode(sinks, 'mail', email);
    const given = { type: 'email', account: email, captcha, password: 'new-river-44' };
    expect((await guest(testServer).post('/api/account/retrievePassword', given)).code).toBe(1);
    tina = await signIn(testServer, 'member', { username: 'tina', password: 'new-river-44' });
  });

  it('members with a bound mobile can change it', async () => {
    testServer.advanceClock(61_000);
    const send = (mobile: string, event: string) =>
      tina.post('/api/Sms/send', { mobile, event, password: 'new-river-44' });
    expect((await send(MOBILE, 'user_mobile_verify')).code).toBe(1);
    const old = { type: 'mobile', captcha: await takeCode(sinks, 'sms', MOBILE) };
    const { accountVerificationToken } = (await tina.post('/api/account/verification', old)).data;
    expect((await send('13900007777', 'user_change_mobile')).code).toBe(1);
    const captcha = await takeCode(sinks, 'sms', '13900007777');
    const bind = { type: 'mobile', mobile: '13900007777', captcha, accountVerificationToken };
    expect((await tina.post('/api/account/changeBind', bind)).code).toBe(1);
  });
});
