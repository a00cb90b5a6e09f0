/** One address is one member in every spelling: mobile numbers with and without the country, emails in any case. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, signIn, superAdmin, type Caller } from '../../../testing/callers';
import { takeCode } from '../../../testing/receivedMessages';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

const PASSWORD = 'calm-river-42';
const spellings = (plain: string) => [plain, `86${plain}`, `+86${plain}`];

describe.each(sampleDialects())('the addresses of members on %s', (database) => {
  const sinks = mkdtempSync(join(tmpdir(), 'atrium-sinks-'));
  let testServer: TestServer;
  let root: Caller;
  let people = 0;
  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' }, env: { TEST_SINKS: sinks } });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const add = (more: object) => {
    people += 1;
    const username = `person_${people}`;
    return root.post('/admin/user/add', { username, nickname: username, password: PASSWORD, ...more });
  };
  const loadRow = async (id: number) => (await root.get('/admin/user/edit', { id: String(id) })).data.row;
  const askCode = async (mobile: string, event: string, by = guest(testServer)) => {
    expect((await by.post('/api/Sms/send', { mobile, event })).code).toBe(1);
    return takeCode(sinks, 'sms', mobile.replace(/^\+?86/, ''));
  };

  it('sign-in: accepts every spelling of a registered mobile number', async () => {
    for (const [index, written] of spellings('13811110001').entries()) {
      const plain = `1381111000${index + 1}`;
      const mobile = written.replace('13811110001', plain);
      const captcha = await askCode(mobile, 'user_register');
      const values = { tab: 'register', registerType: 'mobile', username: `caller_${index}`, mobile, captcha };
      const registered = await guest(testServer).post('/api/user/checkIn', { ...values, password: PASSWORD });
      expect([mobile, registered.code]).toEqual([mobile, 1]);
      const { id } = registered.data.userInfo;
      expect((await loadRow(id)).mobile).toBe(plain);
      for (const username of [...spellings(plain), ` +86${plain} `])
        expect((await signIn(testServer, 'member', { username, password: PASSWORD })).id).toBe(id);
    }
  });

  it('register: accepts a number as people write it or browsers fill it in', async () => {
    const channels = [
      '+86 138 1112 0001',
      '0086 138-1112-0001',
      '(138) 1112 0001',
      '１３８１１１２０００１',
      '13811120001',
    ];
    const [first = '', second = ''] = channels;
    expect((await guest(testServer).post('/api/Sms/send', { mobile: first, event: 'user_register' })).code).toBe(1);
    const captcha = await takeCode(sinks, 'sms', '13811120001');
    const values = { tab: 'register', registerType: 'mobile', username: 'writer', mobile: second, captcha };
    const { code, data } = await guest(testServer).post('/api/user/checkIn', { ...values, password: PASSWORD });
    expect([code, (await loadRow(data.userInfo.id)).mobile]).toEqual([1, '13811120001']);
    for (const username of channels)
      expect((await signIn(testServer, 'member', { username, password: PASSWORD })).id).toBe(data.userInfo.id);
    for (const mobile of ['138 1112 000', '0138 1112 0001', '138 1112 0001 x', '1381112/0001'])
      expect(
        (await guest(testServer).post('/api/Sms/send', { mobile, event: 'user_register' })).data.fields,
      ).toHaveProperty('mobile');
  });

  it('staff: add, edit, import and search treat every spelling as the same number', async () => {
    const { id } = (await add({ mobile: '+8613811110011' })).data;
    expect((await loadRow(id)).mobile).toBe('13811110011');
    for (const mobile of spellings('13811110011')) {
      expect(Object.keys((await add({ mobile })).data.fields)).toEqual(['mobile']);
      const search = JSON.stringify({ field: 'mobile', operator: '=', val: mobile });
      const { list } = (await root.get('/admin/user/index', { 'search[]': search })).data;
      expect(list.map((row: { id: number }) => row.id)).toEqual([id]);
    }
    for (const text of [...spellings('13811110011'), '+86 138 1111 0011', '138-1111-0011', '+86 138 1111 001']) {
      const { list } = (await root.get('/admin/user/index', { quick_search: text })).data;
      expect([text, list.map((row: { id: number }) => row.id)]).toEqual([text, [id]]);
    }
    const spaced = JSON.stringify({ field: 'mobile', operator: 'LIKE', val: '+86 138 1111 0011' });
    expect((await root.get('/admin/user/index', { 'search[]': spaced })).data.total).toBe(1);
    const other = (await add({ mobile: '+85291234567' })).data.id;
    expect((await loadRow(other)).mobile).toBe('+85291234567');
    const edited = await root.post('/admin/user/edit', { id: other, mobile: '8613811110011' });
    expect(Object.keys(edited.data.fields)).toEqual(['mobile']);
    expect((await root.post('/admin/user/edit', { id: other, mobile: '8613811110012' })).code).toBe(1);
    expect((await loadRow(other)).mobile).toBe('13811110012');
  });

  it('password reset: finds the owner; a change of the spelling ends no session', async () => {
    const { id } = (await add({ mobile: '13811110021' })).data;
    const owner = await signIn(testServer, 'member', { username: '13811110021', password: PASSWORD });
    expect((await root.post('/admin/user/edit', { id, mobile: '+8613811110021' })).code).toBe(1);
    expect((await owner.get('/api/user/index')).code).toBe(1);
    const captcha = await askCode('+8613811110021', 'user_retrieve_pwd');
    const codeRequest = { type: 'mobile', account: '8613811110021', captcha, password: 'new-river-43' };
    expect((await guest(testServer).post('/api/account/retrievePassword', codeRequest)).code).toBe(1);
    expect((await signIn(testServer, 'member', { username: '+8613811110021', password: 'new-river-43' })).id).toBe(id);
  });

  it('wrong passwords are counted per number, not per spelling', async () => {
    await add({ mobile: '13811110031' });
    const tries = [...spellings('13811110031'), ...spellings('13811110031'), ...spellings('13811110031')];
    const codes: number[] = [];
    for (const username of tries)
      codes.push((await guest(testServer).post('/api/user/checkIn', { username, password: 'wrong-pass-1' })).status);
    expect(codes.at(-1)).toBe(429);
  });

  it('emails are compared without case', async () => {
    const { id } = (await add({ email: 'Rosa.Lin@Example.com' })).data;
    expect(Object.keys((await add({ email: 'rosa.lin@example.COM' })).data.fields)).toEqual(['email']);
    for (const username of ['rosa.lin@example.com', 'ROSA.LIN@EXAMPLE.COM'])
      expect((await signIn(testServer, 'member', { username, password: PASSWORD })).id).toBe(id);
  });
});
