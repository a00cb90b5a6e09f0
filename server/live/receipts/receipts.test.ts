/** Read receipts: admins with the row of a member open see its devices and their marks, within their permissions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeviceReceipt } from '../../../common/protocol/receipts';
import { guest, limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { connectReceiptsClient, type ReadReceiptsClient } from '../../testing/live/receiptsClient';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { waitUntil } from '../../testing/live/presenceClient';
import { TIMING } from '../timing';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

/** Longer than the minimal interval of frames. */
const QUIET = 700;
/** The grace period of a disconnected device plus one frame. */
const GIVEN_UP = TIMING.deviceGraceMs + 2_000;

describe.each(sampleDialects())('watching a member on %s', (database) => {
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

  const enter = async (who: Caller): Promise<ReadReceiptsClient> => {
    const receiptsClient = await connectReceiptsClient(testServer, who);
    open.push(receiptsClient.client);
    return receiptsClient;
  };
  const connect = async ({ token }: Pick<Caller, 'token'>): Promise<LiveClient> => {
    const client = await connectLiveClient(`${testServer.url}/member`, token, {});
    open.push(client);
    return client;
  };
  /** Signs in the same member on another device, or on the device of a given token. */
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
  const money = (receiptsClient: ReadReceiptsClient, id: number): readonly DeviceReceipt[] => {
    const frame = receiptsClient.latestFrame(id);
    return (frame && 'online' in frame ? frame.money : undefined) ?? [];
  };

  it('sends devices as they connect and disconnect; tabs of one session are one device', async () => {
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
    const received = ann.frames.length;
    window.close();
    await connect(await another(mia));
    await sleep(QUIET);
    expect(ann.frames).toHaveLength(received);
  });

  it('counts several sign-ins of one browser as one device', async () => {
    const mia = await member(testServer);
    await book(mia.id, '5.00');
    const browser = await another(mia);
    const reconnected = await another(mia, browser.device);
    expect(reconnected.device).toBe(browser.device);
    const phone = await another(mia);
    expect(phone.device).not.toBe(browser.device);
    for (const device of [browser, reconnected, phone]) await seen(device, '5.00');
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

  it('sends nothing about a reload, neither to present nor to new viewers', async () => {
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

  it('removes a device at once after sign-out, lockout or disconnection', async () => {
    const [mia, ada] = [await member(testServer), await member(testServer)];
    const ann = await enter(root);
    await ann.watchMembers(mia.id, ada.id);
    const clients = [await connect(mia), await connect(ada)];
    await waitUntil(() => ann.online(mia.id) === 1 && ann.online(ada.id) === 1, 'both');
    // The window closes before or while the server disconnects it.
    clients[0]?.close();
    await sleep(200);
    expect((await mia.post('/api/user/logout', { refresh_token: mia.refreshToken })).code).toBe(1);
    expect(await waitUntil(() => ann.online(mia.id) === 0, 'signed out')).toBeLessThan(TIMING.deviceGraceMs / 2);
    expect((await root.post('/admin/user/edit', { id: ada.id, status: 0 })).code).toBe(1);
    expect(await waitUntil(() => ann.online(ada.id) === 0, 'locked out')).toBeLessThan(TIMING.deviceGraceMs / 2);
  });

  it('sends when an entry arrived and when it became visible', async () => {
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
    await waitUntil(() => money(ann, mia.id).length === 2, 'arrival on the phone');
    const at = expect.any(Number);
    expect(money(ann, mia.id)).toEqual([
      [1, 1, at],
      [1, 0, 0],
    ]);
    await seen(mia, '7.00');
    await waitUntil(() => money(ann, mia.id).every(([, saw]) => saw === 1), 'seen on both');
    // An outdated tab of the same device does not reset the mark.
    await seen(mia, '7.00', true);
    const ben = await enter(root);
    await ben.watchMembers(mia.id);
    expect(money(ben, mia.id)).toEqual(money(ann, mia.id));
    expect(Math.abs((money(ben, mia.id)[0]?.[2] ?? 0) - Date.now() / 1_000)).toBeLessThan(60);
  });

  it('checks permissions for each frame: without access to members or balances there is no data', async () => {
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

  it('ends at once when permissions are revoked, and continues when they are granted', async () => {
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
    const received = clerk.frames.length;
    await connect(mia);
    await sleep(QUIET);
    expect(clerk.frames).toHaveLength(received);
    const now = (await root.get('/admin/admin_group/edit', { id: String(group) })).data.row;
    expect((await give(['user/index'], now.revision, now.rules)).code).toBe(1);
    await waitUntil(() => clerk.online(mia.id) === 1, 'received again');
    expect(clerk.latestFrame(mia.id)).toEqual({ id: mia.id, online: 1 });
  });

  it('ends when the member is deleted, and continues when it is restored', async () => {
    const mia = await member(testServer);
    const ann = await enter(root);
    await ann.watchMembers(mia.id);
    expect((await root.send('DELETE', `/admin/user/del?ids[]=${mia.id}`)).code).toBe(1);
    await waitUntil(() => 'gone' in (ann.latestFrame(mia.id) ?? {}), 'the end');
    expect((await root.post('/admin/user/restore', { ids: [mia.id] })).code).toBe(1);
    await waitUntil(() => ann.online(mia.id) === 0, 'received again');
  });

  it('ignores support sessions', async () => {
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
    // Reauthentication does not change the kind of a connection.
    expect(await eyes.auth(userInfo.token)).toMatchObject({ ok: true });
    await sleep(QUIET);
    expect([ann.online(mia.id), money(ann, mia.id)]).toEqual([0, []]);
    await connect(mia);
    await waitUntil(() => ann.online(mia.id) === 1, 'the member alone');
    eyes.close();
    await sleep(QUIET);
    expect(ann.online(mia.id)).toBe(1);
  });

  it('skips a hidden page and sends it everything when it is shown', async () => {
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

  it('needs no query while it is watched, and sends at most a frame per quarter of a second', async () => {
    const mia = await member(testServer);
    const viewers = await Promise.all(Array.from({ length: 12 }, () => enter(root)));
    const before = asked;
    await Promise.all(viewers.map((viewer) => viewer.watchMembers(mia.id)));
    expect(asked - before).toBe(1);
    const since = performance.now();
    for (let turn = 0; turn < 10; turn += 1) {
      const client = await connect(mia);
      await sleep(40);
      client.close();
    }
    await connect(mia);
    await waitUntil(() => viewers.every((viewer) => viewer.online(mia.id) === 1), 'all were notified');
    await sleep(QUIET);
    expect(asked - before).toBe(1);
    const maxFrames = 2 + (performance.now() - since) / 250;
    for (const viewer of viewers) expect(viewer.frames.length).toBeLessThanOrEqual(maxFrames);
    expect(viewers.every((viewer) => viewer.online(mia.id) === 1)).toBe(true);
  });

  it('disconnects a client with malformed events', async () => {
    const ann = await enter(root);
    const sendRequest = (raw: unknown) => ann.client.socket.emit('care', raw as never, () => undefined);
    for (const raw of [{ ids: 'all' }, { ids: [0] }, { ids: Array.from({ length: 21 }, (_, index) => index + 1) }])
      sendRequest(raw);
    await waitUntil(() => ann.client.byes.length > 0, 'the goodbye');
    expect(ann.client.byes[0]?.code).toBe(429);
  });
});
