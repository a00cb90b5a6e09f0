/** Two editors who decide about the same suggestion and do not know of each other: the decision that the server gets first is valid as a whole. */
import { describe, expect, it } from '@jest/globals';
import { encodeStateAsUpdate, mergeUpdates, XmlElement, XmlText, type XmlFragment } from 'yjs';
import {
  DELETION,
  INSERTION,
  printSuggestion,
  SUGGESTION_ATTRIBUTE,
} from '../../../../common/text/richText/draftSuggestion';
import { DRAFT_FRAGMENT } from '../../../../common/protocol/sharedDraft';
import {
  addWriter,
  createServer,
  createState,
  deliver,
  erase,
  listTexts,
  printXml,
  readStored,
  receive,
  settle,
  store,
  type,
  type BlockServer,
  type BlockWriter,
} from '../../../testing/live/blockWriters';
import { createServerEditorId } from '../people/editorIds';

const SUGGESTION = printSuggestion({ p: 'admin:9', name: 'Sue', at: 0 });
const MARK = { [SUGGESTION_ATTRIBUTE]: SUGGESTION };

interface Run {
  readonly insert: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}
/** Decides about the suggestions in a text, from its end, each part in a step of its own as the editor does. */
function decideText(text: XmlText, isAccepted: boolean): void {
  let at = text.length;
  for (const { insert, attributes = {} } of (text.toDelta() as readonly Run[]).toReversed()) {
    at -= insert.length;
    for (const key of [INSERTION, DELETION])
      if (!(key in attributes)) continue;
      else if ((key === INSERTION) === isAccepted) text.format(at, insert.length, { [key]: null });
      else text.delete(at, insert.length);
  }
}
function decide({ doc }: BlockWriter, isAccepted: boolean): void {
  for (const text of listTexts(doc).toReversed()) {
    const before = text.length;
    decideText(text, isAccepted);
    const { parent } = text;
    if (!(parent instanceof XmlElement)) continue;
    const isSuggested = parent.getAttribute(SUGGESTION_ATTRIBUTE) !== undefined;
    if (isSuggested && isAccepted) parent.removeAttribute(SUGGESTION_ATTRIBUTE);
    if (before === 0 || text.length > 0) continue;
    const block = parent.parent instanceof XmlElement ? parent.parent : parent;
    const around = block.parent as XmlFragment;
    around.delete(around.toArray().indexOf(block), 1);
  }
}
/** The server gets what a person did in one update. */
function deliverAll(server: BlockServer, writer: BlockWriter): void {
  writer.sent = [{ update: mergeUpdates(writer.sent.map(({ update }) => update)), seen: writer.sent[0]?.seen ?? 0 }];
  deliver(server, writer);
}
const firstText = ({ doc }: BlockServer): XmlText => listTexts(doc)[0] as XmlText;

/** What Sue suggests, in a text of one paragraph and a list. */
const SUGGESTIONS: Readonly<Record<string, (server: BlockServer) => void>> = {
  'an insertion': (server) => firstText(server).insert(9, ' Monday', { [INSERTION]: MARK }),
  'a deletion': (server) => firstText(server).format(9, 7, { [DELETION]: MARK }),
  'a replacement': (server) => {
    firstText(server).insert(16, 'Monday', { [INSERTION]: MARK });
    firstText(server).format(10, 6, { [DELETION]: MARK });
  },
  'a replacement with the new word first': (server) => {
    firstText(server).insert(10, 'Monday', { [INSERTION]: MARK });
    firstText(server).format(16, 6, { [DELETION]: MARK });
  },
  'a replacement in bold text': (server) => {
    firstText(server).format(8, 10, { bold: {} });
    firstText(server).insert(16, 'Monday', { [INSERTION]: MARK, bold: {} });
    firstText(server).format(10, 6, { [DELETION]: MARK });
  },
  'two replacements at once': (server) => {
    firstText(server).insert(16, 'Monday', { [INSERTION]: MARK });
    firstText(server).format(10, 6, { [DELETION]: MARK });
    firstText(server).insert(6, ' today', { [INSERTION]: MARK });
    firstText(server).format(0, 6, { [DELETION]: MARK });
  },
  'a heading': ({ doc }) => {
    const [heading, text] = [new XmlElement('heading'), new XmlText()];
    heading.setAttribute(SUGGESTION_ATTRIBUTE, SUGGESTION);
    heading.setAttribute('level', 2 as unknown as string);
    doc.getXmlFragment(DRAFT_FRAGMENT).insert(1, [heading]);
    heading.insert(0, [text]);
    text.insert(0, 'New', { [INSERTION]: MARK });
    text.insert(3, ' words', { [INSERTION]: MARK, bold: {} });
  },
  'the deletion of a list item': ({ doc }) => listTexts(doc)[1]?.format(0, 3, { [DELETION]: MARK }),
  'the deletion of a paragraph': (server) => firstText(server).format(0, 21, { [DELETION]: MARK }),
};
const TEXT = '<p>Closed on Sunday here</p><ul><li><p>One</p></li><li><p>Two</p></li></ul>';

