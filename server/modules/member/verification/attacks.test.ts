/** Attacks on messages to members: mass sending, guessing codes, probing for accounts, and foreign hosts in links (T7.09–T7.12). */
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdtempSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../../../config/jest/testEnvironment';
import { seedContext } from '../../../db/seeds/base';
import { sendRequest, guest, signIn, superAdmin, type ApiResponse, type Body } from '../../../testing/callers';
import { createRandom, testSeed } from '../../../testing/random';
import { receivedMessages, takeCode } from '../../../testing/receivedMessages';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

const PASSWORD = 'calm-river-42';
const HOUR = 3_600_000;

/** A server behind a trusted proxy, so that requests can come from any IP. */
async function openTo(strangers: { readonly database?: 'sqlite' | 'mariadb' } = {}) {
  const sinks = mkdtempSync(join(tmpdir(), 'atrium-sinks-'));
  const env = { TEST_SINKS: sinks, TRUSTED_PROXIES: '127.0.0.1' };
  const testServer = await startTestServer({ ...strangers, settings: { captcha: 'never' }, env });
  const from = (ip: string, path: string, body: Body): Promise<ApiResponse> =>
    sendRequest(testServer.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', server: 'true', 'x-forwarded-for': ip },
      body: JSON.stringify(body),
    });
  let members = 0;
  /** A member with an address. */
  const registerNow = async () => {
    members += 1;
    const entity = testServer.services.registry.get('user');
    if (!entity) throw new Error('the member entity is not registered');
    const [username, email] = [`target_${members}`, `target${members}@example.com`];
    const newRow = { username, nickname: username, password: PASSWORD, email };
    const { id } = await testServer.writer.create(seedContext(testServer.services), entity, newRow);
    return { id, username, email };
  };
  return { testServer, sinks, from, registerNow };
}
type Open = Awaited<ReturnType<typeof openTo>>;
/** Mails are sent after the response: waits for this number of them. */
async function waitForMail(count: () => number, least: number): Promise<void> {
  for (let waited = 0; count() < least && waited < 1_000; waited += 1) await sleep(20);
}
const getAddress = (at: number) => `198.18.${(at >> 8) & 255}.${at & 255}`;
const withoutTime = ({ text }: ApiResponse) => text.replace(/"time":\d+/, '');

describe.each(sampleDialects())('codes on %s', (database) => {
  let open: Open;
  beforeAll(async () => {
    open = await openTo({ database });
  });
  afterAll(() => open.testServer.close());

  // @case T7.12
  it('after five wrong guesses the right code is refused, also among concurrent ones', async () => {
    const { testServer, from, sinks, registerNow } = open;
    const { email, username } = await registerNow();
    expect((await from('203.0.113.7', '/api/Ems/send', { email, event: 'user_retrieve_pwd' })).code).toBe(1);
    const right = await takeCode(sinks, 'mail', email);
    const guess = (at: number, captcha: string) =>
      from(getAddress(at), '/api/account/retrievePassword', {
        type: 'email',
        account: email,
        captcha,
        password: 'stolen-river-43',
      });
    const wrong = (at: number) => String((Number(right) + 1 + at) % 1_000_000).padStart(6, '0');
    const first = await Promise.all([0, 1, 2, 3, 4].map((at) => guess(at, wrong(at))));
    const guesses = Array.from({ length: sampleSize(60, 995) }, (_, index) =>
      guess(5 + index, index === 0 ? right : wrong(5 + index)),
    );
    const responses = [...first, ...(await Promise.all(guesses))];
    expect(responses.filter(({ code }) => code === 1)).toEqual([]);
    expect(responses.every(({ status }) => status < 500)).toBe(true);
    expect((await signIn(testServer, 'member', { username, password: PASSWORD })).token).not.toBe('');
  });

  // @case T7.12
  it('one of the concurrent requests with the right code succeeds', async () => {
    const { from, sinks, registerNow } = open;
    const { email } = await registerNow();
    expect((await from('203.0.113.8', '/api/Ems/send', { email, event: 'user_retrieve_pwd' })).code).toBe(1);
    const captcha = await takeCode(sinks, 'mail', email);
    const body = { type: 'email', account: email, captcha, password: 'fresh-river-43' };
    const responses = await Promise.all(
      [1, 2, 3, 4].map((at) => from(getAddress(at + 600), '/api/account/retrievePassword', body)),
    );
    expect(responses.filter(({ code }) => code === 1)).toHaveLength(1);
  });
});

