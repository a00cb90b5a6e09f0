/** Compacting shared drafts: while people write, after a failed attempt, and at the start of a server after a killed one. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Doc } from 'yjs';
import { encodeStateAsUpdate, UndoManager, type XmlElement, type XmlText } from 'yjs';
import { DRAFT_FRAGMENT, type SharedDraftTarget } from '../../../common/protocol/sharedDraft';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { createDraftClient, type DraftClient } from '../../testing/live/draftClient';
import { acceptText, joinAsSuggester, suggestText } from '../../testing/live/draftSuggester';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { createDraftState, openDraftState } from './draftContent';
import { parseHtmlDocument } from './richText/parseHtmlDocument';
import { appendUpdate, draftKey, hashText, insertDraft, readDraft, type StoredSharedDraft } from './draftRepository';
import { mergeWithoutDeletedText } from './withoutDeletedText';

const TEXT = '<p>One</p><p>Two</p>';
/** A few of them are as many bytes as let the server compact a draft. */
const PART = 'words '.repeat(8_000);
const PARTS = 6;

describe.each(testDialects())('compacting shared drafts on %s', (database) => {
  let testServer: TestServer;
  let [admin, editor, sue]: Caller[] = [];
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    admin = await superAdmin(testServer);
    editor = await limitedAdmin(testServer, ['news/index', 'news/add', 'news/edit'], 'all');
    sue = await limitedAdmin(testServer, ['news/index', 'news/suggest'], 'all');
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await testServer.close();
  });

  const addNews = async (): Promise<SharedDraftTarget> => {
    const { data } = await (admin as Caller).post('/admin/news/add', { title: 'Compact', content: TEXT });
    return { e: 'news', id: data.id, f: 'content' };
  };
  const open = async (caller: Caller | undefined, target: SharedDraftTarget): Promise<DraftClient> => {
    const client = await connectLiveClient(`${testServer.url}/admin`, caller?.token ?? '', {});
    clients.push(client);
    return createDraftClient(client, target);
  };
  const readStored = ({ services }: TestServer, target: SharedDraftTarget) =>
    services.db.transact((tx) => readDraft(tx, draftKey(target), 0));
  const show = (stored: StoredSharedDraft | undefined): string =>
    openDraftState(mergeWithoutDeletedText(stored?.updates ?? []))
      .getXmlFragment(DRAFT_FRAGMENT)
      .toJSON();
  const waitFor = async (condition: () => Promise<boolean> | boolean): Promise<void> => {
    for (let attempt = 0; attempt < 200 && !(await condition()); attempt += 1) await sleep(20);
    expect(await condition()).toBe(true);
  };
  /** Types so much that the server compacts the draft; each part is acknowledged. */
  async function typeLongText(writer: DraftClient): Promise<void> {
    for (let part = 0; part < PARTS; part += 1) expect(await writer.type(0, PART)).toEqual({ ok: true });
  }

  it('while people write; undo and suggestions work as before, and nothing is lost', async () => {
    const target = await addNews();
    const [writer, other] = [await open(editor, target), await open(admin, target)];
    await writer.join();
    await other.join();
    const suggester = await joinAsSuggester(await open(sue, target));
    expect(await suggestText(suggester, 1, 3, ' maybe')).toEqual({ ok: true });
    const undo = new UndoManager(writer.doc.getXmlFragment(DRAFT_FRAGMENT), { captureTimeout: 0 });
    await writer.type(1, ' typed');
    await typeLongText(writer);
    await waitFor(async () => ((await readStored(testServer, target))?.snapshotNumber ?? 0) > 1);
    undo.clear();
    await writer.type(1, ' undone');
    await waitFor(() => other.texts()[1]?.includes(' undone') === true);
    await writer.change(() => void undo.undo());
    await waitFor(() => other.texts()[1]?.includes(' undone') === false);
    expect(await acceptText(writer, 1, 3, ' maybe'.length)).toEqual({ ok: true });
    const text = `<paragraph>One${PART.repeat(PARTS)}</paragraph><paragraph>Two maybe typed</paragraph>`;
    expect(writer.doc.getXmlFragment(DRAFT_FRAGMENT).toJSON()).toBe(text);
    expect(show(await readStored(testServer, target))).toBe(text);
  }, 60_000);

  it('a failed attempt loses no update, and a later one succeeds', async () => {
    const target = await addNews();
    const failpoints = testServer.services.env.failpoints as string[];
    const writer = await open(editor, target);
    await writer.join();
    failpoints.push('draft.in_compaction:throw');
    try {
      await typeLongText(writer);
      await writer.type(1, ' end');
    } finally {
      failpoints.splice(0);
    }
    const failed = await readStored(testServer, target);
    expect(failed?.snapshotNumber).toBe(1);
    expect(show(failed)).toContain(`<paragraph>Two end</paragraph>`);
    await typeLongText(writer);
    await waitFor(async () => ((await readStored(testServer, target))?.snapshotNumber ?? 0) > 1);
    expect(show(await readStored(testServer, target))).toContain(`One${PART.repeat(2 * PARTS)}<`);
  }, 60_000);
});

