/** Two people in one block over the live channel, on one node and on two: each letter is there once, in the editors and in the stored draft. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyUpdate, Doc } from 'yjs';
import { mariadbUrl } from '../../../../config/jest/testEnvironment';
import { INSERTION } from '../../../../common/text/richText/draftSuggestion';
import { limitedAdmin, superAdmin, type Caller } from '../../../testing/callers';
import { printXml } from '../../../testing/live/blockWriters';
import { createDraftClient, type DraftClient } from '../../../testing/live/draftClient';
import { joinAsSuggester, suggestText } from '../../../testing/live/draftSuggester';
import { connectLiveClient, type LiveClient } from '../../../testing/live/liveClient';
import { waitUntil } from '../../../testing/live/presenceClient';
import { createMariadbDatabase } from '../../../testing/database/mariadbDatabase';
import { startTestServer, type TestServer } from '../../../testing/testServer';
import { replaceContent } from '../draftContent';
import { parseHtmlDocument } from '../richText/parseHtmlDocument';
import { readDraft } from '../draftRepository';

const WAIT_MS = 8_000;
const ROUNDS = 6;

interface Nodes {
  readonly servers: readonly TestServer[];
  readonly close: () => Promise<void>;
}
async function startOne(): Promise<Nodes> {
  const server = await startTestServer({ database: 'sqlite', settings: { captcha: 'never' } });
  return { servers: [server, server], close: server.close };
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
  return { servers: [first, second], close };
}
const KINDS = [{ name: 'one node', start: startOne }];
if (mariadbUrl() !== null) KINDS.push({ name: 'two nodes', start: startTwo });

describe.each(KINDS)('on $name', ({ start }) => {
  let nodes: Nodes;
  let [admin, ben, sue]: Caller[] = [];
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    nodes = await start();
    const [first] = nodes.servers as [TestServer];
    admin = await superAdmin(first);
    ben = await limitedAdmin(first, ['news/index', 'news/edit'], 'all');
    sue = await limitedAdmin(first, ['news/index', 'news/suggest'], 'all');
  }, 60_000);
  afterAll(async () => {
    for (const client of clients) client.close();
    await nodes.close();
  });

  const addNews = async (content: string): Promise<number> =>
    (await admin?.post('/admin/news/add', { title: 'Block', content }))?.data.id;
  const open = async (node: number, caller: Caller | undefined, id: number, doc?: Doc): Promise<DraftClient> => {
    const client = await connectLiveClient(`${nodes.servers[node]?.url ?? ''}/admin`, caller?.token ?? '', {});
    clients.push(client);
    return createDraftClient(client, { e: 'news', id, f: 'content' }, doc);
  };
  const enter = async (node: number, caller: Caller | undefined, id: number): Promise<DraftClient> => {
    const draft = await open(node, caller, id);
    expect(await draft.join()).toMatchObject({ ok: true });
    return draft;
  };
  const change = (client: DraftClient, html: string) =>
    client.change(() => void replaceContent(client.doc, parseHtmlDocument(html)));
  const both = (first: DraftClient, second: DraftClient, expected: string) =>
    waitUntil(() => [first, second].every(({ doc }) => printXml(doc) === expected), expected, WAIT_MS);
  const readStored = async (id: number): Promise<string> => {
    const { db } = (nodes.servers[0] as TestServer).services;
    const stored = await db.transact((tx) => readDraft(tx, `news:${id}:content`, 0));
    const doc = new Doc();
    for (const update of stored?.updates ?? []) applyUpdate(doc, update);
    return printXml(doc);
  };

  it('one types while the other changes the type of the block again and again', async () => {
    const id = await addNews('<p>One sentence</p>');
    const [a, b] = [await enter(0, admin, id), await enter(1, ben, id)];
    let text = 'One sentence';
    for (let round = 0; round < ROUNDS; round += 1) {
      const tag = round % 2 === 0 ? 'h2' : 'p';
      const typed = a.change(() => a.paragraph(0).insert(3, String(round)));
      const changed = change(b, `<${tag}>${text}</${tag}>`);
      expect(await Promise.all([typed, changed])).toEqual([{ ok: true }, { ok: true }]);
      text = `One${round}${text.slice(3)}`;
      const expected = tag === 'p' ? `<paragraph>${text}</paragraph>` : `<heading level="2">${text}</heading>`;
      await both(a, b, expected);
      expect(await readStored(id)).toBe(expected);
    }
  });

  it('one types offline while the other changes and splits the block', async () => {
    const id = await addNews('<p>First half, second half</p>');
    const [a, b] = [await enter(0, admin, id), await enter(1, ben, id)];
    a.socket.disconnect();
    a.doc.transact(() => a.paragraph(0).insert(23, '!'));
    a.doc.transact(() => a.paragraph(0).insert(5, 'abc'));
    await change(b, '<h2>First half, second half</h2>');
    await change(b, '<h2>First half,</h2><p> second half</p>');
    const again = await open(1, admin, id, a.doc);
    const joined = await again.join();
    if (!joined.ok) throw new Error('not joined');
    expect(await again.resend(joined)).toEqual({ ok: true });
    const expected = '<heading level="2">Firstabc half,</heading><paragraph>second half!</paragraph>';
    await both(again, b, expected);
    expect(await readStored(id)).toBe(expected);
  });

  it('a suggestion stays a suggestion when an editor changes the block', async () => {
    const id = await addNews('<p>One sentence</p>');
    const [s, b] = [await joinAsSuggester(await open(0, sue, id)), await enter(1, ben, id)];
    const suggested = suggestText(s, 0, 3, 'abc');
    const changed = change(b, '<h2>One sentence</h2>');
    expect(await Promise.all([suggested, changed])).toEqual([{ ok: true }, { ok: true }]);
    await waitUntil(() => [s, b].every(({ doc }) => printXml(doc).includes('abc')), 'the suggestion', WAIT_MS);
    const delta: unknown = b.paragraph(0).toDelta();
    expect(delta).toEqual([
      { insert: 'One' },
      { insert: 'abc', attributes: { [INSERTION]: s.mark } },
      { insert: ' sentence' },
    ]);
  });
});
