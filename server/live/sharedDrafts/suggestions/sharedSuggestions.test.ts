/** Suggestions in shared drafts on both databases: what the server accepts, saves, other texts, and lost permissions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mergeUpdates, UndoManager, XmlElement } from 'yjs';
import {
  DELETION,
  INSERTION,
  printSuggestion,
  SUGGESTION_ATTRIBUTE,
} from '../../../../common/text/richText/draftSuggestion';
import type { JoinedDraft } from '../../../../common/protocol/sharedDraft';
import { limitedAdmin, signIn, superAdmin, type Caller } from '../../../testing/callers';
import { createDraftClient, type DraftClient } from '../../../testing/live/draftClient';
import { joinAsSuggester, suggestDeletion, suggestText, type Suggester } from '../../../testing/live/draftSuggester';
import { connectLiveClient, type LiveClient } from '../../../testing/live/liveClient';
import { startTestServer, testDialects, type TestServer } from '../../../testing/testServer';
import { hashText } from '../draftRepository';

const EDITOR = ['news/index', 'news/add', 'news/edit'];
const SUGGESTER = ['news/index', 'news/suggest'];
const TEXT = '<p>One</p><p>Two</p>';

/** Decides about “Sunday”, which is to be deleted, and “Monday” behind it, as an editor does. */
function decideReplacement({ doc, paragraph }: DraftClient, isAccepted: boolean): void {
  doc.transact(() => {
    const text = paragraph(0);
    if (isAccepted) text.format(16, 6, { [INSERTION]: null });
    else text.delete(16, 6);
    if (isAccepted) text.delete(10, 6);
    else text.format(10, 6, { [DELETION]: null });
  });
}