/** Stores a draft as a killed server leaves it; returns its document. */
async function storeLeftDraft({ services }: TestServer, target: SharedDraftTarget, updates: number): Promise<Doc> {
  const state = createDraftState(parseHtmlDocument(TEXT));
  const doc = openDraftState(state);
  const base = hashText(TEXT);
  await services.db.transact(async (tx) => {
    await insertDraft(tx, target, { state, base, now: Date.now() });
    const text = (doc.getXmlFragment(DRAFT_FRAGMENT).get(0) as XmlElement).get(0) as XmlText;
    let n = 1;
    const stored: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => stored.push(update));
    for (let index = 0; index < updates; index += 1) text.insert(0, `${index} `);
    text.delete(0, 3);
    const change = { base, writers: [], suggesters: [], now: Date.now() };
    for (const update of stored) await appendUpdate(tx, draftKey(target), { ...change, n: (n += 1), update });
  });
  return doc;
}

it.each(testDialects())(
  'compacting shared drafts on %s: a server that starts compacts what a killed one left',
  async (database) => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-compact-'));
    const created = database === 'mariadb' ? await createMariadbDatabase() : undefined;
    const env = {
      DATABASE_URL: created?.url ?? `sqlite:${join(folder, 'atrium.sqlite')}`,
      APP_KEYS: randomBytes(48).toString('base64url'),
    };
    const killed = await startTestServer({ env, settings: { captcha: 'never' } });
    const { data } = await (await superAdmin(killed)).post('/admin/news/add', { title: 'Left', content: TEXT });
    const target = { e: 'news', id: data.id, f: 'content' };
    const doc = await storeLeftDraft(killed, target, 40);
    await killed.close();
    const next = await startTestServer({ env, isSecondNode: true, settings: { captcha: 'never' } });
    const read = () => next.services.db.transact((tx) => readDraft(tx, draftKey(target), 0));
    try {
      for (let attempt = 0; attempt < 200 && (await read())?.updates.length !== 1; attempt += 1) await sleep(20);
      const stored = await read();
      expect([stored?.snapshotNumber, stored?.last, stored?.updates.length]).toEqual([42, 42, 1]);
      const opened = openDraftState(stored?.updates[0] ?? new Uint8Array());
      expect(opened.getXmlFragment(DRAFT_FRAGMENT).toJSON()).toBe(doc.getXmlFragment(DRAFT_FRAGMENT).toJSON());
      expect(Buffer.from(encodeStateAsUpdate(opened))).toEqual(Buffer.from(encodeStateAsUpdate(doc)));
      expect(await next.services.db.rows('SELECT n FROM shared_draft_update')).toEqual([]);
    } finally {
      await next.close();
      await created?.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  120_000,
);
