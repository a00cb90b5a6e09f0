/**
 * Saves that a client queued without a connection, together with what it typed in the shared draft: the text is in the record and in the draft
 * once, whichever arrives first, also on two nodes.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Doc } from 'yjs';
import { mariadbUrl } from '../../../config/jest/testEnvironment';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { createDraftClient, type DraftClient } from '../../testing/live/draftClient';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { waitUntil } from '../../testing/live/presenceClient';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { deleteSharedDraft, hashText, readDraft } from './draftRepository';

const WAIT_MS = 8_000;
const EDITOR = ['news/index', 'news/edit'];
const PARAGRAPHS = ['One sentence here. Second sentence here.', 'Two.', 'Three.'];
const print = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join('');
const TEXT = print(PARAGRAPHS);

interface Nodes {
  readonly first: TestServer;
  readonly second: TestServer;
  readonly close: () => Promise<void>;
}
async function startSqlite(): Promise<Nodes> {
  const server = await startTestServer({ database: 'sqlite', settings: { captcha: 'never' } });
  return { first: server, second: server, close: server.close };
}
async function startTwo(): Promise<Nodes> {
  const { url, drop } = await createMariadbDatabase();
  const env = { DATABASE_URL: url, APP_KEYS: randomBytes(48).toString('base64url') };
  const first = await startTestServer({ env, settings: { captcha: 'never' } });
  const second = await startTestServer({ env, isSecondNode: true });
  const close = async () => {
    await second.close();
    await first.close();
    await drop();
  };
  return { first, second, close };
}
const KINDS = [{ name: 'one node with SQLite', start: startSqlite }];
if (mariadbUrl() !== null) KINDS.push({ name: 'two nodes with MariaDB', start: startTwo });

describe.each(KINDS)('queued saves on $name', ({ start }) => {
  let nodes: Nodes;
  let [admin, anna, ben]: Caller[] = [];
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    nodes = await start();
    admin = await superAdmin(nodes.first);
    anna = await limitedAdmin(nodes.first, EDITOR, 'all');
    ben = await limitedAdmin(nodes.first, EDITOR, 'all');
  }, 60_000);
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => nodes.close());

  const addNews = async (): Promise<number> =>
    (await admin?.post('/admin/news/add', { title: 'Together', content: TEXT }))?.data.id;
  const open = async (node: TestServer, caller: Caller | undefined, id: number, doc?: Doc): Promise<DraftClient> => {
    const client = await connectLiveClient(`${node.url}/admin`, caller?.token ?? '', {});
    clients.push(client);
    return createDraftClient(client, { e: 'news', id, f: 'content' }, doc);
  };
  const enter = async (node: TestServer, caller: Caller | undefined, id: number) => {
    const draft = await open(node, caller, id);
    const joined = await draft.join();
    if (!joined.ok) throw new Error('not joined');
    return { draft, name: `${joined.base}:${joined.epoch}` };
  };
  const loadRow = async (id: number) => (await admin?.get('/admin/news/edit', { id: String(id) }))?.data.row;
  const countHistory = async (id: number): Promise<number> =>
    (await admin?.get('/admin/news/history', { id: String(id) }))?.data.list.length;
  const until = async (condition: () => Promise<boolean>): Promise<void> => {
    const end = Date.now() + WAIT_MS;
    while (!(await condition()) && Date.now() < end) await sleep(20);
    expect(await condition()).toBe(true);
  };
  const readStored = (id: number) => nodes.first.services.db.transact((tx) => readDraft(tx, `news:${id}:content`, 0));
  const save = (caller: Caller | undefined, id: number, content: string, name: string, mid: string) =>
    caller?.post('/admin/news/edit', {
      ...{ id, content, revision: 1, _base: { content: TEXT }, _draft: { content: name }, _mid: `${mid}${id}` },
    });
  /** What Ben does while Anna has no connection; returns the texts that the record and the draft then have. */
  const actAsBen = async (act: string, b: DraftClient, id: number, name: string) => {
    if (act === 'reads') return { stored: PARAGRAPHS, draft: PARAGRAPHS };
    await b.change(() => b.paragraph(0).insert('One sentence here.'.length, ' By Ben.'));
    const draft = b.texts();
    if (act === 'types') return { stored: PARAGRAPHS, draft };
    expect((await save(ben, id, print(draft), name, 'ben'))?.code).toBe(1);
    return { stored: draft, draft };
  };

  const CASES = ['reads', 'types', 'saves'].flatMap((act) =>
    ['save', 'draft'].flatMap((first) => [true, false].map((hasEpoch) => ({ act, first, hasEpoch }))),
  );
  it.each(CASES)('Ben $act, the $first arrives first, with an epoch: $hasEpoch', async ({ act, first, hasEpoch }) => {
    const id = await addNews();
    const { draft: a, name } = await enter(nodes.first, anna, id);
    const { draft: b } = await enter(nodes.second, ben, id);
    a.socket.disconnect();
    a.doc.transact(() => {
      a.paragraph(0).insert(a.paragraph(0).length, ' By Anna.');
      a.paragraph(2).insert(a.paragraph(2).length, ' Also by Anna.');
    });
    const mine = print(a.texts());
    const others = await actAsBen(act, b, id, name);
    const entries = await countHistory(id);
    const sendDraft = async () => {
      const again = await open(nodes.first, anna, id, a.doc);
      const joined = await again.join();
      if (joined.ok) expect(await again.resend(joined)).toMatchObject({ ok: true });
    };
    const sendSave = async () => {
      const send = () => save(anna, id, mine, hasEpoch ? name : hashText(TEXT), 'anna');
      expect(await send()).toMatchObject({ code: 1 });
      // the response was lost
      expect(await send()).toMatchObject({ code: 1, data: { replayed: true } });
    };
    for (const send of first === 'save' ? [sendSave, sendDraft] : [sendDraft, sendSave]) await send();
    const withAnna = ([one = '', two = '', three = '']: readonly string[]) => [
      `${one} By Anna.`,
      two,
      `${three} Also by Anna.`,
    ];
    const stored = print(withAnna(others.stored));
    expect((await loadRow(id)).content).toBe(stored);
    await until(async () => (await readStored(id))?.base === hashText(stored));
    const expected = withAnna(others.draft).join('|');
    await waitUntil(() => b.texts().join('|') === expected, expected, WAIT_MS);
    expect((await enter(nodes.first, admin, id)).draft.texts().join('|')).toBe(expected);
    expect(await countHistory(id)).toBe(entries + 1);
  });

  it('a save of a draft that another one has replaced reaches the new draft', async () => {
    const id = await addNews();
    const { draft: a, name } = await enter(nodes.first, anna, id);
    a.doc.transact(() => a.paragraph(2).insert(a.paragraph(2).length, ' By Anna.'));
    const mine = print(a.texts());
    a.socket.disconnect();
    await nodes.first.services.db.transact((tx) => deleteSharedDraft(tx, `news:${id}:content`));
    const { draft: b, name: newName } = await enter(nodes.second, ben, id);
    expect(newName).not.toBe(name);
    expect((await save(anna, id, mine, name, 'anna'))?.code).toBe(1);
    await waitUntil(() => b.texts()[2] === 'Three. By Anna.', 'the text of Anna', WAIT_MS);
    await until(async () => (await readStored(id))?.base === hashText(mine));
  });
});
