/** Mails to the site's owner: each event, in the site's language, over a real SMTP server. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { defaults } from '../../../config/defaults';
import { guest, signIn, superAdmin, type Caller } from '../../testing/callers';
import { openMailServer, readMail, type MailServer } from '../../testing/fakes/mailServer';
import { setSetting } from '../../testing/setSetting';
import { addTask, testTerminal, waitForValue, waitForTaskEnd } from '../../testing/terminalHarness';
import { startTestServer, SUPER_ADMIN, type TestServer } from '../../testing/testServer';

const OWNER = 'owner@example.com';
let testServer: TestServer;
let root: Caller;
let server: MailServer;
beforeAll(async () => {
  server = await openMailServer();
  const mail = {
    ...defaults.mail,
    ...({ host: '127.0.0.1', port: server.port, security: 'none', sender: 'house@example.com' } as const),
  };
  const env = { PRIVATE_HOSTS: '127.0.0.1', PUBLIC_URL: 'https://house.example' };
  testServer = await startTestServer({ settings: { mail }, env, terminal: testTerminal });
  root = await superAdmin(testServer);
  await setSetting(testServer, 'mail_recipient', OWNER);
});
afterAll(async () => {
  await testServer.close();
  await server.close();
});
beforeEach(() => {
  server.received.splice(0);
});

/** The only mail of an event. */
async function letter() {
  testServer.outbox.wake();
  const [first, ...others] = await waitForValue(async () => {
    await testServer.outbox.settled();
    return server.received.length > 0 ? server.received : undefined;
  });
  expect([first?.to, first?.from, others]).toEqual([[OWNER], 'house@example.com', []]);
  if (!first) throw new Error('no mail');
  return readMail(first);
}
const person = { mobile: '13800138000', content: 'Please call' };
const reused = async () => {
  const { refreshToken } = await signIn(testServer, 'admin', SUPER_ADMIN);
  const renew = (token: string) => guest(testServer).post('/api/common/refreshToken', { refresh_token: token });
  const next = String((await renew(refreshToken)).data.refresh_token);
  expect((await renew(next)).code).toBe(1);
  expect((await renew(refreshToken)).code).not.toBe(1);
};
const failed = async () => {
  await waitForTaskEnd(root, await addTask(root, 'try.fail', { blockOnFailure: false }));
};

/** Events and their texts in each language. */
const MAIL_EVENTS = [
  {
    name: 'a message through the contact form',
    happens: () => guest(testServer).post('/api/lead/add', { name: 'Rosa', consent: true, ...person }),
    en: { subject: /: new message from Rosa$/, body: /^Rosa sent a message to .* through the contact form\./ },
    'zh-cn': { subject: /：来自 Rosa 的留言$/, body: /^Rosa 通过联系表单给.*留言。/ },
    link: /https:\/\/house\.example\/admin\/lead\/\d+$/,
  },
  {
    name: 'a trial request',
    happens: () =>
      guest(testServer).post('/api/trial_request/add', {
        company: 'Harbour Ltd',
        full_name: 'Rosa',
        phone: '13800138000',
        consent: true,
      }),
    en: { subject: /: trial request from Harbour Ltd$/, body: /^Harbour Ltd requested a trial of / },
    'zh-cn': { subject: /：Harbour Ltd 申请试用$/, body: /^Harbour Ltd 向.*申请试用。/ },
    link: /https:\/\/house\.example\/admin\/trial_request\/\d+$/,
  },
  {
    name: 'an account in danger',
    happens: reused,
    en: { subject: /: Sign-in token used twice; session ended$/, body: /\nAccount: root_admin\n/ },
    'zh-cn': { subject: /：已用过的登录令牌再次出现，会话已终止$/, body: /\n账号：root_admin\n/ },
    link: /https:\/\/house\.example\/admin\/security_event$/,
  },
  {
    name: 'a terminal task that failed',
    happens: failed,
    en: { subject: /: try\.fail failed$/, body: /^The terminal task try\.fail failed/ },
    'zh-cn': { subject: /：try\.fail 执行失败$/, body: /^终端任务 try\.fail 未能成功结束/ },
    link: /https:\/\/house\.example\/admin\/terminal\?task=[\w-]+$/,
  },
] as const;

describe.each(['en', 'zh-cn'] as const)('owner mails in %s', (lang) => {
  beforeAll(() => setSetting(testServer, 'default_locale', lang));

  it.each(MAIL_EVENTS)('$name', async ({ happens, link, ...words }) => {
    await happens();
    const { subject, body } = await letter();
    expect(subject).toMatch(words[lang].subject);
    expect(body.replaceAll('\r\n', '\n')).toMatch(words[lang].body);
    expect(body.trim()).toMatch(link);
    expect(subject + body).not.toContain(person.mobile);
  });
});

describe('owner mails are not sent', () => {
  it('no mail for rows that staff enters, for successes, and without an owner address', async () => {
    expect((await root.post('/admin/lead/add', { name: 'Staff', ...person })).code).toBe(1);
    await waitForTaskEnd(root, await addTask(root, 'try.ok'));
    await setSetting(testServer, 'mail_recipient', null);
    expect((await guest(testServer).post('/api/lead/add', { name: 'Nobody', consent: true, ...person })).code).toBe(1);
    await failed();
    testServer.outbox.wake();
    await testServer.outbox.settled();
    expect(server.received).toEqual([]);
    expect(
      await testServer.services.db.rows(
        "SELECT id FROM `message` WHERE subject LIKE '%Staff%' OR subject LIKE '%try.ok%'",
      ),
    ).toEqual([]);
  });
});
