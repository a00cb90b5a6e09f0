/** An API token has no access to its owner's personal data: sessions, log, notices, choices, dashboard; uploads need their scope. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { startTestServer, type TestServer } from '../../testing/testServer';

const READS = ['profile/index', 'profile/log', 'profile/sessions', 'profile/factor', 'Dashboard/dashboard'];
const ROWS = ['notice/index', 'view/index', 'draft/one?ent=news&id=1'];
const WRITES: Readonly<Record<string, object>> = {
  'notice/readAll': {},
  'notice/read': { ids: [1] },
  'preference/set': { name: 'notices', value: { system: { bell: false, toast: false, desktop: false } } },
  'Dashboard/arrange': { cards: [] },
  'Index/stepUp': { password: 'guess' },
  'profile/revokeOthers': {},
  'view/keep': { ent: 'news', title: 'Mine' },
};
let testServer: TestServer;
let root: Caller;
beforeAll(async () => {
  testServer = await startTestServer({});
  root = await superAdmin(testServer);
});
afterAll(() => testServer.close());

async function tokenFor(scopes: readonly string[]): Promise<string> {
  const end = Math.floor(testServer.services.clock.now() / 1000) + 86_400;
  const created = await root.post('/admin/api_token/add', { name: 'Program', scopes, expire_time: end });
  return (await root.post('/admin/api_token/show', { id: created.data.row.id })).data.token;
}
const withToken = (
  token: string,
  method: string,
  path: string,
  body?: BodyInit,
  type = 'application/json',
): Promise<ApiResponse> =>
  root.send(method, `/admin/${path}`, {
    headers: { batoken: token, ...(body === undefined || typeof body !== 'string' ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body }),
  });

it.each([[['news/index']], [['*']]])(
  'a token with the scopes %j is refused on every personal route',
  async (scopes) => {
    const token = await tokenFor(scopes);
    for (const path of [...READS, ...ROWS])
      expect([path, (await withToken(token, 'GET', path)).code]).toEqual([path, 403]);
    for (const [path, body] of Object.entries(WRITES))
      expect([path, (await withToken(token, 'POST', path, JSON.stringify(body))).code]).toEqual([path, 403]);
    expect((await withToken(token, 'GET', 'news/index')).code).toBe(1);
  },
);

it('a token receives no notices of its owner on the socket', async () => {
  const client = await connectLiveClient(`${testServer.url}/admin`, await tokenFor(['*']), {});
  const spec = { k: 'list', e: 'notice', where: { all: [] }, sort: [{ field: 'id', dir: 'desc' }] } as const;
  const asked = await client.ask({ epoch: '', topics: [{ t: 'own', spec }] });
  expect(asked.ok && asked.r['own']?.ok).toBe(false);
  client.close();
});

it('a token receives no profile changes of its owner on the socket', async () => {
  const spec = { k: 'own', e: 'admin' } as const;
  const answered = async (token: string) => {
    const client = await connectLiveClient(`${testServer.url}/admin`, token, {});
    const asked = await client.ask({ epoch: '', topics: [{ t: 'own', spec }] });
    client.close();
    return asked.ok && asked.r['own']?.ok;
  };
  expect(await answered(root.token)).toBe(true);
  for (const scopes of [['news/index'], ['*']]) expect(await answered(await tokenFor(scopes))).toBe(false);
});

it('two tokens of one admin have separate idempotency keys', async () => {
  const createRow = async (token: string, name: string) =>
    (await withToken(token, 'POST', 'news_category/add', JSON.stringify({ name, _mid: 'order-88' }))).code;
  const [first, second] = [await tokenFor(['news_category/add']), await tokenFor(['news_category/add'])];
  expect([
    await createRow(first, 'Till one'),
    await createRow(second, 'Till two'),
    await createRow(root.token, 'In person'),
  ]).toEqual([1, 1, 1]);
  expect(await createRow(first, 'Another body')).toBe(422);
});

it('a token uploads files only with the scope attachment/edit', async () => {
  const upload = async (scopes: readonly string[]) => {
    const form = new FormData();
    form.append('file', new Blob(['hello']), 'note.txt');
    return withToken(await tokenFor(scopes), 'POST', 'ajax/upload', form);
  };
  expect((await upload(['news/index'])).code).toBe(403);
  expect((await upload(['attachment/edit'])).code).not.toBe(403);
});
