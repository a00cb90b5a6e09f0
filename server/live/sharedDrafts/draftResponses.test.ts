/**
 * Responses of the server: an update is acknowledged once everything in it is stored, who joins gets what the request leaves open, and who
 * opens or joins while others do or leave gets the one draft.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs';
import { mariadbUrl } from '../../../config/jest/testEnvironment';
import { superAdmin, type Caller } from '../../testing/callers';
import { createDraftClient, getTexts } from '../../testing/live/draftClient';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { waitUntil } from '../../testing/live/presenceClient';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { readDraft } from './draftRepository';

let testServer: TestServer;
let admin: Caller;
const clients: LiveClient[] = [];
/** Set while updates wait before they are stored: `entered` is called when one does, and it goes on after `opened`. */
let gate: { readonly entered: () => void; readonly opened: Promise<void> } | undefined;

async function passGate<T>(sql: string, run: () => Promise<T>): Promise<T> {
  if (sql.startsWith('INSERT INTO shared_draft_update')) {
    gate?.entered();
    await gate?.opened;
  }
  return run();
}
beforeAll(async () => {
  testServer = await startTestServer({
    database: 'sqlite',
    wrapDb: (db) => ({
      ...db,
      transact: (work) =>
        db.transact((tx) => work({ ...tx, run: (...query) => passGate(query[0], () => tx.run(...query)) })),
    }),
  });
  admin = await superAdmin(testServer);
});
afterAll(async () => {
  for (const client of clients) client.close();
  await testServer.close();
});

async function open(id: number) {
  const client = await connectLiveClient(`${testServer.url}/admin`, admin.token, {});
  clients.push(client);
  return createDraftClient(client, { e: 'news', id, f: 'content' });
}
function createSignal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}
/** Makes the next update wait before it is stored; `entered` resolves when one does, `open` lets it go on. */
function closeGate(): { readonly entered: Promise<void>; readonly open: () => void } {
  const [entrance, exit] = [createSignal(), createSignal()];
  gate = { entered: entrance.give, opened: exit.given };
  const open = () => {
    gate = undefined;
    exit.give();
  };
  return { entered: entrance.given, open };
}

it('who sends again what is being stored gets an acknowledgement once it is, without a further change', async () => {
  const { data } = await admin.post('/admin/news/add', { title: 'Again', content: '<p>One</p>' });
  const [first, second] = [await open(data.id), await open(data.id)];
  await first.join();
  await second.join();
  const known = encodeStateVector(first.doc);
  const closed = closeGate();
  const answered: string[] = [];
  const firstAck = first.type(0, ' typed').finally(() => answered.push('first'));
  await closed.entered;
  const secondAck = second.send(encodeStateAsUpdate(first.doc, known)).finally(() => answered.push('second'));
  const heard = first.people.length;
  second.socket.emit('draft_cursor', { ...second.editor, cursor: null });
  // the server has read the update when it relays the cursor behind it
  await waitUntil(() => first.people.length > heard, 'the cursor');
  expect(answered).toEqual([]);
  closed.open();
  expect(await Promise.all([firstAck, secondAck])).toEqual([{ ok: true }, { ok: true }]);
});

it('what is typed while others are stored is stored next, and acknowledged only then', async () => {
  const { data } = await admin.post('/admin/news/add', { title: 'Meanwhile', content: '<p>One</p><p>Two</p>' });
  const [first, second] = [await open(data.id), await open(data.id)];
  await first.join();
  await second.join();
  const closed = closeGate();
  const firstAck = first.type(0, ' typed');
  await closed.entered;
  const secondAck = second.type(1, ' meanwhile');
  await waitUntil(() => first.texts()[1] === 'Two meanwhile', 'the text of the other');
  closed.open();
  expect(await Promise.all([firstAck, secondAck])).toEqual([{ ok: true }, { ok: true }]);
  const stored = await testServer.services.db.transact((tx) => readDraft(tx, `news:${data.id}:content`, 0));
  const doc = new Doc();
  for (const update of stored?.updates ?? []) applyUpdate(doc, update);
  expect(getTexts(doc)).toEqual(['One typed', 'Two meanwhile']);
});
it('an editor that sends no state vector, or one that it does not name a draft for, gets the whole text and the vector of the server', async () => {
  const { data } = await admin.post('/admin/news/add', { title: 'Older', content: '<p>One</p>' });
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
    const response = await socket.timeout(5_000).emitWithAck('draft_join', request);
    if (!response.ok || response.sv === undefined) throw new Error('no state vector');
    const doc = new Doc();
    applyUpdate(doc, new Uint8Array(response.u));
    expect(doc.getXmlFragment('default').toJSON()).toBe('<paragraph>One typed</paragraph>');
    expect([...new Uint8Array(response.sv)]).toEqual([...encodeStateVector(first.doc)]);
  }
});
it('a state vector that cannot be read is refused, and the others go on', async () => {
  const { data } = await admin.post('/admin/news/add', { title: 'Broken', content: '<p>One</p>' });
  const first = await open(data.id);
  const joined = await first.join();
  if (!joined.ok) throw new Error('not joined');
  const { socket, editor } = await open(data.id);
  const request = { ...editor, epoch: joined.epoch, sv: Uint8Array.from([255, 255, 255]) };
  expect(await socket.timeout(5_000).emitWithAck('draft_join', request)).toEqual({ ok: false, code: 400 });
  expect(await first.type(0, ' on')).toEqual({ ok: true });
});

