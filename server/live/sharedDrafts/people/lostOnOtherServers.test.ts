/**
 * Text that gets lost on one server and is stored by another one before the first knows: the server that stores the later change types it
 * again, also when several changes took its place away one after the other.
 */
import { describe, expect, it } from '@jest/globals';
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
});