function createStates(suggest: (server: BlockServer) => void): Uint8Array {
  const server = createServer(createState(TEXT));
  suggest(server);
  return encodeStateAsUpdate(server.doc);
}
/** The text after one decision. */
function expectedText(state: Uint8Array, isAccepted: boolean): string {
  const server = createServer(state);
  decide(addWriter(server), isAccepted);
  return settle(server);
}
function openEditors(server: BlockServer): readonly [BlockWriter, BlockWriter] {
  return [addWriter(server), addWriter(server)];
}
const start = (suggest: (server: BlockServer) => void, isAccepted: boolean) => {
  const state = createStates(suggest);
  return { state, expected: expectedText(state, isAccepted) };
};
const CASES = Object.entries(SUGGESTIONS).flatMap(([name, suggest]) =>
  [true, false].map((isAccepted) => ({ name, suggest, isAccepted, first: isAccepted ? 'accepted' : 'rejected' })),
);

describe.each(CASES)('$name that is $first first', ({ suggest, isAccepted }) => {
  it('is decided so for everybody, and the later editor is notified', () => {
    const { state, expected } = start(suggest, isAccepted);
    const server = createServer(state);
    const [anna, ben] = openEditors(server);
    decide(anna, isAccepted);
    decide(ben, !isAccepted);
    deliverAll(server, anna);
    deliverAll(server, ben);
    expect(settle(server)).toBe(expected);
    expect(server.overruled).toBe(1);
  });

  it('is decided so for an editor who was offline, also after the server was started again', () => {
    const { state, expected } = start(suggest, isAccepted);
    const before = createServer(state);
    const [anna, ben] = openEditors(before);
    decide(anna, isAccepted);
    decide(ben, !isAccepted);
    type(ben, 'Two', ' later');
    deliverAll(before, anna);
    store(before);
    const server = createServer(encodeStateAsUpdate(before.doc));
    server.writers.push(ben);
    ben.incoming.push({ update: encodeStateAsUpdate(server.doc), n: 0 });
    receive(ben);
    deliverAll(server, ben);
    expect(settle(server)).toBe(expected.replace('Two', 'Two later'));
  });

  it('is decided so when two servers get the decisions', () => {
    const { state, expected } = start(suggest, isAccepted);
    const servers = [createServer(state), createServer(state)] as const;
    servers.forEach(({ doc }, index) => (doc.clientID = createServerEditorId(index / 2)));
    const [first, second] = servers;
    const [anna, ben] = [addWriter(first), addWriter(second)];
    [anna.doc.clientID, ben.doc.clientID] = [1, 2];
    decide(anna, isAccepted);
    decide(ben, !isAccepted);
    deliverAll(second, ben);
    deliverAll(first, anna);
    const exchange = (from: BlockServer, to: BlockServer) => {
      const stored = store(from);
      if (stored !== undefined) readStored(to, stored);
    };
    exchange(first, second);
    exchange(second, first);
    exchange(first, second);
    for (const writer of [anna, ben]) receive(writer);
    for (const { doc } of [first, second, anna, ben]) expect(printXml(doc)).toBe(expected);
    expect([first.overruled, second.overruled]).toEqual([0, 1]);
  });

  it('is decided once when both decide the same', () => {
    const { state, expected } = start(suggest, isAccepted);
    const server = createServer(state);
    const [anna, ben] = openEditors(server);
    decide(anna, isAccepted);
    decide(ben, isAccepted);
    expect(settle(server)).toBe(expected);
    expect(server.overruled).toBe(0);
  });

  it('stays decided when an editor who knows that deletes the text afterwards', () => {
    const { state } = start(suggest, isAccepted);
    const server = createServer(state);
    const [anna, ben] = openEditors(server);
    decide(anna, isAccepted);
    const decided = settle(server);
    const word = ['Monday', 'Sunday', 'words', 'One'].find((text) => decided.includes(text)) ?? 'Two';
    erase(ben, word, word.length);
    expect(settle(server)).not.toContain(word);
    expect(server.overruled).toBe(0);
  });
});

it('an editor who deletes a passage while somebody accepts a suggestion in it deletes it', () => {
  const { state } = start(SUGGESTIONS['a replacement'] ?? (() => undefined), true);
  const server = createServer(state);
  const [anna, ben] = openEditors(server);
  decide(anna, true);
  listTexts(ben.doc)[0]?.delete(0, 27);
  deliverAll(server, anna);
  expect(settle(server)).toContain('<paragraph></paragraph>');
});
