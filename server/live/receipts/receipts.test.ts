/** Staff with a member's record open are told by push whether the member is here and how far its devices are, and nobody else is (issue 8, 4 and 6). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeviceReceipt } from '../../../common/protocol/receipts';
import { guest, limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { connectReceiptsClient, type ReceiptsClient } from '../../testing/live/receiptsClient';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { waitUntil } from '../../testing/live/presenceClient';
import { sleep } from '../../testing/live/liveHarness';
import { TIMING } from '../timing';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

/** Longer than a frame may be held back. */
const QUIET = 700;
/** How long a device that fell silent may still be taken for here, and a frame. */
const GIVEN_UP = TIMING.deviceGraceMs + 2_000;

describe.each(testDialects())('looking at a member on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let asked = 0;
  const open: LiveClient[] = [];
  beforeAll(async () => {
    const spy: NonNullable<Parameters<typeof startTestServer>[0]>['wrapDb'] = (db) => ({
      ...db,
      rows: (sql, params) => {
        if (/entry_seen|member_device/.test(sql)) asked += 1;
        return db.rows(sql, params);
      },
    });
    testServer = await startTestServer({ database, settings: { captcha: 'never' }, wrapDb: spy });
    root = await superAdmin(testServer);
  });
  afterEach(async () => {
    for (const client of open.splice(0)) client.close();
    await waitUntil(() => testServer.live.stats()?.sockets === 0, 'all sockets gone');
  });
  afterAll(() => testServer.close());

  const enter = async (who: Caller): Promise<ReceiptsClient> => {
    const one = await connectReceiptsClient(testServer, who);
    open.push(one.client);
    return one;
  };
  const connect = async ({ token }: Pick<Caller, 'token'>): Promise<LiveClient> => {
    const client = await connectLiveClient(`${testServer.url}/member`, token, {});
    open.push(client);
    return client;
  };
  /** The same member on another device, or on the one whose note is shown. */
  const another = async (who: Caller, device?: string): Promise<Caller & { readonly device: string }> => {
    const { data } = await who.get('/api/user/index');
    const shown = device === undefined ? {} : { device };
    const credentials = { username: data.userInfo.username, password: 'limited-horse-7', tab: 'login', ...shown };
    const { userInfo } = (await guest(testServer).post('/api/user/checkIn', credentials)).data;
    const headers = { 'ba-user-token': userInfo.token, 'content-type': 'application/json' };
    const post: Caller['post'] = (path, body) =>
      guest(testServer).send('POST', path, { headers, body: JSON.stringify(body ?? {}) });
    return { ...who, token: userInfo.token, device: userInfo.device, post };
  };
  const book = async (id: number, money: string) => {
    const { code } = await root.post('/admin/user_money_log/add', { user_id: id, money, memo: 'Gift' });
    expect(code).toBe(1);
  };
  const seen = async (who: Caller, money: string, hidden?: boolean) =>
    expect((await who.post('/api/account/seen', { money, score: 0, ...(hidden ? { hidden } : {}) })).code).toBe(1);
  const money = (one: ReceiptsClient, id: number): readonly DeviceReceipt[] => {
    const frame = one.latestFrame(id);
    return (frame && 'online' in frame ? frame.money : undefined) ?? [];
  };

  it('tells of devices as they come and go: tabs of one session are one, and leaving ends it', async () => {
    const mia = await member(testServer);
    const ann = await enter(root);
    expect(await ann.watchMembers(mia.id)).toEqual({
      ok: true,
      frames: [{ id: mia.id, online: 0, money: [], score: [] }],
    });
    const window = await connect(mia);
    expect(await waitUntil(() => ann.online(mia.id) === 1, 'online')).toBeLessThan(1_000);
    await connect(mia);
    const phone = await connect(await another(mia));
    await waitUntil(() => ann.online(mia.id) === 2, 'two devices, not three windows');
    phone.close();
    const took = await waitUntil(() => ann.online(mia.id) === 1, 'the phone gone', GIVEN_UP);
    expect(took).toBeGreaterThan(TIMING.deviceGraceMs - 500);
    await ann.watchMembers();
    const told = ann.frames.length;
    window.close();
    await connect(await another(mia));
    await sleep(QUIET);
    expect(ann.frames).toHaveLength(told);
  });

  it('counts several sign-ins of one browser as one device that saw an entry', async () => {
    const mia = await member(testServer);
    await book(mia.id, '5.00');
    const browser = await another(mia);
    const again = await another(mia, browser.device);
    expect(again.device).toBe(browser.device);
    const phone = await another(mia);
    expect(phone.device).not.toBe(browser.device);
    for (const one of [browser, again, phone]) await seen(one, '5.00');
    const ann = await enter(root);
    expect(await ann.watchMembers(mia.id)).toMatchObject({
      frames: [
        {
          money: [
            [1, 1, expect.any(Number)],
            [1, 1, expect.any(Number)],
          ],
        },
      ],
    });
  });

  it('says nothing of a page that loads anew, to whoever looks on and to whoever begins to look meanwhile', async () => {
    const mia = await member(testServer);
    const window = await connect(mia);
    const ann = await enter(root);
    await ann.watchMembers(mia.id);
    expect(ann.online(mia.id)).toBe(1);
    for (let turn = 0, open = window; turn < 2; turn += 1) {
      open.close();
      await sleep(QUIET);
      const ben = await enter(root);
      expect(await ben.watchMembers(mia.id)).toMatchObject({ frames: [{ online: 1 }] });
      open = await connect(mia);
    }
    await sleep(TIMING.deviceGraceMs + QUIET);
    expect(ann.frames).toEqual([]);
  });

  it('bridges nobody who signed out, was locked out or sent away', async () => {
    const [mia, ada] = [await member(testServer), await member(testServer)];
    const ann = await enter(root);
    await ann.watchMembers(mia.id, ada.id);
    const both = [await connect(mia), await connect(ada)];
    await waitUntil(() => ann.online(mia.id) === 1 && ann.online(ada.id) === 1, 'both');
    // The window closes by itself before the house can end it, or while it does.
    both[0]?.close();
    await sleep(200);
    expect((await mia.post('/api/user/logout', { refresh_token: mia.refreshToken })).code).toBe(1);
    expect(await waitUntil(() => ann.online(mia.id) === 0, 'signed out')).toBeLessThan(TIMING.deviceGraceMs / 2);
    expect((await root.post('/admin/user/edit', { id: ada.id, status: 0 })).code).toBe(1);
    expect(await waitUntil(() => ann.online(ada.id) === 0, 'locked out')).toBeLessThan(TIMING.deviceGraceMs / 2);
  });

  it('tells when an entry arrived, and apart from that when it was in sight', async () => {
    const mia = await member(testServer);
    const phone = await another(mia);
    const ann = await enter(root);
    await ann.watchMembers(mia.id);
    await book(mia.id, '7.00');
    await seen(mia, '6.00');
    await sleep(QUIET);
    expect(money(ann, mia.id)).toEqual([]);
    await seen(mia, '7.00', true);
    await waitUntil(() => money(ann, mia.id).length === 1, 'it arrived');
    expect(money(ann, mia.id)).toEqual([[1, 0, 0]]);
    await seen(phone, '7.00');
    await waitUntil(() => money(ann, mia.id).length === 2, 'it arrived on the phone too');
    const at = expect.any(Number);
    expect(money(ann, mia.id)).toEqual([
      [1, 1, at],
      [1, 0, 0],
    ]);
    await seen(mia, '7.00');
    await waitUntil(() => money(ann, mia.id).every(([, saw]) => saw === 1), 'seen on both');
    // A tab behind another one of the same device takes nothing back.
    await seen(mia, '7.00', true);
    const ben = await enter(root);
    await ben.watchMembers(mia.id);
    expect(money(ben, mia.id)).toEqual(money(ann, mia.id));
    expect(Math.abs((money(ben, mia.id)[0]?.[2] ?? 0) - Date.now() / 1_000)).toBeLessThan(60);
  });

  it('judges each frame: who may not read members, or their money, hears nothing of it', async () => {
    const mia = await member(testServer);
    const clerk = await enter(await limitedAdmin(testServer, ['user/index'], 'all'));
    const stranger = await enter(await limitedAdmin(testServer, ['user_money_log/index'], 'all'));
    expect(await clerk.watchMembers(mia.id)).toEqual({ ok: true, frames: [{ id: mia.id, online: 0 }] });
    const nobody = { ok: true, frames: [{ id: mia.id, gone: true }] };
    expect(await stranger.watchMembers(mia.id)).toEqual(nobody);
    expect(await clerk.watchMembers(999_999, mia.id)).toMatchObject({
      frames: [{ id: 999_999, gone: true }, { online: 0 }],
    });
    await connect(mia);
    await book(mia.id, '7.00');
    await seen(mia, '7.00');
    await waitUntil(() => clerk.online(mia.id) === 1, 'online');
    await sleep(QUIET);
    expect(clerk.frames.every((frame) => !('money' in frame) && !('score' in frame))).toBe(true);
    expect(stranger.frames).toEqual([]);
    const eve = await connect(await member(testServer));
    expect(await eve.socket.timeout(5_000).emitWithAck('care', { ids: [mia.id] })).toEqual({ ok: false, code: 404 });
  });

  it('follows rights: taken away it ends at once, given back it goes on', async () => {
    const mia = await member(testServer);
    const caller = await limitedAdmin(testServer, ['user/index', 'user/see_money'], 'all');
    const clerk = await enter(caller);
    await clerk.watchMembers(mia.id);
    await book(mia.id, '7.00');
    await seen(mia, '7.00');
    await waitUntil(() => money(clerk, mia.id).length === 1, 'the mark');
    const { data } = await root.get('/admin/admin/edit', { id: String(caller.id) });
    const group = Number(data.row.group_arr[0]);
    const { revision, rules } = (await root.get('/admin/admin_group/edit', { id: String(group) })).data.row;
    const give = (list: readonly string[], at: number, before: unknown) =>
      root.post('/admin/admin_group/edit', { id: group, revision: at, rules: list, _base: { rules: before } });
    expect((await give(['user_rule/index'], revision, rules)).code).toBe(1);
    await waitUntil(() => 'gone' in (clerk.latestFrame(mia.id) ?? {}), 'the end');
    const told = clerk.frames.length;
    await connect(mia);
    await sleep(QUIET);
    expect(clerk.frames).toHaveLength(told);
    const now = (await root.get('/admin/admin_group/edit', { id: String(group) })).data.row;
    expect((await give(['user/index'], now.revision, now.rules)).code).toBe(1);
    await waitUntil(() => clerk.online(mia.id) === 1, 'told again');
    expect(clerk.latestFrame(mia.id)).toEqual({ id: mia.id, online: 1 });
  });

  it('ends for a member who is deleted, and goes on when it comes back', async () => {
    const mia = await member(testServer);
    const ann = await enter(root);
    await ann.watchMembers(mia.id);
    expect((await root.send('DELETE', `/admin/user/del?ids[]=${mia.id}`)).code).toBe(1);
    await waitUntil(() => 'gone' in (ann.latestFrame(mia.id) ?? {}), 'the end');
    expect((await root.post('/admin/user/restore', { ids: [mia.id] })).code).toBe(1);
    await waitUntil(() => ann.online(mia.id) === 0, 'told again');
  });

  it('never counts the eyes of support', async () => {
    const mia = await member(testServer);
    const ann = await enter(root);
    await ann.watchMembers(mia.id);
    await book(mia.id, '7.00');
    const { ticket } = (await root.post('/admin/user/support', { id: mia.id, reason: 'A call' })).data;
    const { userInfo } = (await guest(testServer).post('/api/user/support', { ticket })).data;
    const eyes = await connect(userInfo);
    const headers = { 'ba-user-token': userInfo.token, 'content-type': 'application/json' };
    const body = JSON.stringify({ money: '7.00', score: 0 });
    expect((await guest(testServer).send('POST', '/api/account/seen', { headers, body })).status).toBe(403);
    // A window that says anew who it is stays what it was.
    expect(await eyes.auth(userInfo.token)).toMatchObject({ ok: true });
    await sleep(QUIET);
    expect([ann.online(mia.id), money(ann, mia.id)]).toEqual([0, []]);
    await connect(mia);
    await waitUntil(() => ann.online(mia.id) === 1, 'the member alone');
    eyes.close();
    await sleep(QUIET);
    expect(ann.online(mia.id)).toBe(1);
  });

  it('leaves out a hidden tab and tells it everything when it is looked at again', async () => {
    const mia = await member(testServer);
    const ann = await enter(root);
    await ann.watchMembers(mia.id);
    ann.client.socket.emit('vis', { hidden: true });
    await sleep(100);
    await connect(mia);
    await sleep(QUIET);
    expect(ann.online(mia.id)).toBe(0);
    ann.client.socket.emit('vis', { hidden: false });
    await waitUntil(() => ann.online(mia.id) === 1, 'everything');
  });

  it('costs the database nothing while it is looked at, however many look, and a frame a quarter of a second', async () => {
    const mia = await member(testServer);
    const crowd = await Promise.all(Array.from({ length: 12 }, () => enter(root)));
    const before = asked;
    await Promise.all(crowd.map((one) => one.watchMembers(mia.id)));
    expect(asked - before).toBe(1);
    const since = performance.now();
    for (let turn = 0; turn < 10; turn += 1) {
      const client = await connect(mia);
      await sleep(40);
      client.close();
    }
    await connect(mia);
    await waitUntil(() => crowd.every((one) => one.online(mia.id) === 1), 'all were told');
    await sleep(QUIET);
    expect(asked - before).toBe(1);
    const most = 2 + (performance.now() - since) / 250;
    for (const one of crowd) expect(one.frames.length).toBeLessThanOrEqual(most);
    expect(crowd.every((one) => one.online(mia.id) === 1)).toBe(true);
  });

  it('ends whoever sends garbage', async () => {
    const ann = await enter(root);
    const say = (raw: unknown) => ann.client.socket.emit('care', raw as never, () => undefined);
    for (const raw of [{ ids: 'all' }, { ids: [0] }, { ids: Array.from({ length: 21 }, (_, at) => at + 1) }]) say(raw);
    await waitUntil(() => ann.client.byes.length > 0, 'the goodbye');
    expect(ann.client.byes[0]?.code).toBe(429);
  });
});
