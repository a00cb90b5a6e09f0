/** Saved views: one's own and what others share, of lists one may see, changed by nobody else. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/actors';
import { connectClient } from '../../testing/liveClient';
import { databases, startWorld, type World } from '../../testing/world';

describe.each(databases())('saved views on %s', (database) => {
  let world: World;
  let [anna, ben, stranger]: Caller[] = [];
  beforeAll(async () => {
    world = await startWorld({ database });
    anna = await superAdmin(world);
    ben = await limitedAdmin(world, ['news/index'], 'all');
    stranger = await limitedAdmin(world, ['lead/index'], 'all');
  });
  afterAll(() => world.end());
  const listOf = async (who: Caller | undefined, ent = 'news') =>
    ((await who?.get('/admin/view/index', { ent }))?.data?.list ?? []) as readonly Record<string, unknown>[];
  const keep = (who: Caller | undefined, more: object) =>
    who?.post('/admin/view/keep', { ent: 'news', title: 'Hidden', query: 'status=0', shared: false, ...more });

  it('are kept for their owner, replaced by name, and shared only on purpose', async () => {
    const first = await keep(anna, {});
    expect(await keep(anna, { query: 'status=0&sort=-id' })).toMatchObject({ code: 1, data: { id: first?.data.id } });
    await keep(anna, { title: 'For all', shared: true });
    expect(await listOf(anna)).toMatchObject([
      { title: 'For all', own: true, shared: true },
      { title: 'Hidden', own: true, query: 'status=0&sort=-id', shared: false },
    ]);
    expect(await listOf(ben)).toMatchObject([{ title: 'For all', own: false, by: expect.stringMatching(/\S/) }]);
  });

  it('belong to lists one may see, and to their owner alone', async () => {
    expect((await stranger?.get('/admin/view/index', { ent: 'news' }))?.status).toBe(404);
    expect((await keep(stranger, {}))?.status).toBe(404);
    const [shared] = await listOf(ben);
    expect((await ben?.post('/admin/view/drop', { id: shared?.['id'] }))?.status).toBe(404);
    expect((await anna?.post('/admin/view/drop', { id: shared?.['id'] }))?.code).toBe(1);
    expect(await listOf(ben)).toEqual([]);
  });

  it('are told at once to whom they concern, and to nobody else', async () => {
    const socket = async (who: Caller | undefined) => {
      const client = await connectClient(`${world.url}/admin`, who?.token ?? '', {});
      const told: string[] = [];
      client.socket.on('views', ({ e }) => void told.push(e));
      return { client, told };
    };
    const all = await Promise.all([anna, ben, stranger].map((who) => socket(who)));
    const [owner, other, outside] = all.map(({ told }) => told);
    const until = async (is: () => boolean) => {
      for (let tries = 0; !is() && tries < 400; tries += 1) await new Promise((done) => setTimeout(done, 10));
      expect(is()).toBe(true);
    };
    await keep(anna, { title: 'Mine' });
    await until(() => owner?.length === 1);
    await keep(anna, { title: 'Ours', shared: true });
    await until(() => owner?.length === 2 && other?.length === 1);
    const [ours] = (await listOf(anna)).filter(({ title }) => title === 'Ours');
    await anna?.post('/admin/view/drop', { id: ours?.['id'] });
    await until(() => owner?.length === 3 && other?.length === 2);
    expect(outside).toEqual([]);
    for (const { client } of all) client.close();
    for (const view of await listOf(anna)) await anna?.post('/admin/view/drop', { id: view['id'] });
  });

  it('take nothing that is no view', async () => {
    expect((await keep(anna, { title: '  ' }))?.data.fields).toHaveProperty('title');
    expect((await keep(anna, { query: 'a\u0000b' }))?.status).toBe(400);
    expect((await keep(anna, { query: 'x'.repeat(5_000) }))?.status).toBe(400);
    expect((await anna?.post('/admin/view/drop', { id: "x' OR 1" }))?.status).toBe(400);
    const codes: unknown[] = [];
    for (let at = 0; at < 52; at += 1) codes.push((await keep(ben, { title: `View ${at}` }))?.code);
    expect(codes.filter((code) => code === 1)).toHaveLength(50);
  });
});
