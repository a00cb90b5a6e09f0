/** The client repeats a request whose response is lost, and the server executes it once. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../../server/testing/callers';
import { sampleDialects } from '../../../server/testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../server/testing/testServer';
import { newIdempotencyKey, rowsApi } from '../../engine/data/rowsApi';
import { api } from '../../shared/api/api';
import { startTcpProxy, type TcpProxy } from '../../testing/network/tcpProxy';
import { createTestClient, createTestUser, type TestClient } from '../../testing/testClient';

const E = 'news_category';

describe.each(sampleDialects())('a request whose response is lost, on %s', (database) => {
  let fakeServer: TestServer;
  let proxy: TcpProxy;
  let client: TestClient;
  let other: Caller;
  const { create, update, remove, sort } = rowsApi.endpoints;
  const rows = async (): Promise<readonly { id: number; name: string; weigh: number; revision: number }[]> =>
    (await other.get(`/admin/${E}/index`, { limit: '50', order: 'weigh,desc' })).data.list;
  const row = async (id: number) => (await rows()).find((one) => one.id === id);
  const order = async () => (await rows()).map(({ id }) => id);
  const head = async () => Number((await other.get(`/admin/${E}/index`)).data.seq);

  /** Runs work while the first two responses are lost; returns how many entries the change log gained. */
  async function lossy<T>(work: () => Promise<T>): Promise<{ done: T; entries: number }> {
    const [before, lost] = [await head(), proxy.lostResponses()];
    proxy.loseResponses(2);
    const result = await work();
    expect(proxy.lostResponses() - lost).toBe(2);
    return { done: result, entries: (await head()) - before };
  }

  beforeAll(async () => {
    fakeServer = await startTestServer({ database });
    proxy = await startTcpProxy(fakeServer.url);
    other = await superAdmin(fakeServer);
    const own = await superAdmin(fakeServer);
    client = createTestClient({ origin: proxy.url, person: createTestUser(own.token), isOnline: () => true, fetch });
    await other.post(`/admin/${E}/batchAdd`, { list: ['One', 'Two', 'Three', 'Four'].map((name) => ({ name })) });
  });
  afterAll(async () => {
    await proxy.close();
    await fakeServer.close();
  });

  it('adds one row', async () => {
    const body = { name: 'Once', _mid: newIdempotencyKey() };
    const { done } = await lossy(() => client.store.dispatch(create.initiate({ e: E, body })));
    expect(done.data).toMatchObject({ replayed: true });
    expect((await rows()).filter(({ name }) => name === 'Once')).toHaveLength(1);
  });

  it('edits a row once, also when somebody else changed it meanwhile', async () => {
    const [known] = await rows();
    if (!known) throw new Error('no rows');
    const body = {
      id: known.id,
      revision: known.revision,
      _base: { name: known.name },
      name: 'Mine',
      _mid: newIdempotencyKey(),
    };
    const { done } = await lossy(() => client.store.dispatch(update.initiate({ e: E, body })));
    expect(done.data).toMatchObject({ revision: known.revision + 1, replayed: true });
    await other.post(`/admin/${E}/edit`, { id: known.id, name: 'Theirs' });
    expect((await client.store.dispatch(update.initiate({ e: E, body }))).data).toMatchObject({ replayed: true });
    expect(await row(known.id)).toMatchObject({ name: 'Theirs', revision: known.revision + 2 });
  });

  it('moves a row once', async () => {
    const before = await order();
    const [first = 0, second = 0, third = 0] = before;
    await lossy(() => client.store.dispatch(sort.initiate({ e: E, id: first, targetId: third })));
    expect(await order()).toEqual([second, third, first, ...before.slice(3)]);
  });

  it('changes many rows once', async () => {
    const ids = (await order()).slice(0, 2);
    const body = { ids, set: { status: 1 }, _mid: newIdempotencyKey() };
    const request = { url: `/admin/${E}/batchEdit`, method: 'POST', body } as const;
    const { done } = await lossy(() => client.store.dispatch(api.endpoints.request.initiate(request)));
    expect(done.data).toMatchObject({ ids: [...ids].sort((a, b) => a - b), replayed: true });
    const others = { ...request, body: { ...body, set: { status: 0 } } };
    expect((await client.store.dispatch(api.endpoints.request.initiate(others))).error).toMatchObject({ status: 422 });
  });

  it('deletes rows once', async () => {
    const [gone = 0] = await order();
    const revisions = { [gone]: (await row(gone))?.revision ?? 0 };
    const { done } = await lossy(() => client.store.dispatch(remove.initiate({ e: E, ids: [gone], revisions })));
    expect(done.data).toMatchObject({ ids: [gone], replayed: true });
    expect(await order()).not.toContain(gone);
  });

  it('refuses an idempotency key with another body', async () => {
    const body = { name: 'First body', _mid: newIdempotencyKey() };
    await client.store.dispatch(create.initiate({ e: E, body }));
    const again = await client.store.dispatch(create.initiate({ e: E, body: { ...body, name: 'Another body' } }));
    expect(again.error).toMatchObject({ status: 422, code: 422 });
    expect((await rows()).filter(({ name }) => name === 'Another body')).toHaveLength(0);
  });
});
