/** Sign-in of staff through a real OpenID provider: linked by issuer and subject, with PKCE, state, nonce and verified ID tokens. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib/functional';
import { guest, limitedAdmin, superAdmin, type Body, type Caller } from '../../testing/callers';
import {
  createKey,
  OIDC_CLIENT,
  startOpenIdProvider,
  type IdToken,
  type OpenIdProvider,
  type SignToken,
} from '../../testing/fakes/openIdProvider';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const PUBLIC_URL = 'https://office.example';
const CALLBACK = `${PUBLIC_URL}/admin/login/sso`;
const FAILED = 'The answer of the sign-in service couldn’t be verified. Start again.';
const UNLINKED = 'No account is linked to this sign-in. Sign in with your password and link it in your profile.';
const EXPIRED = 'Signing in took too long. Start again.';

describe.each(testDialects())('single sign-on on %s', (database) => {
  let provider: OpenIdProvider;
  let server: TestServer;
  let anna: Caller;
  beforeAll(async () => {
    provider = await startOpenIdProvider(CALLBACK);
    const env = {
      PUBLIC_URL,
      PRIVATE_HOSTS: '127.0.0.1',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: OIDC_CLIENT.id,
      OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
    };
    server = await startTestServer({ database, env });
    anna = await limitedAdmin(server, ['news/index']);
    provider.subject = 'anna';
    await link(anna);
  });
  beforeEach(async () => {
    provider.subject = 'anna';
    provider.replaceIdToken = undefined;
    await server.services.db.transact((tx) => tx.run('DELETE FROM `throttle`'));
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const begin = async () => (await guest(server).post('/admin/oidc/begin', {})).data as { url: string; ticket: string };
  const finish = (body: Body) => guest(server).post('/admin/oidc/finish', body);
  async function signIn() {
    const { url, ticket } = await begin();
    return finish({ ticket, query: await provider.authorize(url) });
  }
  async function link(caller: Caller) {
    const { data } = await caller.post('/admin/oidc/beginLink', {});
    const query = await provider.authorize(data.url);
    const response = await caller.post('/admin/oidc/link', { ticket: data.ticket, query });
    expect([response.code, response.msg]).toEqual([1, 'Sign-in linked.']);
  }
  const withToken =
    (token: string): Caller['get'] =>
    (path) =>
      guest(server).send('GET', path, { headers: { batoken: token } });

  it('asks the provider with PKCE, state and nonce, and stores neither ticket nor code', async () => {
    const { url, ticket } = await begin();
    const { searchParams, origin } = new URL(url);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: OIDC_CLIENT.id,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: CALLBACK,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const stored = JSON.stringify(await server.services.db.rows('SELECT * FROM `oidc_request`'));
    expect(stored).not.toContain(ticket.slice(5));
    expect((await guest(server).get('/admin/Index/login')).data.singleSignOn).toBe(true);
  });

  it('signs in the linked account, once per response', async () => {
    const { url, ticket } = await begin();
    const query = await provider.authorize(url);
    const { code, data } = await finish({ ticket, query });
    expect([code, data.userInfo.id]).toEqual([1, anna.id]);
    expect((await withToken(data.userInfo.token)('/admin/Index/index')).data.adminInfo.id).toBe(anna.id);
    expect((await finish({ ticket, query })).msg).toBe(EXPIRED);
  });

  // @covers fault oidc.unlinked
  it('an unknown subject gets no account, whatever its email address is', async () => {
    provider.subject = 'stranger';
    const before = await server.services.db.rows('SELECT id FROM `admin`');
    const { code, msg } = await signIn();
    expect([code, msg]).toEqual([0, UNLINKED]);
    expect(await server.services.db.rows('SELECT id FROM `admin`')).toEqual(before);
  });

  it('a disabled account cannot sign in', async () => {
    const admin = await superAdmin(server);
    const ben = await limitedAdmin(server, ['news/index']);
    provider.subject = 'ben';
    await link(ben);
    expect((await signIn()).code).toBe(1);
    expect((await admin.post('/admin/admin/edit', { id: ben.id, status: 0 })).code).toBe(1);
    expect((await signIn()).msg).toBe(UNLINKED);
  });

  it('rotated keys count at once', async () => {
    expect((await signIn()).code).toBe(1);
    provider.rotateKeys();
    expect((await signIn()).code).toBe(1);
  });

  const seconds = () => Math.floor(Date.now() / 1000);
  // @covers fault oidc.failed
  it.each<readonly [string, (token: IdToken, signToken: SignToken) => string]>([
    ['that another key signed', (token, signToken) => signToken(token, createKey())],
    [
      'without a signature',
      ({ claims }) =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
    ],
    [
      'for another audience',
      ({ header, claims }, signToken) => signToken({ header, claims: { ...claims, aud: 'other' } }),
    ],
    [
      'of another issuer',
      ({ header, claims }, signToken) => signToken({ header, claims: { ...claims, iss: 'https://other.example' } }),
    ],
    [
      'with another nonce',
      ({ header, claims }, signToken) => signToken({ header, claims: { ...claims, nonce: 'other' } }),
    ],
    [
      'that expired five minutes ago',
      ({ header, claims }, signToken) => signToken({ header, claims: { ...claims, exp: seconds() - 300 } }),
    ],
    [
      'whose subject was changed after it was signed',
      ({ header, claims }, signToken) => {
        const [head, , signature] = signToken({ header, claims }).split('.');
        return [head, Buffer.from(JSON.stringify({ ...claims, sub: 'anna' })).toString('base64url'), signature].join(
          '.',
        );
      },
    ],
  ])('refuses an ID token %s', async (_name, replace) => {
    provider.subject = 'mallory';
    provider.replaceIdToken = replace;
    expect((await signIn()).msg).toBe(FAILED);
  });

  it('bears clocks that differ by half a minute', async () => {
    provider.replaceIdToken = ({ header, claims }, signToken) =>
      signToken({ header, claims: { ...claims, exp: seconds() - 30 } });
    expect((await signIn()).code).toBe(1);
    provider.replaceIdToken = undefined;
    server.advanceClock(30_000);
    expect((await signIn()).code).toBe(1);
    server.advanceClock(-30_000);
  });

  // @covers fault oidc.expired
  it('refuses a response with another state, of another browser, and after ten minutes', async () => {
    const [one, other] = [await begin(), await begin()];
    const query = await provider.authorize(one.url);
    expect((await finish({ ticket: other.ticket, query })).msg).toBe(FAILED);
    expect((await finish({ ticket: `ba_o_${'A'.repeat(43)}`, query })).msg).toBe(EXPIRED);
    server.advanceClock(601_000);
    expect((await finish({ ticket: one.ticket, query })).msg).toBe(EXPIRED);
    server.advanceClock(-601_000);
    const denied = await begin();
    const state = new URL(denied.url).searchParams.get('state') ?? '';
    const iss = encodeURIComponent(provider.issuer);
    const refused = `?error=access_denied&state=${state}&iss=${iss}`;
    expect((await finish({ ticket: denied.ticket, query: refused })).msg).toBe(FAILED);
  });

  it('a sign-in cannot be begun by one admin and linked by another', async () => {
    const ben = await limitedAdmin(server, ['news/index']);
    const { url, ticket } = await begin();
    const query = await provider.authorize(url);
    expect((await ben.post('/admin/oidc/link', { ticket, query })).msg).toBe(EXPIRED);
    const begun = (await anna.post('/admin/oidc/beginLink', {})).data;
    const response = { ticket: begun.ticket, query: await provider.authorize(begun.url) };
    expect((await ben.post('/admin/oidc/link', response)).msg).toBe(EXPIRED);
    expect((await finish(response)).msg).toBe(EXPIRED);
  });

  // @covers fault oidc.taken
  it('an identity belongs to one account; an unlinked one signs in no longer', async () => {
    const ben = await limitedAdmin(server, ['news/index']);
    const { data } = await ben.post('/admin/oidc/beginLink', {});
    const response = await ben.post('/admin/oidc/link', {
      ticket: data.ticket,
      query: await provider.authorize(data.url),
    });
    expect(response.msg).toBe('This sign-in is linked to another account.');
    provider.subject = 'ben-2';
    await link(ben);
    expect((await ben.get('/admin/oidc/state')).data).toEqual({
      provider: new URL(provider.issuer).host,
      isLinked: true,
    });
    expect((await signIn()).data.userInfo.id).toBe(ben.id);
    expect((await ben.post('/admin/oidc/unlink', {})).code).toBe(1);
    expect((await ben.get('/admin/oidc/state')).data.isLinked).toBe(false);
    expect((await signIn()).msg).toBe(UNLINKED);
  });

  it('the second factor is asked for, and dangerous actions ask for the password before and after it', async () => {
    const plain = (await signIn()).data.userInfo;
    const post = (token: string, path: string) =>
      guest(server).send('POST', path, { body: '{}', headers: { batoken: token, 'content-type': 'application/json' } });
    expect((await post(plain.token, '/admin/oidc/beginLink')).data).toMatchObject({ stepUp: true });
    const carl = await limitedAdmin(server, ['news/index']);
    provider.subject = 'carl';
    await link(carl);
    const { secret } = (await carl.post('/admin/profile/otpBegin')).data;
    const code = () => generateSync({ secret, epoch: Math.floor(server.services.clock.now() / 1000) });
    expect((await carl.post('/admin/profile/otpConfirm', { otp: code() })).code).toBe(1);
    server.advanceClock(31_000);
    const needed = await signIn();
    expect([needed.code, needed.data.secondFactor.kinds]).toEqual([0, ['otp', 'recovery']]);
    const { ticket } = needed.data.secondFactor;
    const { data } = await guest(server).post('/admin/Index/secondFactor', { ticket, otp: code() });
    server.advanceClock(-31_000);
    expect(data.userInfo.id).toBe(carl.id);
    expect((await post(data.userInfo.token, '/admin/oidc/beginLink')).data).toMatchObject({ stepUp: true });
  });

  // @covers fault oidc.unreachable
  it('begin: says that the provider does not respond', async () => {
    const { url } = await begin();
    const port = Number(new URL(url).port);
    await provider.close();
    expect((await guest(server).post('/admin/oidc/begin', {})).msg).toBe(
      'The sign-in service doesn’t answer. Try again later.',
    );
    provider = await startOpenIdProvider(CALLBACK, port);
  });

  it('finish: is limited per IP address', async () => {
    const codes: number[] = [];
    for (let count = 0; count < 31; count += 1) codes.push((await finish({ ticket: 'x', query: '' })).code);
    expect(codes.at(-1)).toBe(429);
  });
});

describe('single sign-on without a provider', () => {
  // @covers fault oidc.disabled
  it('is not offered', async () => {
    const server = await startTestServer();
    expect((await guest(server).get('/admin/Index/login')).data.singleSignOn).toBe(false);
    const origin = { headers: { origin: server.url, 'content-type': 'application/json' }, body: '{}' };
    expect((await guest(server).send('POST', '/admin/oidc/begin', origin)).status).toBe(404);
    expect((await (await superAdmin(server)).get('/admin/oidc/state')).data).toEqual({ provider: '', isLinked: false });
    await server.close();
  });
});
