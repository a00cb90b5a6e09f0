/** Why a session ended (D3.8): true, told to whose session it was, and to nobody else. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, forged, guest, member, signIn, superAdmin, type Caller } from '../../testing/actors';
import { databases, startWorld, type World } from '../../testing/world';

const PASSWORD = 'limited-horse-7';

describe.each(databases())('the end of a session on %s', (database) => {
  let world: World;
  let root: Caller;
  beforeAll(async () => {
    world = await startWorld({ database, settings: { captcha: 'never' } });
    root = await superAdmin(world);
  });
  afterAll(() => world.end());

  const why = async ({ refreshToken }: Pick<Caller, 'refreshToken'>): Promise<string> =>
    (await guest(world).post('/api/common/sessionEnd', { refresh_token: refreshToken })).data.reason;
  /** A member, and the same one on a second device. */
  const twice = async () => {
    const here = await member(world);
    const { username } = (await here.get('/api/user/index')).data.userInfo;
    return { here, username, there: await signIn(world, 'member', { username, password: PASSWORD }) };
  };

  it('says which of the things that happen to an account it was', async () => {
    const { here, there } = await twice();
    expect(await why(there)).toBe('');
    const body = { oldPassword: PASSWORD, newPassword: 'third-river-44' };
    expect((await here.post('/api/account/changePassword', body)).code).toBe(1);
    expect([await why(there), await why(here)]).toEqual(['password', '']);
    expect((await root.post('/admin/user/edit', { id: here.id, mobile: '13900139000' })).code).toBe(1);
    expect(await why(here)).toBe('address');
    const { here: third } = await twice();
    expect((await root.post('/admin/user/edit', { id: third.id, status: 0, password: 'fourth-river-45' })).code).toBe(
      1,
    );
    expect(await why(third)).toBe('disabled');
    const { here: fourth } = await twice();
    expect((await root.post('/admin/user/del', { ids: [fourth.id] })).code).toBe(1);
    expect(await why(fourth)).toBe('disabled');
  });

  it('says that the owner, the house or a stolen token did it', async () => {
    const { here, there } = await twice();
    expect((await here.post('/api/account/revokeOthers')).data.count).toBe(1);
    expect(await why(there)).toBe('elsewhere');
    const exchange = async (refreshToken: string) =>
      (await guest(world).post('/api/common/refreshToken', { refreshToken })).data.refreshToken as string;
    const second = await exchange(here.refreshToken);
    const third = await exchange(second);
    // while it lives, an old token learns nothing, nor after it made an end of the session
    expect(await why(here)).toBe('');
    await guest(world).post('/api/common/refreshToken', { refreshToken: here.refreshToken });
    expect(await why({ refreshToken: third })).toBe('safety');
    expect(await why(here)).toBe('');
  });

  it('says of staff that another member of it was signed out, disabled, or given a new password', async () => {
    const verbs: readonly (readonly [string, (by: Caller) => Promise<{ readonly code: number }>])[] = [
      ['staff', ({ id }) => root.post('/admin/admin/revoke', { id })],
      ['password', ({ id }) => root.post('/admin/admin/edit', { id, password: 'another-horse-8' })],
      ['disabled', ({ id }) => root.post('/admin/admin/edit', { id, status: 0 })],
    ];
    for (const [reason, act] of verbs) {
      const clerk = await limitedAdmin(world, ['news/index']);
      expect((await act(clerk)).code).toBe(1);
      expect((await clerk.get('/admin/Index/index')).code).toBe(302);
      expect(await why(clerk)).toBe(reason);
    }
  });

  it('says nothing to who signed out, to strangers, and of tokens nobody gave', async () => {
    const { here } = await twice();
    expect((await here.post('/api/user/logout', { refreshToken: here.refreshToken })).code).toBe(1);
    expect(await why(here)).toBe('');
    const { there } = await twice();
    await root.post('/admin/user/edit', { id: there.id, status: 0 });
    for (const refreshToken of [forged(there.refreshToken), there.token, 'ba_ur_x', String(there.id)])
      expect(await why({ refreshToken })).toBe('');
    expect((await guest(world).post('/api/common/sessionEnd', {})).code).not.toBe(1);
  });

  it('says that its time was over, or that one device was too many', async () => {
    const { here, username } = await twice();
    for (let more = 0; more < 30 && (await why(here)) === ''; more += 1) {
      world.pass(1_000);
      await signIn(world, 'member', { username, password: PASSWORD });
    }
    expect(await why(here)).toBe('crowded');
    const late = await member(world);
    world.pass(400 * 86_400_000);
    expect(await why(late)).toBe('expired');
  });
});
