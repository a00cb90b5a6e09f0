/**
 * Suggestions over nodes: made on one, accepted and rejected on the other, and still open after a killed process. With SQLite, which serves
 * one process, there is one node.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { diffUpdate, encodeStateAsUpdate, encodeStateVector } from 'yjs';
import { INSERTION } from '../../../../common/text/richText/draftSuggestion';
import { createCaller, signIn, type Caller } from '../../../testing/callers';
import { createDraftClient, type DraftClient } from '../../../testing/live/draftClient';
import {
  acceptText,
  joinAsSuggester,
  rejectText,
  suggestDeletion,
  suggestText,
} from '../../../testing/live/draftSuggester';
import { connectLiveClient, type LiveClient } from '../../../testing/live/liveClient';
import { waitUntil } from '../../../testing/live/presenceClient';
import { startDraftNodes, type DraftNode, type DraftNodes } from '../../../testing/processes/draftNodes';
import { testDialects } from '../../../testing/testServer';
import { hashText } from '../draftRepository';

const TEXT = '<p>One</p><p>Two</p>';
const WAIT_MS = 8_000;

describe.each(testDialects())('suggestions over nodes on %s', (database) => {
  let nodes: DraftNodes;
  let sue: Caller;
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    nodes = await startDraftNodes(database);
    const { admin } = firstNode();
    const rules = ['news/index', 'news/suggest', 'notice/index'];
    const group = (await admin.post('/admin/admin_group/add', { name: 'Suggest', rules, data_scope: 'all' })).data.id;
    const person = { username: 'sue_nodes', nickname: 'Sue', password: 'S3cret-pass', group_arr: [group] };
    await admin.post('/admin/admin/add', person);
    sue = await signIn(firstNode(), 'admin', person);
  }, 60_000);
  afterAll(async () => {
    for (const client of clients) client.close();
    await nodes.close();
  });

  const firstNode = (): DraftNode => nodes.running[0] as DraftNode;
  const lastNode = (): DraftNode => nodes.running.at(-1) as DraftNode;
  const addNews = async (): Promise<number> =>
    (await firstNode().admin.post('/admin/news/add', { title: 'Nodes', content: TEXT })).data.id;
  const open = async ({ url }: DraftNode, token: string, id: number, doc?: DraftClient['doc']) => {
    const client = await connectLiveClient(`${url}/admin`, token, {});
    clients.push(client);
    return createDraftClient(client, { e: 'news', id, f: 'content' }, doc);
  };
  /** Titles of the notices about a record, and whether they are unread. */
  const loadNotices = async (caller: Caller, id: number): Promise<readonly (readonly [string, boolean])[]> => {
    const { list } = (await caller.get('/admin/notice/index', { limit: '100' })).data;
    return (list as readonly { title: string; link: string; read_time: number | null }[])
      .filter(({ link, title }) => link === `/admin/news/${id}` && title.startsWith('suggestions_'))
      .map(({ title, read_time: readAt }) => [title, readAt === null]);
  };
  const xml = ({ doc }: DraftClient) => doc.getXmlFragment('default').toJSON();
  const untilXml = (client: DraftClient, isShown: (text: string) => boolean, what: string) =>
    waitUntil(() => isShown(xml(client)), what, WAIT_MS);

  it('suggestions are shown, accepted and rejected on the other node, and a save there keeps the open ones', async () => {
    const id = await addNews();
    const suggests = await joinAsSuggester(await open(firstNode(), sue.token, id));
    const edits = await open(lastNode(), lastNode().admin.token, id);
    await edits.join();
    expect(await suggestText(suggests, 0, 3, ' yes')).toEqual({ ok: true });
    expect(await suggestText(suggests, 1, 3, ' no')).toEqual({ ok: true });
    expect(await suggestDeletion(suggests, 1, 0, 1)).toEqual({ ok: true });
    await untilXml(edits, (text) => text === xml(suggests), 'the suggestions on the other node');
    expect(xml(edits)).toContain(`<insertion suggestion="${suggests.suggestion}"> yes</insertion>`);
    expect(await acceptText(edits, 0, 3, 4)).toEqual({ ok: true });
    expect(await rejectText(edits, 1, 3, 3)).toEqual({ ok: true });
    await untilXml(suggests, (text) => text === xml(edits), 'the decisions on the first node');
    expect(suggests.paragraph(0).toDelta()).toEqual([{ insert: 'One yes' }]);
    expect(xml(suggests)).not.toContain(' no');
    const saved = '<p>One yes</p><p>Two</p>';
    const body = { id, content: saved, _base: { content: TEXT }, _draft: { content: hashText(TEXT) } };
    expect((await lastNode().admin.post('/admin/news/edit', body)).code).toBe(1);
    await waitUntil(() => suggests.states.some(({ base }) => base === hashText(saved)), 'the new base', WAIT_MS);
    expect(xml(suggests)).toContain('<deletion');
    expect(await loadNotices(lastNode().admin, id)).toEqual([['suggestions_wait', true]]);
    await edits.change(() => edits.paragraph(1).delete(0, 1));
    await waitUntil(() => !xml(suggests).includes('<deletion'), 'the last decision', WAIT_MS);
    await sleep(500);
    expect(await loadNotices(lastNode().admin, id)).toEqual([['suggestions_wait', false]]);
    expect(await loadNotices(createCaller(firstNode(), { ...sue, realm: 'admin' }), id)).toEqual([
      ['suggestions_decided', true],
    ]);
    // what an editor of the other node accepted is no longer the suggester's
    expect(await suggests.change(() => suggests.paragraph(0).delete(3, 4))).toEqual({ ok: false, code: 409 });
  });

  it('suggestions stay open when the process of their author is killed, and can be decided on another node', async () => {
    const id = await addNews();
    const killed = firstNode();
    const suggests = await joinAsSuggester(await open(killed, sue.token, id));
    expect(await suggestText(suggests, 0, 3, ' kept')).toEqual({ ok: true });
    expect(await suggestText(suggests, 1, 3, ' gone')).toEqual({ ok: true });
    const stored = encodeStateVector(suggests.doc);
    const late = suggestText(suggests, 1, 0, 'late ').catch(() => undefined);
    await nodes.kill(killed);
    suggests.socket.disconnect();
    await late;
    if (nodes.running.length === 0) await nodes.start();
    const edits = await open(firstNode(), firstNode().admin.token, id);
    expect(await edits.join()).toMatchObject({ ok: true, writers: [] });
    expect(xml(edits)).toContain(' kept</insertion>');
    expect(xml(edits)).toContain(' gone</insertion>');
    expect(await acceptText(edits, 0, 3, 5)).toEqual({ ok: true });
    const again = database === 'mariadb' ? await nodes.start() : firstNode();
    const returns = await joinAsSuggester(await open(again, sue.token, id, suggests.doc));
    await untilXml(returns, (text) => !text.includes(' kept</insertion>'), 'the decision at the author');
    expect(returns.paragraph(0).toDelta()).toEqual([{ insert: 'One kept' }]);
    expect(returns.paragraph(1).toDelta()).toContainEqual(
      expect.objectContaining({ attributes: { [INSERTION]: returns.mark } }),
    );
    // sent again, as the editor does with what no server acknowledged
    expect(await returns.send(diffUpdate(encodeStateAsUpdate(returns.doc), stored))).toEqual({ ok: true });
    await untilXml(edits, (text) => text.includes('late </insertion>'), 'what was typed when the process died');
    expect(await suggestText(returns, 1, 0, 'more ')).toEqual({ ok: true });
  });
});
