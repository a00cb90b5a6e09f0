/** Notices about suggestions in shared drafts, on both databases: one for each record and author until it is decided, then one to the author. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { createDraftClient, type DraftClient } from '../../testing/live/draftClient';
import {
  acceptText,
  joinAsSuggester,
  rejectText,
  suggestDeletion,
  suggestText,
} from '../../testing/live/draftSuggester';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const EDITOR = ['news/index', 'news/add', 'news/edit', 'notice/index'];
const SUGGESTER = ['news/index', 'news/suggest', 'notice/index'];
const TEXT = '<p>One</p><p>Two</p>';

interface ReadNotice {
  readonly title: string;
  readonly link: string;
  readonly actor_name: string | null;
  readonly read_time: number | null;
  readonly params: Readonly<Record<string, unknown>>;
}

describe.each(testDialects())('notices about suggestions on %s', (database) => {
  let testServer: TestServer;
  let [editor, owner, reader, sue, sam]: Caller[] = [];
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    await superAdmin(testServer);
    editor = await limitedAdmin(testServer, EDITOR, 'all');
    owner = await limitedAdmin(testServer, EDITOR, 'own');
    reader = await limitedAdmin(testServer, ['news/index', 'notice/index'], 'all');
    sue = await limitedAdmin(testServer, SUGGESTER, 'all');
    sam = await limitedAdmin(testServer, SUGGESTER, 'all');
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await testServer.close();
  });

  const addNews = async (title = 'Suggest'): Promise<number> =>
    (await editor?.post('/admin/news/add', { title, content: TEXT }))?.data.id;
  const open = async (caller: Caller | undefined, id: number): Promise<DraftClient> => {
    const client = await connectLiveClient(`${testServer.url}/admin`, caller?.token ?? '', {});
    clients.push(client);
    return createDraftClient(client, { e: 'news', id, f: 'content' });
  };
  const edits = async (id: number) => {
    const client = await open(editor, id);
    await client.join();
    return client;
  };
  const suggester = async (caller: Caller | undefined, id: number) => joinAsSuggester(await open(caller, id));
  const loadNotices = async (caller: Caller | undefined, id: number): Promise<readonly ReadNotice[]> => {
    const { list } = (await caller?.get('/admin/notice/index', { limit: '100' }))?.data ?? { list: [] };
    return (list as readonly ReadNotice[]).filter(
      ({ link, title }) => link === `/admin/news/${id}` && title.startsWith('suggestions_'),
    );
  };
  const until = async (condition: () => Promise<boolean>): Promise<void> => {
    for (let attempt = 0; attempt < 100 && !(await condition()); attempt += 1) await sleep(30);
    expect(await condition()).toBe(true);
  };
  const untilCount = (caller: Caller | undefined, id: number, count: number) =>
    until(async () => (await loadNotices(caller, id)).length === count);
  /** Longer than the server takes from an acknowledgement to its notice. */
  const settle = () => sleep(400);

  it('an editor of the row gets one notice with the link for each author, however much is suggested; a reader gets none', async () => {
    const id = await addNews('Long title');
    const [first, second] = [await suggester(sue, id), await suggester(sam, id)];
    await suggestText(first, 0, 3, ' a');
    await untilCount(editor, id, 1);
    expect(await loadNotices(editor, id)).toEqual([
      expect.objectContaining({
        title: 'suggestions_wait',
        link: `/admin/news/${id}`,
        actor_name: expect.stringContaining('limited_'),
        read_time: null,
        params: expect.objectContaining({ entity: 'news', title: 'Long title' }),
      }),
    ]);
    await suggestText(first, 1, 3, ' b');
    await suggestDeletion(first, 0, 0, 1);
    await suggestText(second, 0, 0, 'x ');
    await untilCount(editor, id, 2);
    await settle();
    expect((await loadNotices(editor, id)).length).toBe(2);
    for (const other of [owner, reader, sue, sam]) expect(await loadNotices(other, id)).toEqual([]);
  });

  it('a notice that was read is not repeated while the suggestions wait', async () => {
    const id = await addNews();
    const one = await suggester(sue, id);
    await suggestText(one, 0, 3, ' a');
    await untilCount(editor, id, 1);
    await editor?.post('/admin/notice/readAll');
    await suggestText(one, 1, 3, ' b');
    await settle();
    const notices = await loadNotices(editor, id);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.read_time).not.toBeNull();
  });

  it('the author gets one notice when the last suggestion is decided, and the notice of the editors is then read', async () => {
    const id = await addNews();
    const one = await suggester(sue, id);
    const editing = await edits(id);
    await suggestText(one, 0, 3, ' yes');
    await suggestText(one, 1, 3, ' no');
    await until(() => Promise.resolve(editing.texts()[1]?.includes(' no') === true));
    await untilCount(editor, id, 1);
    await acceptText(editing, 0, 3, 4);
    await settle();
    expect(await loadNotices(sue, id)).toEqual([]);
    expect((await loadNotices(editor, id))[0]?.read_time).toBeNull();
    await rejectText(editing, 1, 3, 3);
    await untilCount(sue, id, 1);
    expect((await loadNotices(sue, id))[0]).toMatchObject({ title: 'suggestions_decided', read_time: null });
    expect((await loadNotices(sue, id))[0]?.actor_name).not.toBeNull();
    await until(async () => (await loadNotices(editor, id))[0]?.read_time !== null);
    // a new round has notices of its own
    await suggestText(one, 0, 0, 'again ');
    await untilCount(editor, id, 2);
  });

  it('withdrawn suggestions: the notice of the editors is read, and their author gets none', async () => {
    const id = await addNews();
    const one = await suggester(sue, id);
    await suggestText(one, 0, 3, ' oops');
    await untilCount(editor, id, 1);
    await one.change(() => one.paragraph(0).delete(3, 5));
    await until(async () => (await loadNotices(editor, id))[0]?.read_time !== null);
    await settle();
    expect(await loadNotices(sue, id)).toEqual([]);
  });

  it('suggestions that a change of the record removed: their author gets a notice without a name', async () => {
    const id = await addNews();
    const one = await suggester(sue, id);
    await suggestText(one, 0, 3, ' lost');
    await untilCount(editor, id, 1);
    await editor?.post('/admin/news/edit', { id, content: '<p>Other</p>' });
    await untilCount(sue, id, 1);
    expect((await loadNotices(sue, id))[0]).toMatchObject({ title: 'suggestions_lost', actor_name: null });
    expect((await loadNotices(editor, id))[0]?.read_time).not.toBeNull();
  });

  it('live: the bell of an open console gets the notice without a request', async () => {
    const id = await addNews();
    const client = await connectLiveClient(`${testServer.url}/admin`, editor?.token ?? '', {});
    clients.push(client);
    const received: unknown[] = [];
    client.socket.on('chg', (frame) => void received.push(frame));
    await client.subscribe('n', { k: 'list', e: 'notice', where: { all: [] }, sort: [] });
    await suggestText(await suggester(sue, id), 0, 3, ' live');
    await until(() => Promise.resolve(JSON.stringify(received).includes(`/admin/news/${id}`)));
  });

  it('a notice that a process did not write before it ended is written when the draft is opened again', async () => {
    const id = await addNews();
    const one = await suggester(sue, id);
    await suggestText(one, 0, 3, ' kept');
    await untilCount(editor, id, 1);
    one.socket.disconnect();
    const { db } = testServer.services;
    // as if the process had ended between the suggestion and its notice
    await db.transact((tx) => tx.run('UPDATE shared_draft SET suggesters = NULL WHERE eid = ?', [id]));
    await editor?.post('/admin/notice/readAll');
    await settle();
    await edits(id);
    await untilCount(editor, id, 2);
  });
});