describe('code requests', () => {
  let open: Open;
  beforeAll(async () => {
    open = await openTo();
  });
  afterAll(() => open.testServer.close());

  /** The distance of two samples in standard deviations, by the rank sum test of Mann and Whitney. */
  function difference(one: readonly number[], other: readonly number[]): number {
    const all = [...one.map((value) => ({ value, first: true })), ...other.map((value) => ({ value, first: false }))];
    all.sort((a, b) => a.value - b.value);
    const ranks = all.reduce((sum, { first }, index) => sum + (first ? index + 1 : 0), 0);
    const u = ranks - (one.length * (one.length + 1)) / 2;
    const spread = Math.sqrt((one.length * other.length * (one.length + other.length + 1)) / 12);
    return Math.abs(u - (one.length * other.length) / 2) / spread;
  }

  // @case T7.10
  it('responses and timing are the same for members and strangers', async () => {
    const { testServer, from, sinks, registerNow } = open;
    const people = await Promise.all([1, 2, 3, 4].map(() => registerNow()));
    const lettersToPeople = () =>
      receivedMessages(sinks, 'mail').filter(({ to }) => people.some(({ email }) => email === to)).length;
    const bodies = new Set<string>();
    const times: { readonly known: number[]; readonly unknown: number[] } = { known: [], unknown: [] };
    const time = async (email: string, codeKey: number): Promise<number> => {
      const started = performance.now();
      const response = await from(getAddress(1000 + codeKey), '/api/Ems/send', { email, event: 'user_retrieve_pwd' });
      const took = performance.now() - started;
      bodies.add(`${response.status} ${withoutTime(response)}`);
      return took;
    };
    for (let round = 0; round < sampleSize(40, 200); round += 1) {
      const known = people[round % people.length]?.email ?? '';
      // Alternating order, so that the load of the machine affects both samples alike.
      const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const [second, which] of order.entries()) {
        const email = which === 'known' ? known : `stranger${round % people.length}@example.com`;
        times[which].push(await time(email, round * 2 + second));
        // Finishes the mails of one round before the next.
        await waitForMail(lettersToPeople, times.known.length);
      }
      testServer.advanceClock(3 * HOUR);
    }
    expect([...bodies]).toHaveLength(1);
    expect(lettersToPeople()).toBe(times.known.length);
    expect(receivedMessages(sinks, 'mail').filter(({ to }) => to.startsWith('stranger'))).toEqual([]);
    expect(difference(times.known, times.unknown)).toBeLessThan(3.9);
  });

  // @case T7.10
  it('no address can contain another header or recipient', async () => {
    const { testServer, from, sinks } = open;
    const before = receivedMessages(sinks, 'mail').length;
    const bad = [
      'x@example.com\r\nBcc: all@example.com',
      'x@example.com\nSubject: hello',
      'x@example.com, y@example.com',
      'x@example.com;y@example.com',
      '"x\r\nTo: y@example.com"@example.com',
      '<script>alert(1)</script>@example.com',
      'Name <x@example.com>',
      'x@example.com\u0000',
      'x@example.com\u2028Bcc: y@example.com',
      '=?utf-8?q?x=40example.com=0aBcc:y?=@example.com',
    ];
    for (const [index, email] of bad.entries()) {
      const { code, status } = await from(getAddress(3000 + index), '/api/Ems/send', { email, event: 'user_register' });
      expect([email, code === 1, status < 500]).toEqual([email, false, true]);
    }
    await testServer.outbox.settled();
    expect(receivedMessages(sinks, 'mail')).toHaveLength(before);
  });
});

describe('limits of sent mails', () => {
  // @case T7.09
  it(`many requests from many IPs send at most the allowed number of messages, seed ${testSeed()}`, async () => {
    const { testServer, sinks, from } = await openTo();
    const random = createRandom(testSeed());
    const [CALLS, HOURS] = [sampleSize(360, 10_000), sampleSize(12, 48)];
    const mobiles = ['13900001111', '13900002222', '13900003333'];
    const perHour = Math.ceil(CALLS / HOURS);
    const sent = new Map<string, number[]>();
    for (let hour = 0; hour < HOURS; hour += 1) {
      for (let begun = 0; begun < perHour; begun += 10) {
        const some = Array.from({ length: Math.min(10, perHour - begun) }, async () => {
          const mobile = random.pick(mobiles);
          const codeKey = random.chance(0.3) ? '203.0.113.9' : getAddress(random.below(60_000));
          const { code } = await from(codeKey, '/api/Sms/send', { mobile, template_code: 'user_register' });
          if (code === 1) sent.set(mobile, [...(sent.get(mobile) ?? []), hour]);
        });
        await Promise.all(some);
        testServer.advanceClock(90_000);
      }
      testServer.advanceClock(HOUR);
    }
    const arrived = () => readdirSync(sinks).filter((name) => name.startsWith('sms-')).length;
    const counted = [...sent.values()].flat().length;
    await waitForMail(arrived, counted);
    await testServer.outbox.settled();
    expect(arrived()).toBe(counted);
    const days = Math.ceil((HOURS * (HOUR + perHour * 9_000)) / (24 * HOUR)) + 1;
    // At most five an hour and ten a day per recipient, in any window.
    for (const hours of sent.values()) {
      expect(hours.length).toBeLessThanOrEqual(10 * days);
      for (let hour = 0; hour < HOURS; hour += 1)
        expect(hours.filter((one) => one === hour).length).toBeLessThanOrEqual(5);
    }
    expect(counted).toBeGreaterThan(0);
    await testServer.close();
  });
});

