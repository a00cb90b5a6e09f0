/** Each permission key of the member center opens exactly its routes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { MEMBER_SCREENS } from '../../../common/memberScreens';
import { requireEntity } from '../../engine/requireEntity';
import { seedContext } from '../../db/seeds/base';
import { guest, member, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const NODES = MEMBER_SCREENS.map((screen) => `account/${screen}` as const);
/** Written by hand: the routes of each permission key. */
const ROUTES: Readonly<Record<(typeof NODES)[number], readonly (readonly ['GET' | 'POST', string, object?])[]>> = {
  'account/overview': [
    ['GET', '/api/account/overview'],
    ['GET', '/api/account/dailyCheckIn'],
    ['POST', '/api/account/dailyCheckIn'],
  ],
  'account/profile': [
    ['GET', '/api/account/profile'],
    ['POST', '/api/account/profile', { motto: 'Mine' }],
    ['POST', '/api/account/verification', { type: 'email', captcha: '123456' }],
    ['POST', '/api/account/changeBind', { type: 'email', captcha: '123456', email: 'new@example.com' }],
    ['POST', '/api/Ems/send', { email: 'new@example.com', event: 'user_change_email' }],
    ['POST', '/api/Sms/send', { mobile: '13800138000', event: 'user_mobile_verify' }],
  ],
  'account/balance': [
    ['GET', '/api/account/balance'],
    ['GET', '/api/account/statement?kind=money&month=2026-11'],
    ['GET', '/api/user_money_log/index'],
  ],
  'account/integral': [
    ['GET', '/api/account/integral'],
    ['GET', '/api/account/statement?kind=score&month=2026-11'],
    ['GET', '/api/user_score_log/index'],
  ],
  'account/redeem': [
    ['POST', '/api/activation_code/redeem', { code: 'no-such-code' }],
    ['GET', '/api/entitlement/granted'],
  ],
  // Notices are read in the bell as well, which every member has.
  'account/notices': [],
  'account/changePassword': [
    ['POST', '/api/account/changePassword', { oldPassword: 'no', newPassword: 'river-43' }],
    ['GET', '/api/account/factor'],
    ['POST', '/api/account/otpBegin', { password: 'no' }],
    ['POST', '/api/account/otpConfirm', { otp: '000000' }],
    ['POST', '/api/account/otpRemove', { password: 'no', otp: '000000' }],
    ['POST', '/api/account/recoveryRenew', { password: 'no', otp: '000000' }],
  ],
};

describe.each(sampleDialects())('the permission keys of the member center on %s', (database) => {
  let testServer: TestServer;
  let caller: Caller;
  let group = 0;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    caller = await member(testServer);
    const { services, writer } = testServer;
    const created = await writer.create(seedContext(services), requireEntity(services, 'user_group'), {
      name: 'Some',
      rules: [],
    });
    group = created.id;
    await writer.update(seedContext(services), requireEntity(services, 'user'), { id: caller.id, group_id: group });
  });
  afterAll(() => testServer.close());

  const grantNode = (...rules: readonly string[]) =>
    testServer.writer.update(seedContext(testServer.services), requireEntity(testServer.services, 'user_group'), {
      id: group,
      rules: [...rules],
    });
  const requestRoute = (method: 'GET' | 'POST', path: string, body?: object) =>
    method === 'GET' ? caller.get(path) : caller.post(path, { ...body });
  /** Every guarded route that does not respond with `access.denied`. */
  async function openedRoutes(): Promise<readonly string[]> {
    const open: string[] = [];
    for (const [method, path, body] of Object.values(ROUTES).flat()) {
      const { status, code } = await requestRoute(method, path, body);
      expect([path, status < 500, (status === 403) === (code === 403)]).toEqual([path, true, true]);
      if (status !== 403) open.push(`${method} ${path}`);
    }
    return open;
  }
  const getRoutes = (...nodes: readonly (typeof NODES)[number][]) =>
    nodes.flatMap((node) => ROUTES[node].map(([method, path]) => `${method} ${path}`));

  // @spec P6-006
  // @covers server account/overview, server account/profile, server account/balance, server account/integral
  // @covers server account/redeem, server account/notices, server account/changePassword
  it.each(NODES)('%s opens its own routes only, and its absence closes no other', async (node) => {
    await grantNode(node);
    expect(await openedRoutes()).toEqual(getRoutes(node));
    const others = NODES.filter((other) => other !== node);
    await grantNode(...others);
    expect(await openedRoutes()).toEqual(getRoutes(...others));
  });

  // @spec P6-008 P6-009
  it('hasMemberRule: `*` grants all keys, an empty list none, and no suffix or other spelling counts', async () => {
    await grantNode('*');
    expect(await openedRoutes()).toEqual(getRoutes(...NODES));
    for (const rules of [[], ['account'], ['overview', 'balance'], ['Account/Overview', 'account/overview/x'], ['/']]) {
      await grantNode(...rules);
      expect([rules, await openedRoutes()]).toEqual([rules, []]);
    }
  });

  // @spec P6-014
  // @covers server access.denied
  it('a refusal has a message and ends no session', async () => {
    await grantNode();
    const { status, code, msg } = await caller.get('/api/account/balance');
    expect([status, code, msg]).toEqual([403, 403, 'You do not have permission to operate!']);
    const own = await caller.get('/api/user/index');
    expect([own.code, own.data.menus]).toEqual([1, []]);
    expect((await guest(testServer).get('/api/account/balance')).data.routeName).toBe('userLogin');
  });

  // @spec P6-010
  it('members have the permissions of their group, and none while it is disabled', async () => {
    await grantNode('*');
    const root = await superAdmin(testServer);
    const turn = async (status: number) =>
      expect((await root.post('/admin/user_group/edit', { id: group, status })).code).toBe(1);
    await turn(0);
    expect(await openedRoutes()).toEqual([]);
    await turn(1);
    expect(await openedRoutes()).toEqual(getRoutes(...NODES));
  });
});

// @spec P6-006
it('every required permission key is in the table, and each is required', () => {
  const folder = join('server', 'modules');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const demands = sources.flatMap((text) =>
    [...text.matchAll(/assertMemberRule\(ctx, ([^;]+)\);/g)].map(([, node]) => node),
  );
  const named = demands.flatMap((node = '') => [...node.matchAll(/'(account\/\w+)'/g)].map(([, name = '']) => name));
  const ofNouns = Object.values(entities).flatMap(({ spec }) =>
    'memberRule' in spec ? [String(spec.memberRule)] : [],
  );
  const required = NODES.filter((node) => ROUTES[node].length > 0);
  expect([...new Set([...named, ...ofNouns])].sort()).toEqual([...required].sort());
});
