/** The history of a save names the authors whose suggestions an editor accepted, and nobody whose suggestions were rejected or are pending. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mergeUpdates, UndoManager, XmlElement } from 'yjs';
import type { JoinedDraft } from '../../../../common/protocol/sharedDraft';
import { SUGGESTION_ATTRIBUTE } from '../../../../common/text/richText/draftSuggestion';
import { limitedAdmin, superAdmin, type Caller } from '../../../testing/callers';
import { createDraftClient, type DraftClient } from '../../../testing/live/draftClient';
import {
  acceptText,
  joinAsSuggester,
  rejectText,
  suggestDeletion,
  suggestText,
  type Suggester,
} from '../../../testing/live/draftSuggester';
import { connectLiveClient, type LiveClient } from '../../../testing/live/liveClient';
import { startTestServer, testDialects, type TestServer } from '../../../testing/testServer';
import { hashText } from '../draftRepository';

const TEXT = '<p>One</p><p>Two</p>';

/** People in the draft of one text. */
interface Draft {
  readonly id: number;
  readonly editor: DraftClient;
  readonly sue: Suggester;
  readonly sam: Suggester;
}
interface Case {
  readonly title: string;
  /** What happens before the save. */
  readonly steps: (draft: Draft) => Promise<unknown>;
  readonly saved: string;
  readonly named: readonly ('editor' | 'sue' | 'sam')[];
}
/** Undo as the editor has it: each change is a step. */
function openHistory({ doc, send }: DraftClient) {
  const manager = new UndoManager(doc.getXmlFragment('default'), { captureTimeout: 0 });
  // a transaction around it would be a step of its own
  const run = (work: () => unknown) => {
    const updates: Uint8Array[] = [];
    const collect = (update: Uint8Array) => updates.push(update);
    doc.on('update', collect);
    work();
    doc.off('update', collect);
    return send(mergeUpdates(updates));
  };
  return { undo: () => run(() => manager.undo()), redo: () => run(() => manager.redo()) };
}
const addBlock = ({ change, doc, suggestion }: Suggester) =>
  change(() => {
    const paragraph = new XmlElement('paragraph');
    paragraph.setAttribute(SUGGESTION_ATTRIBUTE, suggestion);
    doc.getXmlFragment('default').insert(2, [paragraph]);
  });

const CASES: readonly Case[] = [
  {
    title: 'an accepted text',
    steps: async ({ editor, sue, sam }) => {
      await suggestText(sue, 0, 3, ' more');
      await suggestText(sam, 1, 3, ' pending');
      await acceptText(editor, 0, 3, 5);
    },
    saved: '<p>One more</p><p>Two</p>',
    named: ['editor', 'sue'],
  },
  {
    title: 'an accepted deletion',
    steps: async ({ editor, sue }) => {
      await suggestDeletion(sue, 1, 0, 2);
      await editor.change(() => editor.paragraph(1).delete(0, 2));
    },
    saved: '<p>One</p><p>o</p>',
    named: ['editor', 'sue'],
  },
  {
    title: 'an accepted paragraph',
    steps: async ({ editor, sue }) => {
      await addBlock(sue);
      await suggestText(sue, 2, 0, 'Three');
      await editor.change(() => {
        const block = editor.doc.getXmlFragment('default').get(2);
        if (block instanceof XmlElement) block.removeAttribute(SUGGESTION_ATTRIBUTE);
        editor.paragraph(2).format(0, 5, { insertion: null });
      });
    },
    saved: '<p>One</p><p>Two</p><p>Three</p>',
    named: ['editor', 'sue'],
  },
  {
    title: 'a rejected text beside an own change',
    steps: async ({ editor, sue }) => {
      await suggestText(sue, 0, 3, ' more');
      await rejectText(editor, 0, 3, 5);
      await editor.type(1, ' by the editor');
    },
    saved: '<p>One</p><p>Two by the editor</p>',
    named: ['editor'],
  },
  {
    title: 'a paragraph that the editor deletes with its suggestion',
    steps: async ({ editor, sue }) => {
      await suggestText(sue, 1, 3, ' more');
      await editor.change(() => editor.doc.getXmlFragment('default').delete(1, 1));
    },
    saved: '<p>One</p>',
    named: ['editor'],
  },
  {
    title: 'an accepted text and an accepted deletion, both undone',
    steps: async ({ editor, sue }) => {
      await suggestText(sue, 0, 3, ' more');
      await suggestDeletion(sue, 1, 0, 2);
      const history = openHistory(editor);
      await acceptText(editor, 0, 3, 5);
      await editor.change(() => editor.paragraph(1).delete(0, 2));
      await history.undo();
      await history.undo();
      await editor.type(1, ' by the editor');
    },
    saved: '<p>One</p><p>Two by the editor</p>',
    named: ['editor'],
  },
  {
    title: 'one of two accepted texts undone, and a text that is accepted again',
    steps: async ({ editor, sue, sam }) => {
      await suggestText(sue, 0, 3, ' more');
      await suggestText(sam, 1, 3, ' yet');
      const history = openHistory(editor);
      await acceptText(editor, 0, 3, 5);
      await acceptText(editor, 1, 3, 4);
      await history.undo();
      await history.undo();
      await history.redo();
    },
    saved: '<p>One more</p><p>Two</p>',
    named: ['editor', 'sue'],
  },
  {
    title: 'a text that is accepted, undone and rejected',
    steps: async ({ editor, sue }) => {
      await suggestText(sue, 0, 3, ' more');
      const history = openHistory(editor);
      await acceptText(editor, 0, 3, 5);
      await history.undo();
      await rejectText(editor, 0, 3, 5);
      await editor.type(1, ' by the editor');
    },
    saved: '<p>One</p><p>Two by the editor</p>',
    named: ['editor'],
  },
  {
    title: 'texts of two authors, both accepted',
    steps: async ({ editor, sue, sam }) => {
      await suggestText(sue, 0, 3, ' more');
      await suggestText(sam, 1, 3, ' yet');
      await acceptText(editor, 0, 3, 5);
      await acceptText(editor, 1, 3, 4);
    },
    saved: '<p>One more</p><p>Two yet</p>',
    named: ['editor', 'sue', 'sam'],
  },
];