describe.each(testDialects())('suggestions in shared drafts on %s', (database) => {
  let testServer: TestServer;
  let [admin, editor, sue, sam]: Caller[] = [];
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    admin = await superAdmin(testServer);
    editor = await limitedAdmin(testServer, EDITOR, 'all');
    sue = await limitedAdmin(testServer, SUGGESTER, 'all');
    sam = await limitedAdmin(testServer, SUGGESTER, 'all');
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await testServer.close();
  });

  const addNews = async (content = TEXT): Promise<number> =>
    (await admin?.post('/admin/news/add', { title: 'Suggest', content }))?.data.id;
  const open = async (caller: Caller | undefined, id: number) => {
    const client = await connectLiveClient(`${testServer.url}/admin`, caller?.token ?? '', {});
    clients.push(client);
    return createDraftClient(client, { e: 'news', id, f: 'content' });
  };
  const until = async (condition: () => boolean): Promise<void> => {
    for (let attempt = 0; attempt < 200 && !condition(); attempt += 1) await sleep(20);
    expect(condition()).toBe(true);
  };
  const join = async (caller: Caller | undefined, id: number) => {
    const client = await open(caller, id);
    return { client, joined: (await client.join()) as JoinedDraft };
  };
  const suggester = async (caller: Caller | undefined, id: number) => joinAsSuggester(await open(caller, id));
  const xml = ({ doc }: DraftClient) => doc.getXmlFragment('default').toJSON();
  const loadRow = async (id: number) => (await admin?.get('/admin/news/edit', { id: String(id) }))?.data.row;
  const refused = { ok: false, code: 409 };

  it('an insertion, a deletion and a paragraph of a suggester reach the editor; the record and its API do not change', async () => {
    const id = await addNews();
    const { client: reads, joined } = await join(editor, id);
    expect(joined.suggest).toBeUndefined();
    const suggests = await suggester(sue, id);
    expect(suggests.suggestion).toContain(`admin:${sue?.id}|60000|`);
    expect(await suggestText(suggests, 0, 3, ' more')).toEqual({ ok: true });
    expect(await suggestDeletion(suggests, 1, 0, 2)).toEqual({
      ok: true,
    });
    const added = await suggests.change(() => {
      const paragraph = new XmlElement('paragraph');
      paragraph.setAttribute(SUGGESTION_ATTRIBUTE, suggests.suggestion);
      suggests.doc.getXmlFragment('default').insert(2, [paragraph]);
    });
    expect(added).toEqual({ ok: true });
    expect(await suggestText(suggests, 2, 0, 'Three')).toEqual({ ok: true });
    await until(() => xml(reads).includes('Three'));
    expect(xml(reads)).toBe(xml(suggests));
    expect(xml(reads)).toContain(`<insertion suggestion="${suggests.suggestion}"> more</insertion>`);
    expect(reads.states.some(({ writers }) => writers !== undefined)).toBe(false);
    expect((await loadRow(id)).content).toBe(TEXT);
  });

  it('withdrawing one’s own suggestions restores the text', async () => {
    const id = await addNews();
    const suggests = await suggester(sue, id);
    await suggestText(suggests, 0, 3, ' more');
    await suggestDeletion(suggests, 1, 0, 2);
    expect(await suggests.change(() => suggests.paragraph(0).delete(3, 5))).toEqual({ ok: true });
    expect(await suggests.change(() => suggests.paragraph(1).format(0, 2, { [DELETION]: null }))).toEqual({ ok: true });
    expect((await join(editor, id)).client.texts()).toEqual(['One', 'Two']);
  });

  it('update: 409 for a change that is no suggestion of its sender, and for all later ones until the next join', async () => {
    const id = await addNews();
    const other = await suggester(sam, id);
    await suggestText(other, 0, 3, ' of Sam');
    const text = (writer: Suggester) => writer.paragraph(0);
    const forged = printSuggestion({ p: `admin:${sam?.id}`, name: 'Sam', at: 0 });
    const renamed = (writer: Suggester) =>
      printSuggestion({ p: `admin:${sue?.id}`, name: `${writer.editor.c}`, at: 0 });
    const insert = (writer: Suggester, attributes: object) => text(writer).insert(0, 'x', attributes);
    const attempts: readonly ((writer: Suggester) => void)[] = [
      (writer) => text(writer).delete(0, 1),
      (writer) => text(writer).insert(1, 'unmarked'),
      (writer) => insert(writer, { [INSERTION]: { [SUGGESTION_ATTRIBUTE]: forged } }),
      (writer) => insert(writer, { [INSERTION]: { [SUGGESTION_ATTRIBUTE]: renamed(writer) } }),
      (writer) => text(writer).format(0, 2, { [DELETION]: { [SUGGESTION_ATTRIBUTE]: forged } }),
      // the suggestion of somebody else
      (writer) => text(writer).delete(4, 3),
      (writer) => text(writer).format(3, 7, { [INSERTION]: writer.mark }),
      (writer) => text(writer).format(3, 7, { [INSERTION]: null }),
      (writer) => text(writer).format(0, 3, { bold: {} }),
      (writer) => writer.doc.getXmlFragment('default').delete(1, 1),
      (writer) => writer.doc.getXmlFragment('default').insert(0, [new XmlElement('paragraph')]),
      // a node that every editor would delete
      (writer) => {
        const row = new XmlElement('tableRow');
        row.setAttribute(SUGGESTION_ATTRIBUTE, writer.suggestion);
        writer.doc.getXmlFragment('default').insert(0, [row]);
      },
    ];
    for (const [index, attempt] of attempts.entries()) {
      const client = await suggester(sue, id);
      expect([index, await client.change(() => attempt(client))]).toEqual([index, refused]);
      expect(await suggestText(client, 0, 0, 'late')).toEqual(refused);
      client.socket.disconnect();
    }
    const again = await suggester(sue, id);
    expect(xml(again)).toBe(xml(other));
    expect(await suggestText(again, 0, 0, 'ok')).toEqual({ ok: true });
  });

  it('accept: 409 for the author of the suggestion', async () => {
    const id = await addNews();
    const before = await suggester(sue, id);
    await suggestText(before, 0, 3, ' more');
    await suggestDeletion(before, 1, 0, 2);
    const acceptances: readonly ((writer: Suggester) => void)[] = [
      (writer) => writer.paragraph(0).format(3, 5, { [INSERTION]: null }),
      (writer) => writer.paragraph(1).delete(0, 2),
    ];
    for (const accept of acceptances) {
      const client = await suggester(sue, id);
      expect(await client.change(() => accept(client))).toEqual(refused);
    }
    expect(xml((await join(editor, id)).client)).toBe(xml(before));
  });

  it('an editor makes no suggestion in another name; undo of a decision brings the suggestion back', async () => {
    const id = await addNews();
    const suggests = await suggester(sue, id);
    await suggestText(suggests, 0, 3, ' more');
    const { client: writes } = await join(editor, id);
    await until(() => xml(writes).includes('more'));
    const before = xml(writes);
    const undo = new UndoManager(writes.doc.getXmlFragment('default'));
    expect(await writes.change(() => writes.paragraph(0).delete(3, 5))).toEqual({ ok: true });
    expect(await writes.change(() => undo.undo())).toEqual({ ok: true });
    expect(xml(writes)).toBe(before);
    const forged = printSuggestion({ p: `admin:${sam?.id}`, name: 'Sam', at: 5 });
    const insert = () => writes.paragraph(1).insert(0, 'x', { [INSERTION]: { [SUGGESTION_ATTRIBUTE]: forged } });
    expect(await writes.change(insert)).toEqual({ ok: false, code: 422 });
    expect(xml((await join(editor, id)).client)).toBe(before);
  });

  it.each([
    ['accepted', (writer: DraftClient) => writer.paragraph(0).format(3, 5, { [INSERTION]: null })],
    ['rejected', (writer: DraftClient) => writer.paragraph(0).delete(3, 5)],
  ])('undo brings a suggestion back that was %s before the draft was closed', async (_name, decide) => {
    const id = await addNews();
    const suggests = await suggester(sue, id);
    await suggestText(suggests, 0, 3, ' more');
    const { client: writes } = await join(editor, id);
    const before = xml(writes);
    const undo = new UndoManager(writes.doc.getXmlFragment('default'));
    expect(await writes.change(() => decide(writes))).toEqual({ ok: true });
    for (const { socket } of [suggests, writes]) socket.disconnect();
    // the draft closes when nobody has it open, and the server forgets what was decided
    await sleep(300);
    const client = await connectLiveClient(`${testServer.url}/admin`, editor?.token ?? '', {});
    clients.push(client);
    const again = createDraftClient(client, { e: 'news', id, f: 'content' }, writes.doc);
    expect(await again.join()).toMatchObject({ ok: true });
    expect(await again.change(() => undo.undo())).toEqual({ ok: true });
    expect(xml(again)).toBe(before);
    const { client: reads } = await join(sue, id);
    expect(xml(reads)).toBe(before);
  });

  it('a malformed suggestion is refused', async () => {
    const id = await addNews();
    const client = await suggester(sue, id);
    const insert = () => client.paragraph(0).insert(0, 'x', { [INSERTION]: { [SUGGESTION_ATTRIBUTE]: 'nobody' } });
    expect(await client.change(insert)).toEqual({ ok: false, code: 422 });
  });

  it.each([
    ['more than a day ahead', () => Date.now() + 2 * 86_400_000],
    ['no whole number', () => 1.5],
    ['no decimal number', () => '0x10'],
    ['missing', () => ''],
  ])('a suggestion whose time is %s is refused, for a suggester and for an editor', async (_name, at) => {
    const id = await addNews();
    for (const caller of [sue, editor]) {
      const client = await suggester(caller, id);
      const name = client.suggestion.split('|')[2] ?? '';
      const forged = { [SUGGESTION_ATTRIBUTE]: [`admin:${caller?.id}`, at(), name].join('|') };
      const insert = () => client.paragraph(0).insert(0, 'x', { [INSERTION]: forged });
      expect(await client.change(insert)).toEqual({ ok: false, code: 422 });
    }
  });

  it('a save stores the text without suggestions and keeps them open; the editor accepts them in the draft', async () => {
    const id = await addNews();
    const { client: writes } = await join(editor, id);
    const suggests = await suggester(sue, id);
    await suggestText(suggests, 0, 3, ' more');
    await until(() => xml(writes).includes('more'));
    await writes.type(1, ' by the editor');
    const saved = '<p>One</p><p>Two by the editor</p>';
    const draft = (base: string) => ({ _draft: { content: hashText(base) }, _base: { content: base } });
    expect((await editor?.post('/admin/news/edit', { id, content: saved, ...draft(TEXT) }))?.code).toBe(1);
    await until(() => suggests.states.some(({ base }) => base === hashText(saved)));
    const { client: later, joined } = await join(editor, id);
    expect(joined.writers).toEqual([]);
    expect(xml(later)).toContain(' more</insertion>');
    const accept = await writes.change(() => writes.paragraph(0).format(3, 5, { [INSERTION]: null }));
    expect(accept).toEqual({ ok: true });
    await until(() => suggests.texts()[0] === 'One more');
    const all = '<p>One more</p><p>Two by the editor</p>';
    expect((await editor?.post('/admin/news/edit', { id, content: all, ...draft(saved) }))?.code).toBe(1);
    expect((await loadRow(id)).content).toBe(all);
    // what was accepted is no longer the suggester's
    expect(await suggests.change(() => suggests.paragraph(0).delete(3, 5))).toEqual(refused);
  });

  it('after a change of the stored text elsewhere, suggestions of unchanged paragraphs stay, and the number of lost ones is reported', async () => {
    const id = await addNews('<p>One</p><p>Two</p><p>Three</p>');
    const { client: reads } = await join(editor, id);
    const suggests = await suggester(sue, id);
    await suggestText(suggests, 0, 3, ' lost');
    await suggestText(suggests, 2, 5, ' kept');
    await admin?.post('/admin/news/edit', { id, content: '<p>Uno</p><p>Two</p><p>New</p><p>Three</p>' });
    await until(() => reads.states.some(({ lost }) => lost === 1));
    await until(() => xml(reads).includes('Uno'));
    expect(xml(reads)).not.toContain('lost');
    expect(xml(reads)).toContain('Three<insertion');
    expect(await suggestText(suggests, 0, 3, ' again')).toEqual({ ok: true });
  });

  it('a lost permission stops suggestions; a new edit permission lets the person write', async () => {
    const id = await addNews();
    const name = `Suggest ${id}`;
    const group = (await admin?.post('/admin/admin_group/add', { name, rules: SUGGESTER, data_scope: 'all' }))?.data.id;
    const person = { username: `pat_${id}`, nickname: 'Pat', password: 'S3cret-pass', group_arr: [group] };
    await admin?.post('/admin/admin/add', person);
    const pat = await suggester(await signIn(testServer, 'admin', person), id);
    expect(await suggestText(pat, 0, 3, ' yes')).toEqual({ ok: true });
    await admin?.post('/admin/admin_group/edit', { id: group, rules: ['news/index'] });
    await until(() => pat.states.some(({ suggest }) => suggest === null));
    expect(await suggestText(pat, 0, 3, ' late')).toEqual({ ok: false, code: 403 });
    await admin?.post('/admin/admin_group/edit', { id: group, rules: [...SUGGESTER, 'news/edit'] });
    await until(() => pat.states.some(({ write }) => write === true));
    const writes = await open(await signIn(testServer, 'admin', person), id);
    expect(await writes.join()).toMatchObject({ ok: true, write: true });
    expect(await writes.change(() => writes.paragraph(1).insert(0, 'Written '))).toEqual({ ok: true });
  });

  it.each([true, false])(
    'of two decisions the first is valid, and the other editor is notified: accepted first %s',
    async (isAccepted) => {
      const id = await addNews('<p>Closed on Sunday here</p>');
      const suggests = await suggester(sue, id);
      await suggestText(suggests, 0, 16, 'Monday');
      await suggestDeletion(suggests, 0, 10, 6);
      const [{ client: first }, { client: second }] = [await join(editor, id), await join(admin, id)];
      const late: Uint8Array[] = [];
      const collect = (update: Uint8Array) => late.push(update);
      second.doc.on('update', collect);
      decideReplacement(second, !isAccepted);
      second.doc.off('update', collect);
      expect(await first.change(() => decideReplacement(first, isAccepted))).toEqual({ ok: true });
      expect(await second.send(mergeUpdates(late))).toEqual({ ok: true });
      const expected = `<paragraph>Closed on ${isAccepted ? 'Monday' : 'Sunday'} here</paragraph>`;
      for (const client of [first, second, suggests]) await until(() => xml(client) === expected);
      await until(() => second.states.some(({ overruled }) => overruled === true));
      expect(first.states.some(({ overruled }) => overruled === true)).toBe(false);
    },
  );
});
