/**
 * An account was taken over: the owner gets a mail about every change, restores the account with one link, and locks out the intruder
 * (T4.06, T7.11).
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueCode } from '../../../access/codes/oneTimeCodes';
import { createCodeTarget } from '../../../access/codes/codePurposes';
import { guest, member, signIn, superAdmin, type Body, type Caller } from '../../../testing/callers';
import { receivedMessages } from '../../../testing/receivedMessages';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

const PASSWORD = 'limited-horse-7';
const THEIRS = 'other-river-43';
const DAYS = 86_400_000;

describe.each(sampleDialects())('“This wasn’t me” on %s', (database) => {
  const sinks = mkdtempSync(join(tmpdir(), 'atrium-sinks-'));
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' }, env: { TEST_SINKS: sinks } });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  interface Owner {
    readonly username: string;
    readonly email: string;
    /** The caller with the password. */
    readonly caller: Caller;
  }
  const staffEdits = (id: number, change: Body) => root.post('/admin/user/edit', { id, ...change });
  async function owner(more: Body = {}): Promise<Owner> {
    const { id } = await member(testServer);
    const username = (await root.get('/admin/user/edit', { id: String(id) })).data.row.username as string;
    const email = `${username}@example.com`;
    expect((await staffEdits(id, { email, ...more })).code).toBe(1);
    return { username, email, caller: await signIn(testServer, 'member', { username, password: PASSWORD }) };
  }
  const loadRow = async ({ caller: { id } }: Owner) =>
    (await root.get('/admin/user/edit', { id: String(id) })).data.row as { email: string; mobile: string | null };
  const mails = async (to: string) => {
    await testServer.outbox.settled();
    return receivedMessages(sinks, 'mail').filter((mailText) => mailText.to === to);
  };
  const ticketIn = (text = ''): string => /\/user\/login#notme=(\S+)/.exec(text)?.[1] ?? '';
  const linkTo = async (to: string): Promise<string> => ticketIn((await mails(to)).at(-1)?.text);
  const submitTicket = (ticket: string) => guest(testServer).post('/api/account/notMe', { ticket });
  const changeContact = async (by: Caller, type: 'email' | 'mobile', address: string) => {
    const codeKey = createCodeTarget(type === 'email' ? 'user_change_email' : 'user_change_mobile', address, by.id);
    const had = await root.get('/admin/user/edit', { id: String(by.id) });
    const proofToken = had.data.row[type] ? await verifyContact(by, type, had.data.row[type]) : {};
    const captcha = await issueCode(testServer.services, codeKey);
    return by.post('/api/account/changeBind', { type, [type]: address, captcha, password: PASSWORD, ...proofToken });
  };
  const verifyContact = async (by: Caller, type: 'email' | 'mobile', address: string): Promise<Body> => {
    const event = type === 'email' ? 'user_email_verify' : 'user_mobile_verify';
    const captcha = await issueCode(testServer.services, createCodeTarget(event, address, by.id));
    const { data } = await by.post('/api/account/verification', { type, captcha });
    return { accountVerificationToken: data.accountVerificationToken };
  };
  const resetPassword = async (type: 'email' | 'mobile', account: string, password: string) => {
    const captcha = await issueCode(testServer.services, createCodeTarget('user_retrieve_pwd', account, 0));
    return guest(testServer).post('/api/account/retrievePassword', { type, account, captcha, password });
  };
  const canSignIn = (username: string, password: string) =>
    guest(testServer).post('/api/user/checkIn', { username, password });

  it('ends every session and invalidates the intruder’s password; only the owner resets it, by that address', async () => {
    const eve = await owner({ mobile: '13912345601' });
    const headers = {
      'content-type': 'application/json',
      'ba-user-token': eve.caller.token,
      'x-forwarded-host': 'canary.example',
      'x-forwarded-proto': 'gopher',
      forwarded: 'host=canary.example',
    };
    const body = JSON.stringify({ oldPassword: PASSWORD, newPassword: THEIRS });
    expect((await guest(testServer).send('POST', '/api/account/changePassword', { headers, body })).code).toBe(1);
    const text = (await mails(eve.email)).at(-1)?.text ?? '';
    expect(text).not.toContain('canary');
    const base = /(https?:\/\/[^/]+)\/user\/login#notme=/.exec(text)?.[1];
    expect(base).toBe(testServer.services.env.publicUrl ?? `http://127.0.0.1:${testServer.services.env.port}`);
    const ticket = ticketIn(text);
    expect((await root.get('/admin/message/index', { limit: '1' })).text).not.toContain(ticket);
    expect((await submitTicket(`${eve.caller.id}.${'x'.repeat(32)}`)).code).toBe(0);
    expect((await submitTicket(`${root.id + 900}.${ticket.split('.')[1] ?? ''}`)).code).toBe(0);
    expect((await submitTicket(ticket)).code).toBe(1);
    expect((await submitTicket(ticket)).code).toBe(0);
    expect((await eve.caller.get('/api/user/index')).code).toBe(302);
    expect((await canSignIn(eve.username, THEIRS)).code).toBe(0);
    // The link was not sent to the number, so the number cannot reset the password.
    const refused = await resetPassword('mobile', '13912345601', 'third-river-44');
    expect([refused.code, refused.msg]).toEqual([0, expect.stringContaining('This wasn’t me')]);
    expect((await resetPassword('email', eve.email, 'fourth-river-45')).code).toBe(1);
    const response = await signIn(testServer, 'member', { username: eve.username, password: 'fourth-river-45' });
    const change = { oldPassword: 'fourth-river-45', newPassword: 'fifth-river-46' };
    expect((await response.post('/api/account/changePassword', change)).msg).toContain('This wasn’t me');
    testServer.advanceClock(3 * DAYS);
    root = await superAdmin(testServer);
    const later = await signIn(testServer, 'member', { username: eve.username, password: 'fourth-river-45' });
    expect((await later.post('/api/account/changePassword', change)).code).toBe(1);
  });

  it('restores addresses that were replaced one after the other, and no later link undoes it', async () => {
    const tom = await owner({ mobile: '13912345602' });
    expect((await changeContact(tom.caller, 'email', 'intruder1@example.com')).code).toBe(1);
    expect((await changeContact(tom.caller, 'mobile', '13912345699')).code).toBe(1);
    const change = { oldPassword: PASSWORD, newPassword: THEIRS };
    expect((await tom.caller.post('/api/account/changePassword', change)).code).toBe(1);
    const theirs = await linkTo('intruder1@example.com');
    expect(theirs).not.toBe('');
    expect((await submitTicket(await linkTo(tom.email))).code).toBe(1);
    expect(await loadRow(tom)).toMatchObject({ email: tom.email, mobile: '13912345602' });
    expect((await submitTicket(theirs)).code).toBe(0);
    expect((await resetPassword('email', 'intruder1@example.com', 'sixth-river-47')).code).toBe(0);
    expect((await resetPassword('email', tom.email, 'sixth-river-47')).code).toBe(1);
    expect((await canSignIn(tom.username, 'sixth-river-47')).code).toBe(1);
    // No mail about the rollback goes to the intruder's addresses.
    expect(await mails('intruder1@example.com')).toHaveLength(2);
  });

  it('a report does not restore an address that another member has by now', async () => {
    const ann = await owner();
    expect((await staffEdits(ann.caller.id, { email: 'ann.next@example.com' })).code).toBe(1);
    const other = await owner();
    expect((await staffEdits(other.caller.id, { email: ann.email })).code).toBe(1);
    expect((await submitTicket(await linkTo(ann.email))).code).toBe(1);
    expect((await loadRow(ann)).email).toBeFalsy();
    expect((await loadRow(other)).email).toBe(ann.email);
  });

  it('the previous address also gets the link when staff changes the credentials', async () => {
    const { email, caller } = await owner();
    const before = (await mails(email)).length;
    expect((await staffEdits(caller.id, { nickname: 'Somebody' })).code).toBe(1);
    expect(await mails(email)).toHaveLength(before);
    expect((await caller.get('/api/user/index')).code).toBe(1);
    expect((await staffEdits(caller.id, { password: THEIRS })).code).toBe(1);
    expect((await staffEdits(caller.id, { email: `next.${email}` })).code).toBe(1);
    expect((await staffEdits(caller.id, { mobile: '13912345603' })).code).toBe(1);
    const notified = [...(await mails(email)), ...(await mails(`next.${email}`))].slice(before);
    expect(notified.map(({ template }) => template).sort()).toEqual([
      'address_changed',
      'address_changed',
      'password_changed',
    ]);
    expect((await caller.get('/api/user/index')).code).toBe(302);
  });
});
