/** What the server answers: an update is acknowledged once everything in it is stored, and who joins gets what the request leaves open. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs';
import { superAdmin, type Caller } from '../../testing/callers';
import { createDraftClient } from '../../testing/live/draftClient';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { waitUntil } from '../../testing/live/presenceClient';
import { startTestServer, type TestServer } from '../../testing/testServer';

let testServer: TestServer;
let boss: Caller;
const clients: LiveClient[] = [];
/** Set while transactions wait: `entered` is called by the first that does, and all go on after `opened`. */
let gate: { readonly entered: () => void; readonly opened: Promise<void> } | undefined;

beforeAll(async () => {
  testServer = await startTestServer({
    database: 'sqlite',
    wrapDb: (db) => ({
      ...db,
      transact: async (work) => {
        gate?.entered();
        await gate?.opened;
        return db.transact(work);
      },
    }),
  });
  boss = await superAdmin(testServer);
});
afterAll(async () => {
  for (const client of clients) client.close();
  await testServer.close();
});

async function open(id: number) {
  const client = await connectLiveClient(`${testServer.url}/admin`, boss.token, {});
  clients.push(client);
  return createDraftClient(client, { e: 'news', id, f: 'content' });
}
function createSignal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}
/** Makes transactions wait; resolves when one does, with the function that lets them go on. */
function closeGate(): { readonly entered: Promise<void>; readonly open: () => void } {
  const [entrance, exit] = [createSignal(), createSignal()];
  gate = { entered: entrance.give, opened: exit.given };
  const open = () => {
    gate = undefined;
    exit.give();
  };
  return { entered: entrance.given, open };
}

it('who sends again what is being stored gets an answer once it is, without a further change', async () => {
  const { data } = await boss.post('/admin/news/add', { title: 'Again', content: '<p>One</p>' });
  const [first, second] = [await open(data.id), await open(data.id)];
  await first.join();
  await second.join();
  const known = encodeStateVector(first.doc);
  const closed = closeGate();
  const answered: string[] = [];
  const firstAnswer = first.type(0, ' typed').finally(() => answered.push('first'));
  await closed.entered;
  const secondAnswer = second.send(encodeStateAsUpdate(first.doc, known)).finally(() => answered.push('second'));
  const heard = first.people.length;
  second.socket.emit('draft_cursor', { ...second.editor, cursor: null });
  // the server has read the update when it relays the cursor behind it
  await waitUntil(() => first.people.length > heard, 'the cursor');
  expect(answered).toEqual([]);
  closed.open();
  expect(await Promise.all([firstAnswer, secondAnswer])).toEqual([{ ok: true }, { ok: true }]);
});

it('an editor that sends no state vector, or one that it does not name a draft for, gets the whole text and the vector of the server', async () => {
  const { data } = await boss.post('/admin/news/add', { title: 'Older', content: '<p>One</p>' });
  const first = await open(data.id);
  const joined = await first.join();
  await first.type(0, ' typed');
  if (!joined.ok) throw new Error('not joined');
  const { socket, editor } = await open(data.id);
  const requests = [
    editor,
    { ...editor, epoch: joined.epoch },
    { ...editor, sv: encodeStateVector(first.doc) },
    { ...editor, epoch: 'another', sv: encodeStateVector(first.doc) },
  ];
  for (const request of requests) {
    const answer = await socket.timeout(5_000).emitWithAck('draft_join', request);
    if (!answer.ok || answer.sv === undefined) throw new Error('no state vector');
    const doc = new Doc();
    applyUpdate(doc, new Uint8Array(answer.u));
    expect(doc.getXmlFragment('default').toJSON()).toBe('<paragraph>One typed</paragraph>');
    expect([...new Uint8Array(answer.sv)]).toEqual([...encodeStateVector(first.doc)]);
  }
});
it('a state vector that cannot be read is refused, and the others go on', async () => {
  const { data } = await boss.post('/admin/news/add', { title: 'Broken', content: '<p>One</p>' });
  const first = await open(data.id);
  const joined = await first.join();
  if (!joined.ok) throw new Error('not joined');
  const { socket, editor } = await open(data.id);
  const request = { ...editor, epoch: joined.epoch, sv: Uint8Array.from([255, 255, 255]) };
  expect(await socket.timeout(5_000).emitWithAck('draft_join', request)).toEqual({ ok: false, code: 400 });
  expect(await first.type(0, ' on')).toEqual({ ok: true });
});
