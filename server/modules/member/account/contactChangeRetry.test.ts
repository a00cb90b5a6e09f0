/** A mistyped code costs one guess only: neither the proof of the current address nor the next mail. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seedContext } from '../../../db/seeds/base';
import { requireEntity } from '../../../engine/requireEntity';
import { signIn, type Body, type Caller } from '../../../testing/callers';
import { receivedMessages, takeCode } from '../../../testing/receivedMessages';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

const PASSWORD = 'calm-river-42';
/** Another code of six digits. */
const submitTypo = (code: string, by = 1) => code.slice(0, 5) + String((Number(code[5]) + by) % 10);

describe.each(sampleDialects())('binding another address on %s', (database) => {
  const sinks = mkdtempSync(join(tmpdir(), 'atrium-sinks-'));
  let testServer: TestServer;
  let people = 0;
  let own = '';
  let caller: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' }, env: { TEST_SINKS: sinks } });
  });
  afterAll(() => testServer.close());

  const fresh = async () => {
    people += 1;
    const username = `binder_${people}`;
    own = `${username}@example.com`;
    const values = { username, nickname: username, email: own, password: PASSWORD };
    await testServer.writer.create(
      seedContext(testServer.services),
      requireEntity(testServer.services, 'user'),
      values,
    );
    caller = await signIn(testServer, 'member', { username, password: PASSWORD });
  };
  const ask = (event: string, email: string, more: Body = {}) =>
    caller.post('/api/Ems/send', { email, event, ...more });
  const obtainProof = async (): Promise<string> => {
    expect((await ask('user_email_verify', own, { password: PASSWORD })).code).toBe(1);
    const captcha = await takeCode(sinks, 'mail', own);
    return (await caller.post('/api/account/verification', { type: 'email', captcha })).data.accountVerificationToken;
  };
  const codeTo = async (email: string) => {
    expect((await ask('user_change_email', email, { password: PASSWORD })).code).toBe(1);
    return takeCode(sinks, 'mail', email);
  };

  // @case T7.12
  it('succeeds with the right code after four wrong ones, and is refused after five', async () => {
    await fresh();
    const accountVerificationToken = await obtainProof();
    const email = `new.${own}`;
    const bind = (captcha: string, to = email) =>
      caller.post('/api/account/changeBind', { type: 'email', email: to, captcha, accountVerificationToken });
    const code = await codeTo(email);
    for (const by of [1, 2, 3, 4])
      expect(Object.keys((await bind(submitTypo(code, by))).data.fields ?? {})).toEqual(['captcha']);
    expect((await bind(code)).code).toBe(1);
    expect((await caller.get('/api/user/index')).data.userInfo.email).toBe(email);
    // The proof of the current address is valid once.
    const again = await codeTo(`third.${own}`);
    const late = await bind(again, `third.${own}`);
    expect([late.code, late.data]).toEqual([0, { verifyFirst: true }]);
  });

  it('continues with a new mail after a code is invalid, without a new proof of the current address', async () => {
    await fresh();
    const accountVerificationToken = await obtainProof();
    const bind = (email: string, captcha: string) =>
      caller.post('/api/account/changeBind', { type: 'email', email, captcha, accountVerificationToken });
    const dead = await codeTo(`one.${own}`);
    for (const by of [1, 2, 3, 4, 5]) expect((await bind(`one.${own}`, submitTypo(dead, by))).code).toBe(0);
    expect(Object.keys((await bind(`one.${own}`, dead)).data.fields ?? {})).toEqual(['captcha']);
    expect((await bind(`two.${own}`, await codeTo(`two.${own}`))).code).toBe(1);
  });

  it('refuses an expired or invalid proof, without consuming the new code', async () => {
    await fresh();
    const email = `new.${own}`;
    const code = await codeTo(email);
    const bind = (accountVerificationToken?: string) =>
      caller.post('/api/account/changeBind', { type: 'email', email, captcha: code, accountVerificationToken });
    for (const wrong of [undefined, '', 'guess']) expect((await bind(wrong)).data).toEqual({ verifyFirst: true });
    const proofToken = await obtainProof();
    const responses = await Promise.all([bind(proofToken), bind(proofToken)]);
    expect(responses.map(({ code: answered }) => answered).sort()).toEqual([0, 1]);
  });

  it('a wrong password sends no mail and uses no rate limit of the recipient', async () => {
    await fresh();
    const refused = await ask('user_email_verify', own, { password: 'wrong-pass-1' });
    expect(Object.keys(refused.data.fields)).toEqual(['password']);
    expect(receivedMessages(sinks, 'mail').filter(({ to }) => to === own)).toEqual([]);
    expect((await ask('user_email_verify', own, { password: PASSWORD })).code).toBe(1);
    expect((await ask('user_email_verify', own, { password: PASSWORD })).status).toBe(429);
  });
});
