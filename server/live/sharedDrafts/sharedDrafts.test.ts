/** Shared drafts on both databases: who takes part, what is stored, saves, foreign changes, and limits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector, XmlElement, mergeUpdates } from 'yjs';
import { LIMITS } from '../../../common/limits';
import { limitedAdmin, member, signIn, superAdmin, type Caller } from '../../testing/callers';
import { createDraftClient } from '../../testing/live/draftClient';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { findUpdateFault } from './findUpdateFault';
import { hashText, deleteExpiredSharedDrafts, readDraft } from './draftRepository';

const NEWS = ['news/index', 'news/add', 'news/edit', 'news/del'];

/** The Yjs client id of hostile editors. */
const HOSTILE_ID = 77;
function createHostileDoc(): Doc {
  const doc = new Doc();
  doc.clientID = HOSTILE_ID;
  return doc;
}
/** An update of so many insertions of one character. */
function createUpdate(steps: number): Uint8Array {
  const doc = createHostileDoc();
  const text = doc.getText('x');
  doc.transact(() => {
    for (let step = 0; step < steps; step += 1) text.insert(0, 'y');
  });
  return encodeStateAsUpdate(doc);
}

describe.each(testDialects())('shared drafts on %s', (database) => {
  let testServer: TestServer;
  let [admin, anna, ben, reader, owner, stranger]: Caller[] = [];
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    admin = await superAdmin(testServer);
    anna = await limitedAdmin(testServer, NEWS, 'all');
    ben = await limitedAdmin(testServer, NEWS, 'all');
    reader = await limitedAdmin(testServer, ['news/index'], 'all');
    owner = await limitedAdmin(testServer, NEWS, 'own');
    stranger = await limitedAdmin(testServer, ['lead/index'], 'all');
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await testServer.close();
  });

  const addNews = async (content = '<p>One</p><p>Two</p>'): Promise<number> =>
    (await admin?.post('/admin/news/add', { title: 'Together', content }))?.data.id;
  const connect = async (caller: Caller | undefined, realm = 'admin'): Promise<LiveClient> => {
    const client = await connectLiveClient(`${testServer.url}/${realm}`, caller?.token ?? '', {});
    clients.push(client);
    return client;
  };
  const open = async (caller: Caller | undefined, id: number) =>
    createDraftClient(await connect(caller), { e: 'news', id, f: 'content' });
  const until = async (condition: () => boolean): Promise<void> => {
    for (let attempt = 0; attempt < 200 && !condition(); attempt += 1) await sleep(20);
    expect(condition()).toBe(true);
  };
  const loadName = async (caller: Caller | undefined): Promise<string> =>
    (await admin?.get('/admin/admin/edit', { id: String(caller?.id) }))?.data.row.nickname;
  const lastHistoryEntry = async (id: number) => {
    const sql = "SELECT actor, actor_name FROM record_history WHERE ent = 'news' AND eid = ? ORDER BY seq DESC LIMIT 1";
    const [entry] = await testServer.services.db.rows<{ actor: string; actor_name: string }>(sql, [id]);
    return entry ?? { actor: '', actor_name: '' };
  };
  const loadRow = async (id: number) => (await admin?.get('/admin/news/edit', { id: String(id) }))?.data.row;

  it('two writers see what each types; the record does not change, and a later reader gets the stored draft', async () => {
    const id = await addNews();
    const [a, b] = [await open(anna, id), await open(ben, id)];
    expect(await a.join()).toMatchObject({ ok: true, write: true, people: [], writers: [] });
    expect(await b.join()).toMatchObject({
      ok: true,
      write: true,
      people: [{ c: a.editor.c, p: `admin:${anna?.id}` }],
    });
    expect(a.texts()).toEqual(['One', 'Two']);
    const acks = await Promise.all([a.type(0, ' by Anna'), b.type(1, ' by Ben')]);
    expect(acks).toEqual([{ ok: true }, { ok: true }]);
    await until(() => a.texts().join() === b.texts().join());
    expect(a.texts()).toEqual(['One by Anna', 'Two by Ben']);
    expect((await loadRow(id)).content).toBe('<p>One</p><p>Two</p>');
    const late = await open(reader, id);
    const joined = await late.join();
    expect(joined).toMatchObject({ ok: true, write: false });
    expect(joined.ok ? joined.writers.map(({ p }) => p).sort() : []).toEqual(
      [`admin:${anna?.id}`, `admin:${ben?.id}`].sort(),
    );
    expect(late.texts()).toEqual(a.texts());
  });

  it('join: 404 for records of other scopes, other fields, missing records and members', async () => {
    const id = await addNews();
    expect(await (await open(owner, id)).join()).toEqual({ ok: false, code: 404 });
    expect(await (await open(stranger, id)).join()).toEqual({ ok: false, code: 404 });
    expect(await (await open(anna, 987_654)).join()).toEqual({ ok: false, code: 404 });
    const client = await connect(anna);
    for (const f of ['title', 'description', 'nonsense'])
      expect(await createDraftClient(client, { e: 'news', id, f }).join()).toEqual({ ok: false, code: 404 });
    const mia = await member(testServer);
    const { socket } = await connect(mia, 'member');
    expect(await socket.emitWithAck('draft_join', { e: 'news', id, f: 'content', c: 1 })).toEqual({
      ok: false,
      code: 404,
    });
  });

  it('update: 403 for a reader; a lost permission freezes the editor and lets nothing more through', async () => {
    const id = await addNews();
    const rules = [...NEWS];
    const group = (await admin?.post('/admin/admin_group/add', { name: `Draft ${id}`, rules, data_scope: 'all' }))?.data
      .id;
    const person = { username: `eve_${id}`, nickname: 'Eve', password: 'S3cret-pass', group_arr: [group] };
    await admin?.post('/admin/admin/add', person);
    const [eve, a, r] = [
      await open(await signIn(testServer, 'admin', person), id),
      await open(anna, id),
      await open(reader, id),
    ];
    for (const client of [eve, a, r]) await client.join();
    expect(await r.type(0, ' no')).toEqual({ ok: false, code: 403 });
    expect(await eve.type(0, ' yes')).toEqual({ ok: true });
    await admin?.post('/admin/admin_group/edit', { id: group, rules: ['news/index'] });
    await until(() => eve.states.some(({ write }) => write === false));
    expect(await eve.type(0, ' late')).toEqual({ ok: false, code: 403 });
    await admin?.post('/admin/admin_group/edit', { id: group, rules: ['lead/index'] });
    await until(() => eve.states.some(({ end }) => end === 'access'));
    await a.type(1, ' secret');
    await sleep(100);
    expect(a.texts()).toEqual(['One yes', 'Two secret']);
    expect(eve.texts()[1]).toBe('Two');
  });

  it('save: no conflict for the others, whose later text stays; the draft continues from the saved text', async () => {
    const id = await addNews();
    const [a, b] = [await open(anna, id), await open(ben, id)];
    await a.join();
    await b.join();
    await Promise.all([a.type(0, ' A'), b.type(1, ' B')]);
    await until(() => a.texts().join() === 'One A,Two B');
    const body = { id, revision: 1, _base: { content: '<p>One</p><p>Two</p>' }, content: '<p>One A</p><p>Two B</p>' };
    expect(
      (await anna?.post('/admin/news/edit', { ...body, _draft: { content: hashText('<p>One</p><p>Two</p>') } }))?.code,
    ).toBe(1);
    expect((await lastHistoryEntry(id)).actor_name.split(', ')).toEqual([await loadName(anna), await loadName(ben)]);
    await until(() => b.states.some(({ base }) => base === hashText(body.content)));
    await b.type(1, ' more');
    // it knows only the first revision, as when the news of the save is still on its way
    const later = { ...body, content: '<p>One A</p><p>Two B more</p>', _draft: { content: hashText(body.content) } };
    expect((await ben?.post('/admin/news/edit', later))?.code).toBe(1);
    expect((await ben?.post('/admin/news/edit', { ...body, content: '<p>Alone</p>' }))?.code).toBe(412);
    expect((await loadRow(id)).content).toBe('<p>One A</p><p>Two B more</p>');
  });

  it('save: a conflict when another person saved after the text was read', async () => {
    const id = await addNews();
    const [a, b] = [await open(anna, id), await open(ben, id)];
    await a.join();
    await b.join();
    await b.type(1, ' B');
    const old = {
      id,
      revision: 1,
      _base: { content: '<p>One</p><p>Two</p>' },
      _draft: { content: hashText('<p>One</p><p>Two</p>') },
    };
    expect((await ben?.post('/admin/news/edit', { ...old, content: '<p>One</p><p>Two B</p>' }))?.code).toBe(1);
    await until(() => a.states.some(({ base }) => base === hashText('<p>One</p><p>Two B</p>')));
    expect((await anna?.post('/admin/news/edit', { ...old, content: '<p>One</p><p>Two A</p>' }))?.code).toBe(412);
    expect((await loadRow(id)).content).toBe('<p>One</p><p>Two B</p>');
  });

  it('save: people whose text it does not contain stay writers; nobody stays one when it contains everything', async () => {
    const id = await addNews();
    const [a, b] = [await open(anna, id), await open(ben, id)];
    await a.join();
    await b.join();
    await a.type(0, ' A');
    await b.type(1, ' B');
    const writers = async () =>
      (await testServer.services.db.transact((tx) => readDraft(tx, `news:${id}:content`, 0)))?.writers;
    const longAgo = JSON.stringify((await writers())?.map((writer) => ({ ...writer, at: writer.at - 60_000 })));
    await testServer.services.db.transact((tx) =>
      tx.run('UPDATE shared_draft SET writers = ? WHERE eid = ?', [longAgo, id]),
    );
    const base = { content: hashText('<p>One</p><p>Two</p>') };
    await anna?.post('/admin/news/edit', { id, content: '<p>One A</p><p>Two</p>', _draft: base });
    expect(await writers()).toHaveLength(2);
    const next = { content: hashText('<p>One A</p><p>Two</p>') };
    await anna?.post('/admin/news/edit', { id, content: '<p>One A</p><p>Two B</p>', _draft: next });
    expect(await writers()).toEqual([]);
  });

  it('an invalid cursor is sent to nobody', async () => {
    const id = await addNews();
    const [a, b] = [await open(anna, id), await open(ben, id)];
    await a.join();
    await b.join();
    const position = { type: null, tname: 'default', item: null, assoc: 0 };
    const good = JSON.stringify({ anchor: position, head: position });
    for (const cursor of ['{', '{"anchor":5,"head":{}}', good]) a.socket.emit('draft_cursor', { ...a.editor, cursor });
    await until(() => b.people.length >= 3);
    expect(b.people.map(({ set }) => set?.cursor)).toEqual([null, null, good]);
  });

  it('an update without new content adds no writer; an incomplete update is applied as far as possible', async () => {
    const id = await addNews();
    const [a, b] = [await open(anna, id), await open(ben, id)];
    await a.join();
    await b.join();
    await a.change(() => a.paragraph(0).delete(0, 1));
    await until(() => b.texts()[0] === 'ne');
    b.states.splice(0);
    expect(await b.send(encodeStateAsUpdate(b.doc, encodeStateVector(b.doc)))).toEqual({ ok: true });
    expect(b.states).toEqual([]);
    const known = encodeStateVector(b.doc);
    b.paragraph(1).insert(0, 'x');
    const first = encodeStateAsUpdate(b.doc, known);
    const tab = createDraftClient(await connect(ben), { e: 'news', id, f: 'content' });
    await tab.join();
    const gap = tab.doc;
    gap.getXmlFragment('default').insert(0, [new XmlElement('paragraph')]);
    const before = encodeStateVector(gap);
    gap.getXmlFragment('default').insert(1, [new XmlElement('paragraph')]);
    const ended = new Promise((resolve) => b.socket.once('disconnect', resolve));
    b.send(mergeUpdates([first, encodeStateAsUpdate(gap, before)])).catch(() => undefined);
    await ended;
    await until(() => a.texts()[1] === 'xTwo');
    const later = await open(ben, id);
    await later.join();
    expect(later.texts()).toEqual(a.texts());
  });

  it('a full draft accepts deletions, and insertions again after them', async () => {
    const id = await addNews();
    const a = await open(anna, id);
    await a.join();
    let ack = await a.type(0, 'x'.repeat(50_000));
    for (let count = 0; ack.ok && count < 60; count += 1) {
      await sleep(60);
      ack = await a.type(0, 'x'.repeat(50_000));
    }
    expect(ack).toEqual({ ok: false, code: 413 });
    const again = await open(anna, id);
    await again.join();
    const kept = again.texts()[0] ?? '';
    expect(await again.change(() => again.paragraph(0).delete(0, 5))).toEqual({ ok: true });
    expect(again.texts()[0]).toHaveLength(kept.length - 5);
    expect(await again.change(() => again.paragraph(0).delete(3, kept.length))).toEqual({ ok: true });
    expect(await again.type(0, 'room')).toEqual({ ok: true });
  }, 60_000);

  it('purging the record deletes its draft', async () => {
    const id = await addNews();
    const a = await open(anna, id);
    await a.join();
    await a.type(0, ' gone');
    a.socket.disconnect();
    await admin?.post('/admin/news/del', { ids: [id] });
    expect((await admin?.post('/admin/news/purge', { ids: [id] }))?.code).toBe(1);
    expect(await testServer.services.db.rows('SELECT id FROM shared_draft WHERE eid = ?', [id])).toEqual([]);
    expect(
      await testServer.services.db.rows('SELECT n FROM shared_draft_update WHERE draft = ?', [`news:${id}:content`]),
    ).toEqual([]);
  });

  it('a stored text that changed elsewhere replaces a draft without changes; a draft with changes keeps them', async () => {
    const id = await addNews();
    const [a, b] = [await open(anna, id), await open(ben, id)];
    await a.join();
    await b.join();
    await admin?.post('/admin/news/edit', { id, content: '<p>One</p><p>Two and a half</p><p>Three</p>' });
    await until(() => a.texts().join() === 'One,Two and a half,Three' && b.texts().join() === a.texts().join());
    await a.type(0, ' typed');
    await admin?.post('/admin/news/edit', { id, content: '<p>Elsewhere</p>' });
    await sleep(300);
    expect(a.texts()).toEqual(['One typed', 'Two and a half', 'Three']);
    expect(a.states.some(({ base }) => base === hashText('<p>Elsewhere</p>'))).toBe(false);
  });

  it('deleting the record ends the draft for everybody', async () => {
    const id = await addNews();
    const a = await open(anna, id);
    await a.join();
    await admin?.post('/admin/news/del', { ids: [id] });
    await until(() => a.states.some(({ end }) => end === 'deleted'));
    expect(await a.type(0, '!')).toEqual({ ok: false, code: 404 });
    expect(await a.join()).toEqual({ ok: false, code: 404 });
  });

  it('hostile updates end their connection only, in at most 20 ms of the server’s time', async () => {
    const id = await addNews();
    const a = await open(anna, id);
    await a.join();
    const manySteps = createUpdate(1_000_000);
    const gap = createHostileDoc();
    gap.getText('x').insert(0, 'first');
    const known = encodeStateVector(gap);
    gap.getText('x').insert(5, 'second');
    const hostile: readonly Uint8Array[] = [
      new Uint8Array(61 * 1024),
      new Uint8Array(10 * 1024 * 1024),
      manySteps,
      manySteps.slice(0, 60 * 1024),
      createUpdate(LIMITS.draftUpdateSteps + 1),
      Uint8Array.from([255, 255, 255, 255, 255, 255, 255, 7]),
      encodeStateAsUpdate(gap, known),
    ];
    for (const update of hostile) {
      // a busy machine may be late once
      const times = [1, 2, 3].map(() => {
        const startedAt = performance.now();
        findUpdateFault(a.doc, update, () => true);
        return performance.now() - startedAt;
      });
      expect(Math.min(...times)).toBeLessThan(20);
      const bad = createDraftClient(await connect(ben), { e: 'news', id, f: 'content' }, createHostileDoc());
      expect(await bad.join()).toMatchObject({ ok: true });
      const ended = new Promise((resolve) => bad.socket.once('disconnect', resolve));
      bad.send(update).catch(() => undefined);
      await ended;
    }
    const flooding = await open(ben, id);
    await flooding.join();
    const ended = new Promise((resolve) => flooding.socket.once('disconnect', resolve));
    for (let step = 0; step < 200; step += 1) flooding.type(0, 'z').catch(() => undefined);
    await ended;
    expect(await a.type(1, ' still works')).toEqual({ ok: true });
  }, 60_000);

  it('content that the text cannot have is refused with what follows it; the connection stays, and a new document joins', async () => {
    const id = await addNews();
    const [a, b] = [await open(anna, id), await open(ben, id)];
    await a.join();
    await b.join();
    const refused = { ok: false, code: 422 };
    const insertImage = () => {
      const image = new XmlElement('image');
      image.setAttribute('src', 'https://example.org/a.png');
      a.doc.getXmlFragment('default').insert(1, [image]);
    };
    expect(await a.change(insertImage)).toEqual(refused);
    expect(await a.change(() => a.paragraph(0).insert(0, 'late '))).toEqual(refused);
    expect(a.socket.connected).toBe(true);
    const again = await open(anna, id);
    await again.join();
    expect(await again.type(0, ' more')).toEqual({ ok: true });
    await until(() => b.texts().join() === 'One more,Two');
  });

  it('acknowledged updates survive a restart, and a reconnected client sends the text typed meanwhile', async () => {
    const id = await addNews();
    const a = await open(anna, id);
    await a.join();
    await a.type(0, ' kept');
    a.socket.disconnect();
    a.doc.transact(() => a.paragraph(1).insert(3, ' offline'));
    const again = createDraftClient(await connect(anna), { e: 'news', id, f: 'content' }, a.doc);
    const joined = await again.join();
    if (!joined.ok) throw new Error('not joined');
    expect(await again.resend(joined)).toEqual({ ok: true });
    const stored = await testServer.services.db.transact((tx) => readDraft(tx, `news:${id}:content`, 0));
    const doc = new Doc();
    for (const update of stored?.updates ?? []) applyUpdate(doc, update);
    expect(doc.getXmlFragment('default').toJSON()).toContain('Two offline');
    expect(doc.getXmlFragment('default').toJSON()).toContain('One kept');
  });

  it('a long draft is compacted to one snapshot when everybody has left; new readers get it, and offline changes still merge', async () => {
    const id = await addNews();
    const a = await open(anna, id);
    await a.join();
    for (let part = 0; part < 5; part += 1) await a.type(0, 'long '.repeat(3_000));
    await a.type(1, ' secret');
    const updates = () =>
      testServer.services.db.rows('SELECT n FROM shared_draft_update WHERE draft = ?', [`news:${id}:content`]);
    await a.change(() => a.paragraph(1).delete(3, 7));
    expect(await updates()).not.toEqual([]);
    a.socket.disconnect();
    a.doc.transact(() => a.paragraph(1).insert(3, ' offline'));
    for (let attempt = 0; attempt < 200 && (await updates()).length > 0; attempt += 1) await sleep(20);
    expect(await updates()).toEqual([]);
    const late = await open(ben, id);
    const first = await late.join();
    if (!first.ok) throw new Error('not joined');
    const stored = await testServer.services.db.transact((tx) => readDraft(tx, `news:${id}:content`, 0));
    expect(stored?.updates.map((update) => Buffer.from(update))).toEqual([Buffer.from(first.u)]);
    expect(first.sv).toBeUndefined();
    expect(Buffer.from(first.u).includes('secret')).toBe(false);
    expect(await late.type(1, ' late')).toEqual({ ok: true });
    const again = createDraftClient(await connect(anna), { e: 'news', id, f: 'content' }, a.doc);
    const joined = await again.join();
    if (!joined.ok || joined.sv === undefined) throw new Error('no state vector');
    expect(await again.resend(joined)).toEqual({ ok: true });
    await until(() => late.texts()[1]?.includes('offline') === true);
    expect(late.texts()).toEqual(again.texts());
    expect(late.texts()[1]).toContain(' late');
    expect(late.texts()[0]).toBe(`One${'long '.repeat(15_000)}`);
  });

  it('a draft is deleted after a month without a change', async () => {
    const id = await addNews();
    const a = await open(anna, id);
    await a.join();
    await a.type(0, ' old');
    const { db } = testServer.services;
    const count = async () => (await db.rows('SELECT id FROM shared_draft WHERE eid = ?', [id])).length;
    await deleteExpiredSharedDrafts(db, Date.now() + 29 * 86_400_000);
    expect(await count()).toBe(1);
    expect(await deleteExpiredSharedDrafts(db, Date.now() + 31 * 86_400_000)).toBeGreaterThanOrEqual(1);
    expect(await count()).toBe(0);
    expect(await db.rows('SELECT id FROM shared_draft_update WHERE draft = ?', [`news:${id}:content`])).toEqual([]);
  });
});
