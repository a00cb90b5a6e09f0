/**
 * The Yjs client ids of a draft belong to accounts: nobody takes the place of a colleague's text that is not sent yet. What a lost server had
 * relayed comes back from those who got it.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs';
import { INSERTION } from '../../../../common/text/richText/draftSuggestion';
import { createCaller, limitedAdmin, superAdmin, type Caller } from '../../../testing/callers';
import { createDraftClient, getParagraph, type DraftClient } from '../../../testing/live/draftClient';
import { joinAsSuggester } from '../../../testing/live/draftSuggester';
import { connectLiveClient, type LiveClient } from '../../../testing/live/liveClient';
import { waitUntil } from '../../../testing/live/presenceClient';
import { createMariadbDatabase } from '../../../testing/database/mariadbDatabase';
import { startTestServer, testDialects, type TestServer } from '../../../testing/testServer';
import { createServerEditorId } from './editorIds';
import { deleteExpiredSharedDrafts } from '../draftRepository';

const EDITOR = ['news/index', 'news/edit'];
const LONG = 'long '.repeat(3_000);

/** A change that is encoded as that of another editor. */
function forge({ doc }: DraftClient, victim: number, work: (copy: Doc) => void): Uint8Array {
  const copy = new Doc();
  applyUpdate(copy, encodeStateAsUpdate(doc));
  copy.clientID = victim;
  const before = encodeStateVector(copy);
  copy.transact(() => work(copy));
  return encodeStateAsUpdate(copy, before);
}

