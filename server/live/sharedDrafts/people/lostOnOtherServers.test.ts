/**
 * Text that gets lost on one server and is stored by another one before the first knows: the server that stores the later change types it
 * again, also when several changes took its place away one after the other.
 */
import { describe, expect, it } from '@jest/globals';
import { XmlElement, XmlText, type Doc, type XmlFragment } from 'yjs';
import { DRAFT_FRAGMENT } from '../../../../common/protocol/sharedDraft';
import {
  addWriter,
  change,
  createServer,
  createState,
  deliver,
  listTexts,
  printXml,
  readStored,
  store,
  type,
  type BlockServer,
  type BlockWriter,
} from '../../../testing/live/blockWriters';
import { createServerEditorId } from './editorIds';

interface Servers {
  readonly first: BlockServer;
  readonly second: BlockServer;
}
function start(html: string): Servers {
  const state = createState(html);
  const [first, second] = [createServer(state), createServer(state)];
  [first, second].forEach(({ doc }, index) => (doc.clientID = createServerEditorId(index / 2)));
  return { first, second };
}
/** A new person; the number is the Yjs client id. */
function enter(server: BlockServer, id: number): BlockWriter {
  const writer = addWriter(server);
  writer.doc.clientID = id;
  return writer;
}
/** One server stores what it has, and the other one reads it. */
function storeAndRead(from: BlockServer, to: BlockServer): void {
  const stored = store(from);
  if (stored !== undefined) readStored(to, stored);
}
function expectBoth({ first, second }: Servers, expected: string): void {
  storeAndRead(first, second);
  storeAndRead(second, first);
  storeAndRead(first, second);
  expect([printXml(first.doc), printXml(second.doc)]).toEqual([expected, expected]);
}

/** The text of a block, created when the block is empty. */
function findFirstText(doc: Doc, index: number): XmlText {
  const blocks: XmlElement[] = [];
  const add = (parent: XmlElement | XmlFragment): void => {
    for (const child of parent.toArray()) {
      if (!(child instanceof XmlElement)) continue;
      if (child.nodeName === 'paragraph') blocks.push(child);
      else add(child);
    }
  };
  add(doc.getXmlFragment(DRAFT_FRAGMENT));
  const block = blocks[index];
  if (block === undefined) throw new Error(`no block ${index}`);
  const [known] = block.toArray();
  if (known instanceof XmlText) return known;
  const text = new XmlText();
  block.insert(0, [text]);
  return text;
}

