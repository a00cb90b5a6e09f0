/** Two nodes on one MariaDB share a draft: people and their selections are shown on the other node, and keys arrive there soon. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../../../config/jest/testEnvironment';
import { limitedAdmin, superAdmin, type Caller } from '../../../testing/callers';
import { createDraftClient, type DraftClient } from '../../../testing/live/draftClient';
import { connectLiveClient, type LiveClient } from '../../../testing/live/liveClient';
import { waitUntil } from '../../../testing/live/presenceClient';
import { createMariadbDatabase } from '../../../testing/database/mariadbDatabase';
import { startTestServer, type TestServer } from '../../../testing/testServer';

const WAIT_MS = 8_000;
const KEYS = 20;
/** Milliseconds from a key to the other node on a busy machine; a poll as slow as that of presence takes longer. */
const KEY_MS = 150;

(mariadbUrl() === null ? describe.skip : describe)('a shared draft on two nodes', () => {
  let nodes: TestServer[] = [];
  let drop: () => Promise<void>;
  let [admin, ben]: Caller[] = [];
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    const database = await createMariadbDatabase();
    ({ drop } = database);
    const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
    nodes = [await startTestServer({ env, settings: { captcha: 'never' } })];
    nodes.push(await startTestServer({ env, isSecondNode: true }));
    const [first] = nodes as [TestServer];
    admin = await superAdmin(first);
    ben = await limitedAdmin(first, ['news/index', 'news/edit'], 'all');
  }, 60_000);
  afterAll(async () => {
    for (const client of clients) client.close();
    for (const node of nodes) await node.close();
    await drop();
  });

  const addNews = async (): Promise<number> =>
    (await admin?.post('/admin/news/add', { title: 'Nodes', content: '<p>One</p><p>Two</p>' }))?.data.id;
  const enter = async (node: TestServer | undefined, caller: Caller | undefined, id: number) => {
    const client = await connectLiveClient(`${node?.url ?? ''}/admin`, caller?.token ?? '', {});
    clients.push(client);
    const draft = createDraftClient(client, { e: 'news', id, f: 'content' });
    const joined = await draft.join();
    if (!joined.ok) throw new Error(`not joined: ${joined.code}`);
    return { draft, joined };
  };
  const heardOf = ({ people }: DraftClient, c: number) => people.filter(({ set }) => set?.c === c);
  /** Both know of each other. */
  const meet = async (id: number) => {
    const { draft: first } = await enter(nodes[0], admin, id);
    const { draft: second } = await enter(nodes[1], ben, id);
    await waitUntil(() => heardOf(first, second.editor.c).length > 0, 'the second on the first node', WAIT_MS);
    await waitUntil(() => heardOf(second, first.editor.c).length > 0, 'the first on the second node', WAIT_MS);
    return { first, second };
  };

  it('names those on the other node, moves their carets, and removes who leaves or loses the connection', async () => {
    const id = await addNews();
    const { first, second } = await meet(id);
    expect(heardOf(first, second.editor.c).at(-1)?.set).toMatchObject({ p: `admin:${ben?.id}`, cursor: null });
    const position = { type: null, tname: 'default', item: null, assoc: 0 };
    const cursor = JSON.stringify({ anchor: position, head: position });
    first.socket.emit('draft_cursor', { ...first.editor, cursor });
    await waitUntil(() => heardOf(second, first.editor.c).at(-1)?.set?.cursor === cursor, 'the caret', WAIT_MS);
    const { joined, draft: third } = await enter(nodes[1], ben, id);
    expect(joined.people.map(({ c }) => c).sort()).toEqual([first.editor.c, second.editor.c].sort());
    await waitUntil(() => heardOf(first, third.editor.c).length > 0, 'the third', WAIT_MS);
    third.socket.emit('draft_leave', third.editor);
    await waitUntil(() => first.people.some(({ gone }) => gone === third.editor.c), 'who left', WAIT_MS);
    second.socket.disconnect();
    await waitUntil(() => first.people.some(({ gone }) => gone === second.editor.c), 'who is gone', WAIT_MS);
    const other = await enter(nodes[1], ben, await addNews());
    await sleep(300);
    expect(heardOf(first, other.draft.editor.c)).toEqual([]);
  });

  it('a key is on the other node soon, and acknowledged', async () => {
    const { first, second } = await meet(await addNews());
    const times: number[] = [];
    for (let key = 0; key < KEYS; key += 1) {
      const length = second.texts()[0]?.length ?? 0;
      const stored = first.type(0, 'x');
      times.push(await waitUntil(() => (second.texts()[0]?.length ?? 0) > length, 'the key', WAIT_MS));
      expect(await stored).toEqual({ ok: true });
      await sleep(100);
    }
    expect(second.texts()[0]).toBe(`One${'x'.repeat(KEYS)}`);
    times.sort((a, b) => a - b);
    expect(times[KEYS / 2]).toBeLessThan(KEY_MS);
  });
});