describe.each(testDialects())('ids of editors on %s', (database) => {
  let env: Record<string, string>;
  let testServer: TestServer;
  let close: () => Promise<void>;
  let [admin, anna, ben, sue]: Caller[] = [];
  /** Lets transactions fail, so that nothing is stored. */
  let isBroken = false;
  const clients: LiveClient[] = [];

  const start = async (isSecondNode: boolean) => {
    testServer = await startTestServer({
      ...(isSecondNode ? { isSecondNode } : { settings: { captcha: 'never' } }),
      env,
      wrapDb: (db) => ({
        ...db,
        transact: (work) => (isBroken ? Promise.reject(new Error('no database')) : db.transact(work)),
      }),
    });
    if (admin !== undefined) admin = createCaller(testServer, { ...admin, realm: 'admin' });
  };
  beforeAll(async () => {
    const folder = mkdtempSync(joinPath(tmpdir(), 'atrium-editors-'));
    const created = database === 'mariadb' ? await createMariadbDatabase() : undefined;
    const url = created?.url ?? `sqlite:${joinPath(folder, 'atrium.sqlite')}`;
    close = async () => {
      await created?.drop();
      rmSync(folder, { recursive: true, force: true });
    };
    env = { DATABASE_URL: url, APP_KEYS: randomBytes(48).toString('base64url') };
    await start(false);
    admin = await superAdmin(testServer);
    anna = await limitedAdmin(testServer, EDITOR, 'all');
    ben = await limitedAdmin(testServer, EDITOR, 'all');
    sue = await limitedAdmin(testServer, ['news/index', 'news/suggest'], 'all');
  }, 60_000);
  afterAll(async () => {
    for (const client of clients) client.close();
    await testServer.close();
    await close();
  });

  const addNews = async (): Promise<number> =>
    (await admin?.post('/admin/news/add', { title: 'Ids', content: '<p>One</p><p>Two</p>' }))?.data.id;
  const open = async (caller: Caller | undefined, id: number, doc?: Doc): Promise<DraftClient> => {
    const client = await connectLiveClient(`${testServer.url}/admin`, caller?.token ?? '', {});
    clients.push(client);
    return createDraftClient(client, { e: 'news', id, f: 'content' }, doc);
  };
  const enter = async (caller: Caller | undefined, id: number, doc?: Doc) => {
    const client = await open(caller, id, doc);
    const joined = await client.join();
    if (!joined.ok) throw new Error(`not joined: ${joined.code}`);
    return { client, joined };
  };
  /** The update is refused with 403, and the connection of its sender ends. */
  const expectRefused = async (client: DraftClient, update: Uint8Array) => {
    const ended = new Promise((resolve) => client.socket.once('disconnect', resolve));
    expect(await client.send(update)).toEqual({ ok: false, code: 403 });
    await ended;
  };
  /** The editor comes back and sends what was typed without a connection; all of it is there. */
  const expectKept = async (caller: Caller | undefined, id: number, doc: Doc, text: string) => {
    const { client, joined } = await enter(caller, id, doc);
    expect(await client.resend(joined)).toEqual({ ok: true });
    const reader = await enter(admin, id);
    expect(reader.client.texts().join()).toContain(text);
    expect(reader.client.texts().join()).not.toContain('xxx');
  };

  it('update: 403 for a suggestion with the id of an editor, whose text typed offline stays', async () => {
    const id = await addNews();
    const { client: writes } = await enter(anna, id);
    writes.socket.disconnect();
    getParagraph(writes.doc, 0).insert(3, ' important offline');
    const suggests = await joinAsSuggester(await open(sue, id));
    const forged = forge(suggests, writes.doc.clientID, (copy) =>
      getParagraph(copy, 0).insert(3, 'x'.repeat(200), { [INSERTION]: suggests.mark }),
    );
    await expectRefused(suggests, forged);
    await expectKept(anna, id, writes.doc, 'One important offline');
  });

  it('update: 403 for a writer with the id of a colleague, used or only announced, after compaction too', async () => {
    const id = await addNews();
    const { client: writes } = await enter(anna, id);
    const { client: waits } = await enter(anna, id);
    for (let part = 0; part < 5; part += 1) expect(await writes.type(0, LONG)).toEqual({ ok: true });
    writes.socket.disconnect();
    waits.socket.disconnect();
    const rows = () =>
      testServer.services.db.rows('SELECT n FROM shared_draft_update WHERE draft = ?', [`news:${id}:content`]);
    for (let attempt = 0; attempt < 200 && (await rows()).length > 0; attempt += 1) await sleep(20);
    expect(await rows()).toEqual([]);
    getParagraph(writes.doc, 1).insert(3, ' of the used one');
    getParagraph(waits.doc, 1).insert(3, ' of the announced one');
    for (const { doc } of [writes, waits]) {
      const { client } = await enter(ben, id);
      await expectRefused(
        client,
        forge(client, doc.clientID, (copy) => getParagraph(copy, 1).insert(3, 'xxx')),
      );
    }
    expect(await (await open(ben, id, writes.doc)).join()).toEqual({ ok: false, code: 400 });
    await expectKept(anna, id, writes.doc, ' of the used one');
    await expectKept(anna, id, waits.doc, ' of the announced one');
  });

  it('update: 403 for ids that nobody announced, such as those of the server', async () => {
    const id = await addNews();
    for (const victim of [createServerEditorId(0.5), 4_711]) {
      const { client } = await enter(ben, id);
      await expectRefused(
        client,
        forge(client, victim, (copy) => getParagraph(copy, 0).insert(3, 'xxx')),
      );
    }
    const { client } = await enter(ben, id);
    const serverIds = [...client.doc.store.clients.keys()];
    expect(serverIds.every((c) => c >= 2 ** 32 && c < 2 ** 33)).toBe(true);
    const request = { ...client.editor, c: serverIds[0] ?? 0 };
    expect(await client.socket.timeout(5_000).emitWithAck('draft_join', request)).toEqual({ ok: false, code: 400 });
  });

  it('a person comes back with the same id, and another tab of the same person has one of its own', async () => {
    const id = await addNews();
    const { client: first } = await enter(anna, id);
    const { client: second } = await enter(anna, id);
    expect(await first.type(0, ' first')).toEqual({ ok: true });
    expect(await second.type(1, ' second')).toEqual({ ok: true });
    first.socket.disconnect();
    getParagraph(first.doc, 0).insert(0, 'again ');
    await expectKept(anna, id, first.doc, 'again One first,Two second');
  });

  it('an id stays its account’s after a restart and on another node', async () => {
    const id = await addNews();
    const { client: writes } = await enter(anna, id);
    writes.socket.disconnect();
    getParagraph(writes.doc, 0).insert(3, ' offline');
    const before = testServer;
    if (database === 'sqlite') await before.close();
    await start(true);
    const { client } = await enter(ben, id);
    await expectRefused(
      client,
      forge(client, writes.doc.clientID, (copy) => getParagraph(copy, 0).insert(3, 'xxx')),
    );
    await expectKept(anna, id, writes.doc, 'One offline');
    if (database === 'mariadb') await before.close();
  }, 60_000);

  it('what a lost server relayed and did not store comes back from a reader of it, but only as it came', async () => {
    const id = await addNews();
    const { client: gone } = await enter(ben, id);
    const { client: stays } = await enter(anna, id);
    isBroken = true;
    gone.type(0, ' of Ben').catch(() => undefined);
    await waitUntil(() => stays.texts()[0] === 'One of Ben', 'the text of the other', 8_000);
    gone.socket.disconnect();
    stays.type(0, ' and Anna').catch(() => undefined);
    await testServer.close();
    isBroken = false;
    await start(true);
    const { client: forger } = await enter(anna, id);
    expect(forger.texts()[0]).toBe('One');
    const late = forge(stays, gone.doc.clientID, (copy) => getParagraph(copy, 0).insert(3, 'xxx'));
    const refused = forger.socket
      .timeout(5_000)
      .emitWithAck('draft_update', { ...forger.editor, u: late, sign: 'A'.repeat(22) });
    expect(await refused).toEqual({ ok: false, code: 403 });
    await expectKept(anna, id, stays.doc, 'One of Ben and Anna');
  }, 60_000);

  it('ids are forgotten with their draft, and after a month without use', async () => {
    const id = await addNews();
    const { client } = await enter(anna, id);
    const { db } = testServer.services;
    const count = async () =>
      (await db.rows('SELECT id FROM shared_draft_editor WHERE draft = ?', [`news:${id}:content`])).length;
    expect(await count()).toBe(1);
    await client.type(0, '!');
    await deleteExpiredSharedDrafts(db, Date.now() + 29 * 86_400_000);
    expect(await count()).toBe(1);
    client.socket.disconnect();
    await admin?.post('/admin/news/del', { ids: [id] });
    await admin?.post('/admin/news/purge', { ids: [id] });
    expect(await count()).toBe(0);
  });
});
