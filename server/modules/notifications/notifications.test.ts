/** Notices: recipients and merging; and nobody reads, marks or receives notices of others. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TopicSpec } from '../../../common/protocol/liveEvents';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { systemContext } from '../../platform/systemContext';
import { deleteExpiredNotices } from './deleteExpiredNotices';

interface Notified {
  readonly id: number;
  readonly kind: string;
  readonly title: string;
  readonly link: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly actor_name: string | null;
  readonly read_time: number | null;
}
const NEWS = ['news/index', 'news/add', 'news/edit', 'news/del', 'news/restore'];
const OWN: TopicSpec = {
  k: 'list',
  e: 'notice',
  where: { field: 'read_time', op: 'NULL', value: null },
  sort: [{ field: 'id', dir: 'desc' }],
};

describe.each(sampleDialects())('notices on %s', (database) => {
  let testServer: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    admin = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const notified = async (caller: Caller, base = '/admin'): Promise<readonly Notified[]> =>
    (await caller.get(`${base}/notice/index`, { limit: '100' })).data.list;
  const kinds = async (caller: Caller) => (await notified(caller)).map(({ title }) => title);
  const write = async (caller: Caller, title: string): Promise<number> =>
    (await caller.post('/admin/news/add', { title, content: '<p>x</p>' })).data.id;
  /** The first sign-in of a person is one from a new location, which writes a notice too. */
  const createMember = async (caller: Caller) => {
    await caller.post('/admin/notice/readAll');
    return caller;
  };
  const unread = async (caller: Caller) => (await notified(caller)).filter(({ read_time }) => read_time === null);

  it('the owner of a record is notified of changes by others, but not of its own', async () => {
    const [anna, ben] = [
      await createMember(await limitedAdmin(testServer, NEWS)),
      await createMember(await limitedAdmin(testServer, NEWS)),
    ];
    const id = await write(anna, 'Spring opening');
    await anna.post('/admin/news/edit', { id, title: 'Spring opening hours' });
    expect(await unread(anna)).toEqual([]);
    await admin.post('/admin/news/edit', { id, title: 'Summer opening hours' });
    const [entry, ...more] = await unread(anna);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      kind: 'record_changed',
      title: 'record_changed',
      link: `/admin/news/${id}`,
      params: { entity: 'news', title: 'Summer opening hours', count: 1 },
      actor_name: 'Administrator',
    });
    expect(await unread(ben)).toEqual([]);
    expect((await unread(admin)).filter(({ kind }) => kind === 'record_changed')).toEqual([]);
  });

  it('several records changed by one person are merged into one notice', async () => {
    const anna = await createMember(await limitedAdmin(testServer, NEWS));
    const ids = [
      await write(anna, 'One'),
      await write(anna, 'Two'),
      await write(anna, 'Three'),
      await write(anna, 'Four'),
    ];
    for (const id of ids) await admin.post('/admin/news/edit', { id, description: 'Checked' });
    await admin.post('/admin/news/edit', { id: ids[0], description: 'Checked twice' });
    expect(await unread(anna)).toMatchObject([{ title: 'records_changed', link: '/admin/news', params: { count: 4 } }]);
    await admin.post('/admin/news/del', { ids });
    const entries = await unread(anna);
    expect(entries.map(({ title }) => title).sort()).toEqual(['records_changed', 'records_removed']);
    expect(entries.find(({ title }) => title === 'records_removed')?.params['count']).toBe(4);
    await anna.post('/admin/notice/readAll');
    const again = await write(anna, 'Five');
    await admin.post('/admin/news/edit', { id: again, description: 'Checked' });
    expect(await unread(anna)).toMatchObject([{ title: 'record_changed', params: { title: 'Five' } }]);
  });

  it('no notice about records that the person may no longer list', async () => {
    const anna = await createMember(await limitedAdmin(testServer, NEWS));
    const id = await write(anna, 'Secret plans');
    const { group_arr } = (await admin.get('/admin/admin/edit', { id: String(anna.id) })).data.row;
    await admin.post('/admin/admin_group/edit', { id: group_arr[0], rules: ['news_category/index'] });
    await admin.post('/admin/news/edit', { id, title: 'More secret plans' });
    const entries = await unread(anna);
    expect(entries.map(({ title }) => title)).toEqual(['role_changed']);
    expect(JSON.stringify(entries)).not.toContain('ecret plans');
  });

  it('people are notified when others change their permissions or their account', async () => {
    const anna = await createMember(await limitedAdmin(testServer, ['news/index']));
    await admin.post('/admin/admin/edit', { id: anna.id, nickname: 'Anna' });
    await anna.post('/admin/profile/edit', { nickname: 'Anna herself' });
    expect(await unread(anna)).toMatchObject([{ kind: 'account', title: 'account_changed', link: '/admin/profile' }]);
    const group = (await admin.post('/admin/admin_group/add', { name: 'Others', rules: [] })).data.id;
    await admin.post('/admin/admin/edit', { id: anna.id, group_arr: [group] });
    expect((await unread(anna)).map(({ title }) => title).sort()).toEqual(['account_changed', 'role_given']);
    const mia = await member(testServer);
    await admin.post('/admin/user/edit', { id: mia.id, motto: 'Changed by staff' });
    const entry = (await notified(mia, '/api')).find(({ title }) => title === 'account_changed');
    expect(entry).toMatchObject({ link: '/user/profile', actor: null, actor_name: null });
  });

  it('a sign-in from a new location is reported although all kinds are turned off', async () => {
    const anna = await limitedAdmin(testServer, NEWS);
    const off = { bell: false, toast: false, desktop: false };
    const value = Object.fromEntries(['record_changed', 'account', 'security'].map((kind) => [kind, off]));
    const stored = await anna.post('/admin/preference/set', { name: 'notices', value });
    expect(stored.data.value).toMatchObject({ record_changed: off, security: { bell: true, toast: false } });
    await createMember(anna);
    await admin.post('/admin/admin/edit', { id: anna.id, nickname: 'Quiet' });
    await admin.post('/admin/news/edit', { id: await write(anna, 'Quiet news'), title: 'Loud news' });
    expect(await unread(anna)).toEqual([]);
    const event = testServer.services.registry.get('security_event');
    if (!event) throw new Error('security events are not registered');
    await testServer.writer.create(systemContext(testServer.services, 'test'), event, {
      kind: 'new_device',
      name: 'x',
      admin_id: anna.id,
    });
    expect(await unread(anna)).toMatchObject([{ kind: 'security', title: 'new_device', link: '/admin/profile' }]);
    await anna.post('/admin/preference/set', { name: 'notices', value: {} });
    const rows = (await anna.get('/admin/preference/index')).data.list;
    expect(rows).toHaveLength(1);
    expect((await admin.get('/admin/preference/index')).data.list).toEqual([]);
  });

  it('notices are personal: no other person lists, opens, marks or counts them, including super admins', async () => {
    const anna = await createMember(await limitedAdmin(testServer, NEWS));
    await admin.post('/admin/news/edit', { id: await write(anna, 'Mine'), title: 'Yours' });
    const [entry] = await unread(anna);
    const id = entry?.id ?? 0;
    expect((await notified(admin)).map((row) => row.id)).not.toContain(id);
    expect((await admin.get('/admin/notice/edit', { id: String(id) })).code).toBe(404);
    expect((await admin.post('/admin/notice/read', { ids: [id] })).data).toEqual({ count: 0 });
    const mia = await member(testServer);
    expect((await notified(mia, '/api')).map((row) => row.id)).not.toContain(id);
    expect((await mia.post('/api/notice/read', { ids: [id] })).data).toEqual({ count: 0 });
    expect((await unread(anna)).map((row) => row.id)).toEqual([id]);
    expect((await anna.post('/admin/notice/read', { ids: [id] })).data).toEqual({ count: 1 });
    expect(await unread(anna)).toEqual([]);
    for (const path of ['add', 'edit', 'del'])
      expect((await admin.post(`/admin/notice/${path}`, { id })).status).not.toBe(200);
    const { menus } = (await anna.get('/admin/Index/index')).data;
    expect(JSON.stringify(menus)).not.toContain('notice');
  });

  it('arrive live only in frames of their recipient, and not in logs of others', async () => {
    const [anna, ben] = [
      await createMember(await limitedAdmin(testServer, NEWS)),
      await createMember(await limitedAdmin(testServer, NEWS)),
    ];
    const id = await write(anna, 'Plain');
    const [hers, his, adminClient] = await Promise.all(
      [anna, ben, admin].map(({ token }) => connectLiveClient(`${testServer.url}/admin`, token, {})),
    );
    for (const client of [hers, his, adminClient]) await client?.subscribe('bell', OWN);
    await admin.post('/admin/news/edit', { id, title: 'CANARY of Anna' });
    while (!hers?.raw.join('').includes('CANARY')) await sleep(20);
    await sleep(300);
    expect(his?.raw.join('')).not.toContain('CANARY');
    expect(adminClient?.raw.join('')).not.toContain('CANARY');
    const [entry] = await unread(anna);
    await anna.post('/admin/notice/read', { ids: [entry?.id] });
    while (!hers.frames.some(({ c }) => c.some(({ op }) => op === 'leave'))) await sleep(20);
    for (const client of [hers, his, adminClient]) client?.close();
    const rows = await testServer.services.db.rows<{ n: number }>(
      "SELECT COUNT(*) AS n FROM record_history WHERE ent = 'notice'",
    );
    expect(Number(rows[0]?.n)).toBe(0);
    const auditEntries = (await admin.get('/admin/admin_log/index', { limit: '200' })).data.list;
    expect(JSON.stringify(auditEntries)).not.toContain('"notice"');
    expect(await kinds(ben)).not.toContain('record_changed');
  });

  it('notices are deleted a season after reading or after a year, also from an open list', async () => {
    const anna = await createMember(await limitedAdmin(testServer, NEWS));
    await admin.post('/admin/news/edit', { id: await write(anna, 'Read one'), title: 'Read once' });
    await createMember(anna);
    const news = await write(anna, 'Unread one');
    await admin.post('/admin/news/edit', { id: news, title: 'Unread still' });
    const [open] = await unread(anna);
    const client = await connectLiveClient(`${testServer.url}/admin`, anna.token, {});
    await client.subscribe('bell', OWN);
    const left = async (days: number) => {
      const clock = { now: () => testServer.services.clock.now() + days * 86_400_000 };
      await deleteExpiredNotices(systemContext({ ...testServer.services, clock }, 'test'), testServer.writer);
      return (await notified(anna)).map(({ id }) => id);
    };
    expect((await left(89)).length).toBeGreaterThan(1);
    expect(await left(91)).toEqual([open?.id]);
    expect(await left(364)).toEqual([open?.id]);
    expect(await left(366)).toEqual([]);
    while (!client.frames.some(({ c }) => c.some(({ op }) => op === 'del'))) await sleep(20);
    client.close();
    expect(await testServer.services.db.rows('SELECT id FROM `notice`')).toEqual([]);
  });
});
