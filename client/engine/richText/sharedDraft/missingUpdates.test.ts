/** What an editor sends back after a lost server: its own changes, and those of others as they came. */
import { describe, expect, it } from '@jest/globals';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs';
import { createRelayedUpdates, encodeOwnMissing, hasInsertions } from './missingUpdates';

function write(doc: Doc, text: string): Uint8Array {
  const before = encodeStateVector(doc);
  doc.getText('x').insert(doc.getText('x').length, text);
  return encodeStateAsUpdate(doc, before);
}
const readText = (doc: Doc) => doc.getText('x').toJSON();

describe('what a server misses', () => {
  it('own changes go without those of others, which go with their signature', () => {
    const [server, own, other] = [new Doc(), new Doc(), new Doc()];
    const relayed = createRelayedUpdates();
    const stored = write(other, 'stored ');
    applyUpdate(server, stored);
    const lost = write(other, 'lost ');
    for (const [u, sign] of [
      [stored, 'a'],
      [lost, 'b'],
    ] as const) {
      relayed.add({ u, sign });
      applyUpdate(own, u);
    }
    write(own, 'own');
    const vector = encodeStateVector(server);
    const missing = relayed.listMissing(vector);
    expect(missing).toEqual([{ u: lost, sign: 'b' }]);
    const update = encodeOwnMissing(own, vector);
    const late = new Doc();
    applyUpdate(late, update);
    expect([...late.store.clients.keys()]).toEqual([]);
    for (const { u } of missing) applyUpdate(server, u);
    applyUpdate(server, update);
    expect(readText(server)).toBe('stored lost own');
    expect(hasInsertions(encodeOwnMissing(own, encodeStateVector(server)))).toBe(false);
  });

  it('forgets what the server has stored, and keeps what came after that', () => {
    const doc = new Doc();
    const relayed = createRelayedUpdates();
    relayed.add({ u: write(doc, 'a'), sign: '1' });
    const seen = relayed.last();
    const late = { u: write(doc, 'b'), sign: '2' };
    relayed.add(late);
    relayed.forgetUntil(seen);
    expect(relayed.listMissing(encodeStateVector(new Doc()))).toEqual([late]);
  });

  it('a state vector that is missing or cannot be read says nothing', () => {
    const doc = new Doc();
    const relayed = createRelayedUpdates();
    relayed.add({ u: write(doc, 'a'), sign: '1' });
    for (const vector of [undefined, Uint8Array.from([9, 255, 255])]) {
      expect(relayed.listMissing(vector)).toEqual([]);
      expect(hasInsertions(encodeOwnMissing(doc, vector))).toBe(false);
    }
  });
});