/** Sends headers that `fetch` would not: another host, two hosts, or an absolute URL. */
const rawPost = (
  testServer: TestServer,
  path: string,
  headers: Readonly<Record<string, string | string[]>>,
  body: Body,
) =>
  new Promise<{ readonly status: number; readonly text: string }>((done, fail) => {
    const { port } = new URL(testServer.url);
    const text = JSON.stringify(body);
    const sent = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), server: 'true' };
    request({ host: '127.0.0.1', port, path, method: 'POST', headers: { ...sent, ...headers } }, (response) => {
      let read = '';
      response.on('data', (chunk: Buffer) => (read += chunk.toString()));
      response.on('end', () => done({ status: response.statusCode ?? 0, text: read }));
    })
      .on('error', fail)
      .end(text);
  });

const CANARY = 'canary.example';
const VARIANTS: readonly {
  readonly name: string;
  readonly headers: Record<string, string | string[]>;
  readonly path?: string;
}[] = [
  { name: 'Host', headers: { host: CANARY } },
  { name: 'Host with a port', headers: { host: `${CANARY}:443` } },
  { name: 'Host that hides ours', headers: { host: `localhost.${CANARY}` } },
  { name: 'Host with a user', headers: { host: `localhost@${CANARY}` } },
  { name: 'X-Forwarded-Host', headers: { 'x-forwarded-host': CANARY } },
  { name: 'a list in X-Forwarded-Host', headers: { 'x-forwarded-host': `localhost, ${CANARY}` } },
  { name: 'X-Forwarded-Server', headers: { 'x-forwarded-server': CANARY } },
  { name: 'X-Host', headers: { 'x-host': CANARY } },
  { name: 'X-Original-Host', headers: { 'x-original-host': CANARY, 'x-http-host-override': CANARY } },
  { name: 'Forwarded', headers: { forwarded: `for=203.0.113.1;host=${CANARY};proto=https` } },
  {
    name: 'X-Original-URL',
    headers: { 'x-original-url': `https://${CANARY}/`, 'x-rewrite-url': `https://${CANARY}/` },
  },
  { name: 'Origin', headers: { origin: `https://${CANARY}` } },
  { name: 'Referer', headers: { referer: `https://${CANARY}/user/login` } },
  {
    name: 'the scheme and port of a proxy',
    headers: { 'x-forwarded-proto': `https://${CANARY}/?`, 'x-forwarded-port': `443@${CANARY}` },
  },
  { name: 'a whole address as path', headers: {}, path: `http://${CANARY}` },
];

describe('links in mails', () => {
  let open: Open;
  beforeAll(async () => {
    open = await openTo();
  });
  afterAll(() => open.testServer.close());

  // @case T7.11
  it.each(VARIANTS)('contain the configured origin, for any $name', async ({ headers, path = '' }) => {
    const { testServer, sinks, registerNow } = open;
    const { username, email } = await registerNow();
    const mia = await signIn(testServer, 'member', { username, password: PASSWORD });
    const token = { 'ba-user-token': mia.token };
    const passwords = { oldPassword: PASSWORD, newPassword: 'other-river-43' };
    const changed = await rawPost(
      testServer,
      `${path}/api/account/changePassword`,
      { ...headers, ...token },
      passwords,
    );
    const asked = await rawPost(testServer, `${path}/api/Ems/send`, headers, { email, event: 'user_retrieve_pwd' });
    // A request is either refused completely, or its mail is sent.
    const accepted = [changed, asked].filter(({ text }) => text.startsWith('{"code":1,')).length;
    const mails = () => receivedMessages(sinks, 'mail').filter(({ to }) => to === email);
    await waitForMail(() => mails().length, accepted);
    expect(mails()).toHaveLength(accepted);
    for (const { text } of mails()) {
      expect(text).not.toContain('canary');
      for (const [, base] of text.matchAll(/(https?:\/\/[^/\s]+)/g))
        expect(base).toBe(testServer.services.env.publicUrl ?? `http://127.0.0.1:${testServer.services.env.port}`);
    }
    expect([changed, asked].every(({ status }) => status < 500)).toBe(true);
  });

  // @case T7.11
  it('at least ten of these requests are accepted and mailed, so the test is not empty', async () => {
    const { sinks } = open;
    const links = receivedMessages(sinks, 'mail').filter(({ text }) => text.includes('/user/login#notme='));
    expect(links.length).toBeGreaterThanOrEqual(10);
    const root = await superAdmin(open.testServer);
    expect((await root.get('/admin/message/index', { limit: '200' })).text).not.toContain('canary');
    expect((await guest(open.testServer).get('/api/user/checkIn')).code).toBe(1);
  });
});