describe.each(testDialects())('authors of accepted suggestions on %s', (database) => {
  let testServer: TestServer;
  const people: Partial<Record<'editor' | 'sue' | 'sam', Caller>> = {};
  let admin: Caller;
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    admin = await superAdmin(testServer);
    people.editor = await limitedAdmin(testServer, ['news/index', 'news/add', 'news/edit'], 'all');
    people.sue = await limitedAdmin(testServer, ['news/index', 'news/suggest'], 'all');
    people.sam = await limitedAdmin(testServer, ['news/index', 'news/suggest'], 'all');
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await testServer.close();
  });

  const connect = async (caller: Caller | undefined, id: number) => {
    const client = await connectLiveClient(`${testServer.url}/admin`, caller?.token ?? '', {});
    clients.push(client);
    return createDraftClient(client, { e: 'news', id, f: 'content' });
  };
  async function openDraft(): Promise<Draft> {
    const id: number = (await admin.post('/admin/news/add', { title: 'Suggest', content: TEXT })).data.id;
    const editor = await connect(people.editor, id);
    const joined = (await editor.join()) as JoinedDraft;
    expect(joined.write).toBe(true);
    const sue = await joinAsSuggester(await connect(people.sue, id));
    const sam = await joinAsSuggester(await connect(people.sam, id));
    return { id, editor: changeWhenEqual(editor, [sue, sam]), sue, sam };
  }
  const toXml = ({ doc }: DraftClient) => doc.getXmlFragment('default').toJSON();
  /** The editor, who changes the text once it shows what the others show. */
  const changeWhenEqual = (editor: DraftClient, others: readonly DraftClient[]): DraftClient => ({
    ...editor,
    change: async (work) => {
      for (let attempt = 0; attempt < 200; attempt += 1) {
        if (others.every((other) => toXml(other) === toXml(editor))) break;
        await sleep(20);
      }
      return editor.change(work);
    },
  });
  const loadName = async (person: Case['named'][number]): Promise<string> => {
    const { row } = (await admin.get('/admin/admin/edit', { id: String(people[person]?.id) })).data;
    return row.nickname;
  };

  it.each(CASES)('$title: the save names $named', async ({ steps, saved, named }) => {
    const draft = await openDraft();
    await steps(draft);
    const fields = { content: saved, _draft: { content: hashText(TEXT) }, _base: { content: TEXT } };
    expect((await people.editor?.post('/admin/news/edit', { id: draft.id, ...fields }))?.code).toBe(1);
    const [entry] = (await admin.get('/admin/news/history', { id: String(draft.id) })).data.list;
    const names = await Promise.all(named.map(loadName));
    expect(new Set(String(entry.by.name).split(', '))).toEqual(new Set(names));
  });
});
