/** Members send codes to strangers under the same limits as guests, and their own name is refused as a password. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CODE_LIMITS } from '../../../../common/codeLimits';
import { createCodeTarget } from '../../../access/codes/codePurposes';
import { issueCode } from '../../../access/codes/oneTimeCodes';
import { seedContext } from '../../../db/seeds/base';
import { requireEntity } from '../../../engine/requireEntity';
import { guest, signIn, type Caller } from '../../../testing/callers';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

const PASSWORD = 'quiet-river-42';
const NAME = 'rosa_moon';
const EMAIL = 'rosa@example.com';
const COMMON = 'This password is too common';

describe.each(sampleDialects())('codes of members on %s', (database) => {
  let testServer: TestServer;
  let rosa: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    const values = { username: NAME, nickname: 'Rosa', email: EMAIL, password: PASSWORD };
    await testServer.writer.create(
      seedContext(testServer.services),
      requireEntity(testServer.services, 'user'),
      values,
    );
    rosa = await signIn(testServer, 'member', { username: NAME, password: PASSWORD });
  });
  afterAll(() => testServer.close());

  const sendToStranger = (n: number, more: object) =>
    rosa.post('/api/Ems/send', { email: `victim${n}@elsewhere.example`, event: 'user_change_email', ...more });

  // @case T7.09 T7.10
  it('codes to strangers need a proof, and a captcha after the first ones', async () => {
    expect((await sendToStranger(0, {})).data).toEqual({ verifyFirst: true });
    expect((await sendToStranger(0, { accountVerificationToken: 'guess' })).data).toEqual({ verifyFirst: true });
    expect((await sendToStranger(0, { password: 'wrong-river-42' })).data.fields).toHaveProperty('password');
    const free = CODE_LIMITS.captchaFreeCodesPerIpPrefixHour;
    for (let index = 1; index <= free; index += 1)
      expect((await sendToStranger(index, { password: PASSWORD })).code).toBe(1);
    const asked = await sendToStranger(free + 1, { password: PASSWORD });
    expect([asked.code, asked.data.captcha]).toEqual([0, true]);
  });

  it('password: the own name is refused at the field', async () => {
    const codeKey = createCodeTarget('user_retrieve_pwd', EMAIL, 0);
    const given = {
      type: 'email',
      account: EMAIL,
      captcha: await issueCode(testServer.services, codeKey),
      password: NAME,
    };
    const retrieved = await guest(testServer).post('/api/account/retrievePassword', given);
    expect([retrieved.code, retrieved.data.fields]).toEqual([0, { password: COMMON }]);
    for (const newPassword of [NAME, NAME.toUpperCase()]) {
      const body = { oldPassword: PASSWORD, newPassword, confirmPassword: newPassword };
      const { code, data } = await rosa.post('/api/account/changePassword', body);
      expect([code, data.fields]).toEqual([0, { newPassword: COMMON }]);
    }
  });

  it('a code for new contact data is refused to a group without the profile permission', async () => {
    const group = { name: 'Narrow', rules: ['account/overview'] };
    const { id } = await testServer.writer.create(
      seedContext(testServer.services),
      requireEntity(testServer.services, 'user_group'),
      group,
    );
    await testServer.writer.update(seedContext(testServer.services), requireEntity(testServer.services, 'user'), {
      id: rosa.id,
      group_id: id,
    });
    const body = { type: 'email', email: 'new@example.com', captcha: '123456', accountVerificationToken: 'x' };
    for (const path of ['verification', 'changeBind', 'profile'])
      expect([path, (await rosa.post(`/api/account/${path}`, body)).status]).toEqual([path, 403]);
    expect((await sendToStranger(9, { password: PASSWORD })).status).toBe(403);
  });
});
