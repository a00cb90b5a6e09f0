/** Shared drafts and changes of the record that do not come from them, on both databases: nobody’s saved or typed text is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, superAdmin, type Body, type Caller } from '../../testing/callers';
import { createDraftClient, type DraftClient } from '../../testing/live/draftClient';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { hashText, readDraft } from './draftRepository';

const NEWS = ['news/index', 'news/add', 'news/edit', 'news/del'];
const TEXT = '<p>One sentence here. Second sentence here.</p><p>Two.</p><p>Three.</p>';
const inParagraphs = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join('');

describe.each(testDialects())('saves beside a shared draft on %s', (database) => {
  let testServer: TestServer;
  let [admin, anna, ben]: Caller[] = [];
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    admin = await superAdmin(testServer);
    anna = await limitedAdmin(testServer, NEWS, 'all');
    ben = await limitedAdmin(testServer, NEWS, 'all');
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await testServer.close();
  });

  const addNews = async (): Promise<number> =>
    (await admin?.post('/admin/news/add', { title: 'Together', content: TEXT }))?.data.id;
  const open = async (caller: Caller | undefined, id: number): Promise<DraftClient> => {
    const client = await connectLiveClient(`${testServer.url}/admin`, caller?.token ?? '', {});
    clients.push(client);
    const draft = createDraftClient(client, { e: 'news', id, f: 'content' });
    expect(await draft.join()).toMatchObject({ ok: true, write: true });
    return draft;
  };
  const until = async (condition: () => boolean): Promise<void> => {
    for (let attempt = 0; attempt < 200 && !condition(); attempt += 1) await sleep(20);
    expect(condition()).toBe(true);
  };
  const bothShow = (drafts: readonly DraftClient[], ...texts: readonly string[]) =>
    until(() => drafts.every((draft) => draft.texts().join('|') === texts.join('|')));
  const loadRow = async (id: number) => (await admin?.get('/admin/news/edit', { id: String(id) }))?.data.row;
  const save = (caller: Caller | undefined, id: number, body: Body) =>
    caller?.post('/admin/news/edit', { id, ...body });
  /** Saves a text as a form does that has loaded the row now. */
  const saveLoaded = async (caller: Caller | undefined, id: number, content: string, draft?: object) => {
    const { revision, content: loaded } = await loadRow(id);
    return save(caller, id, { revision, content, _base: { content: loaded }, ...(draft && { _draft: draft }) });
  };
  const readStored = (id: number) => testServer.services.db.transact((tx) => readDraft(tx, `news:${id}:content`, 0));
  const baseOf = async (id: number) => (await readStored(id))?.base;
  const untilBase = async (id: number, html: string) => {
    for (let attempt = 0; attempt < 100 && (await baseOf(id)) !== hashText(html); attempt += 1) await sleep(20);
    expect(await baseOf(id)).toBe(hashText(html));
  };
  /** Anna’s unsaved change of a sentence, which Ben’s save by API contradicts. */
  const contest = async () => {
    const id = await addNews();
    const a = await open(anna, id);
    await a.type(1, ' By Anna.');
    await a.change(() => a.paragraph(1).insert(3, ' draft'));
    const saved = TEXT.replace('Two.', 'Two by API.');
    expect((await saveLoaded(ben, id, saved))?.code).toBe(1);
    await sleep(300);
    const mine = inParagraphs(a.texts());
    return { id, a, saved, mine };
  };

  it('a change elsewhere reaches the draft and leaves its unsaved text', async () => {
    const id = await addNews();
    const [a, b] = [await open(anna, id), await open(ben, id)];
    await a.type(2, ' By Anna.');
    const saved = TEXT.replace('Two.', 'Two by API.');
    await saveLoaded(ben, id, saved);
    const [first = ''] = a.texts();
    await bothShow([a, b], first, 'Two by API.', 'Three. By Anna.');
    await untilBase(id, saved);
    expect((await readStored(id))?.writers.map(({ p }) => p)).toEqual([`admin:${anna?.id}`]);
    const response = await saveLoaded(anna, id, inParagraphs(a.texts()), { content: hashText(saved) });
    expect(response?.code).toBe(1);
    expect((await loadRow(id)).content).toBe(saved.replace('Three.', 'Three. By Anna.'));
  });

  it('a change while nobody has the draft open reaches it with the next opening', async () => {
    const id = await addNews();
    const a = await open(anna, id);
    await a.type(2, ' By Anna.');
    a.socket.disconnect();
    await sleep(200);
    const saved = TEXT.replace('Two.', 'Two by API.');
    await saveLoaded(ben, id, saved);
    const again = await open(anna, id);
    expect(again.texts().slice(1)).toEqual(['Two by API.', 'Three. By Anna.']);
    expect(await baseOf(id)).toBe(hashText(saved));
  });

  it('a save is compared with the text that the draft continues, not with the row that the form has loaded', async () => {
    const { id, mine, saved } = await contest();
    const draft = { content: hashText(TEXT) };
    const response = await saveLoaded(anna, id, mine, draft);
    expect(response?.code).toBe(412);
    expect(response?.data.fields).toMatchObject([
      { field: 'content', base: TEXT, theirs: saved, mine, by: { id: `admin:${ben?.id}` } },
    ]);
    expect((await save(anna, id, { content: mine, _draft: draft }))?.code).toBe(412);
    // one more change: both are shown
    const later = saved.replace('Three.', 'Three by API.');
    await saveLoaded(ben, id, later);
    const next = await saveLoaded(anna, id, mine, draft);
    expect(next?.data.fields).toMatchObject([{ base: TEXT, theirs: later }]);
    expect((await loadRow(id)).content).toBe(later);
  });

  it('a draft that took the stored text continues the earlier one again after undo, so that nobody replaces the stored one', async () => {
    const { id, a, saved, mine } = await contest();
    const b = await open(ben, id);
    const [, own = ''] = a.texts();
    const retype = (text: string) =>
      a.change(() => {
        a.paragraph(1).delete(0, a.paragraph(1).length);
        a.paragraph(1).insert(0, text);
      });
    await retype('Two by API.');
    await untilBase(id, saved);
    await b.type(2, ' By Ben.');
    await retype(own);
    await untilBase(id, TEXT);
    await until(() => b.base() === hashText(TEXT));
    const content = mine.replace('Three.', 'Three. By Ben.');
    for (const caller of [anna, ben]) {
      const response = await saveLoaded(caller, id, content, { content: b.base() });
      expect(response?.code).toBe(412);
      expect(response?.data.fields).toMatchObject([{ field: 'content', base: TEXT, theirs: saved, mine: content }]);
    }
    await retype('Two by API.');
    await untilBase(id, saved);
    const decided = saved.replace('Three.', 'Three. By Ben.');
    expect((await saveLoaded(ben, id, decided, { content: hashText(saved) }))?.code).toBe(1);
    expect((await loadRow(id)).content).toBe(decided);
  });

  it('a save with an unknown base is a conflict', async () => {
    const id = await addNews();
    const response = await saveLoaded(anna, id, '<p>Mine</p>', { content: 'a'.repeat(64) });
    expect(response?.code).toBe(412);
    expect((await loadRow(id)).content).toBe(TEXT);
  });

  it('a merging save becomes the text of the draft, with what others typed meanwhile', async () => {
    const id = await addNews();
    const [a, b] = [await open(anna, id), await open(ben, id)];
    await a.type(2, ' By Anna.');
    await bothShow([b], ...a.texts());
    const mine = inParagraphs(a.texts());
    const theirs = TEXT.replace('Two.', 'Two by API.');
    // the form of Anna has not heard of this save
    await saveLoaded(admin, id, theirs);
    const late = { content: hashText(TEXT) };
    await untilBase(id, theirs);
    await b.type(0, ' By Ben.');
    const response = await save(anna, id, { revision: 1, content: mine, _base: { content: TEXT }, _draft: late });
    expect(response).toMatchObject({ code: 1, data: { merged: ['content'] } });
    const stored = theirs.replace('Three.', 'Three. By Anna.');
    expect((await loadRow(id)).content).toBe(stored);
    await untilBase(id, stored);
    const [first = ''] = b.texts();
    expect(first).toContain('By Ben.');
    await bothShow([a, b], first, 'Two by API.', 'Three. By Anna.');
    expect((await saveLoaded(ben, id, inParagraphs(b.texts()), { content: hashText(stored) }))?.code).toBe(1);
    expect((await loadRow(id)).content).toBe(stored.replace('here.</p>', 'here. By Ben.</p>'));
  });

  it('the decision of a conflict becomes the text of the draft, and the second writer saves without a conflict', async () => {
    const { id, a, mine, saved } = await contest();
    const b = await open(ben, id);
    await b.type(2, ' By Ben.');
    await bothShow([a], ...b.texts());
    const { revision } = await loadRow(id);
    const decided = saved.replace('Two by API.', 'Two by both.');
    const body = { revision, content: decided, _base: { content: saved }, _draft: { content: { replaces: mine } } };
    expect((await save(anna, id, body))?.code).toBe(1);
    expect((await loadRow(id)).content).toBe(decided);
    const [first = ''] = b.texts();
    await bothShow([a, b], first, 'Two by both.', 'Three. By Ben.');
    expect(await baseOf(id)).toBe(hashText(decided));
    expect((await readStored(id))?.writers).not.toEqual([]);
    await a.type(1, '!');
    expect((await saveLoaded(ben, id, inParagraphs(a.texts()), { content: hashText(decided) }))?.code).toBe(1);
    expect((await loadRow(id)).content).toBe(
      decided.replace('Two by both.', 'Two by both.!').replace('Three.', 'Three. By Ben.'),
    );
  });

  it('the decision of a conflict is refused when the stored text changed since', async () => {
    const { id, mine, saved } = await contest();
    const { revision } = await loadRow(id);
    const newer = saved.replace('Two by API.', 'Two by API again.');
    await saveLoaded(ben, id, newer);
    const content = saved.replace('Two by API.', 'Two by both.');
    const body = { revision, content, _base: { content: saved }, _draft: { content: { replaces: mine } } };
    expect((await save(anna, id, body))?.code).toBe(412);
    expect((await loadRow(id)).content).toBe(newer);
  });

  it('a draft that takes over the stored text continues from it', async () => {
    const { id, a, saved } = await contest();
    expect(await baseOf(id)).toBe(hashText(TEXT));
    await a.change(() => {
      a.paragraph(1).delete(0, a.paragraph(1).length);
      a.paragraph(1).insert(0, 'Two by API.');
    });
    await untilBase(id, saved);
    await until(() => a.states.some(({ base }) => base === hashText(saved)));
    expect((await readStored(id))?.writers).toEqual([]);
  });

  it('a revert through the history stays, and the draft keeps what was typed since', async () => {
    const id = await addNews();
    const [a, b] = [await open(anna, id), await open(ben, id)];
    await a.type(1, ' By Anna.');
    const saved = TEXT.replace('Two.', 'Two. By Anna.');
    expect((await saveLoaded(anna, id, saved, { content: hashText(TEXT) }))?.code).toBe(1);
    await untilBase(id, saved);
    await b.type(2, ' By Ben.');
    const [entry] = (await admin?.get('/admin/news/history', { id: String(id) }))?.data.list ?? [];
    expect((await admin?.post('/admin/news/revert', { id, seq: entry?.seq }))?.code).toBe(1);
    await bothShow([a, b], a.texts()[0] ?? '', 'Two.', 'Three. By Ben.');
    await untilBase(id, TEXT);
    await saveLoaded(ben, id, inParagraphs(b.texts()), { content: hashText(TEXT) });
    expect((await loadRow(id)).content).toBe(TEXT.replace('Three.', 'Three. By Ben.'));
  });
});