describe('text that is lost on another server', () => {
  it('typed in a block that one change emptied and another deleted', () => {
    const servers = start('<h2>ijkl</h2>');
    const { first, second } = servers;
    const [changer, typist] = [enter(first, 1), enter(second, 2)];
    type(typist, '', 'X');
    change(changer, '<h2></h2><p>ijkl</p>');
    deliver(first, changer);
    deliver(second, typist);
    const split = store(first);
    change(changer, '<blockquote><p></p></blockquote><p>ijkl</p>');
    deliver(first, changer);
    readStored(second, split ?? new Uint8Array());
    storeAndRead(second, first);
    expectBoth(servers, '<blockquote><paragraph></paragraph></blockquote><paragraph>Xijkl</paragraph>');
  });

  it('typed behind text that was typed and deleted in between', () => {
    const servers = start('<p>abcd</p>');
    const { first, second } = servers;
    const [typist, changer] = [enter(first, 1), enter(second, 2)];
    type(typist, 'ab', 'X');
    type(typist, 'X', 'Y');
    listTexts(typist.doc)[0]?.delete(2, 1);
    while (typist.sent.length > 0) deliver(first, typist);
    change(changer, '<h2>abcd</h2>');
    deliver(second, changer);
    expectBoth(servers, '<heading level="2">abYcd</heading>');
  });

  it('typed behind text that its author knew and the author of the deletion did not', () => {
    const servers = start('<p>abcd</p><p>last</p>');
    const { first, second } = servers;
    const [typist, deleter] = [enter(first, 1), enter(second, 2)];
    type(typist, 'ab', 'X');
    deliver(first, typist);
    storeAndRead(first, second);
    change(deleter, '<p>last</p>');
    deliver(second, deleter);
    type(typist, 'X', 'Y');
    deliver(first, typist);
    expectBoth(servers, '<paragraph>XY</paragraph><paragraph>last</paragraph>');
  });

  describe('typed letter by letter in a block that another server deletes', () => {
    const LETTERS = ['X', 'Y', 'Z'];
    interface Case {
      readonly name: string;
      readonly from: string;
      /** The typist writes this first. */
      readonly opened?: string;
      readonly to: string;
      readonly expected: string;
    }
    const CASES: readonly Case[] = [
      {
        name: 'at its start',
        from: '<p>abcd</p><p>last</p>',
        to: '<p>last</p>',
        expected: '<paragraph>XYZ</paragraph><paragraph>last</paragraph>',
      },
      {
        name: 'in an empty block',
        from: '<p></p><p>last</p>',
        to: '<p>last</p>',
        expected: '<paragraph>XYZ</paragraph><paragraph>last</paragraph>',
      },
      {
        name: 'in an empty block that becomes a heading',
        from: '<p></p><p>last</p>',
        to: '<h2></h2><p>last</p>',
        expected: '<heading level="2"></heading><paragraph>XYZ</paragraph><paragraph>last</paragraph>',
      },
      {
        name: 'in a new item of a list',
        from: '<ul><li><p>one</p></li><li><p>two</p></li></ul><p>last</p>',
        opened: '<ul><li><p>one</p></li><li><p></p></li><li><p>two</p></li></ul><p>last</p>',
        to: '<p>one</p><p>two</p><p>last</p>',
        expected:
          '<paragraph>one</paragraph><paragraph>two</paragraph><paragraph>XYZ</paragraph><paragraph>last</paragraph>',
      },
      {
        name: 'in a new quote within a list',
        from: '<ul><li><p>one</p></li></ul><p>last</p>',
        opened: '<ul><li><p>one</p><p></p></li></ul><p>last</p>',
        to: '<p>last</p>',
        expected: '<paragraph>XYZ</paragraph><paragraph>last</paragraph>',
      },
    ];
    const listed = CASES.flatMap((each) =>
      [undefined, { bold: {} }].flatMap((format) => [true, false].map((atOnce) => ({ ...each, format, atOnce }))),
    );
    it.each(listed)('$name, format $format, at once $atOnce', ({ from, opened, to, expected, format, atOnce }) => {
      const servers = start(from);
      const { first, second } = servers;
      const [typist, deleter] = [enter(first, 1), enter(second, 2)];
      if (opened !== undefined) change(typist, opened);
      LETTERS.forEach((letter, at) => {
        const text = findFirstText(typist.doc, opened === undefined ? 0 : 1);
        text.insert(at, letter, at === 0 ? format : undefined);
        if (atOnce) return;
        while (typist.sent.length > 0) deliver(first, typist);
        if (at === 0) change(deleter, to);
        if (at === 0) deliver(second, deleter);
        readStored(second, store(first) ?? new Uint8Array());
      });
      if (atOnce) {
        change(deleter, to);
        deliver(second, deleter);
        while (typist.sent.length > 0) deliver(first, typist);
        storeAndRead(first, second);
      }
      storeAndRead(second, first);
      storeAndRead(first, second);
      const all = [first, second].map(({ doc }) => printXml(doc).replaceAll(/<\/?bold>/gu, ''));
      expect(all).toEqual([expected, expected]);
    });
  });

  describe('typed in a block that both servers delete: it is there once', () => {
    it.each([
      ['in the middle', '<p>abcd</p>', 2],
      ['at the start', '<p>abcd</p>', 0],
      ['in an empty block', '<p></p>', 0],
      ['in an empty item of a list', '<ul><li><p></p></li></ul>', 0],
    ])('%s', (_name, block, at) => {
      for (const isLate of [false, true]) {
        const servers = start(`${block}<p>last</p>`);
        const { first, second } = servers;
        const [typist, deleter, other] = [enter(first, 1), enter(first, 2), enter(second, 3)];
        for (const [index, letter] of ['X', 'Y'].entries()) findFirstText(typist.doc, 0).insert(at + index, letter);
        for (const each of [deleter, other]) change(each, '<p>last</p>');
        deliver(second, other);
        if (isLate) deliver(first, deleter);
        while (typist.sent.length > 0) deliver(first, typist);
        if (!isLate) deliver(first, deleter);
        expectBoth(servers, '<paragraph>XY</paragraph><paragraph>last</paragraph>');
      }
    });
  });
});