const addNews = async (): Promise<number> =>
  (await admin.post('/admin/news/add', { title: 'Opened', content: '<p>One</p><p>Two</p>' })).data.id;

it('those who open a text at the same moment get one draft with the text once', async () => {
  const id = await addNews();
  const people = await Promise.all(Array.from({ length: 6 }, () => open(id)));
  const responses = await Promise.all(people.map(({ join }) => join()));
  expect(new Set(responses.map((response) => response.ok && response.epoch)).size).toBe(1);
  expect(people.map(({ texts }) => texts())).toEqual(people.map(() => ['One', 'Two']));
});
it('who joins while the text of the last one is stored and its draft closed shares it with who comes next', async () => {
  const id = await addNews();
  const [last, next] = [await open(id), await open(id)];
  await last.join();
  const closed = closeGate();
  const typed = last.type(0, ' typed').catch(() => undefined);
  await closed.entered;
  last.socket.disconnect();
  await typed;
  // the server hears of it
  await sleep(100);
  const joining = next.join();
  await sleep(100);
  closed.open();
  expect(await joining).toMatchObject({ ok: true, write: true });
  const third = await open(id);
  await third.join();
  expect(await next.type(1, ' shared')).toEqual({ ok: true });
  await waitUntil(() => third.texts().join() === 'One typed,Two shared', 'the text of the other');
});
it('texts that one person types in two records at the same moment are stored in their own drafts', async () => {
  const ids = [await addNews(), await addNews()];
  const editors = await Promise.all(ids.map((id) => open(id)));
  for (const editor of editors) await editor.join();
  const acks = await Promise.all(editors.map((editor, index) => editor.type(0, ` in ${index}`)));
  expect(acks).toEqual([{ ok: true }, { ok: true }]);
  for (const { socket } of editors) socket.disconnect();
  const readers = await Promise.all(ids.map((id) => open(id)));
  for (const reader of readers) await reader.join();
  expect(readers.map(({ texts }) => texts())).toEqual([
    ['One in 0', 'Two'],
    ['One in 1', 'Two'],
  ]);
});

(mariadbUrl() === null ? it.skip : it)('two nodes that open a text at the same moment make one draft', async () => {
  const database = await createMariadbDatabase();
  const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
  const first = await startTestServer({ env, settings: { captcha: 'never' } });
  const second = await startTestServer({ env, isSecondNode: true });
  const root = await superAdmin(first);
  try {
    for (let turn = 0; turn < 5; turn += 1) {
      const { data } = await root.post('/admin/news/add', { title: 'Nodes', content: '<p>One</p><p>Two</p>' });
      const people = [];
      for (const { url } of [first, second, first, second]) {
        const client = await connectLiveClient(`${url}/admin`, root.token, {});
        clients.push(client);
        people.push(createDraftClient(client, { e: 'news', id: data.id, f: 'content' }));
      }
      const responses = await Promise.all(people.map(({ join }) => join()));
      expect(new Set(responses.map((response) => response.ok && response.epoch)).size).toBe(1);
      expect(people.map(({ texts }) => texts())).toEqual(people.map(() => ['One', 'Two']));
      for (const { socket } of people) socket.disconnect();
    }
  } finally {
    await second.close();
    await first.close();
    await database.drop();
  }
});

it('the others are notified of the person who discards the unsaved text', async () => {
  const { data } = await admin.post('/admin/news/add', { title: 'Discard', content: '<p>One</p>' });
  const [first, second] = [await open(data.id), await open(data.id)];
  await first.join();
  await second.join();
  expect(await first.type(0, ' typed')).toEqual({ ok: true });
  const known = encodeStateVector(second.doc);
  second.paragraph(0).delete(3, 6);
  const request = { ...second.editor, u: encodeStateAsUpdate(second.doc, known), discards: true as const };
  expect(await second.socket.timeout(10_000).emitWithAck('draft_update', request)).toEqual({ ok: true });
  const told = ({ states }: typeof first) => states.flatMap(({ discarded }) => discarded?.p ?? []);
  expect(told(first)).toEqual([`admin:${admin.id}`]);
  expect(told(second)).toEqual([]);
});
