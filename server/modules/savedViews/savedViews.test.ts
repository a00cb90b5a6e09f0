/** Saved views: own and shared ones of visible lists, changed only by their owner. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../common/limits';
import { translate } from '../../../common/locales/translate';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('saved views on %s', (database) => {
  let testServer: TestServer;
  let [anna, ben, stranger]: Caller[] = [];
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    anna = await superAdmin(testServer);
    ben = await limitedAdmin(testServer, ['news/index'], 'all');
    stranger = await limitedAdmin(testServer, ['lead/index'], 'all');
  });
  afterAll(() => testServer.close());
  const loadList = async (who: Caller | undefined, ent = 'news') =>
    ((await who?.get('/admin/view/index', { ent }))?.data?.list ?? []) as readonly Record<string, unknown>[];
  const saveView = (who: Caller | undefined, more: object) =>
    who?.post('/admin/view/keep', { ent: 'news', title: 'Hidden', query: 'status=0', shared: false, ...more });

  it('stores a view for its owner, replaces it by name, and shares it only on request', async () => {
    const first = await saveView(anna, {});
    expect(await saveView(anna, { query: 'status=0&sort=-id' })).toMatchObject({
      code: 1,
      data: { id: first?.data.id },
    });
    await saveView(anna, { title: 'For all', shared: true });
    expect(await loadList(anna)).toMatchObject([
      { title: 'For all', own: true, shared: true },
      { title: 'Hidden', own: true, query: 'status=0&sort=-id', shared: false },
    ]);
    expect(await loadList(ben)).toMatchObject([{ title: 'For all', own: false, by: expect.stringMatching(/\S/) }]);
  });

  it('are renamed and updated by their id, by their owner, and never to the name of another', async () => {
    const { data } = (await saveView(ben, { title: 'Old name', query: 'status=0' })) ?? {};
    await saveView(ben, { title: 'Other' });
    const rename = (who: Caller | undefined, title: string) =>
      saveView(who, { id: data.id, title, query: 'status=1', shared: false });
    expect((await rename(ben, 'New name'))?.data).toEqual({ id: data.id });
    expect(await loadList(ben)).toMatchObject(
      [
        { title: 'For all', own: false },
        { id: data.id, title: 'New name', query: 'status=1' },
        { title: 'Other' },
      ].sort((a, b) => Number(a.title === 'For all') - Number(b.title === 'For all')),
    );
    expect((await rename(ben, 'Other'))?.data.fields).toHaveProperty('title');
    expect((await rename(anna, 'Mine now'))?.status).toBe(404);
    for (const { id, own } of await loadList(ben)) if (own === true) await ben?.post('/admin/view/drop', { id });
  });
  it('saved views are limited to visible lists and to their owner', async () => {
    expect((await stranger?.get('/admin/view/index', { ent: 'news' }))?.status).toBe(404);
    expect((await saveView(stranger, {}))?.status).toBe(404);
    const [shared] = await loadList(ben);
    expect((await ben?.post('/admin/view/drop', { id: shared?.['id'] }))?.status).toBe(404);
    expect((await anna?.post('/admin/view/drop', { id: shared?.['id'] }))?.code).toBe(1);
    expect(await loadList(ben)).toEqual([]);
  });

  it('changes reach affected admins live, and no others', async () => {
    const socket = async (who: Caller | undefined) => {
      const client = await connectLiveClient(`${testServer.url}/admin`, who?.token ?? '', {});
      const listed: string[] = [];
      client.socket.on('views', ({ e }) => void listed.push(e));
      return { client, listed };
    };
    const all = await Promise.all([anna, ben, stranger].map((who) => socket(who)));
    const [owner, other, outside] = all.map(({ listed }) => listed);
    const until = async (is: () => boolean) => {
      for (let tries = 0; !is() && tries < 400; tries += 1) await sleep(10);
      expect(is()).toBe(true);
    };
    await saveView(anna, { title: 'Mine' });
    await until(() => owner?.length === 1);
    await saveView(anna, { title: 'Ours', shared: true });
    await until(() => owner?.length === 2 && other?.length === 1);
    const [ours] = (await loadList(anna)).filter(({ title }) => title === 'Ours');
    await anna?.post('/admin/view/drop', { id: ours?.['id'] });
    await until(() => owner?.length === 3 && other?.length === 2);
    expect(outside).toEqual([]);
    for (const { client } of all) client.close();
    for (const view of await loadList(anna)) await anna?.post('/admin/view/drop', { id: view['id'] });
  });

  it('invalid views are refused', async () => {
    expect((await saveView(anna, { title: '  ' }))?.data.fields).toHaveProperty('title');
    expect((await saveView(anna, { query: 'a\u0000b' }))?.status).toBe(400);
    expect((await saveView(anna, { query: 'x'.repeat(5_000) }))?.status).toBe(400);
    expect((await anna?.post('/admin/view/drop', { id: "x' OR 1" }))?.status).toBe(400);
    const codes: unknown[] = [];
    for (let index = 0; index < 52; index += 1) codes.push((await saveView(ben, { title: `View ${index}` }))?.code);
    expect(codes.filter((code) => code === 1)).toHaveLength(50);
    expect((await saveView(ben, { title: 'Another' }))?.msg).toBe(
      translate('en', 'faults.view.too_many', { max: LIMITS.viewsPerList }),
    );
  });
});
